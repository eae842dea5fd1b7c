//! What the rules say, asked of the judge, of the form and of the tables.
//!
//! Every amount and every count in these tests is typed from the two regulations or computed a
//! second time, in another way.

mod articles;
mod form;
mod invented;
mod naive;
mod tables;
mod texts;
