//! `grille serve`, `grille operate` and `grille ledger`, run as an operator runs them: blocks dealt by the program,
//! a configuration, a process, and requests over a socket.

#![expect(clippy::unwrap_used, reason = "what cannot be read or asked fails the test")]

mod bench;
mod counter;
mod damage;
mod database;
mod demo;
mod files;
mod following;
mod http;
mod observe;
mod operate;
mod outcomes;
mod paper;
mod paying;
mod refusals;
mod restored;
mod running;
mod silence;
mod stopping;
mod unit_file;
