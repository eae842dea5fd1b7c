//! What holds at the door, whatever keeps its book.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::scope;

use access::{Access, Enrolment, Entry, Login, Password, Policy, Token};
use ledger::{CounterId, Millis, PlayerId, Span};

const NOON: Millis = Millis(1_795_953_600_000);
const ALICE: PlayerId = PlayerId(1);
const BOB: PlayerId = PlayerId(2);

fn minutes(minutes: u64) -> Span {
    Span(minutes * 60_000)
}

fn login(text: &str) -> Login {
    Login::new(text).expect("a login")
}

fn password(text: &str) -> Password {
    Password::new(text).expect("long enough")
}

/// Where a new and empty book can be made on PostgreSQL.
fn postgres_address() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let address = std::env::var("GRILLE_POSTGRES").ok()?;
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let name = format!("door_{}_{number}", std::process::id());
    let mut client = ::postgres::Client::connect(&address, ::postgres::NoTls);
    let client = client.as_mut().expect("GRILLE_POSTGRES leads to a server");
    let sql = format!("DROP SCHEMA IF EXISTS {name} CASCADE; CREATE SCHEMA {name}");
    client.batch_execute(&sql).expect("a schema can be made");
    Some(format!("{address} options='-c search_path={name}'"))
}

/// Runs `test` at a new door of each kind, where Alice has a login.
fn each_door(test: impl Fn(&Access)) {
    let opened = |door: Access| {
        let enrolled = door.enrol(ALICE, &login("alice"), &password("mots croisés"));
        assert_eq!(enrolled.expect("the book works"), Enrolment::Enrolled);
        test(&door);
    };
    opened(Access::in_memory(Policy::default()));
    let folder = tempfile::tempdir().expect("a folder can be made");
    opened(Access::on_sqlite(folder.path(), Policy::default()).expect("a new book opens"));
    match postgres_address() {
        Some(address) => {
            let connect = move || ::postgres::Client::connect(&address, ::postgres::NoTls);
            opened(Access::on_postgres(connect, Policy::default()).expect("a new book opens"));
        }
        None => println!("GRILLE_POSTGRES is not set: PostgreSQL is left out"),
    }
}

/// Runs `test` at a new door of counters of each kind, beside one of players where Alice has a login.
fn each_pair(test: impl Fn(&Access<CounterId>, &Access)) {
    let policy = Policy::default();
    let opened = |counters: Access<CounterId>, players: Access| {
        players.enrol(ALICE, &login("alice"), &password("mots croisés")).expect("the book works");
        test(&counters, &players);
    };
    opened(Access::of_counters_in_memory(policy), Access::in_memory(policy));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let counters = Access::of_counters_on_sqlite(folder.path(), policy);
    let players = Access::on_sqlite(folder.path(), policy);
    opened(counters.expect("a new book opens"), players.expect("a new book opens"));
    if let Some(address) = postgres_address() {
        let connect = move || ::postgres::Client::connect(&address, ::postgres::NoTls);
        let counters = Access::of_counters_on_postgres(connect.clone(), policy);
        let players = Access::on_postgres(connect, policy);
        opened(counters.expect("a new book opens"), players.expect("a new book opens"));
    }
}

