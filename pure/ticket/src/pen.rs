//! What draws into a scene: areas, lines, and texts that are measured and broken into lines.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::font::{Font, Fonts};
use crate::scene::{Area, Ink, Mark, Point, Scene, TextMark};

/// Where a text stands from the place that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) font: Font,
    pub(crate) size_um: i32,
    pub(crate) ink: Ink,
}

impl Style {
    pub(crate) const fn new(font: Font, size_um: i32, ink: Ink) -> Self {
        Self { font, size_um, ink }
    }
}

pub(crate) struct Pen<'fonts> {
    fonts: &'fonts Fonts,
    scene: Scene,
}

impl<'fonts> Pen<'fonts> {
    pub(crate) fn new(fonts: &'fonts Fonts, width_um: i32, height_um: i32) -> Self {
        Self { fonts, scene: Scene { width_um, height_um, marks: Vec::new() } }
    }

    pub(crate) fn finish(self) -> Scene {
        self.scene
    }

    pub(crate) fn mark(&mut self, mark: Mark) {
        self.scene.marks.push(mark);
    }

    pub(crate) fn fill(&mut self, area: Area, corner_um: i32, ink: Ink) {
        self.mark(Mark::Fill { area, corner_um, ink });
    }

    /// A frame of so thick a line around an area, drawn inside it.
    pub(crate) fn frame(&mut self, area: Area, corner_um: i32, width_um: i32, inks: (Ink, Ink)) {
        self.fill(area, corner_um, inks.0);
        self.fill(area.within(width_um), (corner_um - width_um).max(0), inks.1);
    }

    pub(crate) fn line(&mut self, from: (i32, i32), to: (i32, i32), width_um: i32, ink: Ink) {
        let points = vec![point(from.0, from.1), point(to.0, to.1)];
        self.mark(Mark::Line { points, width_um, ink });
    }

    /// Writes one line.
    pub(crate) fn text(&mut self, style: Style, at: (i32, i32), anchor: Anchor, text: &str) {
        let width_um = self.width_um(style, text);
        let x_um = match anchor {
            Anchor::Left => at.0,
            Anchor::Middle => at.0 - width_um / 2,
            Anchor::Right => at.0 - width_um,
        };
        let Style { font, size_um, ink } = style;
        let text = text.to_owned();
        self.mark(Mark::Text(TextMark { at: point(x_um, at.1), font, size_um, text, ink }));
    }

    /// The style in which a text is at most so wide: this one, or a smaller one.
    pub(crate) fn fitting(&self, style: Style, width_um: i32, text: &str) -> Style {
        let natural_um = self.width_um(style, text).max(1);
        Style { size_um: style.size_um * width_um.min(natural_um) / natural_um, ..style }
    }

    /// Writes one line, smaller where it would be wider than `width_um`.
    pub(crate) fn fitted(
        &mut self,
        style: Style,
        at: (i32, i32),
        anchor: Anchor,
        width_um: i32,
        text: &str,
    ) {
        self.text(self.fitting(style, width_um, text), at, anchor, text);
    }

    /// How wide a text is.
    pub(crate) fn width_um(&self, style: Style, text: &str) -> i32 {
        self.fonts.width_um(style.font, style.size_um, text)
    }

    /// The baseline on which capitals stand in the middle of an area's height.
    pub(crate) fn middle_um(&self, style: Style, area: Area) -> i32 {
        area.y_um + (area.height_um + self.fonts.capital_um(style.font, style.size_um)) / 2
    }

    /// Writes a text in the middle of an area.
    pub(crate) fn centred(&mut self, style: Style, area: Area, text: &str) {
        let at = (area.x_um + area.width_um / 2, self.middle_um(style, area));
        self.text(style, at, Anchor::Middle, text);
    }

    /// Writes a text in lines of at most `width_um`, the first baseline at `at`. Answers the
    /// baseline that the next line would have.
    pub(crate) fn paragraph(
        &mut self,
        style: Style,
        at: (i32, i32),
        width_um: i32,
        text: &str,
    ) -> i32 {
        let mut y_um = at.1;
        for line in self.lines(style, width_um, text) {
            self.text(style, (at.0, y_um), Anchor::Left, &line);
            y_um += leading_um(style);
        }
        y_um
    }

    fn lines(&self, style: Style, width_um: i32, text: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            let longer = lines.last().map(|line| [line, " ", word].concat());
            let fits = |line: &String| self.width_um(style, line) <= width_um;
            match longer.filter(fits) {
                Some(longer) => *lines.last_mut().expect("there is a line") = longer,
                None => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// From one baseline to the next.
pub(crate) const fn leading_um(style: Style) -> i32 {
    style.size_um * 13 / 10
}

pub(crate) const fn point(x_um: i32, y_um: i32) -> Point {
    Point { x_um, y_um }
}
