//! A scene as SVG that stands alone: texts are outlines.

use std::fmt::Write;

use ticket::{Fonts, Ink, Mark, Scene};

use super::{Pencil, trace_area, trace_symbol, trace_text};

/// A scene as SVG, true to size.
///
/// # Panics
///
/// When a text has a character that its font lacks; no scene has.
#[must_use]
pub fn svg(scene: &Scene, fonts: &Fonts) -> String {
    let (width, height) = (millimetres(scene.width_um as f32), millimetres(scene.height_um as f32));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\">\n"
    );
    for mark in &scene.marks {
        let mut path = Path(String::new());
        let (paint, ink) = match mark {
            Mark::Fill { area, corner_um, ink } => {
                trace_area(*area, *corner_um, &mut path);
                ("fill".to_owned(), *ink)
            }
            Mark::Line { points, width_um, ink } => {
                for (at, point) in points.iter().enumerate() {
                    let (x, y) = (point.x_um as f32, point.y_um as f32);
                    if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                let width = millimetres(*width_um as f32);
                (format!("fill=\"none\" stroke-width=\"{width}\" stroke"), *ink)
            }
            Mark::Text(text) => {
                trace_text(fonts, text, &mut path);
                ("fill".to_owned(), text.ink)
            }
            Mark::Symbol(symbol) => {
                trace_symbol(symbol, &mut path);
                ("fill".to_owned(), symbol.ink)
            }
        };
        let Ink(red, green, blue) = ink;
        let colour = format!("#{red:02x}{green:02x}{blue:02x}");
        writeln!(text, "<path {paint}=\"{colour}\" d=\"{}\"/>", path.0)
            .expect("a text can be written to");
    }
    text + "</svg>\n"
}

fn millimetres(um: f32) -> f32 {
    um.round() / 1000.0
}

/// The data of a path, in millimetres.
struct Path(String);

impl Path {
    fn put(&mut self, command: char, numbers: &[f32]) {
        self.0.push(command);
        for (at, &number) in numbers.iter().enumerate() {
            if at > 0 {
                self.0.push(' ');
            }
            write!(self.0, "{}", millimetres(number)).expect("a text can be written to");
        }
    }
}

impl Pencil for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.put('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.put('L', &[x, y]);
    }

    fn quad_to(&mut self, control: (f32, f32), x: f32, y: f32) {
        self.put('Q', &[control.0, control.1, x, y]);
    }

    fn cubic_to(&mut self, first: (f32, f32), second: (f32, f32), x: f32, y: f32) {
        self.put('C', &[first.0, first.1, second.0, second.1, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
