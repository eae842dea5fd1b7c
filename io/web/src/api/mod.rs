//! The API: one handler a file.

pub(crate) mod block;
pub(crate) mod demonstrations;
pub(crate) mod game;
pub(crate) mod games;

pub(crate) mod forgotten;
pub(crate) mod new_password;
pub(crate) mod register;
pub(crate) mod sign_in;
pub(crate) mod sign_out;

pub(crate) mod acceptances;
pub(crate) mod deposit;
pub(crate) mod exclusions;
pub(crate) mod limits;
pub(crate) mod me;
pub(crate) mod session;
pub(crate) mod statement;
pub(crate) mod withdrawal;

pub(crate) mod buy;
pub(crate) mod finish;
pub(crate) mod opening;
mod place;
pub(crate) mod play;
pub(crate) mod plays;
pub(crate) mod proof;
pub(crate) mod view;

pub(crate) mod retail;
