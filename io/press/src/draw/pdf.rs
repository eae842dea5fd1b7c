//! Scenes as pages of a PDF.
//!
//! What is not in a scene is not in the document: no layers, no text under a picture, and in the
//! fonts no glyph that no page shows. The bytes are a function of the scenes: no date, no chance.

use pdf_writer::types::LineJoinStyle;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use ticket::{Font, Fonts, Ink, Mark, Scene, Skin, TextMark};

use super::font::Used;
use super::{Pencil, trace_area, trace_symbol};
use crate::PressError;

/// A point, as PDF counts.
const POINTS_PER_UM: f32 = 72.0 / 25_400.0;
const NAMES: [Name<'static>; 3] = [Name(b"T"), Name(b"R"), Name(b"B")];
/// The levels of deflate go to ten; above six the files hardly shrink.
const LEVEL: u8 = 6;

/// Scenes as pages of a PDF, each true to size. It says in which language it is, for whoever has it read
/// aloud, and is shown under its title.
///
/// # Errors
///
/// When a font cannot be embedded.
///
/// # Panics
///
/// When a text has a character that its font lacks; no scene has.
pub fn pdf(
    scenes: impl IntoIterator<Item = Scene>,
    skin: &Skin,
    title: &str,
) -> Result<Vec<u8>, PressError> {
    let fonts = skin.fonts();
    let mut used = Font::ALL.map(Used::new);
    // Of a scene only its page is kept: a thousand tickets have a million marks.
    let page = |it: Scene| (it.width_um, it.height_um, content(&it, fonts, &mut used));
    let contents: Vec<(i32, i32, Vec<u8>)> = scenes.into_iter().map(page).collect();
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, info] = [next.bump(), next.bump(), next.bump()];
    let font_ids = [0, 1, 2].map(|font| Ref::new(next.get() + font * Used::REFS));
    next = Ref::new(next.get() + 3 * Used::REFS);
    for (used, &id) in used.iter().zip(&font_ids) {
        used.write(fonts, &mut pdf, id)?;
    }
    let mut pages = Vec::new();
    for (width_um, height_um, content) in &contents {
        let (page_id, content_id) = (next.bump(), next.bump());
        pages.push(page_id);
        let mut page = pdf.page(page_id);
        let (width, height) = (points(*width_um), points(*height_um));
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(tree).contents(content_id);
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        for (name, id) in NAMES.iter().zip(font_ids) {
            fonts.pair(*name, id);
        }
        fonts.finish();
        resources.finish();
        page.finish();
        pdf.stream(content_id, content).filter(Filter::FlateDecode);
    }
    let count = i32::try_from(pages.len()).expect("a book has few pages");
    pdf.pages(tree).kids(pages).count(count);
    let mut entries = pdf.catalog(catalog);
    entries.pages(tree).lang(TextStr(skin.language().code()));
    entries.viewer_preferences().display_doc_title(true);
    entries.finish();
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Grille"));
    Ok(pdf.finish())
}

/// Bytes, deflated as PDF has them.
pub(super) fn compressed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL)
}

fn points(um: i32) -> f32 {
    um as f32 * POINTS_PER_UM
}

/// The instructions that draw a page.
fn content(scene: &Scene, fonts: &Fonts, used: &mut [Used; 3]) -> Vec<u8> {
    let mut page =
        Page { content: Content::new(), height_um: scene.height_um as f32, at: (0.0, 0.0) };
    page.content.set_line_join(LineJoinStyle::RoundJoin);
    for mark in &scene.marks {
        match mark {
            Mark::Fill { area, corner_um, ink } => {
                page.fill_ink(*ink);
                trace_area(*area, *corner_um, &mut page);
                page.content.fill_nonzero();
            }
            Mark::Line { points: line, width_um, ink } => {
                let [red, green, blue] = parts(*ink);
                page.content.set_stroke_rgb(red, green, blue).set_line_width(points(*width_um));
                for (at, point) in line.iter().enumerate() {
                    let (x, y) = (point.x_um as f32, point.y_um as f32);
                    if at == 0 { page.move_to(x, y) } else { page.line_to(x, y) }
                }
                page.content.stroke();
            }
            Mark::Text(text) => page.text(text, fonts, used),
            Mark::Symbol(symbol) => {
                page.fill_ink(symbol.ink);
                trace_symbol(symbol, &mut page);
                page.content.fill_nonzero();
            }
        }
    }
    compressed(&page.content.finish())
}

fn parts(Ink(red, green, blue): Ink) -> [f32; 3] {
    [red, green, blue].map(|part| f32::from(part) / 255.0)
}

/// A page in the making. PDF counts in points from the lower left corner.
struct Page {
    content: Content,
    height_um: f32,
    /// Where the pencil stands, in micrometres.
    at: (f32, f32),
}

impl Page {
    fn fill_ink(&mut self, ink: Ink) {
        let [red, green, blue] = parts(ink);
        self.content.set_fill_rgb(red, green, blue);
    }

    fn place(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * POINTS_PER_UM, (self.height_um - y) * POINTS_PER_UM)
    }

    fn text(&mut self, mark: &TextMark, fonts: &Fonts, used: &mut [Used; 3]) {
        self.fill_ink(mark.ink);
        let font = mark.font as usize;
        let glyphs = used[font].encode(fonts, &mark.text);
        let (x, y) = self.place((mark.at.x_um as f32, mark.at.y_um as f32));
        self.content.begin_text().set_font(NAMES[font], points(mark.size_um));
        self.content.next_line(x, y).show(Str(&glyphs)).end_text();
    }
}

impl Pencil for Page {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        let (x, y) = self.place(self.at);
        self.content.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = (x, y);
        let (x, y) = self.place(self.at);
        self.content.line_to(x, y);
    }

    /// PDF has curves of third degree only; these are the same curve.
    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32) {
        let toward = |from: (f32, f32)| {
            (from.0 + (control.0 - from.0) * 2.0 / 3.0, from.1 + (control.1 - from.1) * 2.0 / 3.0)
        };
        let (first, second) = (toward(self.at), toward((x, y)));
        self.cubic_to(first, second, x, y);
    }

    fn cubic_to(&mut self, first: (f32, f32), second: (f32, f32), x: f32, y: f32) {
        self.at = (x, y);
        let [first, second, (x, y)] = [first, second, self.at].map(|point| self.place(point));
        self.content.cubic_to(first.0, first.1, second.0, second.1, x, y);
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}
