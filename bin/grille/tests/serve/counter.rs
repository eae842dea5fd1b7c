//! Tickets that are printed by the program, and paid by a server that has no key of theirs.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use ledger::{LegalDay, Millis};
use serde_json::{Value, json};

use crate::bench::{BOTH, Bench, flip};
use crate::http::{Answer, Site};

pub(crate) const PASSWORD: &str = "un guichet de mots";
/// Where [`set_up`] keeps it.
const PASSWORD_FILE: &str = "--counter-password-file counter.password";

/// A ticket as the press has it.
pub(crate) struct Ticket {
    pub(crate) number: String,
    pub(crate) code: String,
    pub(crate) cents: u64,
}

/// A block `b1` to be sold online, and a block `p` of a hundred tickets that is printed into `print`.
pub(crate) fn bench() -> Bench {
    let bench = Bench::with_blocks(1, 40, &[(2, 600), (5, 300)]);
    write_paper(&bench);
    bench.yes("key share p.share");
    let flags = "--game-code 31702 --book-tickets 10 --signing-key signing";
    bench.yes(&format!("block deal paper.toml --out p --key-file p.share {flags}"));
    bench.yes("block print p --key-file p.share --out print");
    bench.hire();
    bench
}

/// The rules of a hundred tickets, in `paper.toml`.
pub(crate) fn write_paper(bench: &Bench) {
    let shipped = include_str!("../../../../games/maxi-mots-croises.toml");
    let rules = &shipped[..shipped.find("[[prize]]").unwrap()];
    let mut text = rules.replace("block_units = 3_000_000", "block_units = 100");
    // Whatever the key: a book has ten tickets, and only six of the block are not paid by a counter.
    for (count, cents) in [(1, 100_000), (5, 2_000), (89, 500)] {
        text += &format!("[[prize]]\ncount = {count}\ncents = {cents}\n");
    }
    fs::write(bench.path("paper.toml"), text).unwrap();
}

/// The configuration of a server that sells `b1` and pays `p`, of which it has neither key nor units.
fn configure(bench: &Bench, lines: &str) {
    configure_selling(bench, &["b1"], lines);
}

/// The same, selling these.
pub(crate) fn configure_selling(bench: &Bench, blocks: &[&str], lines: &str) {
    bench.configure_with(blocks, lines);
    let printed = "[[printed]]\ndir = \"p\"\nprint = \"print\"\nemission = 1\nnumber = 1\n";
    let text = fs::read_to_string(bench.path("grille.toml")).unwrap();
    fs::write(bench.path("grille.toml"), format!("{text}\n{printed}")).unwrap();
}

/// What the press was given, with what each ticket won.
pub(crate) fn tickets(bench: &Bench) -> Vec<Ticket> {
    tickets_of(bench, ("p", "p.share"), "print")
}

/// The same of a block and its share, printed into `print`.
pub(crate) fn tickets_of(bench: &Bench, (block, share): (&str, &str), print: &str) -> Vec<Ticket> {
    let export = bench.yes(&format!("block export {block} --key-file {share} --format jsonl"));
    let press = bench.path(print).join("press/tickets.jsonl");
    let press = fs::read_to_string(press).unwrap();
    let read = |line: &str| -> Value { serde_json::from_str(line).unwrap() };
    let ticket = |(press, unit): (&str, &str)| {
        let (press, unit) = (read(press), read(unit));
        let text = |key: &str| press[key].as_str().unwrap()[1..].to_owned();
        let cents = unit["prize_cents"].as_u64().unwrap();
        Ticket { number: text("ticket"), code: text("code"), cents }
    };
    press.lines().zip(export.lines()).map(ticket).collect()
}

pub(crate) fn send(
    site: Site,
    path: &str,
    session: &str,
    key: &str,
    body: &Value,
) -> (String, Answer) {
    let headers = format!(
        "sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
         idempotency-key: {key}\r\ncookie: {session}\r\n"
    );
    let what = format!("POST /api/v1/retail/{path}");
    site.ask_whole(&what, &headers, &body.to_string()).expect("the server answers")
}

pub(crate) fn sign_in(site: Site, counter: u32, password: &str) -> Option<String> {
    let body = json!({ "counter": counter, "password": password });
    let (head, answer) = send(site, "sessions", "", "sign-in-1", &body);
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|it| it.split(';').next()).map(str::to_owned);
    cookie.filter(|_| answer.status == 201)
}

fn today() -> LegalDay {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    LegalDay::new(store::day_of(Millis(i64::try_from(now).unwrap())).unwrap()).unwrap()
}

