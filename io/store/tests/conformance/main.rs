//! What every engine must do: one suite, each case on each engine.

#[path = "../world/mod.rs"]
mod world;

mod batch;
mod closing;
mod corrections;
mod crowd;
mod engine;
mod events;
mod growth;
mod locks;
mod migration;
mod opening;
mod paper;
mod receipts;
mod restored;
mod sales;
mod transfers;
mod trouble;