/// Counters have a book of their own: what opens there opens nothing here, and the other way round.
#[test]
fn a_counter_comes_in_by_the_password_that_was_set_last() {
    each_pair(|counters, players| {
        let (seven, number) = (CounterId(7), Login::of_counter(CounterId(7)));
        let enter = |with: &str, at| {
            counters.sign_in(&number, &password(with), at).expect("the book works")
        };
        assert_eq!(enter("un guichet", NOON), Entry::Refused, "it has no password yet");
        let set = |with: &str| {
            counters.set_password(seven, &password(with)).expect("the book works");
        };
        set("un guichet");
        let Entry::In(token, counter) = enter("un guichet", NOON) else { panic!("it is set") };
        assert_eq!(counter, seven);
        assert_eq!(counters.player(&token, NOON).expect("the book works"), Some(seven));
        assert_eq!(players.player(&token, NOON).expect("the book works"), None);
        let alice = enter_as(players, "alice", "mots croisés");
        assert_eq!(counters.player(&alice, NOON).expect("the book works"), None);
        assert_eq!(counters.recent_player(&alice, NOON), None);
        // A guess too many locks it; a new password unlocks it, and ends what was open.
        for _ in 0..5 {
            assert_ne!(enter("au hasard, au hasard", NOON), Entry::In(token.clone(), seven));
        }
        assert_eq!(enter("un guichet", NOON), Entry::Refused, "it is locked");
        set("un autre mot");
        assert_eq!(counters.player(&token, NOON).expect("the book works"), None);
        assert_eq!(counters.recent_player(&token, NOON), None);
        assert_eq!(enter("un guichet", NOON), Entry::Refused);
        assert!(matches!(enter("un autre mot", NOON), Entry::In(_, counter) if counter == seven));
        assert_eq!(players.player(&alice, NOON).expect("the book works"), Some(ALICE));
    });
}

fn enter_as(door: &Access, name: &str, with: &str) -> Token {
    let Entry::In(token, _) = enter(door, name, with, NOON) else { panic!("it is the password") };
    token
}

fn enter(door: &Access, name: &str, with: &str, at: Millis) -> Entry {
    door.sign_in(&login(name), &password(with), at).expect("the book works")
}

fn sign_in(door: &Access, name: &str, with: &str, at: Millis) -> Option<Token> {
    match enter(door, name, with, at) {
        Entry::In(token, player) => {
            assert_eq!(player, ALICE);
            Some(token)
        }
        Entry::Refused | Entry::Locked(_) => None,
    }
}

fn is_in(door: &Access, token: &Token, at: Millis) -> bool {
    let player = door.player(token, at).expect("the book works");
    assert!(player.is_none_or(|player| player == ALICE));
    player.is_some()
}

#[test]
fn a_login_is_given_once() {
    each_door(|door| {
        let enrol = |player, name: &str, with: &str| {
            door.enrol(player, &login(name), &password(with)).expect("the book works")
        };
        assert_eq!(enrol(ALICE, "Alice", "mots croisés"), Enrolment::Enrolled);
        assert_eq!(enrol(ALICE, "alice", "autre grille"), Enrolment::Otherwise);
        assert_eq!(enrol(ALICE, "alicia", "mots croisés"), Enrolment::Otherwise);
        assert_eq!(enrol(BOB, "ALICE", "mots croisés"), Enrolment::Taken);
        assert!(sign_in(door, "alice", "mots croisés", NOON).is_some());
        assert!(sign_in(door, "alice", "autre grille", NOON).is_none());
        assert!(sign_in(door, "personne", "mots croisés", NOON).is_none());
    });
}

#[test]
fn a_session_ends_by_idleness_age_or_wish() {
    each_door(|door| {
        let token = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        assert!(is_in(door, &token, NOON.after(minutes(29))));
        assert!(is_in(door, &token, NOON.after(minutes(58))));
        // It was seen at minute 58, and thirty minutes later it is over, for good.
        assert!(!is_in(door, &token, NOON.after(minutes(88))));
        assert!(!is_in(door, &token, NOON.after(minutes(59))));

        let token = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        for minute in (20..720).step_by(20) {
            assert!(is_in(door, &token, NOON.after(minutes(minute))), "{minute}");
        }
        assert!(!is_in(door, &token, NOON.after(minutes(720))));

        let token = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        let other = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        door.sign_out(&token).expect("the book works");
        assert!(!is_in(door, &token, NOON) && is_in(door, &other, NOON));
        door.sign_out_everywhere(ALICE).expect("the book works");
        assert!(!is_in(door, &other, NOON));
        let made_up = Token::new(&"0".repeat(64)).expect("a form");
        assert!(!is_in(door, &made_up, NOON));
    });
}

