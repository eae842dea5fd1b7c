//! What only this engine can be made to do.

use game::Date;
use ledger::{Act, Command, CommandId, PlayerAct, PlayerName, RulesVersion, decide};

use super::*;
use crate::engine::Changes;

fn register(number: i64) -> Command {
    let date = |year| Date { year, month: 1, day: 1 };
    let name = PlayerName::new(&format!("{number} {}", "x".repeat(180))).unwrap();
    let (born, today, rules) = (date(1980), date(2020), RulesVersion(1));
    let act = PlayerAct::Register { name, born, today, rules };
    let id = CommandId::new(&format!("register-{number}")).unwrap();
    Command { id, at: Millis(number), act: Act::Player(PlayerId(number), act) }
}

/// Several players register in one transaction.
fn save(engine: &mut Sqlite, numbers: std::ops::Range<i64>) -> Result<(), Fault> {
    let commands: Vec<_> = numbers.map(register).collect();
    engine.transact(
        &Needs::of(&commands),
        Frame { now: Millis(0), parameters: &ledger::Dated::default() },
        &mut |mut facts| {
            let decisions = commands.iter().map(|command| {
                let decision = decide(&facts, command);
                facts.apply(&decision);
                decision
            });
            Ok(Changes { decisions: decisions.collect(), ..Changes::default() })
        },
    )
}

/// Room runs out in the middle of a save, and not only when it is committed.
#[test]
fn a_save_without_room_leaves_nothing_and_can_be_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Sqlite::open(folder.path()).unwrap();
    let pages: i64 =
        engine.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    engine.connection.pragma_update(None, "max_page_count", pages + 12).unwrap();
    let saved = (0..).find(|part| {
        let fault = save(&mut engine, part * 10..part * 10 + 10).err();
        let Some(fault) = fault else { return false };
        let Fault::Failed(StoreError::Sql { doing: "saving", source }) = fault else {
            panic!("{fault:?}");
        };
        let code = source.downcast_ref::<rusqlite::Error>().unwrap().sqlite_error_code();
        assert_eq!(code, Some(ErrorCode::DiskFull));
        true
    });
    let failed = saved.unwrap() * 10;
    assert!(failed > 0, "there was room for some");
    assert!(engine.player(PlayerId(failed - 1)).unwrap().is_some());
    assert_eq!(engine.player(PlayerId(failed)).unwrap(), None, "the first of those that failed");
    engine.connection.pragma_update(None, "max_page_count", pages + 100).unwrap();
    save(&mut engine, failed..failed + 10).unwrap();
    assert!(engine.player(PlayerId(failed + 9)).unwrap().is_some());
}
