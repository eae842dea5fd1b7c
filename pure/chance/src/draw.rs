//! Drawing: the trait, and the shuffle built on it.

/// A source of draws.
pub trait Chance {
    /// A number from 0 to `n - 1`, each as likely as the others.
    ///
    /// # Panics
    ///
    /// When `n` is 0.
    fn below(&mut self, n: u32) -> u32;
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }
}

/// Puts `items` into one of their orders, each as likely as the others (Fisher–Yates: from the last
/// place down to the second, swap it with a place drawn from those up to and including itself).
///
/// # Panics
///
/// When there are more than 2³² − 1 items.
pub fn shuffle<T>(chance: &mut impl Chance, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        let places = u32::try_from(last + 1).expect("at most 2^32 - 1 items");
        items.swap(last, chance.below(places) as usize);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::collections::BTreeMap;
    use std::vec::Vec;

    use super::{Chance, shuffle};

    /// Answers with the digits of a number written in the mixed base that the draws ask for, so
    /// that counting up walks every branch once.
    struct Branch {
        number: u32,
    }

    impl Chance for Branch {
        fn below(&mut self, n: u32) -> u32 {
            let digit = self.number % n;
            self.number /= n;
            digit
        }
    }

    /// A shuffle that draws from the whole array at each step gives three orders of three items
    /// 5 times in 27 and three 4 times.
    #[test]
    fn every_order_of_a_small_shuffle_comes_once() {
        for items in 2..=6_u32 {
            let branches: u32 = (1..=items).product();
            let mut orders = BTreeMap::new();
            for number in 0..branches {
                let mut order: Vec<u32> = (0..items).collect();
                shuffle(&mut Branch { number }, &mut order);
                *orders.entry(order).or_insert(0) += 1;
            }
            assert_eq!(orders.len() as u32, branches, "all orders of {items} items");
            assert!(orders.values().all(|&times| times == 1), "each order of {items} items once");
        }
    }
}
