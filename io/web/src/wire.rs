//! The shapes of the API. They are not the ledger's types: those may change, these may not.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use game::{Cents, Grid, Unit};
use ledger::{CommandId, Millis, Play, PlayState};
use serde::{Deserialize, Serialize};
use store::Sold;
use utoipa::{IntoParams, ToSchema};

use crate::App;
use crate::calendar::rfc3339;
use crate::problem::Problem;

/// An amount: `{"cents": 300, "currency": "EUR"}`.
#[derive(Serialize, ToSchema)]
pub(crate) struct Money {
    #[schema(example = 300)]
    cents: u64,
    #[schema(example = "EUR")]
    currency: &'static str,
}

impl From<Cents> for Money {
    fn from(cents: Cents) -> Self {
        Self { cents: cents.0, currency: "EUR" }
    }
}

/// Where a play stands. Its stake, unit and gain are settled from the start, in every state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlayStateBody {
    /// Not all of it is uncovered, and it was bought a short while ago.
    InProgress,
    /// Its player has seen the whole of it.
    Complete,
    /// Not all of it is uncovered, and it was bought longer ago than the operator's patience.
    Interrupted,
}

impl From<PlayState> for PlayStateBody {
    fn from(state: PlayState) -> Self {
        match state {
            PlayState::InProgress => Self::InProgress,
            PlayState::Complete => Self::Complete,
            PlayState::Interrupted => Self::Interrupted,
        }
    }
}

/// A sold unit.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayBody {
    id: String,
    command_id: String,
    game: String,
    block: String,
    index: u64,
    mode: &'static str,
    stake: Money,
    gain: Money,
    balance_before: Money,
    balance_after: Money,
    #[schema(format = DateTime)]
    bought_at: String,
    /// The version of the rules under which it was sold.
    rules: u32,
    /// When its player had seen the whole of it; nothing while he has not.
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// `in_progress`, `complete` or `interrupted`.
    state: PlayStateBody,
    /// Letter i lies under tile i.
    letters: String,
    /// Rows of letters, with `.` for grey.
    grids: Vec<Vec<String>>,
    words: Vec<Vec<String>>,
    completed: Vec<Vec<String>>,
    /// Which tiles a screen has uncovered.
    uncovered: Vec<u8>,
}

impl PlayBody {
    /// A unit that was sold this moment: nobody has seen anything of it.
    pub(crate) fn just_sold(play: &Play) -> Self {
        Self::new(play, None, PlayState::InProgress, 0)
    }

    /// A unit as it stands now.
    pub(crate) fn of(app: &App, sold: &Sold) -> Self {
        let (now, store) = (app.now(), &app.parts().store);
        let state = sold.state(now, store.parameters(now).patience);
        let finished_at = sold.facts.finished_at.filter(|_| sold.is_seen());
        Self::new(&sold.facts.play, finished_at, state, sold.zones)
    }

    fn new(play: &Play, finished_at: Option<Millis>, state: PlayState, zones: u32) -> Self {
        Self {
            id: play.id.command.to_string(),
            command_id: play.id.command.to_string(),
            game: play.game.to_string(),
            block: play.block.to_string(),
            index: play.index.0,
            mode: play.mode.as_str(),
            stake: play.stake.cents().into(),
            gain: play.gain.cents().into(),
            balance_before: play.balance_before.into(),
            balance_after: play.balance_after.into(),
            bought_at: rfc3339(play.at),
            rules: play.rules.0,
            finished_at: finished_at.map(rfc3339),
            state: state.into(),
            letters: play.unit.letters.iter().map(|letter| letter.char()).collect(),
            grids: play.unit.grids.iter().map(|grid| grid.rows_text().collect()).collect(),
            words: words(&play.unit, |_| true),
            completed: {
                let letters = play.unit.letter_set();
                words(&play.unit, |run| letters.covers(run.letters))
            },
            uncovered: (0..32).filter(|&zone| zones >> zone & 1 == 1).collect(),
        }
    }
}

/// The words of each grid for which `which` holds, in the order of the judge.
pub(crate) fn words(unit: &Unit, which: impl Fn(&game::Run) -> bool) -> Vec<Vec<String>> {
    let of_grid =
        |grid: &Grid| grid.runs().filter(&which).map(|run| grid.run_text(&run)).collect::<Vec<_>>();
    unit.grids.iter().map(of_grid).collect()
}

/// `{id}` in an address: the name of the command that bought the play.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PlayPath {
    /// The name of the command that bought the unit.
    #[param(
        pattern = "^[A-Za-z0-9_-]{8,100}$",
        min_length = 8,
        max_length = 100,
        example = "purchase-1"
    )]
    id: String,
}

/// The play that an address names, by the command that bought it.
pub(crate) struct PlayAt(pub(crate) CommandId);

impl FromRequestParts<App> for PlayAt {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = axum::extract::Path::<PlayPath>::from_request_parts(parts, app).await;
        let id = path.ok().and_then(|path| CommandId::new(&path.0.id));
        id.map(Self).ok_or(Problem::NotFound)
    }
}
