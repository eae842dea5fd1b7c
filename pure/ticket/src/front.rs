//! The front: the name, the letters, the grids, the pay list, the validation code, and their covers.
//!
//! Each covered part is drawn by one of two functions, the hidden thing or its cover, at one place
//! of one map and from one record.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use game::{Letter, LetterSet};

use crate::font::Font;
use crate::money::money;
use crate::pen::{Anchor, Pen, Style};
use crate::place::{BAND_UM, FRAME_UM, MARGIN_UM, WIDTH_UM};
use crate::scene::{Area, Ink, Mark, Scene};
use crate::skin::{Skin, State, Ticket};
use crate::symbol::matrix;

pub(crate) const PAPER: Ink = Ink(0xfb, 0xf6, 0xe8);
pub(crate) const DEEP: Ink = Ink(0x1a, 0x32, 0x44);
pub(crate) const DEEPER: Ink = Ink(0x2c, 0x56, 0x6c);
pub(crate) const BLACK: Ink = Ink(0x1b, 0x21, 0x38);
pub(crate) const SOFT: Ink = Ink(0x5a, 0x5c, 0x69);
pub(crate) const GOLD: Ink = Ink(0xff, 0xd8, 0x4a);
pub(crate) const STAMP: Ink = Ink(0xb8, 0x39, 0x1c);
pub(crate) const WHITE: Ink = Ink(0xff, 0xff, 0xff);
pub(crate) const RULE: Ink = Ink(0xd8, 0xd2, 0xc3);
const LIGHT: Ink = Ink(0xf6, 0xf0, 0xe0);
/// What the coat looks like: a silver, and the line that edges it.
const COAT: Ink = Ink(0xc4, 0xc6, 0xc5);
const COAT_DEEP: Ink = Ink(0x98, 0x9a, 0x9a);
const COAT_INK: Ink = Ink(0x4d, 0x50, 0x52);
const GREY: Ink = Ink(0x2a, 0x32, 0x50);
/// A letter that was scratched.
const LIT: Ink = Ink(0xff, 0xee, 0xb0);

const HEADING: Style = Style::new(Font::Strong, 2_900, DEEP);
const NOTE: Style = Style::new(Font::Text, 2_900, SOFT);

pub(crate) fn draw(skin: &Skin, ticket: &Ticket, state: State) -> Scene {
    let mut pen = Pen::new(&skin.fonts, WIDTH_UM, skin.map.height_um);
    pen.fill(Area::new(0, 0, WIDTH_UM, skin.map.height_um), 0, PAPER);
    band(&mut pen, skin);
    letters(&mut pen, skin, ticket, state);
    grids(&mut pen, skin, ticket, state);
    pays(&mut pen, skin);
    code(&mut pen, skin, ticket, state);
    foot(&mut pen, skin);
    pen.finish()
}

/// The band with the name and the price, over a weave of fine lines.
fn band(pen: &mut Pen<'_>, skin: &Skin) {
    let rules = skin.game.crossword();
    pen.fill(Area::new(0, 0, WIDTH_UM, BAND_UM), 0, DEEP);
    weave(pen);
    let badge = Area::new(WIDTH_UM - MARGIN_UM - 21_000, 3_000, 21_000, 21_000);
    pen.fill(badge, 10_500, GOLD);
    let price = money(&skin.words, skin.game.price);
    let style = Style::new(Font::Strong, 9_000, BLACK);
    let middle = (badge.x_um + badge.width_um / 2, badge.y_um + 13_700);
    pen.fitted(style, middle, Anchor::Middle, 17_000, &price);
    let style = Style::new(Font::Title, 12_500, LIGHT);
    let room_um = badge.x_um - MARGIN_UM - 3_000;
    pen.fitted(style, (MARGIN_UM, 15_200), Anchor::Left, room_um, skin.name());
    let (letters, words) = (rules.letters.to_string(), rules.words_per_grid.to_string());
    let values = [("letters", &*letters), ("grids", &*rules.grids.to_string()), ("words", &*words)];
    let key = if rules.grids == 1 { "front_subtitle_one" } else { "front_subtitle" };
    let style = Style::new(Font::Text, 3_600, LIGHT);
    pen.fitted(style, (MARGIN_UM, 21_800), Anchor::Left, room_um, &skin.words.filled(key, &values));
}

