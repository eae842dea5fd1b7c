//! A scene as PNG.

use ticket::{Fonts, Ink, Mark, Scene};
use tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::{Pencil, trace_area, trace_symbol, trace_text};
use crate::PressError;

const INCH_UM: f32 = 25_400.0;

/// A scene as PNG, at so many dots an inch.
///
/// # Errors
///
/// When the picture would be empty or too large.
///
/// # Panics
///
/// When a text has a character that its font lacks; no scene has.
pub fn png(scene: &Scene, fonts: &Fonts, dots_per_inch: u16) -> Result<Vec<u8>, PressError> {
    let scale = f32::from(dots_per_inch) / INCH_UM;
    let pixels = |um: i32| (um as f32 * scale).round() as u32;
    let pixmap = Pixmap::new(pixels(scene.width_um), pixels(scene.height_um));
    let mut pixmap = pixmap.ok_or(PressError::PictureSize(dots_per_inch))?;
    let transform = Transform::from_scale(scale, scale);
    for mark in &scene.marks {
        let mut path = PathBuilder::new();
        let mut stroke = None;
        let ink = match mark {
            Mark::Fill { area, corner_um, ink } => {
                trace_area(*area, *corner_um, &mut path);
                *ink
            }
            Mark::Line { points, width_um, ink } => {
                for (at, point) in points.iter().enumerate() {
                    let (x, y) = (point.x_um as f32, point.y_um as f32);
                    if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                stroke = Some(Stroke { width: *width_um as f32, ..Stroke::default() });
                *ink
            }
            Mark::Text(text) => {
                trace_text(fonts, text, &mut path);
                text.ink
            }
            Mark::Symbol(symbol) => {
                trace_symbol(symbol, &mut path);
                symbol.ink
            }
        };
        let Some(path) = path.finish() else { continue };
        let paint = paint(ink);
        match stroke {
            Some(stroke) => pixmap.stroke_path(&path, &paint, &stroke, transform, None),
            None => pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None),
        }
    }
    pixmap.encode_png().map_err(|error| PressError::Picture(error.to_string()))
}

fn paint(Ink(red, green, blue): Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

impl Pencil for PathBuilder {
    fn move_to(&mut self, x: f32, y: f32) {
        Self::move_to(self, x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        Self::line_to(self, x, y);
    }

    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32) {
        Self::quad_to(self, control.0, control.1, x, y);
    }

    fn cubic_to(&mut self, first: (f32, f32), second: (f32, f32), x: f32, y: f32) {
        Self::cubic_to(self, first.0, first.1, second.0, second.1, x, y);
    }

    fn close(&mut self) {
        Self::close(self);
    }
}
