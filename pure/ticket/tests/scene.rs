//! What is on a ticket: the record, the whole record, and under a cover nothing.

#![expect(clippy::unwrap_used, reason = "a ticket that cannot be made fails the test")]

use block::{Maker, Recipe, Secret};
use game::{ANY_LEXICON, Game, LexiconFacts, Unit};
use grid::Lexicon;
use ticket::{
    Area, Fonts, GameCode, Language, Mark, Printing, Scene, Skin, State, TextMark, Ticket,
    ValidationCode,
};

const MAXI: &str = include_str!("../../../games/maxi-mots-croises.toml");
const MOTS_CROISES: &str = include_str!("../../../games/mots-croises.toml");
/// The games that ship, and others of the family: three grids, wide ones, a long pay list.
const GAMES: [&str; 6] = [
    MAXI,
    MOTS_CROISES,
    include_str!("../../block/tests/sample/highest.toml"),
    include_str!("../../block/tests/sample/wide.toml"),
    include_str!("../../block/tests/sample/long-list.toml"),
    include_str!("../../block/tests/sample/harsh.toml"),
];
const LEXICON: &str = include_str!("../../../lexicon/fr.txt");
const LANGUAGES: [Language; 2] = [Language::French, Language::English];

/// A game and some of its units, the last ones made with each amount that it pays.
fn units(text: &str) -> (Game, Vec<Unit>) {
    let lexicon = Lexicon::parse(LEXICON).unwrap();
    let words_by_length = lexicon.words_by_length().to_vec();
    let facts = LexiconFacts { name: ANY_LEXICON.into(), words_by_length };
    let game = Game::parse(text.as_bytes(), &[facts]).unwrap();
    let secret = Secret::new(&[[9; 32]], b"", [1; 32], [2; 32]);
    let recipe = Recipe::new(game.clone(), &lexicon, &secret).unwrap();
    let mut maker = Maker::new(&recipe);
    let units = (0..).zip(recipe.amounts().ids()).map(|(at, id)| maker.unit(at, id).unwrap());
    (game, units.collect())
}

