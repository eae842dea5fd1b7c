//! Articles 4.1 to 4.7 of both regulations, one test a sentence.

mod maxi;
mod mots_croises;
