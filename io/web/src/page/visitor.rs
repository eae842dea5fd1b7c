//! Who looks at a page, and in which language.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use game::Cents;
use ledger::{Millis, PlayerId};
use store::Purse;

use crate::api::plays::shown_purse;
use crate::api::session::{Tally, tally};
use crate::language::Language;
use crate::problem::Problem;
use crate::{App, cookie};

/// Whoever asks for a page.
pub(crate) struct Visitor {
    /// The language of the page's address.
    pub(crate) language: Language,
    /// What follows the address, for the same page in the other language.
    pub(crate) query: Option<String>,
    /// The player who is signed in, with what he has, if anyone is.
    pub(crate) player: Option<Present>,
}

/// A player who is signed in.
pub(crate) struct Present {
    pub(crate) id: PlayerId,
    pub(crate) purse: Purse,
    /// His balance without the gains of units that he has not seen.
    pub(crate) shown: Cents,
    /// When he signed in.
    pub(crate) began: Millis,
    /// What he has staked and won since.
    pub(crate) tally: Tally,
    /// How long that is ago, in whole minutes.
    pub(crate) elapsed_minutes: u64,
}

impl Visitor {
    /// A visitor of whom nothing is known but the address: for pages about what went wrong.
    pub(crate) fn unknown(language: Language) -> Self {
        Self { language, query: None, player: None }
    }

    /// The player, on a page that needs one.
    pub(crate) fn present(&self) -> Result<&Present, Problem> {
        self.player.as_ref().ok_or(Problem::NotSignedIn)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let language = Language::of_path(parts.uri.path());
        let query = parts.uri.query().map(str::to_owned);
        let now = app.now();
        let session = match cookie::PLAYER.read(&parts.headers, app.parts().https) {
            None => None,
            Some(token) => app.with_access(move |access| access.session(&token, now)).await?,
        };
        let player = match session {
            None => None,
            Some((id, began)) => {
                app.with_store(move |store| present(store, id, began, now)).await?
            }
        };
        Ok(Self { language, query, player })
    }
}

fn present(
    store: &store::Store,
    id: PlayerId,
    began: Millis,
    now: Millis,
) -> Result<Option<Present>, store::StoreError> {
    let Some((purse, shown)) = shown_purse(store, id)? else { return Ok(None) };
    let tally = tally(store, id, began)?;
    let elapsed_minutes = u64::try_from(now.0.saturating_sub(began.0)).unwrap_or(0) / 60_000;
    Ok(Some(Present { id, purse, shown, began, tally, elapsed_minutes }))
}
