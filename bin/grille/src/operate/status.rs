//! `grille operate status`.

use std::io::Write;

use serde_json::{Value, json};

/// Show games and blocks as they stand. How far a block is sold is not told: that would say what is
/// left in it.
#[derive(clap::Args)]
pub(super) struct Args {}

pub(super) fn call() -> (&'static str, Value) {
    ("/status", json!({}))
}

pub(super) fn show(status: &Value) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    if status["all_suspended"] == json!(true) {
        writeln!(out, "everything is suspended")?;
    }
    for game in list(&status["games"]) {
        write!(out, "game {}: planned {}", text(&game["game"]), text(&game["planned"]))?;
        if game["put_off"].is_object() {
            let put_off = &game["put_off"];
            write!(out, ", put off to {} ({})", text(&put_off["until"]), text(&put_off["reason"]))?;
        }
        write!(out, ", opening {}, block {}", text(&game["opening"]), text(&game["block"]))?;
        writeln!(out, "{}", if game["suspended"] == json!(true) { ", suspended" } else { "" })?;
    }
    for block in list(&status["blocks"]) {
        let (id, game, state) =
            (text(&block["block"]), text(&block["game"]), text(&block["state"]));
        let (emission, number, units) = (&block["emission"], &block["number"], &block["units"]);
        writeln!(
            out,
            "block {id}: {game}, emission {emission}, number {number}, {units} units, {state}"
        )?;
    }
    for play in list(&status["held"]) {
        writeln!(out, "held gain of play {}", text(&play))?;
    }
    Ok(())
}
