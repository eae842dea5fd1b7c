//! The files of a block's directory that anybody may have, by the names under which a web server
//! gives them.

use std::path::PathBuf;

use block::tree::tiles;

use crate::commitment::Commitment;
use crate::manifest::MANIFEST;
use crate::{CHECKPOINT, GAME, LEXICON, VaultError, file_error};

impl Commitment {
    /// The bytes of the public file `name`: `checkpoint`, `manifest.json`, `game.toml`,
    /// `lexicon.txt`, or a tile's path (`docs/spec/block.md`). Nothing for any other name: the
    /// units themselves are no public file before the sale is over.
    ///
    /// # Errors
    ///
    /// When a file that should be there cannot be read.
    pub fn public_file(&self, name: &str) -> Result<Option<Vec<u8>>, VaultError> {
        let Some(path) = self.public_path(name) else { return Ok(None) };
        std::fs::read(&path).map(Some).map_err(file_error("reading", &path))
    }

    fn public_path(&self, name: &str) -> Option<PathBuf> {
        let is_whole = [CHECKPOINT, MANIFEST, GAME, LEXICON].contains(&name);
        (is_whole || self.is_tile(name)).then(|| self.dir().join(name))
    }

    /// Whether `name` is the path of a tile that this tree has. A path is read as a number and
    /// written again, so that none leads anywhere else.
    fn is_tile(&self, name: &str) -> bool {
        let place = || {
            let (level, place) = name.strip_prefix("tile/")?.split_once('/')?;
            let digits = place.split(".p/").next()?.replace("/", "").replace('x', "");
            Some((level.parse::<u8>().ok()?, digits.parse::<u64>().ok()?))
        };
        let Some((level, number)) = place() else { return false };
        let number = usize::try_from(number).ok();
        let tile = number.and_then(|number| tiles(self.units(), level).nth(number));
        tile.is_some_and(|tile| tile.path() == name)
    }
}
