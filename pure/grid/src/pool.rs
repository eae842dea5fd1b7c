//! Many shapes, ready to be filled.

use alloc::vec::Vec;

use crate::index::Index;
use crate::route::Route;
use crate::shape::Shape;

/// Shapes of one size with their filling orders, from which a grid's shape is drawn.
#[derive(Debug)]
pub struct Pool {
    rows: u8,
    columns: u8,
    routes: Vec<Route>,
}

impl Pool {
    /// A pool of these shapes and all their symmetries, in this order.
    ///
    /// # Panics
    ///
    /// When there is no shape, or the shapes are of several sizes.
    #[must_use]
    pub fn new(shapes: &[Shape], index: &Index) -> Self {
        let (rows, columns) =
            shapes.first().map(|s| (s.rows, s.columns)).expect("a pool has a shape");
        assert!(shapes.iter().all(|shape| (shape.rows, shape.columns) == (rows, columns)));
        let routes = shapes
            .iter()
            .flat_map(Shape::symmetries)
            .map(|shape| Route::new(&shape, index))
            .collect();
        Self { rows, columns, routes }
    }

    /// How many shapes, symmetries included.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.routes.len() as u32
    }

    /// The grids' height in cells.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The grids' width in cells.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    pub(crate) fn route(&self, number: u32) -> &Route {
        &self.routes[number as usize]
    }
}