/// Zigzags that drift against each other, as a banknote's ground does.
fn weave(pen: &mut Pen<'_>) {
    for drift in 0..9 {
        let y_um = |step: i32| {
            let phase = (step + drift) % 16;
            let rise = (phase - 8).abs() * 800;
            2_200 + drift * 1_900 + rise
        };
        let points = (0..=130).map(|step| crate::pen::point(step * 1_000, y_um(step)));
        pen.mark(Mark::Line { points: points.collect(), width_um: 110, ink: DEEPER });
    }
}

fn letters(pen: &mut Pen<'_>, skin: &Skin, ticket: &Ticket, state: State) {
    let count = ticket.unit.letters.len();
    let open = uncovered(count, state);
    let first = skin.map.tiles.first().expect("a game has a letter");
    let heading = skin.words.filled("letters_heading", &[("letters", &count.to_string())]);
    pen.text(HEADING, (first.x_um, first.y_um - 1_700), Anchor::Left, &heading);
    for (at, (&tile, &letter)) in skin.map.tiles.iter().zip(&ticket.unit.letters).enumerate() {
        if at < open { bare_tile(pen, tile, letter) } else { tile_cover(pen, skin, tile) }
    }
    let bottom_um = skin.map.tiles.last().expect("a game has a letter").bottom_um();
    let one = skin.game.crossword().grids == 1;
    let hint = skin.words.text(if one { "letters_hint_one" } else { "letters_hint" });
    let room_um = WIDTH_UM - MARGIN_UM - first.x_um;
    pen.fitted(NOTE, (first.x_um, bottom_um + 4_000), Anchor::Left, room_um, hint);
}

/// How many of the letters were scratched.
fn uncovered(count: usize, state: State) -> usize {
    match state {
        State::Covered => 0,
        State::Half => count.div_ceil(2),
        State::Bare => count,
    }
}

fn bare_tile(pen: &mut Pen<'_>, tile: Area, letter: Letter) {
    pen.frame(tile, 1_400, 250, (BLACK, WHITE));
    let style = Style::new(Font::Strong, tile.height_um * 7 / 10, BLACK);
    pen.centred(style, tile, &letter.to_string());
}

/// The cover of a tile: a question mark. It takes no letter.
fn tile_cover(pen: &mut Pen<'_>, skin: &Skin, tile: Area) {
    pen.frame(tile, 1_400, 250, (COAT_DEEP, COAT));
    let style = Style::new(Font::Title, tile.height_um * 7 / 10, COAT_INK);
    pen.centred(style, tile, skin.words.text("covered"));
}

fn grids(pen: &mut Pen<'_>, skin: &Skin, ticket: &Ticket, state: State) {
    let open = uncovered(ticket.unit.letters.len(), state);
    let found: LetterSet = ticket.unit.letters[..open].iter().copied().collect();
    for (number, (grid, cells)) in (1..).zip(ticket.unit.grids.iter().zip(&skin.map.grids)) {
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let heading = skin.words.filled("grid_heading", &[("number", &format!("{number}"))]);
        pen.text(HEADING, (first.x_um - FRAME_UM, first.y_um - 1_700), Anchor::Left, &heading);
        let width_um = last.right_um() - first.x_um;
        let height_um = last.bottom_um() - first.y_um;
        let frame = Area::new(first.x_um, first.y_um, width_um, height_um).within(-FRAME_UM);
        pen.fill(frame, 900, GREY);
        for (&place, &cell) in cells.iter().zip(grid.cells()) {
            let Some(letter) = cell else { continue };
            // All that a bare ticket shows lies under the coat; what is scratched is what matches.
            let is_bare = state == State::Bare || found.contains(letter);
            let is_lit = found.contains(letter);
            if is_bare {
                bare_cell(pen, place, letter, is_lit);
            } else {
                cell_cover(pen, place, letter);
            }
        }
    }
}

fn bare_cell(pen: &mut Pen<'_>, place: Area, letter: Letter, is_lit: bool) {
    pen.fill(place.within(110), 350, if is_lit { LIT } else { WHITE });
    letter_in(pen, place, letter, BLACK);
}

/// The cover of a cell, overprinted with its letter: the player must see which ones to scratch.
fn cell_cover(pen: &mut Pen<'_>, place: Area, letter: Letter) {
    pen.fill(place.within(110), 350, COAT);
    letter_in(pen, place, letter, COAT_INK);
}

