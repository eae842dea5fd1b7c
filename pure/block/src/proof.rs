//! The proof of the central promise, by going through everything that can happen: **what can be
//! seen of a unit tells nothing about its prize.**
//!
//! In tiny games every branch of the code that makes units is walked with its exact weight. What is
//! found is compared with a second computation, in which the judge reads every set of letters:
//! S(F, t) has the sets with which it gives the face F the amount t. [`prove`] holds when
//!
//! 1. P(F | t) is the same for every amount t of the plan;
//! 2. it is the weight of F among the drawn faces that carry every amount, however many attempts
//!    are made;
//! 3. P(L | F, t) is the same for every set of letters L in S(F, t), and zero for all others;
//! 4. each order of L under the tiles is as likely as the others.
//!
//! The construction is handed to the proof in two parts, so that the same proof finds the fault of
//! [wrong constructions](wrong) too. What is walked is the code that ships, not a copy of it: a
//! [`Maker`] calls `first_accepted` and `draw_tiles` with keyed streams, and here with branches.

mod tests;
mod tiny;
mod wrong;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use chance::{Branch, Fraction, Law, Walk};
use game::{Cents, Game, Letter, LetterSet, Unit, score};

use crate::amounts::AmountId;
use crate::face::{Face, Words};
use crate::maker::{Maker, Recipe};
use tiny::Tiny;

/// A way to make units: which face is accepted for a unit, and how its letters are drawn.
struct Construction<A, L> {
    /// Whether a face is accepted for a unit of this amount. A sound one does not look at it.
    accepts: A,
    /// The letters in the order of their tiles; none sends the whole unit back to be drawn anew.
    tiles: L,
}

/// What can be told from what is seen, or is not as it should be.
#[derive(Debug, PartialEq, Eq)]
enum Leak {
    /// This face is likelier with one amount than with another: who sees it knows something.
    Face { face: String, amounts: [Cents; 2], chances: [Fraction; 2] },
    /// A face is likelier or less likely than its weight among those that carry every amount.
    Acceptance { face: String },
    /// After refusals, faces have other chances than at the first attempt.
    Attempts { attempts: u32 },
    /// These letters are likelier or less likely than other letters that give the amount.
    Letters { face: String, amount: Cents, letters: LetterSet },
    /// One order of these letters is likelier than another.
    Order { face: String, amount: Cents, letters: LetterSet },
}

/// One attempt at a face, or several.
struct Attempts {
    /// How often each face is taken, as text.
    faces: Law<String>,
    /// How often none is: dead ends and refusals.
    none: Fraction,
}

/// The units of one amount: for each face, as text, what it has to do with this amount.
type Units = BTreeMap<String, OfFace>;

/// A face among the units of one amount.
#[derive(Debug, PartialEq, Eq)]
struct OfFace {
    /// P(F | t).
    chance: Fraction,
    /// P(L, order | F, t): the letters, tile by tile.
    tiles: Law<Vec<Letter>>,
}

