//! Drawings of a ticket.

use ticket::{Fonts, Ink, Language, Mark, Scene, Skin, State};

use crate::sample::block;

/// The same scenes give the same bytes; and in another language another ticket.
#[test]
fn drawings_depend_on_the_ticket_alone() {
    let block = block();
    let game = block.commitment().game();
    let ticket = block.ticket(77).unwrap().unwrap();
    let fonts = Fonts::new();
    let draw = |language| {
        let skin = Skin::new(game.clone(), language).unwrap();
        let scenes = skin.sides(&ticket, State::Bare);
        let png = press::png(&scenes[0], &fonts, 100).unwrap();
        (
            press::pdf(scenes.clone(), &skin, &skin.title("31702", State::Bare)).unwrap(),
            press::svg(&scenes[0], &fonts),
            png,
        )
    };
    let (one, again, english) =
        (draw(Language::French), draw(Language::French), draw(Language::English));
    assert!(one == again && one != english);
    assert!(one.0.starts_with(b"%PDF-1.") && one.2.starts_with(b"\x89PNG"));
    assert!(one.1.contains("width=\"130mm\"") && !one.1.contains("<text"));
    let width = u32::from_be_bytes(one.2[16..20].try_into().unwrap());
    assert_eq!(width, 512, "130 mm at 100 dots an inch");
    // ISO 32000, 14.9.2 and 12.2: which language is read aloud, and what a window is called.
    for (pdf, language) in [(one.0, "fr"), (english.0, "en")] {
        let has = |entry: &str| pdf.windows(entry.len()).any(|bytes| bytes == entry.as_bytes());
        assert!(has(&format!("/Lang ({language})")) && has("/DisplayDocTitle true"));
    }
    let titles = [Language::French, Language::English].map(|language| {
        let skin = Skin::new(game.clone(), language).unwrap();
        State::ALL.map(|state| skin.title("31702-0000001", state))
    });
    assert_eq!(titles[0][0], "Maxi Mots Croisés 31702-0000001, à gratter");
    assert_eq!(titles[1][2], format!("{} 31702-0000001, scratched", game.name.en));
}

/// Every text stands out from what lies below it: 4.5 to 1 (WCAG 2.2, criterion 1.4.3), on the coat
/// too.
#[test]
fn every_text_stands_out() {
    let block = block();
    let ticket = block.ticket(77).unwrap().unwrap();
    for language in [Language::French, Language::English] {
        let skin = Skin::new(block.commitment().game().clone(), language).unwrap();
        for state in State::ALL {
            skin.sides(&ticket, state).iter().for_each(check_contrast);
        }
    }
}

fn check_contrast(scene: &Scene) {
    for (at, mark) in scene.marks.iter().enumerate() {
        let Mark::Text(text) = mark else { continue };
        let point = ticket::Area::new(text.at.x_um, text.at.y_um - text.size_um / 4, 1, 1);
        let below = scene.marks[..at].iter().rev().find_map(|mark| match mark {
            Mark::Fill { area, ink, .. } if area.holds(point) => Some(*ink),
            _ => None,
        });
        let (one, other) = (luminance(text.ink), luminance(below.unwrap()));
        let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
        assert!(contrast >= 4.5, "{:?} has a contrast of {contrast:.2}", text.text);
    }
}

/// WCAG's relative luminance.
fn luminance(Ink(red, green, blue): Ink) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