/// A clock that is put back neither ends a session nor makes it last longer.
#[test]
fn a_clock_that_jumps_back_changes_nothing() {
    each_door(|door| {
        let token = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        let later = NOON.after(minutes(20));
        assert!(is_in(door, &token, later));
        assert!(is_in(door, &token, NOON.before(minutes(600))));
        assert!(is_in(door, &token, later.after(minutes(29))));
    });
}

/// Row G-4: five wrong passwords lock, one answer for all, one guess a quarter of an hour after.
#[test]
fn repeated_failures_lock() {
    each_door(|door| {
        let wrong = |at| assert!(sign_in(door, "alice", "au hasard !", at).is_none());
        let right = |at| sign_in(door, "alice", "mots croisés", at).is_some();
        (0..4).for_each(|_| wrong(NOON));
        assert!(right(NOON), "four are free, and forgotten by the right one");
        (0..5).for_each(|_| wrong(NOON));
        assert!(!right(NOON) && !right(NOON.after(Span(15 * 60_000 - 1))));
        wrong(NOON.after(minutes(15)));
        assert!(!right(NOON.after(minutes(29))));
        assert!(right(NOON.after(minutes(30))));
        assert!(right(NOON.after(minutes(30))));
    });
}

/// The operator is told when a login is locked, and once each time.
#[test]
fn the_guess_that_locks_is_told_apart() {
    each_door(|door| {
        let guess = |at| enter(door, "alice", "au hasard !", at);
        assert!((0..4).all(|_| guess(NOON) == Entry::Refused));
        assert_eq!(guess(NOON), Entry::Locked(ALICE));
        assert_eq!(guess(NOON), Entry::Refused, "locked already");
        assert_eq!(guess(NOON.after(minutes(15))), Entry::Locked(ALICE), "anew");
        assert_eq!(enter(door, "personne", "au hasard !", NOON), Entry::Refused);
    });
}

#[test]
fn guesses_at_once_are_counted_each() {
    each_door(|door| {
        scope(|scope| {
            for guess in 0..20 {
                let guess = format!("à tout hasard {guess}");
                scope.spawn(move || assert!(sign_in(door, "alice", &guess, NOON).is_none()));
            }
        });
        assert!(sign_in(door, "alice", "mots croisés", NOON).is_none());
    });
}

#[test]
fn a_forgotten_password_is_set_once_and_soon() {
    each_door(|door| {
        let promise = |at| {
            let promised = door.promise_reset(&login("alice"), at).expect("the book works");
            promised.expect("alice has a login")
        };
        let reset = |token: &Token, at| {
            let reset = door.reset(token, &password("grille neuve"), at);
            reset.expect("the book works").is_some()
        };
        assert_eq!(door.promise_reset(&login("personne"), NOON).expect("the book works"), None);
        let session = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        let first = promise(NOON);
        let second = promise(NOON);
        assert!(!reset(&first, NOON), "the second takes its place");
        assert!(!reset(&second, NOON.after(minutes(30))), "too late");
        (0..5).for_each(|_| drop(sign_in(door, "alice", "au hasard !", NOON)));
        let third = promise(NOON);
        assert!(reset(&third, NOON) && !reset(&third, NOON), "once");
        assert!(!is_in(door, &session, NOON));
        assert!(sign_in(door, "alice", "mots croisés", NOON).is_none());
        assert!(sign_in(door, "alice", "grille neuve", NOON).is_some(), "unlocked too");
    });
}

#[test]
fn sweeping_forgets_what_opens_nothing() {
    each_door(|door| {
        let token = sign_in(door, "alice", "mots croisés", NOON).expect("the right password");
        assert_eq!(door.sweep(NOON.after(minutes(29))).expect("the book works"), 0);
        assert!(is_in(door, &token, NOON));
        assert_eq!(door.sweep(NOON.after(minutes(30))).expect("the book works"), 1);
        assert!(!is_in(door, &token, NOON));
    });
}

