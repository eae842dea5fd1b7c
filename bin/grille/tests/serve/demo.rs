//! `grille demo` on small blocks: its paper half, killed and started again.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::json;

use crate::bench::Bench;
use crate::counter::{send, sign_in, tickets_of, write_paper};
use crate::http::Site;

const DEMO: &str = "demo --listen 127.0.0.1:0 --data d --game game.toml --paper-game paper.toml";
/// What the demo's counter signs in with.
const PASSWORD: &str = "mots-croises";

/// A demo at work. Dropping it kills it.
struct Demo {
    child: Child,
    site: Site,
    err: BufReader<ChildStderr>,
}

impl Demo {
    fn start(bench: &Bench) -> Self {
        let mut command = bench.command(DEMO);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut line, out) = (String::new(), child.stdout.take().unwrap());
        BufReader::new(out).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("it serves").parse().unwrap();
        let err = BufReader::new(child.stderr.take().unwrap());
        Self { child, site: Site { address, session: "" }, err }
    }

    /// Reads what it says, up to a line that begins with `words`.
    #[track_caller]
    fn until(&mut self, words: &str) -> String {
        let mut told = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.err.read_line(&mut line).unwrap(), 0, "{words} is not said: {told}");
            if line.starts_with(words) {
                return line.trim_end().to_owned();
            }
            told += &line;
        }
    }

    /// The counter's door, as the terminal tells of it, and a session of the counter.
    #[track_caller]
    fn counter(&mut self) -> String {
        let (told, address) = (self.until("Counter 1, password "), self.site.address);
        let door = format!("{PASSWORD}, at http://{address}/point-de-vente");
        assert!(told.ends_with(&door), "{told}");
        assert_eq!(self.site.get("/point-de-vente").status, 200);
        sign_in(self.site, 1, PASSWORD).expect("it is its password")
    }

    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.until("Stopping.");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // One that has stopped is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Rows T-2, T-3: what the demo makes of the paper game, it makes once, whenever it was killed; its
/// counter sells books and pays their tickets.
#[test]
fn the_demo_s_paper_game_comes_and_stays() {
    let bench = Bench::new();
    bench.write_game("game.toml", 40, &[(2, 600), (5, 300)]);
    write_paper(&bench);
    let mut first = Demo::start(&bench);
    first.until("The site is open.");
    // While the block is dealt, or printed: wherever it is.
    drop(first);

    let mut second = Demo::start(&bench);
    let shop = second.counter();
    let tickets = tickets_of(&bench, ("d/paper/block", "d/keys/paper-share"), "d/paper/print");
    assert_eq!(tickets.len(), 100);
    let winner = tickets.iter().find(|it| (1..=30_000).contains(&it.cents)).unwrap();
    let ask = json!({ "number": winner.number, "code": winner.code });
    let pay = json!({ "tickets": [ask] });
    let paid = send(second.site, "payments", &shop, "payment-1", &pay).1;
    assert_eq!((paid.status, &paid.body["sum"]["cents"]), (201, &json!(winner.cents)));
    drop(second);

    let mut third = Demo::start(&bench);
    let shop = third.counter();
    let told = send(third.site, "inquiries", &shop, "inquiry-1", &ask).1.body;
    assert_eq!(told["answer"], "paid_here", "{told}");
    third.stop();
}
