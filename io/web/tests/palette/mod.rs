//! Texts stand out from what they stand on: WCAG 2.2, success criterion 1.4.3, for both themes.
//!
//! What looks at pages in a browser cannot tell where the ground is a gradient. The colours of all texts
//! and grounds have names, so they can be compared without one.

use std::collections::BTreeMap;

const CSS: &str = include_str!("../../assets/grille.css");

/// What is written in which colour on which grounds.
const TEXTS: [(&str, &[&str]); 11] = [
    ("on-desk", &["desk", "desk-light", "desk-deep"]),
    ("on-desk-soft", &["desk", "desk-light", "desk-deep"]),
    ("mark-brand", &["desk", "desk-light", "desk-deep"]),
    ("ink", &["paper", "paper-shade", "cell-paper"]),
    ("ink-soft", &["paper", "paper-shade", "cell-paper"]),
    ("fault", &["paper", "paper-shade"]),
    ("stamp", &["paper", "paper-shade"]),
    ("pen", &["paper"]),
    ("marker-ink", &["marker"]),
    ("missed-ink", &["missed"]),
    ("coat-mark", &["coat-mark-edge"]),
];

/// Colours by name: those of the first `:root`, and in the dark those of the second in their place.
fn themes() -> [BTreeMap<&'static str, [u8; 3]>; 2] {
    let mut roots = CSS.split(":root {").skip(1).map(|rest| {
        let block = rest.split('}').next().expect("it ends");
        block.split(';').filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
            let digits = u32::from_str_radix(value, 16).ok().filter(|_| value.len() == 6)?;
            let [_, red, green, blue] = digits.to_be_bytes();
            Some((name, [red, green, blue]))
        })
    });
    let light: BTreeMap<_, _> = roots.next().expect("light").collect();
    let mut dark = light.clone();
    dark.extend(roots.next().expect("dark"));
    [light, dark]
}

/// Relative luminance, from 0 for black to 1 for white.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = colour.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Contrast, from 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn contrast_is_as_the_guidelines_define_it() {
    let close = |is: f64, should: f64| assert!((is - should).abs() < 0.005, "{is} is not {should}");
    close(contrast([0, 0, 0], [255, 255, 255]), 21.0);
    close(contrast([255, 255, 255], [118, 118, 118]), 4.54);
    close(contrast([7, 7, 7], [7, 7, 7]), 1.0);
}

#[test]
fn texts_stand_out_from_what_they_stand_on() {
    for (theme, colours) in ["light", "dark"].iter().zip(themes()) {
        for (text, grounds) in TEXTS {
            for ground in grounds {
                let is = contrast(colours[text], colours[ground]);
                assert!(is >= 4.5, "{theme}: --{text} on --{ground} has a contrast of {is:.2}");
            }
        }
    }
}
