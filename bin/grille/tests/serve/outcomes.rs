//! Row P-3: the accounting cannot reach the outcomes.

use std::collections::BTreeMap;
use std::fs;

use ledger::PlayerId;
use serde_json::{Value, json};

use crate::bench::{BOTH, Bench};
use crate::http::Site;

const UNITS: u64 = 24;

/// What a unit is, whoever bought it: its letters, grids, words and gain, by index.
type Units = BTreeMap<u64, [Value; 5]>;

fn keep(units: &mut Units, body: &Value) {
    let parts = ["letters", "grids", "words", "completed", "gain"].map(|key| body[key].clone());
    assert!(parts.iter().all(|part| !part.is_null()), "{body}");
    assert_eq!(units.insert(body["index"].as_u64().unwrap(), parts), None, "sold once");
}

/// Buys with either button, at a price, and finishes what must be finished.
fn buy(site: Site, id: &str, mode: &str, price_cents: u64) -> crate::http::Answer {
    let headers = |id: &str| {
        format!(
            "sec-fetch-site: same-origin\r\ncontent-type: application/json\r\n\
             idempotency-key: {id}\r\n"
        )
    };
    let wish = json!({ "game": "mots-croises", "mode": mode, "price_cents": price_cents });
    let answer = site.ask("POST /api/v1/plays", &headers(id), &wish.to_string()).unwrap();
    if answer.status == 201 && mode == "jouer" {
        let finish = format!("POST /api/v1/plays/{id}/finish");
        let finished = site.ask(&finish, &headers("finishing-it"), "{}").unwrap();
        assert_eq!(finished.status, 200, "{}", finished.body);
    }
    answer
}

/// One block is sold twice, from its first unit to its last, by two whole servers with ledgers of
/// their own: to other players, with other balances, by other buttons, under other ids, with
/// refusals, a stop and a restart in between. Each index is the same unit with the same gain.
#[test]
fn a_block_sold_twice_to_others_is_the_same_units() {
    let bench = Bench::with_blocks(1, UNITS as u32, &[(1, 50_000), (3, 1_300), (5, 300)]);
    bench.hire();
    bench.configure(&["b1"]);
    let block = bench.stock(&["b1"])[0].block().id.to_string();

    let mut first = Units::new();
    bench.open_shop(&["b1"], 500);
    let server = bench.serve();
    for number in 0..UNITS {
        keep(&mut first, &buy(server.site, &format!("purchase-{number}"), "auto", 300).body);
    }
    server.stop();
    fs::rename(bench.path("data"), bench.path("data-of-the-first")).unwrap();

    let mut second = Units::new();
    let players =
        [(PlayerId(71), "zoe", 9), (PlayerId(5), "yves", 3_000), (PlayerId(6), "xavier", 40)];
    bench.open_shop_for(bench.ledger(), &["b1"], &players);
    // Whose turn it is, and how many units he buys at most: the last has what is left.
    for (turn, (player, most)) in
        [(71, 2), (5, 7), (6, 5), (71, 1), (5, UNITS)].into_iter().enumerate()
    {
        let server = bench.try_serve_to(PlayerId(player)).expect("the server starts");
        let refused = buy(server.site, &format!("cheap-{turn}-{player}"), "auto", 299);
        assert_eq!(refused.problem(), (409, "price_changed"));
        for number in 0..most {
            let mode = if number % 2 == 0 { "jouer" } else { "auto" };
            let answer = buy(server.site, &format!("turn-{turn}-of-{player}-{number}"), mode, 300);
            match answer.status {
                201 => keep(&mut second, &answer.body),
                _ => {
                    let (_, code) = answer.problem();
                    assert!(["sold_out", "insufficient_funds"].contains(&code), "{code}");
                    break;
                }
            }
        }
        if turn == 1 {
            bench.yes(&format!("operate {BOTH} suspend --block {block}"));
            bench.yes(&format!("operate {BOTH} resume --block {block}"));
            bench.yes(&format!("operate {BOTH} correct xavier --credit 700 --reason a-gift"));
        }
        server.stop();
    }
    assert_eq!(first.len() as u64, UNITS);
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (index, unit) in &first {
        assert_eq!(unit, &second[index], "unit {index}");
    }
    // And both are what the block holds.
    let gains = |units: &Units| -> BTreeMap<u64, u64> {
        units.iter().map(|(index, unit)| (*index, unit[4]["cents"].as_u64().unwrap())).collect()
    };
    assert_eq!(gains(&second), bench.prizes("b1"));
}
