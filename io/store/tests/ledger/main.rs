//! The ledger on its real engine: what a purchase does, refuses and repeats, and what survives.

mod faults;
mod fixture;
mod purchase;
mod view;
