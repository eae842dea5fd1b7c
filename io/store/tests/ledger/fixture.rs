//! A block of handmade units, and a world to sell them in.

use game::{Cents, Game, Grid, Letter, LexiconFacts, Unit, UnitIndex, Units, UnitsError};
use store::{BuyCommand, CommandId, Millis, Mode, Play, PlayerId, Receipt, Refusal, Store};

/// Any moment.
pub(crate) const NOON: Millis = Millis(1_795_953_600_000);

/// The shipped rules of Mots Croisés.
pub(crate) fn mots_croises() -> Game {
    let list = LexiconFacts { name: "fr".to_owned(), words_by_length: vec![10_000; 12] };
    let bytes = include_bytes!("../../../../games/mots-croises.toml");
    Game::parse(bytes, &[list]).expect("the shipped file is sound")
}

/// A block whose unit i completes as many words as `words[i]` says: the letters A to N, and rows
/// `AB`, one after another, then one row `YZ` that is never complete.
pub(crate) struct Handmade {
    pub(crate) words: Vec<u8>,
}

impl Units for Handmade {
    fn block_id(&self) -> &str {
        "handmade"
    }

    fn count(&self) -> u64 {
        self.words.len() as u64
    }

    fn unit(&self, index: UnitIndex) -> Result<Unit, UnitsError> {
        let words = *self.words.get(usize::try_from(index.0)?).ok_or("no such unit")?;
        if words == UNREADABLE {
            return Err("a bit has flipped".into());
        }
        let mut rows = Vec::new();
        for _ in 0..words {
            rows.extend(["AB.", "..."]);
        }
        rows.push("YZ.");
        Ok(Unit {
            letters: (0..14).map(Letter::from_index).collect(),
            grids: vec![Grid::from_rows(&rows)?],
        })
    }
}

/// In place of a number of words: the record cannot be read.
pub(crate) const UNREADABLE: u8 = u8::MAX;

/// A ledger in a folder of its own, one player, one block on sale.
pub(crate) struct World {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) store: Store,
    pub(crate) game: Game,
    pub(crate) units: Handmade,
    pub(crate) player: PlayerId,
}

impl World {
    /// A player with `euros`, and a block with one unit for each of `words`.
    pub(crate) fn new(euros: u64, words: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let store = Store::open(folder.path()).expect("a new ledger opens");
        let game = mots_croises();
        let units = Handmade { words: words.to_vec() };
        store.put_on_sale(&game, &units).expect("the block goes on sale");
        let player = store.open_account("alice", Cents(euros * 100), NOON).expect("an account");
        Self { folder, store, game, units, player }
    }

    /// The receipt for a command.
    pub(crate) fn send(&self, command: &BuyCommand) -> Receipt {
        self.store.buy(self.player, command, &self.units, &self.game).expect("the ledger works")
    }

    /// The unit that a new command buys.
    pub(crate) fn bought(&self, id: &str) -> Play {
        match self.send(&command(id)) {
            Receipt::Bought(play) => *play,
            Receipt::Refused(refusal) => panic!("{id} was refused: {refusal:?}"),
        }
    }

    /// The refusal of a new command.
    pub(crate) fn refused(&self, command: &BuyCommand) -> Refusal {
        let before = self.store.books().expect("the ledger works");
        let Receipt::Refused(refusal) = self.send(command) else { panic!("a unit was sold") };
        assert_eq!(self.store.books().expect("the ledger works"), before, "refused, and yet");
        refusal
    }

    /// Buys a unit and finishes it.
    pub(crate) fn played(&self, id: &str) -> Play {
        let play = self.bought(id);
        let finished = self.store.finish(self.player, play.id, NOON).expect("the ledger works");
        finished.expect("the unit is this player's")
    }

    /// What the player has, in cents.
    pub(crate) fn balance(&self) -> u64 {
        self.store.player(self.player).expect("the ledger works").expect("alice exists").balance.0
    }
}

/// A command to buy for 3 € with Jouer.
pub(crate) fn command(id: &str) -> BuyCommand {
    BuyCommand {
        id: CommandId::new(&format!("command-{id}")).expect("a sound id"),
        game: "mots-croises".to_owned(),
        mode: Mode::Jouer,
        price: Cents(300),
        at: NOON,
    }
}
