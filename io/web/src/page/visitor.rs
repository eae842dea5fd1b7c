//! Who looks at a page, and in which language.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use game::Cents;
use ledger::PlayerId;
use store::Purse;

use crate::App;
use crate::api::plays::shown_purse;
use crate::language::Language;
use crate::problem::Problem;
use crate::session::SignedIn;

/// Whoever asks for a page.
pub(crate) struct Visitor {
    /// The language of the page's address.
    pub(crate) language: Language,
    /// What follows the address, for the same page in the other language.
    pub(crate) query: Option<String>,
    /// The player who is signed in, with what he has, if anyone is.
    pub(crate) player: Option<Guest>,
}

/// A player who is signed in.
pub(crate) struct Guest {
    pub(crate) id: PlayerId,
    pub(crate) purse: Purse,
    /// His balance without the gains of units that he has not seen.
    pub(crate) shown: Cents,
}

impl Visitor {
    /// A visitor of whom nothing is known but the address: for pages about what went wrong.
    pub(crate) fn unknown(language: Language) -> Self {
        Self { language, query: None, player: None }
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let language = Language::of_path(parts.uri.path());
        let query = parts.uri.query().map(str::to_owned);
        let signed_in =
            <SignedIn as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        let player = match signed_in {
            None => None,
            Some(SignedIn(id)) => {
                let purse = app.with_store(move |store| shown_purse(store, id)).await?;
                purse.map(|(purse, shown)| Guest { id, purse, shown })
            }
        };
        Ok(Self { language, query, player })
    }
}
