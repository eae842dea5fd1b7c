//! The back: how to play, the rules in short, the table with its odds, help, and the number.

use alloc::format;
use alloc::string::{String, ToString};

use game::Combine;

use crate::font::Font;
use crate::front::{BLACK, DEEP, GOLD, PAPER, RULE, SOFT, STAMP, WHITE};
use crate::money::{hundredths, money, number, odds};
use crate::pen::{Anchor, Pen, Style, leading_um};
use crate::place::{MARGIN_UM, WIDTH_UM};
use crate::scene::{Area, Ink, Mark, Scene};
use crate::skin::{Skin, Ticket};
use crate::symbol::{BARCODE_HEIGHT_UM, BARCODE_MODULE_UM, BARCODE_QUIET, barcode};
use crate::words::bound;

const HEADING: Style = Style::new(Font::Strong, 3_000, DEEP);
const TEXT: Style = Style::new(Font::Text, 2_700, BLACK);
const BOLD: Style = Style::new(Font::Strong, 2_700, BLACK);
const NOTE: Style = Style::new(Font::Text, 2_400, SOFT);
/// The columns of the table: amount, count, odds; each ends here.
const COLUMNS_UM: [i32; 3] = [24_000, 42_000, 66_000];
/// From what stands beside the table down to the notes.
const NOTES_UM: i32 = 5_500;
const ROW_UM: i32 = 4_100;
/// Where what stands beside the table begins.
const SIDE_UM: i32 = MARGIN_UM + COLUMNS_UM[2] + 6_000;
/// A Code 128 of sixteen digits has so many modules.
const BARCODE_MODULES: i32 = 123;
const ZONE_WIDTH_UM: i32 = (BARCODE_MODULES + 2 * BARCODE_QUIET) * BARCODE_MODULE_UM;

/// The number's white zone, with its heading above and a line below.
const ZONE_UM: i32 = BARCODE_HEIGHT_UM + 9_000;
const ZONE_BELOW_UM: i32 = 8_500;
/// What stays free below everything.
const FOOT_UM: i32 = 3_500;

pub(crate) fn draw(skin: &Skin, ticket: &Ticket) -> Scene {
    let mut pen = Pen::new(&skin.fonts, WIDTH_UM, skin.map.height_um);
    pen.fill(Area::new(0, 0, WIDTH_UM, skin.map.height_um), 0, PAPER);
    let (_, side_um) = texts(&mut pen, skin);
    number_zone(&mut pen, skin, ticket);
    notes(&mut pen, skin, side_um + NOTES_UM);
    pen.finish()
}

/// How high a ticket must be for all that its back says.
pub(crate) fn least_height_um(skin: &Skin) -> i32 {
    let mut pen = Pen::new(&skin.fonts, WIDTH_UM, 0);
    let (table_um, side_um) = texts(&mut pen, skin);
    let notes_um = notes(&mut pen, skin, side_um + NOTES_UM);
    (table_um + 2_500 + ZONE_UM + ZONE_BELOW_UM).max(notes_um + FOOT_UM)
}

/// All but the number and the notes. Answers where the table ends, and what is beside it.
fn texts(pen: &mut Pen<'_>, skin: &Skin) -> (i32, i32) {
    pen.fill(Area::new(0, 0, WIDTH_UM, 10_000), 0, DEEP);
    let style = Style::new(Font::Title, 5_400, PAPER);
    pen.fitted(style, (MARGIN_UM, 7_000), Anchor::Left, 80_000, skin.name());
    let style = Style::new(Font::Strong, 4_600, GOLD);
    let price = money(&skin.words, skin.game.price);
    pen.text(style, (WIDTH_UM - MARGIN_UM, 6_800), Anchor::Right, &price);
    let y_um = how_to_play(pen, skin, 15_500);
    let y_um = rules(pen, skin, y_um + 1_600);
    (table(pen, skin, y_um + 1_600), side(pen, skin, y_um + 1_600))
}

