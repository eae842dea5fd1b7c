//! What came and what went, a page at a time.

use ledger::PlayerId;
use maud::{Markup, html};

use crate::App;
use crate::address::{Page, Place};
use crate::api::statement::{self, Cursor, Entry};
use crate::language::Language;
use crate::problem::Problem;

/// A page of the player's statement, newest first.
pub(super) async fn section(
    app: &App,
    language: Language,
    player: PlayerId,
    cursor: Cursor,
) -> Result<Markup, Problem> {
    let is_first = cursor.is_first();
    let (entries, next) = statement::page(app, player, cursor).await?;
    let here = Place::from(Page::Account).address(language);
    Ok(html! {
        section.ledger #statement aria-labelledby="statement-title" {
            h2 #statement-title { (language.text("statement.title")) }
            @if entries.is_empty() { p.note { (language.text("statement.empty")) } }
            @else {
                table.statement aria-labelledby="statement-title" {
                    thead {
                        tr {
                            th scope="col" { (language.text("statement.what")) }
                            th scope="col" { (language.text("statement.in")) }
                            th scope="col" { (language.text("statement.out")) }
                        }
                    }
                    tbody { @for entry in &entries { (line(language, entry)) } }
                }
            }
            p.pager {
                @if !is_first {
                    a.button.second href={ (here) "#statement" } { (language.text("statement.first")) }
                }
                @if let Some(next) = next {
                    a.button.second href={ (here) "?before=" (next) "#statement" } {
                        (language.text("statement.more"))
                    }
                }
            }
        }
    })
}

fn line(language: Language, entry: &Entry) -> Markup {
    let what = language.text(&format!("statement.{}", entry.kind));
    let amount = |cents: game::Cents| match cents.0 {
        0 => String::new(),
        _ => language.balance(cents),
    };
    html! {
        tr {
            th scope="row" {
                @match &entry.play {
                    Some(play) => a href=(Place::replay(play).address(language)) { (what) },
                    None => (what),
                }
                " "
                small { (language.moment(entry.at)) }
            }
            td { (amount(entry.came)) }
            td { (amount(entry.left)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use ledger::Reason;

    use super::*;

    /// Every reason for which money comes to a player or leaves him has a name in each language.
    #[test]
    fn every_movement_has_a_name() {
        // These move money between other accounts, or are a part of a play.
        let others = [
            Reason::WithdrawalSettled,
            Reason::Prizes,
            Reason::Stake,
            Reason::Gain,
            Reason::GainHeld,
            // The paper game's money is its counters'.
            Reason::CounterPaidIn,
            Reason::CounterPaidOut,
            Reason::Activation,
            Reason::BookReturn,
            Reason::Ticket,
            Reason::Unclaimed,
        ];
        let reasons = Reason::ALL.into_iter().filter(|reason| !others.contains(reason));
        let kinds = reasons.map(Reason::code).chain(["play"]);
        for kind in kinds {
            for language in Language::ALL {
                assert!(!language.text(&format!("statement.{kind}")).is_empty());
            }
        }
    }
}