fn ticket(index: u64, unit: &Unit) -> Ticket {
    let code = GameCode::parse("31702").unwrap();
    let printing = Printing::new(code, 12_345, 50, 3_000_000).unwrap();
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&(index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    Ticket {
        identification: printing.identification(index),
        code: ValidationCode::new(bytes),
        unit: unit.clone(),
    }
}

/// Where a text is seen: from its highest capital to its deepest tail.
fn seen(fonts: &Fonts, text: &TextMark) -> Area {
    let width_um = fonts.width_um(text.font, text.size_um, &text.text);
    let above_um = fonts.capital_um(text.font, text.size_um);
    let height_um = above_um + text.size_um / 5;
    Area::new(text.at.x_um, text.at.y_um - above_um, width_um, height_um)
}

/// The texts whose middle lies in an area.
fn texts_in(fonts: &Fonts, scene: &Scene, area: Area) -> Vec<String> {
    let lies = |text: &&TextMark| {
        let seen = seen(fonts, text);
        let (x_um, y_um) = (seen.x_um + seen.width_um / 2, seen.y_um + seen.height_um / 2);
        area.holds(Area::new(x_um, y_um, 0, 0))
    };
    scene.texts().filter(lies).map(|text| text.text.clone()).collect()
}

/// Article 4.1: eighteen question marks and two grids of eighteen words; articles 4.2 and 4.3: what
/// lies under them. The cover and what it covers come from one record.
#[test]
fn maxi_4_1_covers_and_what_they_cover_are_the_record() {
    let (game, units) = units(MAXI);
    let skin = Skin::new(game, Language::French).unwrap();
    let (fonts, map) = (skin.fonts(), skin.map());
    for (index, unit) in (0..).zip(&units) {
        let ticket = ticket(index, unit);
        let [covered, half, bare] = State::ALL.map(|state| skin.front(&ticket, state));
        assert_eq!((map.tiles.len(), map.grids.len()), (18, 2));
        for (at, (&tile, letter)) in map.tiles.iter().zip(&unit.letters).enumerate() {
            let letter = letter.to_string();
            assert_eq!(texts_in(fonts, &covered, tile), ["?"]);
            assert_eq!(texts_in(fonts, &bare, tile), [letter.as_str()]);
            let half_way = if at < 9 { &letter } else { "?" };
            assert_eq!(texts_in(fonts, &half, tile), [half_way]);
        }
        for (grid, cells) in unit.grids.iter().zip(&map.grids) {
            for (cell, &place) in grid.cells().iter().zip(cells) {
                let letter: Vec<String> = cell.iter().map(ToString::to_string).collect();
                for scene in [&covered, &half, &bare] {
                    assert_eq!(texts_in(fonts, scene, place), letter);
                }
            }
        }
        let code = ticket.code.grouped(' ');
        assert_eq!(texts_in(fonts, &bare, map.code.zone), [code.as_str()]);
        assert_eq!(bare.symbols().count(), 1);
        for scene in [covered, half] {
            assert_eq!(texts_in(fonts, &scene, map.code.zone), ["NE PAS GRATTER"]);
            assert_eq!(scene.symbols().count(), 0);
        }
    }
}

/// Two tickets with the same grids look the same until they are scratched, mark for mark.
#[test]
fn covers_depend_on_nothing_that_they_cover() {
    let (game, units) = units(MAXI);
    let skin = Skin::new(game, Language::French).unwrap();
    for pair in units.windows(2) {
        let one = ticket(1, &pair[0]);
        let mut other = ticket(2, &pair[0]);
        other.unit.letters.clone_from(&pair[1].letters);
        assert_ne!(one.code, other.code);
        assert_eq!(skin.front(&one, State::Covered), skin.front(&other, State::Covered));
        assert_ne!(skin.front(&one, State::Bare), skin.front(&other, State::Bare));
    }
}

/// Article 4.4: what the player is told to scratch, and articles 4.5 to 4.8 in short.
#[test]
fn maxi_4_4_the_ticket_says_how_to_play_and_the_rules() {
    let (game, units) = units(MAXI);
    let ticket = ticket(7, &units[0]);
    let skin = Skin::new(game, Language::French).unwrap();
    let said =
        |scene: &Scene| scene.texts().map(|text| text.text.clone()).collect::<Vec<_>>().join(" ");
    let front = said(&skin.front(&ticket, State::Covered));
    for part in [
        "Maxi Mots Croisés",
        "5\u{a0}€",
        "VOS 18 LETTRES",
        "GRILLE 1",
        "GRILLE 2",
        "9 mots",
        "125\u{202f}000\u{a0}€",
    ] {
        assert!(front.contains(part), "the front lacks {part}: {front}");
    }
    let back = said(&skin.back(&ticket));
    for part in [
        "Grattez les 18 points d’interrogation",
        "Une lettre sert autant de fois",
        "De 2 à 9 mots entièrement grattés dans une même grille",
        "CHATEAU n’est pas CHAT et EAU",
        "Rien ne se lit en diagonale, ni à l’envers",
        "forment un lot unique et indivisible",
        "Dans tous les autres cas, le ticket est perdant",
        "résultent de l’impression aléatoire des mots",
        "09\u{a0}74\u{a0}75\u{a0}13\u{a0}13",
        "18+",
    ] {
        assert!(back.contains(part), "the back lacks {part}: {back}");
    }
}

/// Article 3, by another computation: the lots, and 3 000 000 tickets for each count.
#[test]
fn the_back_has_the_table_and_its_odds_and_the_number() {
    let (game, units) = units(MAXI);
    let ticket = ticket(117, &units[0]);
    let skin = Skin::new(game, Language::French).unwrap();
    let back = skin.back(&ticket);
    let texts: Vec<&str> = back.texts().map(|text| text.text.as_str()).collect();
    let lines = [
        ["250\u{202f}000\u{a0}€", "2", "1 sur 1\u{202f}500\u{202f}000"],
        ["10\u{202f}000\u{a0}€", "3", "1 sur 1\u{202f}000\u{202f}000"],
        ["1\u{202f}000\u{a0}€", "40", "1 sur 75\u{202f}000"],
        ["200\u{a0}€", "6\u{202f}000", "1 sur 500"],
        ["50\u{a0}€", "40\u{202f}000", "1 sur 75"],
        ["20\u{a0}€", "66\u{202f}500", "1 sur 45,11"],
        ["15\u{a0}€", "30\u{202f}000", "1 sur 100"],
        ["10\u{a0}€", "345\u{202f}000", "1 sur 8,70"],
        ["5\u{a0}€", "300\u{202f}000", "1 sur 10"],
        ["Total", "787\u{202f}545", "1 sur 3,81"],
    ];
    for line in lines {
        assert!(texts.windows(3).any(|three| three == line), "the back lacks {line:?}");
    }
    let all = texts.join(" ");
    assert!(all.contains("70\u{a0}% des mises"), "{all}");
    assert!(texts.contains(&ticket.identification.to_string().as_str()));
    assert!(all.contains("Code jeu 317 02 · livret 0012347 · ticket 017"), "{all}");
    assert_eq!(back.symbols().count(), 1);
}

/// Whatever the game, the language and the state: nothing leaves the paper, no text runs into
/// another, and quiet zones are free.
#[test]
fn everything_has_its_room() {
    for (number, text) in (0..).zip(GAMES) {
        let (game, units) = units(text);
        // Small letters as high as those that must be legible on food (Regulation (EU) No 1169/2011,
        // article 13): 1.2 mm, half an em of these fonts. Odd games may have less room.
        let least_um = if number < 2 { 2_400 } else { 2_000 };
        for language in LANGUAGES {
            let skin = Skin::new(game.clone(), language).unwrap();
            let ticket = ticket(2_999_999, units.last().unwrap());
            for state in State::ALL {
                for scene in skin.sides(&ticket, state) {
                    check_room(skin.fonts(), &scene, least_um);
                }
            }
        }
    }
}

fn check_room(fonts: &Fonts, scene: &Scene, least_um: i32) {
    let paper = Area::new(0, 0, scene.width_um, scene.height_um);
    let texts: Vec<(&TextMark, Area)> = scene.texts().map(|it| (it, seen(fonts, it))).collect();
    for (at, (text, area)) in texts.iter().enumerate() {
        assert!(paper.within(3_000).holds(*area), "{:?} leaves the paper", text.text);
        for (other, beside) in &texts[..at] {
            assert!(!area.meets(*beside), "{:?} runs into {:?}", text.text, other.text);
        }
        assert!(text.size_um >= least_um, "{:?} is too small to read", text.text);
    }
    for symbol in scene.symbols() {
        // Ten modules beside a barcode, two around a Data Matrix.
        let area = symbol.area();
        let is_barcode = symbol.row_um > symbol.module_um;
        let (beside_um, above_um) = match is_barcode {
            true => (10 * symbol.module_um, 0),
            false => (2 * symbol.module_um, 2 * symbol.module_um),
        };
        let (width_um, height_um) = (area.width_um + 2 * beside_um, area.height_um + 2 * above_um);
        let zone = Area::new(area.x_um - beside_um, area.y_um - above_um, width_um, height_um);
        assert!(texts.iter().all(|(_, text)| !text.meets(zone)), "a quiet zone is not free");
        // The uppermost area below the symbol is white, and holds the zone.
        let below = scene.marks.iter().rev().find_map(|mark| match mark {
            Mark::Fill { area, ink, .. } if area.meets(zone) => Some((*area, *ink)),
            _ => None,
        });
        let (area, ink) = below.unwrap();
        assert!(area.holds(zone) && ink == ticket::Ink(255, 255, 255), "a quiet zone is not white");
    }
}

/// Every character that is drawn has a glyph: `Fonts` would have panicked above. Names that have
/// none are refused beforehand.
#[test]
fn what_cannot_be_printed_is_refused() {
    let facts = || LexiconFacts { name: ANY_LEXICON.into(), words_by_length: vec![900; 16] };
    let skin = |text: &str| {
        let game = Game::parse(text.as_bytes(), &[facts()]).unwrap();
        Skin::new(game, Language::French).map(|_| ()).unwrap_err()
    };
    let named = MAXI.replace("Maxi Mots Croisés\"", "Maxi 文\"");
    assert_eq!(skin(&named), ticket::SkinError::Character('文'));
    let abroad = MAXI.replace("\"EUR\"", "\"CHF\"");
    assert_eq!(skin(&abroad), ticket::SkinError::Currency);
}