/// Proves the promise for a construction, whose letters come in `orders` orders; gives the law of
/// the units of each amount.
fn prove<A, L>(
    tiny: &Tiny,
    construction: &Construction<A, L>,
    orders: u32,
) -> Result<BTreeMap<Cents, Units>, Leak>
where
    A: Fn(&Recipe, &Face, AmountId) -> bool,
    L: Fn(&Branch<'_>, &Recipe, &Words, AmountId) -> Option<Vec<Letter>>,
{
    let faces = faces_by_judge(tiny);
    let amounts = tiny.recipe.amounts();
    let of_amount = |id| (amounts.amount(id), units(tiny, construction, &faces, id));
    let laws: BTreeMap<Cents, Units> = amounts.ids().map(of_amount).collect();
    faces_tell_nothing(&laws)?;
    for (&amount, units) in &laws {
        faces_have_their_weight(&faces, amounts.all(), units)?;
        for (face, OfFace { tiles, .. }) in units {
            letters_are_uniform(face, amount, &faces[face], tiles)?;
            orders_are_uniform(face, amount, orders, tiles)?;
        }
    }
    Ok(laws)
}

/// The law of the units of one amount.
fn units<A, L>(tiny: &Tiny, construction: &Construction<A, L>, faces: &Faces, id: AmountId) -> Units
where
    A: Fn(&Recipe, &Face, AmountId) -> bool,
    L: Fn(&Branch<'_>, &Recipe, &Words, AmountId) -> Option<Vec<Letter>>,
{
    // Letters are drawn for words alone, so faces with the same words share their law.
    let mut laws: Vec<(&Words, Law<Option<Vec<Letter>>>)> = Vec::new();
    let mut units = Units::new();
    for (text, chance) in attempts(tiny, 1, &construction.accepts, id).faces {
        let words = faces[&text].face.words();
        let at = laws.iter().position(|&(seen, _)| seen == words).unwrap_or_else(|| {
            let draw = |branch: &Branch<'_>| (construction.tiles)(branch, &tiny.recipe, words, id);
            laws.push((words, Walk::whole().law(draw)));
            laws.len() - 1
        });
        let drawn = laws[at].1.iter();
        let mut tiles: Law<_> = drawn.filter_map(|(tiles, &p)| Some((tiles.clone()?, p))).collect();
        let any = divide_by_sum(tiles.values_mut());
        if any != Fraction::ZERO {
            units.insert(text, OfFace { chance: chance * any, tiles });
        }
    }
    // A unit that was sent back, or whose face was refused, is made anew.
    divide_by_sum(units.values_mut().map(|of_face| &mut of_face.chance));
    units
}

/// (1) No face is likelier with one amount than with another.
fn faces_tell_nothing(laws: &BTreeMap<Cents, Units>) -> Result<(), Leak> {
    let (&first_amount, first) = laws.first_key_value().expect("a game has an amount");
    for (&amount, other) in laws {
        for face in first.keys().chain(other.keys()) {
            let chances = [first, other].map(|units| chance_of(units, face));
            if chances[0] != chances[1] {
                let amounts = [first_amount, amount];
                return Err(Leak::Face { face: face.clone(), amounts, chances });
            }
        }
    }
    Ok(())
}

fn chance_of(units: &Units, face: &str) -> Fraction {
    units.get(face).map_or(Fraction::ZERO, |of_face| of_face.chance)
}

/// (2) The faces of `units` are those that carry all `amounts` in the judge's eyes, each with its
/// weight among them.
fn faces_have_their_weight(faces: &Faces, amounts: &[Cents], units: &Units) -> Result<(), Leak> {
    let carries_all =
        |drawn: &Drawn| amounts.iter().all(|amount| drawn.fitting.contains_key(amount));
    let carrying: Vec<Fraction> =
        faces.values().filter(|drawn| carries_all(drawn)).map(|drawn| drawn.weight).collect();
    let whole = sum(&carrying);
    for (text, drawn) in faces {
        let weight = if carries_all(drawn) { drawn.weight } else { Fraction::ZERO };
        if chance_of(units, text) * whole != weight {
            return Err(Leak::Acceptance { face: text.clone() });
        }
    }
    Ok(())
}

/// (3) The letters are those that fit, each set as likely as the others.
fn letters_are_uniform(
    face: &str,
    amount: Cents,
    drawn: &Drawn,
    tiles: &Law<Vec<Letter>>,
) -> Result<(), Leak> {
    let fitting = &drawn.fitting[&amount];
    let mut sets: Law<LetterSet> = fitting.iter().map(|&set| (set, Fraction::ZERO)).collect();
    for (tiles, &chance) in tiles {
        let sum = sets.entry(tiles.iter().copied().collect()).or_default();
        *sum = *sum + chance;
    }
    let each = Fraction::new(1, fitting.len() as u128);
    let unlike = sets.iter().find(|&(set, &chance)| chance != each || !fitting.contains(set));
    match unlike {
        Some((&letters, _)) => Err(Leak::Letters { face: face.into(), amount, letters }),
        None => Ok(()),
    }
}

/// (4) Each set of letters comes in so many orders, each as likely as the others.
fn orders_are_uniform(
    face: &str,
    amount: Cents,
    orders: u32,
    tiles: &Law<Vec<Letter>>,
) -> Result<(), Leak> {
    let mut by_set: BTreeMap<LetterSet, Vec<Fraction>> = BTreeMap::new();
    for (tiles, &chance) in tiles {
        by_set.entry(tiles.iter().copied().collect()).or_default().push(chance);
    }
    let unlike = by_set.iter().find(|(_, chances)| {
        chances.len() != orders as usize || chances.iter().any(|&chance| chance != chances[0])
    });
    match unlike {
        Some((&letters, _)) => Err(Leak::Order { face: face.into(), amount, letters }),
        None => Ok(()),
    }
}

/// (2) Each attempt after a refusal is like the first one: so many of them give each face the
/// chance that it has at the first, times how often an attempt is reached.
fn attempts_are_alike<A>(tiny: &Tiny, accepts: &A, most: u32) -> Result<(), Leak>
where
    A: Fn(&Recipe, &Face, AmountId) -> bool,
{
    for id in tiny.recipe.amounts().ids() {
        let one = attempts(tiny, 1, accepts, id);
        let mut reached = Fraction::ONE;
        for count in 2..=most {
            reached = Fraction::ONE + one.none * reached;
            let several = attempts(tiny, count, accepts, id);
            let expected = one.faces.iter().map(|(face, &chance)| (face.clone(), chance * reached));
            if several.faces != expected.collect() {
                return Err(Leak::Attempts { attempts: count });
            }
        }
    }
    Ok(())
}

/// What so many attempts at a face for a unit of one amount come to.
fn attempts<A>(tiny: &Tiny, count: u32, accepts: &A, id: AmountId) -> Attempts
where
    A: Fn(&Recipe, &Face, AmountId) -> bool,
{
    let mut maker = Maker::new(&tiny.recipe);
    let refusal = |face: &Face| (!accepts(&tiny.recipe, face, id)).then_some(id);
    let mut faces = Law::new();
    let mut none = Fraction::ZERO;
    tiny.walk().each(
        |branch| maker.first_accepted(count, |_| branch, refusal).ok().map(text),
        |face, chance| {
            let sum = face.map_or(&mut none, |face| faces.entry(face).or_default());
            *sum = *sum + chance;
        },
    );
    assert_eq!(sum(faces.values()) + none, Fraction::ONE, "every branch was walked");
    Attempts { faces, none }
}

/// Every face that can be drawn, whatever it carries, under its text.
type Faces = BTreeMap<String, Drawn>;

struct Drawn {
    face: Face,
    weight: Fraction,
    /// S(F, t) for each amount t for which it is not empty.
    fitting: BTreeMap<Cents, BTreeSet<LetterSet>>,
}

/// The faces as the judge sees them.
fn faces_by_judge(tiny: &Tiny) -> Faces {
    let mut maker = Maker::new(&tiny.recipe);
    let mut faces = Faces::new();
    tiny.walk().each(
        |branch| maker.first_accepted(1, |_| branch, |_| None).ok().cloned(),
        |face, chance| {
            let Some(face) = face else { return };
            let drawn = faces.entry(text(&face)).or_insert_with(|| {
                let fitting = fitting_by_judge(tiny.recipe.game(), &face);
                Drawn { face, weight: Fraction::ZERO, fitting }
            });
            drawn.weight = drawn.weight + chance;
        },
    );
    faces
}

/// The sets of the game's letters by the amount that the judge gives `face` with them.
fn fitting_by_judge(game: &Game, face: &Face) -> BTreeMap<Cents, BTreeSet<LetterSet>> {
    let mut unit = Unit { letters: Vec::new(), grids: face.grids() };
    let mut fitting: BTreeMap<Cents, BTreeSet<LetterSet>> = BTreeMap::new();
    let mut bits: u32 = (1 << game.crossword().letters) - 1;
    while bits < 1 << Letter::COUNT {
        let set = LetterSet::from_bits(bits);
        unit.letters = set.iter().collect();
        if let Ok(score) = score(game, &unit) {
            fitting.entry(score.lot).or_default().insert(set);
        }
        // The next number with as many bits: its lowest run of ones gives its last one to the
        // place above, and the others fall to the bottom.
        let lowest = bits & bits.wrapping_neg();
        let carried = bits + lowest;
        bits = carried | ((bits ^ carried) / lowest) >> 2;
    }
    fitting
}

/// Divides the chances by their sum, and gives it.
fn divide_by_sum<'law>(chances: impl Iterator<Item = &'law mut Fraction>) -> Fraction {
    let chances: Vec<&mut Fraction> = chances.collect();
    let whole = chances.iter().fold(Fraction::ZERO, |sum, chance| sum + **chance);
    for chance in chances {
        *chance = *chance / whole;
    }
    whole
}

fn sum<'law>(chances: impl IntoIterator<Item = &'law Fraction>) -> Fraction {
    chances.into_iter().fold(Fraction::ZERO, |sum, &chance| sum + chance)
}

/// A face as text: its rows, with a stroke between two of them, its grids after each other.
fn text(face: &Face) -> String {
    let grids = face.grids();
    let rows = grids.iter().map(|grid| grid.rows_text().collect::<Vec<_>>().join("/"));
    rows.collect::<Vec<_>>().join(" ")
}
