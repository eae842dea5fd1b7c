//! Blocks that were made by redrawing everything until it fits: each unit is sound, the lots are the
//! table, and the faces tell the winners. The audit must call them unsound.

use audit::{Redrawn, Verdict, text};
use block::{Layout, Maker, Plan, Purpose, SALT, Salts, Secret};
use chance::shuffle;
use game::Unit;

use crate::sample::{Dealt, LEXICON, game_file};

const KEY: [u8; 32] = [0x5e; 32];
/// Each unit is found within so many redraws, or the test fails: nine words come once in a thousand.
const REDRAWS: u32 = 1 << 16;

/// The units of a block whose lots are dealt as they should be, and whose faces and letters are
/// drawn together until they give the lot.
fn redrawn(dealt: &Dealt) -> Vec<Vec<u8>> {
    let lexicon = grid::Lexicon::parse(LEXICON).unwrap();
    let wrong = Redrawn::new(dealt.game(), &lexicon, KEY).unwrap();
    let secret = Secret::new(&[KEY], b"", [0; 32], [0; 32]);
    let plan = Plan::deal(dealt.game(), wrong.recipe().amounts(), &secret);
    let (layout, salts) = (Layout::of(dealt.game()), Salts::of(&secret));
    let tiles = secret.streams(Purpose::Amount);
    let make = |numbers: std::ops::Range<u32>| -> Vec<Vec<u8>> {
        let mut maker = Maker::new(wrong.recipe());
        let plain = |number: u32| {
            let index = u64::from(number);
            let unit = wrong.unit(&mut maker, index, plan.amount(number), REDRAWS).unwrap();
            let mut unit: Unit = unit.unwrap();
            shuffle(&mut tiles.stream(index, 0), &mut unit.letters);
            let (mut plain, salt): (_, [u8; SALT]) = (Vec::new(), salts.salt(index));
            layout.write(&salt, &unit, &mut plain);
            plain
        };
        numbers.map(plain).collect()
    };
    let half = plan.count() / 2;
    std::thread::scope(|scope| {
        let second = scope.spawn(|| make(half..plan.count()));
        [make(0..half), second.join().unwrap()].concat()
    })
}

/// Seals such a block, audits it, and says what the leak test found: its AUC, and the interval that
/// holds it with 95 %.
fn leak(game: &str) -> (f64, (f64, f64)) {
    let dealt = Dealt::unmade(game, 7);
    dealt.seal_plain(redrawn(&dealt));
    let audit = dealt.audit();
    let text = text(&audit);
    assert!(audit.faults.is_empty(), "every single unit is sound: {text}");
    assert_eq!(audit.verdict(), Verdict::Fails, "{text}");
    let fallen: Vec<&str> = audit.fallen().map(|trial| trial.name).collect();
    assert!(fallen.contains(&"face: classifier"), "{text}");
    // Order, letters and tiles are as they should be: they are not what makes it unsound.
    assert!(fallen.iter().all(|name| name.starts_with("face: ")), "{text}");
    let leak = audit.leak.unwrap();
    assert!(leak.interval.0 > 0.5, "{text}");
    (leak.auc, leak.interval)
}

/// Half of the units win, a quarter of these thirteen euros and more.
#[test]
fn a_redrawn_block_is_found_by_its_leak() {
    let shipped = include_str!("../../../../games/mots-croises.toml");
    let table = [(400, 3_000), (1_600, 1_300), (3_000, 600), (3_000, 300)];
    leak(&game_file(shipped, 16_000, &table));
}

/// The whole Mots Croisés block by its real table, when there is time.
#[test]
fn a_whole_redrawn_block_is_found_by_its_leak() {
    if std::env::var_os("GRILLE_LONG").is_none() {
        return;
    }
    let (auc, interval) = leak(include_str!("../../../../games/mots-croises.toml"));
    println!("AUC {auc:.4}, with 95 % between {:.4} and {:.4}", interval.0, interval.1);
}
