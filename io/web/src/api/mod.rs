//! The API: one handler a file.

pub(crate) mod buy;
pub(crate) mod finish;
pub(crate) mod game;
pub(crate) mod me;
pub(crate) mod opening;
pub(crate) mod play;
pub(crate) mod plays;
pub(crate) mod view;