fn how_to_play(pen: &mut Pen<'_>, skin: &Skin, y_um: i32) -> i32 {
    let rules = skin.game.crossword();
    pen.text(HEADING, (MARGIN_UM, y_um), Anchor::Left, skin.words.text("play_heading"));
    let values = [
        ("letters", &*rules.letters.to_string()),
        ("first", &*rules.first_paying().to_string()),
        ("last", &*rules.last_paying().to_string()),
    ];
    let mut y_um = y_um + 4_600;
    for (step, key) in (1..).zip(["step_1", "step_2", "step_3"]) {
        pen.text(BOLD, (MARGIN_UM, y_um), Anchor::Left, &format!("{step}."));
        let room_um = WIDTH_UM - 2 * MARGIN_UM - 4_000;
        let text = skin.words.filled(key, &values);
        y_um = pen.paragraph(TEXT, (MARGIN_UM + 4_000, y_um), room_um, &text) + 500;
    }
    y_um
}

fn rules(pen: &mut Pen<'_>, skin: &Skin, y_um: i32) -> i32 {
    let rules = skin.game.crossword();
    pen.text(HEADING, (MARGIN_UM, y_um), Anchor::Left, skin.words.text("rules_heading"));
    let combine = match (rules.grids, rules.combine) {
        (1, _) => None,
        (_, Combine::Sum) => Some("rule_sum"),
        (_, Combine::Highest) => Some("rule_highest"),
    };
    let keys = ["rule_word", "rule_whole"].into_iter().chain(combine);
    let mut y_um = y_um + 4_600;
    for key in keys.chain(["rule_else", "rule_random"]) {
        let room_um = WIDTH_UM - 2 * MARGIN_UM;
        y_um = pen.paragraph(TEXT, (MARGIN_UM, y_um), room_um, skin.words.text(key)) + 500;
    }
    y_um
}

/// Answers the baseline that a next line would have.
fn table(pen: &mut Pen<'_>, skin: &Skin, y_um: i32) -> i32 {
    let (game, words) = (&skin.game, &skin.words);
    pen.text(HEADING, (MARGIN_UM, y_um), Anchor::Left, words.text("table_heading"));
    let units = number(words, game.block_units.into());
    let block = words.filled("table_block", &[("units", &units)]);
    pen.text(NOTE, (MARGIN_UM, y_um + 3_700), Anchor::Left, &block);
    let mut y_um = y_um + 8_800;
    let mut line = |pen: &mut Pen<'_>, style: Style, cells: [String; 3]| {
        for (cell, right_um) in cells.into_iter().zip(COLUMNS_UM) {
            pen.text(style, (MARGIN_UM + right_um, y_um), Anchor::Right, &cell);
        }
        let (left_um, below_um) = (MARGIN_UM, y_um + 1_250);
        pen.line((left_um, below_um), (left_um + COLUMNS_UM[2], below_um), 120, RULE);
        y_um += ROW_UM;
    };
    let heads = ["table_amount", "table_count", "table_odds"].map(|key| words.text(key).into());
    line(pen, NOTE, heads);
    let odds =
        |count| words.filled("table_line", &[("odds", &odds(words, game.block_units, count))]);
    for prize in &game.prizes {
        let amount = money(words, prize.amount);
        line(pen, TEXT, [amount, number(words, prize.count.into()), odds(prize.count)]);
    }
    let total = [words.text("table_total").into(), number(words, game.winning_units().into())];
    let [total, count] = total;
    line(pen, BOLD, [total, count, odds(game.winning_units())]);
    y_um
}

