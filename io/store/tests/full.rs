//! A disk that is full: commands fail, nothing of them is saved, the teller goes on, and once there
//! is room the same commands are carried out.
//!
//! The disk is a small one in memory. It can be mounted where nobody else sees it, by whoever may
//! make a namespace of mounts: this program runs itself again in one.

mod world;

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use ledger::{Mode, PlayerId, Receipt};
use store::{Order, Unanswered};

use world::cluster::{Cluster, is_root};
use world::{Shop, block, command_id, finish, postgres, sqlite, wish};

/// The variable that tells this program that it may mount, and where.
const MOUNT: &str = "GRILLE_MOUNT";

const UNITS: usize = 2_000;
/// How many commands are given at once while nothing can be saved.
const WAITING: usize = 20;

/// Runs the test `name` of this program where it may mount on an empty folder.
fn run_again(name: &str) {
    let unshare = || {
        let mut unshare = Command::new("unshare");
        if !is_root() {
            unshare.args(["--user", "--map-root-user"]);
        }
        unshare.arg("--mount");
        unshare
    };
    if !unshare().arg("true").status().is_ok_and(|status| status.success()) {
        println!("there may be no namespace of mounts here: the full disk is left out");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let program = std::env::current_exe().expect("this program");
    let mut again = unshare();
    again.arg(program).args([name, "--exact", "--nocapture"]).env(MOUNT, folder.path());
    assert!(again.status().expect("it starts").success(), "{name} on a small disk");
}

/// A disk of 4 MiB on `folder`.
fn mount(folder: &Path) {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder);
    assert!(mount.status().expect("mount starts").success(), "a small disk is mounted");
}

/// Leaves 128 KiB free on the disk below `folder`. Returns the file that takes all the rest.
fn crowd(folder: &Path) -> PathBuf {
    let path = folder.join("ballast");
    let mut file = File::create(&path).expect("there is room");
    let error = (0..).find_map(|_| file.write_all(&[0; 4096]).err()).expect("it ends");
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    let length = file.metadata().expect("it is there").len();
    file.set_len(length - 128 * 1024).expect("it can be cut");
    path
}

/// Fills the disk below a shop, whose ledger lies in `folder`, and makes room again.
fn fill(shop: &Shop, folder: &Path) {
    let alice = shop.player(1, 200_000);
    let first = shop.give("first", wish(alice, Mode::Jouer)).expect("there is room");
    let first_id = ledger::PlayId { player: alice, command: command_id("first") };
    shop.give("finish", finish(&first_id)).expect("there is room");
    let ballast = crowd(folder);
    // A smaller one may still fit where another did not: it is full when many have failed in turn.
    let (mut failed, mut in_turn) = (Vec::new(), 0);
    for number in 0.. {
        match shop.buy(alice, &number.to_string()) {
            Ok(receipt) => {
                assert!(matches!(receipt, Receipt::Done(_)), "{receipt}: the disk is not full yet");
                in_turn = 0;
            }
            Err(fault) => {
                assert_eq!(fault, Unanswered::Failed, "it is known that nothing was saved");
                failed.push(number);
                in_turn += 1;
            }
        }
        if in_turn == WAITING {
            break;
        }
    }
    let (before, purse) = (books(shop), shop.balance(alice));
    // Nothing can be saved, alone or with others; what is known is still told.
    let order =
        |number: &i32| Order { id: command_id(&number.to_string()), act: wish(alice, Mode::Auto) };
    let last = &failed[failed.len() - WAITING..];
    let waiting: Vec<_> = last.iter().map(|number| shop.store.ask(order(number))).collect();
    for answer in waiting {
        let answer = answer.expect("there is room in the queue").blocking_recv();
        assert_eq!(answer.expect("an answer"), Err(Unanswered::Failed));
    }
    assert_eq!(shop.give("first", wish(alice, Mode::Jouer)), Ok(first));
    assert_eq!((books(shop), shop.balance(alice)), (before.clone(), purse));
    std::fs::remove_file(ballast).expect("it is there");
    // The same commands: each is carried out, and no unit was skipped.
    for (number, index) in failed.iter().zip(before.sold..) {
        assert_eq!(shop.bought(alice, &number.to_string()).index.0, index);
    }
    let events = shop.store.events(0, u32::MAX).expect("the ledger can be read");
    assert!(events.iter().any(|event| event.kind == "database_outage"), "{events:?}");
    let sold = before.sold + failed.len() as u64;
    assert_eq!(books(shop).sold, sold);
    assert_eq!(shop.account("stakes/b1"), 300 * i64::try_from(sold).expect("few"));
    assert_eq!(shop.balance(PlayerId(1)), 20_000_000 - 300 * sold);
}

fn books(shop: &Shop) -> store::Books {
    shop.store.books().expect("the ledger can be read")
}

/// All lose but the last, so that sums are simple.
fn units() -> Vec<u8> {
    world::losers(UNITS)
}

#[test]
fn a_full_disk_fails_commands_and_loses_nothing_on_sqlite() {
    let Some(folder) = std::env::var_os(MOUNT) else {
        return run_again("a_full_disk_fails_commands_and_loses_nothing_on_sqlite");
    };
    let folder = Path::new(&folder);
    mount(folder);
    let shop = Shop::open(sqlite(folder), &[block("b1", 1, &units()).0]);
    fill(&shop, folder);
}

/// Its tables lie on the small disk, and its log elsewhere: on a full log it would stop.
#[test]
fn a_full_disk_fails_commands_and_loses_nothing_on_postgres() {
    let Some(folder) = std::env::var_os(MOUNT) else {
        if !is_root() {
            println!("only root may give a disk to a server: PostgreSQL's full disk is left out");
            return;
        }
        return run_again("a_full_disk_fails_commands_and_loses_nothing_on_postgres");
    };
    let Some(cluster) = Cluster::start() else { return };
    let folder = Path::new(&folder);
    mount(folder);
    cluster.own(folder);
    let mut client = ::postgres::Client::connect(&cluster.address(), ::postgres::NoTls).unwrap();
    let sql = format!("CREATE TABLESPACE small LOCATION '{}'", folder.display());
    client.batch_execute(&sql).unwrap();
    let address = format!("{} options='-c default_tablespace=small'", cluster.address());
    let shop = Shop::open(postgres(&address), &[block("b1", 1, &units()).0]);
    fill(&shop, folder);
}