/// The emission is open, counter 7 has a password and two books, and counter 8 neither.
pub(crate) fn set_up(bench: &Bench) {
    let both = |act: &str| bench.yes(&format!("operate {BOTH} {act}"));
    let manifest = fs::read_to_string(bench.path("p/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let (block, today) = (manifest["block"].as_str().unwrap(), today());
    let announce = format!("--game maxi-mots-croises --emission 1 --planned {today}");
    both(&format!("emission announce 31702 {announce}"));
    both(&format!("emission print 31702 --block {block} --first-book 1 --book-tickets 10"));
    both(&format!("emission open 31702 --day {today}"));
    fs::write(bench.path("counter.password"), format!("{PASSWORD}\n")).unwrap();
    both(&format!("counter register 7 --name Tabac {PASSWORD_FILE}"));
    both("counter register 8 --name Presse");
    both("counter settle 7 --paid-in 10000 --reason transfer");
    both("books deliver 31702-0000001..0000002 --counter 7");
}

/// Rows T-2, T-3, T-4: a ticket from the press to its payment; the server has no key of its block, and
/// neither its messages at their finest nor its data hold a code.
#[test]
fn a_printed_ticket_is_paid_once_by_a_server_without_its_key() {
    let bench = bench();
    let tickets = tickets(&bench);
    for secret in ["p/units.sealed", "p.share", "print/press"] {
        let path = bench.path(secret);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
    configure(&bench, "log_filter = \"trace\"");
    bench.open_shop(&["b1"], 500);
    let server = bench.serve();
    set_up(&bench);
    let site = server.site;
    assert_eq!(sign_in(site, 8, PASSWORD), None, "it has no password yet");
    fs::write(bench.path("short.password"), "court\n").unwrap();
    let short = "counter password 8 --counter-password-file short.password";
    bench.no(&format!("operate {BOTH} {short}"), 2, &["10 to 200 characters"]);
    let alone = "--data data --as olga --password-file olga.password";
    let set = format!("counter password 8 {PASSWORD_FILE}");
    let both = |act: &str| bench.yes(&format!("operate {BOTH} {act}"));
    bench.no(&format!("operate {alone} {set}"), 1, &["second_name_missing"]);
    bench.no(
        &format!("operate {BOTH} counter password 9 {PASSWORD_FILE}"),
        1,
        &["counter_unknown"],
    );
    assert_eq!(both(&set), "counter_password_set\n");
    let (shop, other) = (sign_in(site, 7, PASSWORD).unwrap(), sign_in(site, 8, PASSWORD).unwrap());

    let activate = json!({ "book": "31702-0000001" });
    assert_eq!(send(site, "activations", &shop, "activate-1", &activate).1.status, 201);
    for ticket in &tickets[..10] {
        let ask = json!({ "number": ticket.number, "code": ticket.code });
        let told = send(site, "inquiries", &other, "inquiry-1", &ask).1.body;
        let expected = match ticket.cents {
            0 => "not_a_winner",
            1..=30_000 => "pays_here",
            _ => "pays_at_centre",
        };
        assert_eq!(told["answer"], expected, "{told}");
    }
    let winner = tickets[..10].iter().find(|it| (1..=30_000).contains(&it.cents));
    let winner = winner.expect("all but six of a hundred are paid here");
    let pay = json!({ "tickets": [{ "number": winner.number, "code": winner.code }] });
    let paid = send(site, "payments", &shop, "payment-1", &pay).1;
    assert_eq!((paid.status, &paid.body["sum"]["cents"]), (201, &json!(winner.cents)));
    let late = send(site, "payments", &other, "payment-1", &pay).1;
    assert_eq!(late.body["not_paid"]["answer"], "paid_elsewhere", "{}", late.body);
    let strange = json!({ "number": winner.number, "code": tickets[20].code });
    for _ in 0..20 {
        let misfit = send(site, "inquiries", &other, "inquiry-2", &strange).1;
        assert_eq!(misfit.problem(), (409, "does_not_match"));
    }
    assert_eq!(send(site, "inquiries", &other, "inquiry-2", &strange).1.problem(), (429, "slowed"));
    let paper = bench.yes(&format!("operate {alone} paper"));
    assert!(
        paper.contains("in a day 20 codes that did not fit, 0 mistyped; it is made"),
        "{paper}"
    );
    let checked = bench.yes(&format!("operate {alone} check"));
    assert!(checked.contains("nothing"), "{checked}");
    let log = server.stop();
    assert!(log.contains("a ticket was paid"), "{log}");
    check_no_code(&bench, &log, &tickets);
}

/// No code is in the server's messages or in anything that it keeps.
fn check_no_code(bench: &Bench, log: &str, tickets: &[Ticket]) {
    let mut kept = vec![log.as_bytes().to_vec()];
    for entry in fs::read_dir(bench.path("data")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            kept.push(fs::read(path).unwrap());
        }
    }
    assert!(kept.len() > 3, "the ledger and the logins are there");
    let has =
        |text: &str| kept.iter().any(|it| it.windows(text.len()).any(|w| w == text.as_bytes()));
    assert!(has(&tickets[0].number[..17]), "a ticket that was asked about is found");
    for ticket in &tickets[..30] {
        let plain = ticket.code.replace('-', "");
        for text in [&ticket.code, &plain, &plain.to_lowercase(), &ticket.code.replace('-', " ")] {
            assert!(!has(text), "a code is kept");
        }
    }
}

#[test]
fn what_is_not_what_was_printed_is_refused_in_words() {
    let bench = bench();
    configure(&bench, "");
    bench.serve();
    let text = fs::read_to_string(bench.path("grille.toml")).unwrap();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        fs::write(bench.path("grille.toml"), text.replace(from, to)).unwrap();
    };
    change("print = \"print\"", "print = \"elsewhere\"");
    bench.refuses(&[
        "tickets of the block in p are not paid",
        "elsewhere/print.json",
        "block print",
    ]);
    change("dir = \"p\"", "dir = \"b1\"");
    bench.refuses(&["print.json is of paper, and the block", "is not"]);
    let again = "[[printed]]\ndir = \"p\"\nprint = \"print\"\nemission = 1\nnumber = 2\n";
    fs::write(bench.path("grille.toml"), format!("{text}{again}")).unwrap();
    bench.refuses(&["is there twice: name what was printed of it once"]);
    fs::write(bench.path("grille.toml"), &text).unwrap();
    let file = bench.path("print/validation/tickets.validation");
    flip(&file, 700);
    let says = "tickets.validation is not the validation file that its SHA256SUMS names";
    bench.refuses(&[says]);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 56]).unwrap();
    bench.refuses(&[says]);
    flip(&bench.path("p/manifest.json"), 30);
    bench.refuses(&["tickets of the block in p are not paid", "p/"]);
}
