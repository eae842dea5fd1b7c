//! A font in a PDF: only the glyphs that were used, addressed by their numbers in the subset, with
//! a map back to characters so that text can be searched, copied and read aloud.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::{GlyphRemapper, subset};
use ticket::{Font, Fonts};

use super::pdf::compressed;
use crate::PressError;

const UNICODE: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"UCS"), supplement: 0 };
const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The glyphs of one font that a document uses.
pub(super) struct Used {
    font: Font,
    remapper: GlyphRemapper,
    /// The character of each glyph of the subset.
    characters: BTreeMap<u16, char>,
}

impl Used {
    /// So many references does a font take.
    pub(super) const REFS: i32 = 5;

    pub(super) fn new(font: Font) -> Self {
        Self { font, remapper: GlyphRemapper::new(), characters: BTreeMap::new() }
    }

    /// A text as numbers of glyphs of the subset, two bytes each.
    pub(super) fn encode(&mut self, fonts: &Fonts, text: &str) -> Vec<u8> {
        let face = fonts.face(self.font);
        let mut bytes = Vec::with_capacity(2 * text.len());
        for character in text.chars() {
            let glyph = face.glyph_index(character).expect("a scene's fonts have its characters");
            let number = self.remapper.remap(glyph.0);
            self.characters.insert(number, character);
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        bytes
    }

    /// Writes the font under the reference `id` and the ones that follow it, [`Used::REFS`] in all.
    pub(super) fn write(&self, fonts: &Fonts, pdf: &mut Pdf, id: Ref) -> Result<(), PressError> {
        let [type0, cid, descriptor, file, map] =
            [0, 1, 2, 3, 4].map(|place| Ref::new(id.get() + place));
        let data = subset(self.font.file(), 0, &self.remapper)
            .map_err(|error| PressError::Subset(error.to_string()))?;
        let base = self.name();
        let name = Name(base.as_bytes());
        pdf.type0_font(type0)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(map);
        let face = fonts.face(self.font);
        let scaled = |units: f32| units * 1000.0 / fonts.units_per_em(self.font) as f32;
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY);
        font.font_descriptor(descriptor).cid_to_gid_map_predefined(Name(b"Identity"));
        let width = |glyph| face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        let widths = self.remapper.remapped_gids().map(|glyph| scaled(f32::from(width(glyph))));
        font.widths().consecutive(0, widths);
        font.finish();
        let bounds = face.global_bounding_box();
        let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
            .map(|units| scaled(f32::from(units)));
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(scaled(face.ascender().into()))
            .descent(scaled(face.descender().into()))
            .cap_height(scaled(face.capital_height().unwrap_or(0).into()))
            .stem_v(80.0)
            .font_file2(file);
        let squeezed = compressed(&data);
        let length = i32::try_from(data.len()).expect("a font has less than two gigabytes");
        let mut stream = pdf.stream(file, &squeezed);
        stream.filter(Filter::FlateDecode);
        stream.pair(Name(b"Length1"), length);
        stream.finish();
        let mut cmap = UnicodeCmap::new(Name(b"Ticket"), UNICODE);
        for (&number, &character) in &self.characters {
            cmap.pair(number, character);
        }
        let squeezed = compressed(&cmap.finish());
        pdf.stream(map, &squeezed).filter(Filter::FlateDecode);
        Ok(())
    }

    /// A subset's name begins with six letters that tell it from others of the same font.
    fn name(&self) -> String {
        let name = match self.font {
            Font::Title => "Fraunces-Bold",
            Font::Text => "BricolageGrotesque-Regular",
            Font::Strong => "BricolageGrotesque-Bold",
        };
        let mut sum = self
            .remapper
            .remapped_gids()
            .fold(7_u32, |sum, glyph| sum.wrapping_mul(31).wrapping_add(u32::from(glyph)));
        let mut tag = String::new();
        for _ in 0..6 {
            tag.push(char::from(b'A' + (sum % 26) as u8));
            sum /= 26;
        }
        format!("{tag}+{name}")
    }
}
