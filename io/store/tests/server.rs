//! PostgreSQL itself is killed while tellers sell through it, and started again on what it left:
//! the tellers find it again, and whoever repeats his command gets his one unit.

mod world;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, RwLock};
use std::thread::scope;

use ledger::{Done, Play, PlayId, PlayerId, Receipt};
use store::Unanswered;

use world::cluster::Cluster;
use world::{Shop, block, moment, postgres, rounds};

const CLIENTS: i64 = 6;
const EUROS: u64 = 500_000;

/// What a client has seen.
enum Seen {
    Play(Arc<Play>),
    /// No receipt, and why.
    Fault(PlayerId, Unanswered),
}

/// Buys one unit after the other until told to stop. Without a receipt it gives the same command
/// again, once `open` lets it.
fn buy(shop: &Shop, player: PlayerId, open: &RwLock<()>, stop: &AtomicBool, seen: &Sender<Seen>) {
    for number in 0.. {
        let play = loop {
            match shop.buy(player, &number.to_string()) {
                Ok(Receipt::Done(Done::Bought(play))) => break play,
                Ok(other) => panic!("{player}: {other}"),
                Err(fault) => {
                    seen.send(Seen::Fault(player, fault)).expect("it is listened to");
                    drop(open.read().expect("no panic"));
                }
            }
        };
        seen.send(Seen::Play(play)).expect("it is listened to");
        if stop.load(Ordering::SeqCst) {
            return;
        }
    }
}

/// What was told, and how often there was no receipt.
#[derive(Default)]
struct Told {
    plays: BTreeMap<PlayId, Arc<Play>>,
    failed: u64,
    unknown: u64,
}

impl Told {
    /// Hears until `enough` says so, asked with who has met a fault since the beginning of this.
    fn hear(&mut self, seen: &Receiver<Seen>, enough: impl Fn(usize, &[PlayerId]) -> bool) {
        let (before, mut met) = (self.plays.len(), Vec::new());
        while !enough(self.plays.len() - before, &met) {
            self.note(seen.recv().expect("clients go on until they are told"), &mut met);
        }
    }

    fn note(&mut self, seen: Seen, met: &mut Vec<PlayerId>) {
        match seen {
            Seen::Play(play) => {
                let again = self.plays.insert(play.id.clone(), play);
                assert_eq!(again, None, "a client buys each unit once");
            }
            Seen::Fault(player, fault) => {
                match fault {
                    Unanswered::Failed => self.failed += 1,
                    Unanswered::Unknown => self.unknown += 1,
                    Unanswered::Busy => panic!("six clients do not fill the queue"),
                }
                if !met.contains(&player) {
                    met.push(player);
                }
            }
        }
    }
}

#[test]
fn a_killed_postgres_loses_nothing_and_its_tellers_find_it_again() {
    let Some(mut cluster) = Cluster::start() else { return };
    // What the tellers met is shown when this fails.
    tracing_subscriber::fmt().with_test_writer().init();
    let words: Vec<u8> = (0..400 * (rounds() + 2)).map(|unit| [0, 2, 0, 4][unit % 4]).collect();
    let shop = Shop::open(postgres(&cluster.address()), &[block("b1", 1, &words).0]);
    let players: Vec<_> = (1..=CLIENTS).map(|number| shop.player(number, EUROS)).collect();
    let (open, stop) = (RwLock::new(()), AtomicBool::new(false));
    let (sender, seen) = channel();
    let mut told = Told::default();
    scope(|scope| {
        for player in &players {
            let (shop, open, stop, sender) = (&shop, &open, &stop, sender.clone());
            scope.spawn(move || buy(shop, *player, open, stop, &sender));
        }
        for round in 0..rounds() {
            told.hear(&seen, |plays, _| plays >= moment(round));
            let closed = open.write().expect("no panic");
            cluster.kill();
            // Nothing can be sold now, and nobody is told that he does not know.
            let late = format!("late-{round}");
            assert_eq!(shop.buy(players[0], &late), Err(Unanswered::Failed));
            assert!(shop.store.player(players[0]).is_err());
            told.hear(&seen, |_, met| met.len() == players.len());
            cluster.boot();
            let play = shop.bought(players[0], &late);
            assert_eq!(told.plays.insert(play.id.clone(), play), None);
            drop(closed);
        }
        stop.store(true, Ordering::SeqCst);
        drop(sender);
        seen.iter().for_each(|it| told.note(it, &mut Vec::new()));
    });
    audit(&shop, &players, &told, &words);
    // Row G-8: each time the database was lost is one event, however many commands failed.
    let events = shop.store.events(0, u32::MAX).expect("the ledger works");
    let outages = events.iter().filter(|event| event.kind == "database_outage").count();
    assert_eq!(outages, rounds(), "{events:?}");
    let (plays, kills) = (told.plays.len(), rounds());
    println!("soak: kills of PostgreSQL itself: {kills} rounds, {plays} commands");
    println!("without a receipt at first: {} failed, {} unknown", told.failed, told.unknown);
}

/// Each command again, the units in order, every account.
fn audit(shop: &Shop, players: &[PlayerId], told: &Told, words: &[u8]) {
    for (id, play) in &told.plays {
        let name = id.command.as_str().strip_prefix("command-").expect("named here");
        assert_eq!(shop.bought(id.player, name), *play);
    }
    let books = shop.store.books().expect("the ledger works");
    assert_eq!(books.sold, told.plays.len() as u64, "one unit a command");
    let mut indexes: Vec<_> = told.plays.values().map(|play| play.index.0).collect();
    indexes.sort_unstable();
    assert_eq!(indexes, (0..books.sold).collect::<Vec<_>>());
    let gain = |words: &u8| [0, 0, 300, 600, 1_300][usize::from(*words)];
    let total = |words: &[u8]| words.iter().map(gain).sum::<i64>();
    let sold = indexes.len();
    let signed = |count: usize| i64::try_from(count).expect("few");
    assert_eq!(shop.account("stakes/b1"), 300 * signed(sold));
    assert_eq!(shop.account("prizes/b1"), total(&words[sold..]));
    for player in players {
        let own = told.plays.values().filter(|play| play.id.player == *player);
        let own: Vec<_> = own.map(|play| 300 - gain(&words[play.index.0 as usize])).collect();
        let deposited = i64::try_from(EUROS * 100).expect("small");
        assert_eq!(shop.account(&format!("player/{player}")), deposited - own.iter().sum::<i64>());
    }
}
