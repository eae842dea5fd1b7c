//! When a game opens (article 1): as planned, as put off and why, and as it really did.

use ledger::Offer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::calendar::rfc3339;

/// When a game opens.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpeningBody {
    /// The first moment of the day that the game's file plans.
    #[schema(format = DateTime)]
    planned: Option<String>,
    /// What took its place, if it was put off.
    put_off: Option<PutOffBody>,
    /// When it opened, or will; nothing as long as nothing of it is on sale.
    #[schema(format = DateTime)]
    opens_at: Option<String>,
}

/// Why a game opens later than was planned, and when.
#[derive(Serialize, ToSchema)]
struct PutOffBody {
    #[schema(format = DateTime)]
    until: String,
    /// As the operator gave it to the public.
    reason: String,
}

/// A game as it is sold.
pub(crate) fn offer(store: &store::Store, game: &str) -> Result<Option<Offer>, store::StoreError> {
    Ok(store.register()?.offers.into_iter().find(|offer| offer.game.as_str() == game))
}

/// An opening as the API tells it.
pub(crate) fn body(offer: &Offer) -> OpeningBody {
    OpeningBody {
        planned: offer.planned.map(rfc3339),
        put_off: offer.put_off.as_ref().map(|put_off| PutOffBody {
            until: rfc3339(put_off.until),
            reason: put_off.reason.to_string(),
        }),
        opens_at: offer.opening().map(rfc3339),
    }
}