/// Beside the table: what a block gives back, where gains are paid, age and help. Answers its last
/// baseline.
fn side(pen: &mut Pen<'_>, skin: &Skin, y_um: i32) -> i32 {
    let (game, words) = (&skin.game, &skin.words);
    let left_um = SIDE_UM;
    let room_um = WIDTH_UM - MARGIN_UM - left_um;
    let chance = odds(words, game.block_units, game.winning_units());
    let chance = words.filled("chance", &[("odds", &chance)]);
    let y_um = pen.paragraph(BOLD, (left_um, y_um), room_um, &chance);
    let percent = hundredths(words, percent_hundredths(game));
    let returned = words.filled("return", &[("percent", &percent)]);
    let y_um = pen.paragraph(TEXT, (left_um, y_um), room_um, &returned) + 1_800;
    pen.text(HEADING, (left_um, y_um), Anchor::Left, words.text("claims_heading"));
    let y_um = pen.paragraph(TEXT, (left_um, y_um + 4_300), room_um, words.text("claims")) + 1_400;
    let badge = Area::new(left_um, y_um - 1_500, 9_000, 9_000);
    pen.fill(badge, 4_500, STAMP);
    pen.centred(Style::new(Font::Strong, 3_600, WHITE), badge, words.text("age"));
    let beside = (left_um + 11_000, y_um + 3_900);
    pen.fitted(BOLD, beside, Anchor::Left, room_um - 11_000, words.text("minors"));
    let y_um = pen.paragraph(TEXT, (left_um, y_um + 11_500), room_um, words.text("help"));
    let strong = Style::new(Font::Strong, 3_900, STAMP);
    pen.text(strong, (left_um, y_um + 1_000), Anchor::Left, words.text("help_number"));
    let y_um = y_um + 1_000 + leading_um(NOTE);
    pen.text(NOTE, (left_um, y_um), Anchor::Left, words.text("help_free"));
    y_um
}

/// What a block gives back of what it sells for, in hundredths of a percent, rounded down.
fn percent_hundredths(game: &game::Game) -> u64 {
    let (won, paid) = (u128::from(game.prize_total().0), u128::from(game.block_price().0));
    u64::try_from(won * 10_000 / paid.max(1)).unwrap_or(u64::MAX)
}

/// The number, as a barcode and as digits, on white, its quiet zones free.
fn number_zone(pen: &mut Pen<'_>, skin: &Skin, ticket: &Ticket) {
    let words = &skin.words;
    let quiet_um = BARCODE_QUIET * BARCODE_MODULE_UM;
    let y_um = skin.map.height_um - ZONE_UM - ZONE_BELOW_UM;
    let zone = Area::new(MARGIN_UM, y_um, ZONE_WIDTH_UM, ZONE_UM);
    pen.text(HEADING, (zone.x_um, y_um - 1_800), Anchor::Left, words.text("number_heading"));
    pen.fill(zone, 0, WHITE);
    let at = crate::pen::point(zone.x_um + quiet_um, zone.y_um + 2_000);
    pen.mark(Mark::Symbol(barcode(ticket.identification, at, Ink(0, 0, 0))));
    let digits = Style::new(Font::Strong, 4_000, BLACK);
    let middle = (zone.x_um + ZONE_WIDTH_UM / 2, zone.y_um + BARCODE_HEIGHT_UM + 6_700);
    let number = ticket.identification.to_string();
    pen.fitted(digits, middle, Anchor::Middle, ZONE_WIDTH_UM - 4_000, &number);
    let (code, place) = (ticket.identification.game_code, ticket.identification.place);
    let values = [
        ("game", &*format!("{:03}", code.game())),
        ("emission", &*format!("{:02}", code.emission())),
        ("book", &*format!("{:07}", place.book)),
        ("ticket", &*format!("{:03}", place.ticket)),
    ];
    let line = words.filled("code_line", &values);
    let below = (zone.x_um, zone.bottom_um() + 3_600);
    pen.fitted(NOTE, below, Anchor::Left, COLUMNS_UM[2], &line);
}

/// Where the rules are, and what this ticket is not, below what is beside the table. Answers the last
/// baseline.
fn notes(pen: &mut Pen<'_>, skin: &Skin, y_um: i32) -> i32 {
    let left_um = SIDE_UM;
    let room_um = WIDTH_UM - MARGIN_UM - left_um;
    let source = skin.game.source.as_ref().map(|source| {
        let (title, date) = (bound(&source.title), skin.words.date(source.date));
        skin.words.filled("source", &[("title", &*title), ("date", &*date)])
    });
    let y_um = source.map_or(y_um, |text| pen.paragraph(NOTE, (left_um, y_um), room_um, &text));
    let next_um = pen.paragraph(NOTE, (left_um, y_um), room_um, skin.words.text("specimen"));
    next_um - leading_um(NOTE)
}
