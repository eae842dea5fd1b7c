//! Pages, as HTML from the server. What a page says before its modules run is complete, and shows
//! no unit: everything a coat covers arrives later, under the coat.

pub(crate) mod account;
pub(crate) mod api;
pub(crate) mod counter;
pub(crate) mod fault;
mod frame;
pub(crate) mod game;
pub(crate) mod history;
pub(crate) mod lobby;
mod marked;
mod opening;
pub(crate) mod password;
pub(crate) mod rules;
mod sale;
mod script;
pub(crate) mod sign_in;
pub(crate) mod sign_up;
mod stub;
mod ticket;
mod trial;
mod verification;
mod visitor;
