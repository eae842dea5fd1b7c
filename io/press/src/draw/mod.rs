//! Scenes as PDF, SVG and PNG.
//!
//! The three draw the same marks at the same places: areas, lines and glyphs are traced here once,
//! in micrometres, for whatever pencil there is. In PDF texts are texts, in fonts that are embedded
//! as far as they are used; in the other two they are outlines.

mod font;
mod pdf;
mod png;
mod svg;

pub use pdf::pdf;
pub use png::png;
pub use svg::svg;

use ticket::{Area, Fonts, SymbolMark, TextMark};
use ttf_parser::OutlineBuilder;

/// What takes a path, in micrometres from the upper left corner.
trait Pencil {
    fn move_to(&mut self, x: f32, y: f32);
    fn line_to(&mut self, x: f32, y: f32);
    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32);
    fn cubic_to(&mut self, first: (f32, f32), second: (f32, f32), x: f32, y: f32);
    fn close(&mut self);
}

/// A circle's quarter as a curve of third degree: its handles are so long, in radii.
const HANDLE: f32 = 0.552_284_8;

/// A rectangle with round corners.
fn trace_area(area: Area, corner_um: i32, pencil: &mut impl Pencil) {
    let [left, top] = [area.x_um as f32, area.y_um as f32];
    let [right, bottom] = [area.right_um() as f32, area.bottom_um() as f32];
    let radius = (corner_um.min(area.width_um / 2).min(area.height_um / 2)) as f32;
    let short = radius * (1.0 - HANDLE);
    pencil.move_to(left + radius, top);
    pencil.line_to(right - radius, top);
    if radius > 0.0 {
        pencil.cubic_to((right - short, top), (right, top + short), right, top + radius);
    }
    pencil.line_to(right, bottom - radius);
    if radius > 0.0 {
        pencil.cubic_to((right, bottom - short), (right - short, bottom), right - radius, bottom);
    }
    pencil.line_to(left + radius, bottom);
    if radius > 0.0 {
        pencil.cubic_to((left + short, bottom), (left, bottom - short), left, bottom - radius);
    }
    pencil.line_to(left, top + radius);
    if radius > 0.0 {
        pencil.cubic_to((left, top + short), (left + short, top), left + radius, top);
    }
    pencil.close();
}

fn trace_symbol(symbol: &SymbolMark, pencil: &mut impl Pencil) {
    for bar in symbol.bars() {
        trace_area(bar, 0, pencil);
    }
}

/// The outlines of a text's glyphs.
fn trace_text(fonts: &Fonts, mark: &TextMark, pencil: &mut impl Pencil) {
    let face = fonts.face(mark.font);
    let scale = mark.size_um as f32 / fonts.units_per_em(mark.font) as f32;
    let mut advance_units = 0;
    for character in mark.text.chars() {
        let glyph = face.glyph_index(character).expect("a scene's fonts have its characters");
        let x = mark.at.x_um as f32 + advance_units as f32 * scale;
        face.outline_glyph(glyph, &mut Glyph { pencil, x, y: mark.at.y_um as f32, scale });
        advance_units += u32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
    }
}

/// A glyph's outline, turned over: fonts count upward.
struct Glyph<'pencil, P> {
    pencil: &'pencil mut P,
    x: f32,
    y: f32,
    scale: f32,
}

impl<P> Glyph<'_, P> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl<P: Pencil> OutlineBuilder for Glyph<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pencil.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.pencil.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.pencil.quad_to(control, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.pencil.cubic_to(first, second, x, y);
    }

    fn close(&mut self) {
        self.pencil.close();
    }
}
