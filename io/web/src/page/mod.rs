//! Pages, as HTML from the server. What a page says before its modules run is complete, and shows
//! no unit: everything a coat covers arrives later, under the coat.

pub(crate) mod api;
mod frame;
pub(crate) mod game;
mod history;
mod opening;
mod stub;
mod ticket;
mod verification;
