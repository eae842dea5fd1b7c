//! How wide a stop reaches.

use serde_json::{Value, json};

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(super) struct Scope {
    /// One block.
    #[arg(long, value_name = "BLOCK")]
    block: Option<String>,
    /// One game.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Everything.
    #[arg(long)]
    all: bool,
}

impl Scope {
    pub(super) fn json(&self) -> Value {
        match (&self.block, &self.game) {
            (Some(block), _) => json!({ "block": block }),
            (None, Some(game)) => json!({ "game": game }),
            (None, None) => json!("all"),
        }
    }
}