fn letter_in(pen: &mut Pen<'_>, place: Area, letter: Letter, ink: Ink) {
    let style = Style::new(Font::Strong, place.height_um * 13 / 20, ink);
    pen.centred(style, place, &letter.to_string());
}

fn pays(pen: &mut Pen<'_>, skin: &Skin) {
    let rules = skin.game.crossword();
    let first = skin.map.pays.first().expect("a game pays something");
    let heading = skin.words.text("pays_heading");
    pen.text(HEADING, (first.x_um, first.y_um - 1_700), Anchor::Left, heading);
    const EDGE_UM: i32 = 1_500;
    let room_um = first.width_um - 2 * EDGE_UM;
    let lines = rules.pays.iter().map(|pay| {
        let words = match pay.words {
            1 => skin.words.text("pay_words_one").to_string(),
            words => skin.words.filled("pay_words", &[("words", &words.to_string())]),
        };
        (words, money(&skin.words, pay.cents))
    });
    let lines: Vec<(String, String)> = lines.collect();
    // All of one size: the highest amount must not look the smallest.
    let of_words = Style::new(Font::Text, 2_700, LIGHT);
    let mut of_amount = Style::new(Font::Strong, 3_600, GOLD);
    for (words, amount) in &lines {
        let words_um = pen.width_um(of_words, words) + 1_800;
        of_amount = pen.fitting(of_amount, room_um - words_um, amount);
    }
    for (&place, (words, amount)) in skin.map.pays.iter().zip(&lines) {
        pen.fill(place, 1_200, DEEP);
        let y_um = pen.middle_um(of_amount, place);
        pen.text(of_words, (place.x_um + EDGE_UM, y_um), Anchor::Left, words);
        pen.text(of_amount, (place.right_um() - EDGE_UM, y_um), Anchor::Right, amount);
    }
}

fn code(pen: &mut Pen<'_>, skin: &Skin, ticket: &Ticket, state: State) {
    let zone = skin.map.code.zone;
    let heading = skin.words.text("code_heading");
    pen.text(HEADING, (zone.x_um, zone.y_um - 1_500), Anchor::Left, heading);
    if state == State::Bare { bare_code(pen, skin, ticket) } else { code_cover(pen, skin) }
}

fn bare_code(pen: &mut Pen<'_>, skin: &Skin, ticket: &Ticket) {
    let place = skin.map.code;
    pen.frame(place.zone, 1_200, 250, (BLACK, WHITE));
    pen.mark(Mark::Symbol(matrix(&ticket.code, place.symbol, Ink(0, 0, 0))));
    let (at, room_um) = place.text;
    let style = Style::new(Font::Strong, 4_200, BLACK);
    let text = ticket.code.grouped(' ');
    pen.fitted(style, (at.x_um, at.y_um), Anchor::Left, room_um, &text);
}

/// The cover of the validation code. It takes no code.
fn code_cover(pen: &mut Pen<'_>, skin: &Skin) {
    let zone = skin.map.code.zone;
    pen.frame(zone, 1_200, 250, (COAT_DEEP, COAT));
    let style = Style::new(Font::Strong, 4_600, COAT_INK);
    pen.centred(style, zone, skin.words.text("code_cover"));
}

fn foot(pen: &mut Pen<'_>, skin: &Skin) {
    let zone = skin.map.code.zone;
    let badge = Area::new(zone.right_um() + 4_000, zone.y_um + 1_000, 11_000, 11_000);
    pen.fill(badge, 5_500, STAMP);
    let age = skin.words.text("age").to_string();
    pen.centred(Style::new(Font::Strong, 4_400, WHITE), badge, &age);
    let left_um = badge.right_um() + 2_000;
    let room_um = WIDTH_UM - MARGIN_UM - left_um;
    let style = Style::new(Font::Strong, 2_700, BLACK);
    let minors = skin.words.text("minors");
    pen.fitted(style, (left_um, zone.y_um + 3_600), Anchor::Left, room_um, minors);
    let style = Style::new(Font::Text, 2_600, SOFT);
    pen.paragraph(style, (left_um, zone.y_um + 7_600), room_um, skin.words.text("front_foot"));
}
