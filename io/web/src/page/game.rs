//! The page of a game, and of a unit of it that was bought: the ticket.

use axum::extract::{Path, State};
use axum::response::Html;
use game::Game;
use ledger::{CommandId, PlayId};
use maud::{Markup, html};

use crate::address::Place;
use crate::page::frame::Sheet;
use crate::page::script::Script;
use crate::page::visitor::Visitor;
use crate::page::{sale, stub, ticket, trial, verification};
use crate::problem::Problem;
use crate::session::SignedIn;
use crate::{App, api};

/// The ticket of a game: its offer, or the unit that its player has not finished; of a game that is
/// not sold here, its demonstration.
pub(crate) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Html<String>, Problem> {
    let Some(game) = app.game(&id) else {
        let trial = app.trial(&id).ok_or(Problem::NotFound)?;
        return Ok(trial::page(&visitor, trial.game()));
    };
    let content = content(&app, &visitor, game, None).await?;
    Ok(sheet(&visitor, Place::game(&game.id), game, content).html())
}

/// A unit that was bought, as it was.
pub(crate) async fn replay(
    State(app): State<App>,
    visitor: Visitor,
    SignedIn(player): SignedIn,
    Path(command): Path<String>,
) -> Result<Html<String>, Problem> {
    let command = CommandId::new(&command).ok_or(Problem::NotFound)?;
    let id = PlayId { player, command };
    let place = Place::replay(&id.command);
    let sold = app.with_store(move |store| store.play(&id)).await?.ok_or(Problem::NotFound)?;
    let play = sold.facts.play;
    let game = app.game(play.game.as_str()).ok_or(Problem::NotFound)?;
    let content = content(&app, &visitor, game, Some(play.id.command.as_str())).await?;
    Ok(sheet(&visitor, place, game, content).html())
}

fn sheet<'a>(visitor: &'a Visitor, place: Place, game: &'a Game, content: Markup) -> Sheet<'a> {
    let title = visitor.language.name(game);
    Sheet { visitor, place: Some(place), title, script: Script::Game, content }
}

/// The ticket, covered. `play` is the unit that its modules are to show.
async fn content(
    app: &App,
    visitor: &Visitor,
    game: &Game,
    play: Option<&str>,
) -> Result<Markup, Problem> {
    let language = visitor.language;
    let register = app.with_store(|store| store.register()).await?;
    let notice = sale::notice(language, &register, &game.id, app.now());
    let offer = register.offers.iter().find(|offer| offer.game == game.id);
    let facts = serde_json::to_string(&api::game::body(game, offer));
    let facts = facts.expect("numbers and texts can be written");
    Ok(html! {
        main #main.table tabindex="-1" data-game=(facts) data-odds=(ticket::odds(language, game))
            data-play=[play] {
            article.ticket aria-labelledby="ticket-name" data-state="offer" data-grids=(game.crossword().grids) {
                (ticket::face(language, game, false))
                (stub::stub(language, game, notice.as_deref()))
            }
            (verification::section(language))
        }
    })
}
