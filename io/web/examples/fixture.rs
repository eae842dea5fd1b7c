//! The site with twenty written units, for whoever works on the page: `cargo run -p web --example
//! fixture -- ADDRESS FOLDER`.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:8081".to_owned());
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("http://{}", listener.local_addr()?);
    let app = fixture::fixture(std::path::Path::new(&folder), Some(50)).app;
    web::serve(listener, app, std::future::pending()).await
}
