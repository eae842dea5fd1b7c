//! What a screen has shown of a unit. It moves no money, and losing it loses nothing.

use crate::error::StoreError;
use crate::play::find;
use crate::{Millis, Play, PlayId, PlayerId, Store};

impl Store {
    /// Adds `zones` (bit i: tile i) to what is uncovered of a play. Order and repetition do not
    /// matter: the view only grows. A unit uncovered whole is finished. Returns the play, or
    /// nothing when `player` has no such play.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn save_view(
        &self,
        player: PlayerId,
        id: PlayId,
        zones: u32,
        at: Millis,
    ) -> Result<Option<Play>, StoreError> {
        self.change(player, id, at, |all| zones & all)
    }

    /// Uncovers a play whole and finishes it; a finished one stays as it is. Its gain was paid at
    /// the purchase. Returns the play, or nothing when `player` has no such play.
    ///
    /// # Errors
    ///
    /// When the ledger fails.
    pub fn finish(
        &self,
        player: PlayerId,
        id: PlayId,
        at: Millis,
    ) -> Result<Option<Play>, StoreError> {
        self.change(player, id, at, |all| all)
    }

    /// Adds what `zones` makes of the mask of all zones.
    fn change(
        &self,
        player: PlayerId,
        id: PlayId,
        at: Millis,
        zones: impl FnOnce(u32) -> u32,
    ) -> Result<Option<Play>, StoreError> {
        let doing = "saving what is uncovered";
        self.transact(doing, |transaction| {
            let Some(mut play) = find(transaction, "id = ?2", player, &id.0)? else {
                return Ok(None);
            };
            let all = all_zones(play.unit.letters.len());
            let uncovered = play.zones | zones(all);
            let finished_at = play.finished_at.or((uncovered == all).then_some(at));
            if (uncovered, finished_at) != (play.zones, play.finished_at) {
                transaction
                    .execute(
                        "UPDATE plays SET zones = ?2, finished_at_ms = ?3 WHERE id = ?1",
                        (id.0, uncovered, finished_at.map(|at| at.0)),
                    )
                    .map_err(StoreError::sql(doing))?;
                (play.zones, play.finished_at) = (uncovered, finished_at);
            }
            Ok(Some(play))
        })
    }
}

/// The mask of `letters` tiles.
fn all_zones(letters: usize) -> u32 {
    (0..letters).fold(0, |mask, zone| mask | 1 << zone)
}
