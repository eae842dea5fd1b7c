//! The load: purchases over connections that stay open, as browsers make them.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::task::LocalSet;

/// When requests are sent.
#[derive(Clone, Copy)]
pub(crate) enum Pace {
    /// Each as soon as its connection is free.
    Free,
    /// So many a second, each at its moment, or late where no connection is free.
    PerSecond(f64),
}

/// Buyers on one thread.
pub(crate) struct Load {
    runtime: Runtime,
    buyers: Rc<Buyers>,
}

/// Where they buy, and the sessions in which they do, one a player.
struct Buyers {
    address: SocketAddr,
    sessions: Vec<String>,
}

/// What the buyers saw.
pub(crate) struct Seen {
    elapsed: Duration,
    /// How long each sale took, shortest first.
    sales: Vec<Duration>,
    /// How many requests were answered with 503 and the time to come again.
    pub(crate) turned_away: u64,
}

/// What the connections of a run share.
struct Run {
    name: String,
    began: Instant,
    pace: Pace,
    limit: Duration,
    left: Cell<u64>,
    next: Cell<u64>,
    sales: RefCell<Vec<Duration>>,
    turned_away: Cell<u64>,
}

impl Load {
    pub(crate) fn new(address: SocketAddr, sessions: &[String]) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { runtime, buyers: Rc::new(Buyers { address, sessions: sessions.to_vec() }) }
    }

    /// Makes up to `plays` purchases within `limit`, with ids that begin with `name`.
    pub(crate) fn run(
        &self,
        name: &str,
        connections: usize,
        pace: Pace,
        plays: u64,
        limit: Duration,
    ) -> Seen {
        let run = Rc::new(Run {
            name: name.to_owned(),
            began: Instant::now(),
            pace,
            limit,
            left: Cell::new(plays),
            next: Cell::new(0),
            sales: RefCell::default(),
            turned_away: Cell::new(0),
        });
        let local = LocalSet::new();
        let clients: Vec<_> = (0..connections)
            .map(|_| {
                let (buyers, run) = (Rc::clone(&self.buyers), Rc::clone(&run));
                local.spawn_local(async move { buyers.client(&run).await })
            })
            .collect();
        local.block_on(&self.runtime, async {
            for client in clients {
                client.await.expect("no panic");
            }
        });
        let mut sales = run.sales.take();
        sales.sort_unstable();
        Seen { elapsed: run.began.elapsed(), sales, turned_away: run.turned_away.get() }
    }
}

impl Buyers {
    /// One connection, from its first request to the end of the run.
    async fn client(&self, run: &Run) {
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.set_nodelay(true).expect("it can be set");
        let mut buffer = Vec::new();
        while let Some(number) = run.ticket() {
            let due = run.due(number);
            tokio::time::sleep_until(due.into()).await;
            let begun = match run.pace {
                Pace::Free => Instant::now(),
                Pace::PerSecond(_) => due,
            };
            let request = self.request(&run.name, number);
            stream.write_all(request.as_bytes()).await.expect("the server reads");
            match answer(&mut stream, &mut buffer).await {
                (201, _) => run.sales.borrow_mut().push(begun.elapsed()),
                (503, true) => run.turned_away.set(run.turned_away.get() + 1),
                other => panic!("{}-{number}: {other:?}", run.name),
            }
        }
    }

    fn request(&self, name: &str, number: u64) -> String {
        let players = self.sessions.len() as u64;
        let session = &self.sessions[usize::try_from(number % players).expect("few")];
        let body = r#"{"game":"mots-croises","mode":"auto","price_cents":300}"#;
        format!(
            "POST /api/v1/plays HTTP/1.1\r\nhost: {}\r\ncookie: session={session}\r\n\
             sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
             accept: */*\r\naccept-encoding: gzip, deflate, br, zstd\r\n\
             idempotency-key: bench-{name}-{number}\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }
}

impl Run {
    /// The number of the next request, until the run is over.
    fn ticket(&self) -> Option<u64> {
        let left = self.left.get().checked_sub(1)?;
        let number = self.next.get();
        if self.began.elapsed() > self.limit || self.due(number) > self.began + self.limit {
            return None;
        }
        self.left.set(left);
        self.next.set(number + 1);
        Some(number)
    }

    fn due(&self, number: u64) -> Instant {
        match self.pace {
            Pace::Free => self.began,
            Pace::PerSecond(rate) => self.began + Duration::from_secs_f64(number as f64 / rate),
        }
    }
}

impl Seen {
    pub(crate) fn sold(&self) -> usize {
        self.sales.len()
    }

    pub(crate) fn plays_per_second(&self) -> f64 {
        self.sold() as f64 / self.elapsed.as_secs_f64()
    }

    /// How long so great a share of the sales took at most.
    pub(crate) fn quantile_ms(&self, share: f64) -> f64 {
        let index = (self.sales.len() as f64 * share) as usize;
        self.sales.get(index).map_or(f64::NAN, |sale| sale.as_secs_f64() * 1e3)
    }
}

/// Reads one answer to its end: its status, and whether it says when to come again.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> (u16, bool) {
    buffer.clear();
    loop {
        let count = stream.read_buf(buffer).await.expect("the server answers");
        assert!(count > 0, "the server closed a connection");
        if let Some(seen) = whole(buffer) {
            return seen;
        }
    }
}

/// The status of an answer that is there to its end.
fn whole(answer: &[u8]) -> Option<(u16, bool)> {
    let end = find(answer, b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).expect("a head is text");
    let status = head.get(9..12)?.parse().expect("a status");
    let value = |name: &str| head.lines().find_map(|line| line.strip_prefix(name));
    let is_whole = match value("content-length: ") {
        Some(length) => answer.len() - end >= length.parse::<usize>().expect("a length"),
        None => is_last_chunk_there(&answer[end..])?,
    };
    is_whole.then(|| (status, value("retry-after: ").is_some()))
}

/// Goes from chunk to chunk: whether the empty one is there, with which a body ends.
fn is_last_chunk_there(mut body: &[u8]) -> Option<bool> {
    loop {
        let line = find(body, b"\r\n")?;
        let digits = std::str::from_utf8(&body[..line]).expect("a chunk's size is text");
        let size = usize::from_str_radix(digits, 16).expect("a chunk's size");
        if size == 0 {
            return Some(body.len() >= line + 4);
        }
        body = body.get(line + 2 + size + 2..)?;
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}
