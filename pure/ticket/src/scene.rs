//! A scene: what is to be seen, at whole micrometres, x to the right and y down.

use alloc::string::String;
use alloc::vec::Vec;

use crate::font::Font;

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// From the left edge.
    pub x_um: i32,
    /// From the upper edge.
    pub y_um: i32,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its upper left corner.
    pub x_um: i32,
    /// Its upper left corner.
    pub y_um: i32,
    /// To the right.
    pub width_um: i32,
    /// Down.
    pub height_um: i32,
}

impl Area {
    /// A rectangle.
    #[must_use]
    pub const fn new(x_um: i32, y_um: i32, width_um: i32, height_um: i32) -> Self {
        Self { x_um, y_um, width_um, height_um }
    }

    /// The rectangle that lies so far within, on all sides.
    #[must_use]
    pub const fn within(self, edge_um: i32) -> Self {
        let (x_um, y_um) = (self.x_um + edge_um, self.y_um + edge_um);
        Self::new(x_um, y_um, self.width_um - 2 * edge_um, self.height_um - 2 * edge_um)
    }

    /// Its right edge.
    #[must_use]
    pub const fn right_um(self) -> i32 {
        self.x_um + self.width_um
    }

    /// Its lower edge.
    #[must_use]
    pub const fn bottom_um(self) -> i32 {
        self.y_um + self.height_um
    }

    /// Whether another one lies in it.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.x_um <= other.x_um
            && self.y_um <= other.y_um
            && other.right_um() <= self.right_um()
            && other.bottom_um() <= self.bottom_um()
    }

    /// Whether another one has an inner point with it in common.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.x_um < other.right_um()
            && other.x_um < self.right_um()
            && self.y_um < other.bottom_um()
            && other.y_um < self.bottom_um()
    }
}

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink(pub u8, pub u8, pub u8);

/// Something to be seen. Later marks lie on earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled rectangle, its corners rounded.
    Fill {
        /// Where.
        area: Area,
        /// The corners' radius.
        corner_um: i32,
        /// Its colour.
        ink: Ink,
    },
    /// A line through some points.
    Line {
        /// Where.
        points: Vec<Point>,
        /// How thick.
        width_um: i32,
        /// Its colour.
        ink: Ink,
    },
    /// A text.
    Text(TextMark),
    /// A barcode or a symbol of modules.
    Symbol(SymbolMark),
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMark {
    /// Where its baseline begins.
    pub at: Point,
    /// Its font.
    pub font: Font,
    /// Its em.
    pub size_um: i32,
    /// Its characters, each of which the font has.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
}

/// Modules, dark ones in one colour on what lies below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolMark {
    /// Where its first module begins, the quiet zone not counted.
    pub at: Point,
    /// How wide a module is.
    pub module_um: i32,
    /// How high a row is: a module, but for barcodes.
    pub row_um: i32,
    /// How many modules a row has.
    pub columns: usize,
    /// Row by row, whether a module is dark.
    pub dark: Vec<bool>,
    /// Their colour.
    pub ink: Ink,
}

impl SymbolMark {
    /// The rectangle that its modules fill.
    #[must_use]
    pub fn area(&self) -> Area {
        let columns = i32::try_from(self.columns).expect("a symbol has few columns");
        let rows = i32::try_from(self.dark.len() / self.columns).expect("a symbol has few rows");
        Area::new(self.at.x_um, self.at.y_um, columns * self.module_um, rows * self.row_um)
    }

    /// Its dark rectangles: in each row, neighbouring dark modules as one.
    pub fn bars(&self) -> impl Iterator<Item = Area> {
        let Self { at, module_um, row_um, columns, .. } = *self;
        (0..).zip(self.dark.chunks_exact(columns)).flat_map(move |(row, dark)| {
            let y_um = at.y_um + row * row_um;
            let runs = dark.chunk_by(|one, other| one == other);
            runs.scan(at.x_um, move |x_um, run| {
                let width_um = i32::try_from(run.len()).expect("a row is short") * module_um;
                let area = Area::new(*x_um, y_um, width_um, row_um);
                *x_um += width_um;
                Some((run[0], area))
            })
            .filter_map(|(dark, area)| dark.then_some(area))
        })
    }
}

/// All that is to be seen of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// To the right.
    pub width_um: i32,
    /// Down.
    pub height_um: i32,
    /// From the lowest to the uppermost.
    pub marks: Vec<Mark>,
}

impl Scene {
    /// Its texts, in the order in which they are drawn.
    pub fn texts(&self) -> impl Iterator<Item = &TextMark> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some(text),
            _ => None,
        })
    }

    /// Its symbols.
    pub fn symbols(&self) -> impl Iterator<Item = &SymbolMark> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Symbol(symbol) => Some(symbol),
            _ => None,
        })
    }
}
