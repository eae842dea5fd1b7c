//! What a block is accused of: one enum, and a list that stays short however many there are.

use std::collections::BTreeMap;

use game::{Cents, FormFault};
use vault::{Damage, VaultError};

/// So many faults of one kind are kept; the others are counted.
pub const KEPT: usize = 100;

/// One thing that is wrong with a block.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file of the public half is not what the others say.
    #[error("{0}")]
    File(VaultError),
    /// A record is not what was sealed.
    #[error("unit {index}: {}", damage_text(.damage))]
    Record {
        /// The unit.
        index: u64,
        /// What is wrong with it.
        damage: Damage,
    },
    /// A unit has not the form that its game asks for.
    #[error("unit {index}: {fault}")]
    Form {
        /// The unit.
        index: u64,
        /// What is wrong with it.
        fault: FormFault,
    },
    /// A run is no word of the list.
    #[error("unit {index}: grid {} holds {word}, which is not in the word list", grid + 1)]
    UnknownWord {
        /// The unit.
        index: u64,
        /// The grid, from 0.
        grid: usize,
        /// The run.
        word: String,
    },
    /// A grid has more complete words than the pay list knows.
    #[error("unit {index}: {above}")]
    AbovePayList {
        /// The unit.
        index: u64,
        /// Which grid, and how many words.
        above: game::AbovePayList,
    },
    /// The judge gives a unit an amount that is in no line of the table.
    #[error("unit {index}: the judge gives it {amount} cents, which the prize table does not know")]
    UnknownAmount {
        /// The unit.
        index: u64,
        /// The amount.
        amount: Cents,
    },
    /// Two units have one face.
    #[error("units {first} and {second} have the same face")]
    SameFace {
        /// The unit that comes first.
        first: u64,
        /// The other one.
        second: u64,
    },
    /// Two units have one salt.
    #[error("units {first} and {second} have the same salt")]
    SameSalt {
        /// The unit that comes first.
        first: u64,
        /// The other one.
        second: u64,
    },
    /// A line of the table is not met.
    #[error("{found} units are worth {amount} cents where the table has {expected}")]
    Count {
        /// The line's amount; zero for those that lose.
        amount: Cents,
        /// How many there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
}

fn damage_text(damage: &Damage) -> &'static str {
    match damage {
        Damage::Unopened => "its record does not open",
        Damage::OtherLeaf => "its record does not fit its leaf",
        Damage::NotAUnit => "its record holds no unit of the game",
    }
}

impl Fault {
    /// Its kind, by which a list is bounded; kinds stand in the order of the list.
    fn kind(&self) -> u8 {
        match self {
            Self::File(_) => 0,
            Self::Count { .. } => 1,
            Self::Record { .. } => 2,
            Self::Form { .. } => 3,
            Self::UnknownWord { .. } => 4,
            Self::AbovePayList { .. } => 5,
            Self::UnknownAmount { .. } => 6,
            Self::SameFace { .. } => 7,
            Self::SameSalt { .. } => 8,
        }
    }
}

/// The faults that were found, kind by kind.
#[derive(Debug, Default)]
pub struct Faults(BTreeMap<u8, (Vec<Fault>, u64)>);

impl Faults {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are, the ones that were not kept among them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().map(|(_, total)| total).sum()
    }

    /// Kind by kind: the first ones, and how many more there are.
    pub fn kinds(&self) -> impl Iterator<Item = (&[Fault], u64)> {
        self.0.values().map(|(kept, total)| (kept.as_slice(), total - kept.len() as u64))
    }

    pub(crate) fn push(&mut self, fault: Fault) {
        let (kept, total) = self.0.entry(fault.kind()).or_default();
        *total += 1;
        if kept.len() < KEPT {
            kept.push(fault);
        }
    }

    /// Adds what was found in later units.
    pub(crate) fn absorb(&mut self, later: Self) {
        for (kind, (faults, count)) in later.0 {
            let (kept, total) = self.0.entry(kind).or_default();
            *total += count;
            kept.extend(faults.into_iter().take(KEPT - kept.len()));
        }
    }
}
