//! A client of the API that knows as little as it can: one request a connection.

use std::io::{Read, Result, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// Buys a unit of Mots Croisés with *Auto*, under the command's `id`, as the
/// player of the session. Returns the status and the
/// answer; an error when the answer does not come whole.
pub(crate) fn buy(address: &str, session: &str, id: &str) -> Result<(u16, Value)> {
    let wish = json!({ "game": "mots-croises", "mode": "auto", "price_cents": 300 }).to_string();
    let mut stream = TcpStream::connect(address)?;
    let length = wish.len();
    let request = format!(
        "POST /api/v1/plays HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
         Cookie: __Host-session={session}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Idempotency-Key: {id}\r\nConnection: close\r\n\r\n{wish}"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    parse(&answer).ok_or_else(|| std::io::ErrorKind::UnexpectedEof.into())
}

/// The status and the body, if the answer is whole.
fn parse(answer: &str) -> Option<(u16, Value)> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.split(' ').next()?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}
