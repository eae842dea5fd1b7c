//! As much of HTTP as a page's request needs.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};

/// What the server answered: the status, and the body, read where it is JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Answer {
    /// The status and the code of a problem.
    pub(crate) fn problem(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or("no code"))
    }
}

/// Where a server listens, and who asks.
#[derive(Clone, Copy)]
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    /// The session that each request shows; empty for none.
    pub(crate) session: &'static str,
}

impl Site {
    pub(crate) fn get(self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), "", "").expect("the server answers")
    }

    /// Buys a unit with *Auto*; nothing when the server is gone.
    pub(crate) fn try_buy(self, id: &str) -> Option<Answer> {
        let wish = json!({ "game": "mots-croises", "mode": "auto", "price_cents": 300 });
        let headers = format!(
            "sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
             idempotency-key: purchase-{id}\r\n"
        );
        self.ask("POST /api/v1/plays", &headers, &wish.to_string())
    }

    pub(crate) fn buy(self, id: &str) -> Answer {
        self.try_buy(id).expect("the server answers")
    }

    /// Buys a unit, which must be sold.
    #[track_caller]
    pub(crate) fn bought(self, id: &str) -> Sold {
        let answer = self.buy(id);
        assert_eq!(answer.status, 201, "{id}: {}", answer.body);
        let number = |value: &Value| value.as_u64().unwrap();
        Sold {
            block: answer.body["block"].as_str().unwrap().to_owned(),
            index: number(&answer.body["index"]),
            gain: number(&answer.body["gain"]["cents"]),
        }
    }

    /// What the player has, in cents.
    pub(crate) fn balance(self) -> u64 {
        self.get("/api/v1/me").body["balance"]["cents"].as_u64().unwrap()
    }

    pub(crate) fn ask(self, what: &str, headers: &str, body: &str) -> Option<Answer> {
        self.ask_whole(what, headers, body).map(|(_, answer)| answer)
    }

    /// The answer, and before it what stands over it.
    pub(crate) fn ask_whole(
        self,
        what: &str,
        headers: &str,
        body: &str,
    ) -> Option<(String, Answer)> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        let length = body.len();
        let request = format!(
            "{what} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}\
             cookie: __Host-session={}\r\ncontent-length: {length}\r\n\r\n{body}",
            self.address, self.session
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let (head, text) = (head.to_owned(), body.to_owned());
        let body = serde_json::from_str(body).unwrap_or(Value::Null);
        Some((head, Answer { status, body, text }))
    }
}

/// A unit that was sold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sold {
    pub(crate) block: String,
    pub(crate) index: u64,
    /// In cents.
    pub(crate) gain: u64,
}
