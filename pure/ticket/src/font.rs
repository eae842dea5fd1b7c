//! The ticket's fonts and how wide their characters are.
//!
//! A glyph a character, each at the place that the advances before it give: no kerning, no
//! ligatures. So every renderer puts every glyph at the same place.

use ttf_parser::Face;

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Font {
    /// Names of games: Fraunces.
    Title,
    /// What is read: Bricolage Grotesque.
    Text,
    /// Letters of the game, headings, amounts: Bricolage Grotesque, bold.
    Strong,
}

impl Font {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Title, Self::Text, Self::Strong];

    /// Its file, TrueType.
    #[must_use]
    pub fn file(self) -> &'static [u8] {
        match self {
            Self::Title => include_bytes!("../fonts/title.ttf"),
            Self::Text => include_bytes!("../fonts/text.ttf"),
            Self::Strong => include_bytes!("../fonts/strong.ttf"),
        }
    }
}

/// The fonts, read.
#[derive(Clone, Debug)]
pub struct Fonts {
    faces: [Face<'static>; 3],
}

impl Fonts {
    /// Reads them.
    ///
    /// # Panics
    ///
    /// Never: the files are in the program, and a test reads them.
    #[must_use]
    pub fn new() -> Self {
        let face = |font: Font| Face::parse(font.file(), 0).expect("the file is a font");
        Self { faces: Font::ALL.map(face) }
    }

    /// A font, read.
    #[must_use]
    pub fn face(&self, font: Font) -> &Face<'static> {
        &self.faces[font as usize]
    }

    /// Whether a font has a character.
    #[must_use]
    pub fn has(&self, font: Font, character: char) -> bool {
        self.face(font).glyph_index(character).is_some()
    }

    /// So many units make an em.
    #[must_use]
    pub fn units_per_em(&self, font: Font) -> u64 {
        self.face(font).units_per_em().into()
    }

    /// How wide `text` is, in micrometres, at an em of `size_um`: the sum of its glyphs' advances.
    ///
    /// # Panics
    ///
    /// When the font lacks a character: a box in its place would be printed millions of times.
    #[must_use]
    pub fn width_um(&self, font: Font, size_um: i32, text: &str) -> i32 {
        let face = self.face(font);
        let advance = |character| {
            let glyph = face.glyph_index(character);
            let glyph = glyph.unwrap_or_else(|| panic!("{font:?} lacks {character:?}"));
            u64::from(face.glyph_hor_advance(glyph).unwrap_or(0))
        };
        self.scaled(font, size_um, text.chars().map(advance).sum())
    }

    /// How high a capital letter is.
    #[must_use]
    pub fn capital_um(&self, font: Font, size_um: i32) -> i32 {
        let units = self.face(font).capital_height().unwrap_or(0);
        self.scaled(font, size_um, units.unsigned_abs().into())
    }

    fn scaled(&self, font: Font, size_um: i32, units: u64) -> i32 {
        let size = u64::try_from(size_um).expect("a size is not negative");
        let scaled = (units * size).div_ceil(self.units_per_em(font));
        i32::try_from(scaled).expect("a text is narrower than two kilometres")
    }
}

impl Default for Fonts {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Font, Fonts};

    #[test]
    fn every_font_has_what_french_and_english_need() {
        let fonts = Fonts::new();
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        // The fonts have no Ÿ, which stands in names only.
        let french = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûü À gratter – 3 € – É È Ç Œ ' »";
        let others = "?!.,;:’«»–—…·×%+°/()-'€\u{a0}\u{202f}";
        for font in Font::ALL {
            for character in letters.chars().chain(french.chars()).chain(others.chars()) {
                assert!(fonts.has(font, character), "{font:?} lacks {character:?}");
            }
            if font != Font::Title {
                let zero_um = fonts.width_um(font, 1000, "0");
                for figure in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] {
                    assert_eq!(
                        fonts.width_um(font, 1000, figure),
                        zero_um,
                        "columns stand in line"
                    );
                }
            }
            assert!(fonts.width_um(font, 1000, "i") < fonts.width_um(font, 1000, "W"));
        }
    }
}
