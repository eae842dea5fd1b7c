//! PostgreSQL by TLS: the server that its authority vouches for, and no other, and nothing in the
//! clear.

mod world;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use store::{Engine, Postgres, Server};

use world::cluster::Cluster;

/// An authority of this name in `folder`, and a certificate of its own for `localhost`.
fn certify(folder: &Path, name: &str) {
    let openssl = |arguments: &str| {
        let mut openssl = Command::new("openssl");
        let done = openssl.args(arguments.split(' ')).current_dir(folder).output();
        let done = done.expect("openssl is there wherever PostgreSQL's server is");
        assert!(done.status.success(), "{arguments}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!(
        "req -x509 {key} -days 30 -subj /CN={name} -keyout {name}.key -out {name}.pem"
    ));
    openssl(&format!("req -new {key} -subj /CN=localhost -keyout server.key -out server.csr"));
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").expect("it is written");
    let from = format!("-CA {name}.pem -CAkey {name}.key -CAcreateserial");
    openssl(&format!("x509 -req -in server.csr {from} -days 30 -extfile names -out server.pem"));
}

fn port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

#[test]
fn a_server_that_its_authority_vouches_for_is_reached_by_tls_alone() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let port = port();
    let path = |name: &str| folder.path().join(name);
    if std::env::var_os("GRILLE_POSTGRES_PROGRAMS").is_none() {
        println!("GRILLE_POSTGRES_PROGRAMS is not set: PostgreSQL is left out");
        return;
    }
    certify(folder.path(), "other");
    certify(folder.path(), "authority");
    let options = [
        "-c".to_owned(),
        "listen_addresses=127.0.0.1".to_owned(),
        "-c".to_owned(),
        format!("port={port}"),
        "-c".to_owned(),
        "ssl=on".to_owned(),
        "-c".to_owned(),
        format!("ssl_cert_file={}", path("server.pem").display()),
        "-c".to_owned(),
        format!("ssl_key_file={}", path("server.key").display()),
    ];
    let Some(cluster) = Cluster::start_with(&options, &[folder.path(), &path("server.key")]) else {
        return;
    };
    let read = |name: &str| std::fs::read(path(name)).expect("it was made");
    let address =
        format!("host=localhost hostaddr=127.0.0.1 port={port} user=postgres dbname=postgres");
    let server = Server::certified(&address, &read("authority.pem")).expect("it is a certificate");
    let mut ledger = Postgres::open_on(server.clone()).expect("the ledger opens");
    assert!(ledger.blocks().expect("the ledger works").is_empty());
    let ssl = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let is_hidden = |server: &Server| {
        let mut client = server.connect().expect("it is reached");
        client.query_one(ssl, &[]).expect("it answers").get::<_, bool>(0)
    };
    assert!(is_hidden(&server));
    // No word of the address has it done otherwise.
    let plain = format!("{address} sslmode=disable");
    assert!(is_hidden(&Server::certified(&plain, &read("authority.pem")).expect("a certificate")));
    let refused = |server: Server| assert!(server.connect().is_err());
    refused(Server::certified(&address, &read("other.pem")).expect("a certificate"));
    let named = address.replace("host=localhost", "host=elsewhere.example");
    refused(Server::certified(&named, &read("authority.pem")).expect("a certificate"));
    refused(Server::in_the_clear(&format!("{address} sslmode=require")));
    assert!(!is_hidden(&Server::in_the_clear(&format!("{address} sslmode=disable"))));
    for none in [b"".as_slice(), b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
    {
        assert!(Server::certified(&address, none).is_err());
    }
    drop(cluster);
}

/// Whoever stands between and says that the server has no TLS gets nothing.
#[test]
fn nothing_is_said_in_the_clear() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    certify(folder.path(), "authority");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let between = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("someone comes");
        stream.read_exact(&mut [0; 8]).expect("he asks for TLS");
        stream.write_all(b"N").expect("he listens");
        let mut said = Vec::new();
        stream.read_to_end(&mut said).expect("he goes");
        said
    });
    let address = format!("host=localhost hostaddr=127.0.0.1 port={port} user=u password=secret");
    let authority = std::fs::read(folder.path().join("authority.pem")).expect("it was made");
    let server = Server::certified(&address, &authority).expect("it is a certificate");
    assert!(server.connect().is_err());
    assert!(between.join().expect("no panic").is_empty(), "not even a name");
}
