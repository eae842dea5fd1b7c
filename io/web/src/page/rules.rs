//! A game's rules, in our own words, made from its data.

use axum::extract::{Path, State};
use axum::response::Html;
use game::{Channel, Combine, Game};
use maud::{Markup, html};

use crate::App;
use crate::address::Place;
use crate::language::Language;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::stub;
use crate::page::ticket;
use crate::page::visitor::Visitor;
use crate::problem::Problem;

/// Below this part of the stakes, in percent, the return to players is stated.
const STATED_BELOW_PERCENT: u64 = 75;

/// The rules of a game, sold or to be tried.
pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Html<String>, Problem> {
    let game = app
        .game(&id)
        .or_else(|| app.trial(&id).map(|trial| trial.game()))
        .ok_or(Problem::NotFound)?;
    let language = visitor.language;
    let name = language.name(game);
    let age_years = app.parts().store.parameters(app.now()).age_years;
    let text = Text { language, game, age_years };
    let content = html! {
        main #main.table.desk tabindex="-1" {
            article.ledger.reading.rules aria-labelledby="rules-title" {
                p.kicker { (language.text("rules.kicker")) }
                h1 #rules-title { (name) }
                p.rules-actions { a.button.main href=(Place::game(&game.id).address(language)) {
                    (language.text("rules.to_game"))
                } }
                (text.whole())
                @if let Some(source) = &game.source {
                    p.note { (language.filled("rules.source", &[("title", &source.title)])) }
                }
            }
        }
    };
    let title = language.filled("rules.title", &[("game", name)]);
    let title = language.filled("site.page", &[("page", &title)]);
    let place = Some(Place::rules(&game.id));
    Ok(Sheet { visitor: &visitor, place, title: &title, script: Script::Plain, content }.html())
}

/// What the rules of a game say.
struct Text<'a> {
    language: Language,
    game: &'a Game,
    age_years: u16,
}

impl Text<'_> {
    fn whole(&self) -> Markup {
        let is_online = self.game.channel == Channel::Online;
        let is_one = self.game.crossword().grids == 1;
        let pick = |is: bool, one, other| if is { one } else { other };
        html! {
            (self.section("buy", &[pick(is_one, "one", "more"), "fixed"], &html! {}))
            (self.section("play", &[pick(is_online, "online", "paper")], &html! {}))
            (self.section(
                "finish",
                if is_online { &["online", "lost"] } else { &["paper"] },
                &html! {},
            ))
            (self.section("word", &["run", "complete", "one"], &html! {}))
            (self.section("pays", &[pick(is_one, "one", "more")], &html! {
                (stub::pays_table(self.language, self.game))
                p { (self.sum()) }
            }))
            (self.section("lots", self.lots(), &stub::lots_table(self.language, self.game)))
            (self.section("form", &["text"], &html! {}))
            (self.section("claim", &[pick(is_online, "text", "paper")], &html! {}))
            (self.section("law", &["text"], &html! {
                p { (self.language.text("foot.age")) " " (self.language.text("foot.help")) }
            }))
        }
    }

    /// One part of the rules: its title, its paragraphs, and what follows them.
    fn section(&self, part: &str, paragraphs: &[&str], rest: &Markup) -> Markup {
        html! {
            section aria-labelledby={ "rules-" (part) } {
                h2 id={ "rules-" (part) } { (self.language.text(&format!("rules.{part}.title"))) }
                @for paragraph in paragraphs {
                    p { (self.filled(&format!("rules.{part}.{paragraph}"))) }
                }
                (rest)
            }
        }
    }

    /// Which paragraphs the table of lots has: the return is one where it is low.
    fn lots(&self) -> &'static [&'static str] {
        let (prizes, stakes) = (self.game.prize_total().0, self.game.block_price().0);
        let is_stated = u128::from(prizes) * 100 < u128::from(stakes * STATED_BELOW_PERCENT);
        if is_stated { &["odds", "return", "finite"] } else { &["odds", "finite"] }
    }

    /// Whether prizes add up.
    fn sum(&self) -> String {
        let rules = self.game.crossword();
        let key = match (rules.grids, rules.combine) {
            (1, _) => "rules.sum.alone",
            (_, Combine::Sum) => "rules.sum.sum",
            (_, Combine::Highest) => "rules.sum.highest",
        };
        let euros = |cents| self.language.euros(game::Cents(cents));
        let pays: Vec<u64> = rules.pays.iter().map(|pay| pay.cents.0).collect();
        let (one, two) = (pays.first().copied(), pays.get(1).copied());
        let (one, two) = (one.unwrap_or_default(), two.unwrap_or_default());
        let values = [("one", euros(one)), ("two", euros(two)), ("both", euros(one + two))];
        self.language.filled(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    }

    /// A text with the game's figures.
    fn filled(&self, key: &str) -> String {
        let (language, game) = (self.language, self.game);
        let rules = game.crossword();
        let values = [
            ("price", language.euros(game.price)),
            ("letters", rules.letters.to_string()),
            ("grids", rules.grids.to_string()),
            ("words", rules.words_per_grid.to_string()),
            ("units", language.count(game.block_units)),
            ("count", language.count(game.winning_units())),
            ("odds", ticket::odds(language, game)),
            ("rate", language.percent(game.prize_total().0, game.block_price().0)),
            ("age", self.age_years.to_string()),
        ];
        language.filled(key, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    }
}