/// What a thief of the file finds: no password, no token.
#[test]
fn neither_passwords_nor_tokens_are_kept() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let door = Access::on_sqlite(folder.path(), Policy::default()).expect("a new book opens");
    door.enrol(ALICE, &login("alice"), &password("mots croisés")).expect("the book works");
    let session = sign_in(&door, "alice", "mots croisés", NOON).expect("the right password");
    let reset = door.promise_reset(&login("alice"), NOON).expect("the book works");
    let reset = reset.expect("alice has a login");
    let mut kept = Vec::new();
    for file in std::fs::read_dir(folder.path()).expect("a folder") {
        kept.extend(std::fs::read(file.expect("a file").path()).expect("it can be read"));
    }
    let holds = |text: &str| kept.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("alice") && holds("$argon2id$"), "the files were looked at");
    for secret in ["mots croisés", session.reveal(), reset.reveal()] {
        assert!(!holds(secret));
    }
}

#[test]
fn a_book_of_a_newer_program_is_refused() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    drop(Access::on_sqlite(folder.path(), Policy::default()).expect("a new book opens"));
    let file = folder.path().join(access::ACCESS_FILE);
    let connection = rusqlite::Connection::open(file).expect("it is there");
    connection.pragma_update(None, "user_version", 99).expect("a number");
    let refused = Access::on_sqlite(folder.path(), Policy::default()).err().expect("refused");
    assert!(refused.to_string().contains("schema 99"), "{refused}");
}

/// Who asks again within a moment is known without the book, until the session ends; and nobody else
/// is.
#[test]
fn a_session_is_known_for_a_moment_and_ends_at_once() {
    each_door(|door| {
        let (mobile, home) = (
            sign_in(door, "alice", "mots croisés", NOON),
            sign_in(door, "alice", "mots croisés", NOON),
        );
        let (mobile, home) = (mobile.expect("signed in"), home.expect("signed in"));
        let player = |token| door.player(token, NOON).expect("the book works");
        let recent = |token| door.recent_player(token, NOON);
        // Nobody is known who has not asked the book.
        assert_eq!(recent(&mobile), None);
        assert_eq!(player(&mobile), Some(ALICE));
        assert_eq!((recent(&mobile), recent(&home)), (Some(ALICE), None));
        assert_eq!(door.recent_player(&mobile, NOON.after(minutes(1))), None);
        assert_eq!(player(&home), Some(ALICE));
        door.sign_out(&mobile).expect("the book works");
        assert_eq!((recent(&mobile), recent(&home)), (None, Some(ALICE)));
        door.sign_out_everywhere(ALICE).expect("the book works");
        assert_eq!(recent(&home), None);
        // A new password ends all sessions, too.
        let again = sign_in(door, "alice", "mots croisés", NOON).expect("signed in");
        assert_eq!(player(&again), Some(ALICE));
        let reset = door.promise_reset(&login("alice"), NOON).expect("the book works");
        let new = password("mots fléchés");
        door.reset(&reset.expect("she is known"), &new, NOON).expect("the book works");
        assert_eq!((recent(&again), player(&again)), (None, None));
    });
}

/// What is erased opens nothing, on every engine; and its name is anybody's.
#[test]
fn an_erased_login_leaves_nothing_behind() {
    each_door(|door| {
        let session = sign_in(door, "alice", "mots croisés", NOON).expect("she comes in");
        let reset = door.promise_reset(&login("alice"), NOON).expect("the book works");
        door.erase(ALICE).expect("the book works");
        door.erase(ALICE).expect("erasing again does nothing");
        assert!(!is_in(door, &session, NOON));
        assert_eq!(enter(door, "alice", "mots croisés", NOON), Entry::Refused);
        let again = door.promise_reset(&login("alice"), NOON).expect("the book works");
        assert_eq!(again, None, "nobody has that login");
        let used = door.reset(&reset.expect("she had a login"), &password("another one"), NOON);
        assert_eq!(used.expect("the book works"), None);
        let enrolled = door.enrol(BOB, &login("alice"), &password("grille à trous"));
        assert_eq!(enrolled.expect("the book works"), Enrolment::Enrolled);
    });
}
