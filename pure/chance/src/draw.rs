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

    use std::vec::Vec;

    use super::shuffle;
    use crate::fraction::Fraction;
    use crate::walk::Walk;

    /// A shuffle that draws from the whole array at each step gives three orders of three items
    /// 5 times in 27 and three 4 times.
    #[test]
    fn every_order_of_a_small_shuffle_is_as_likely_as_the_others() {
        for items in 2..=6_u32 {
            let law = Walk::whole().law(|mut branch| {
                let mut order: Vec<u32> = (0..items).collect();
                shuffle(&mut branch, &mut order);
                order
            });
            let orders: u32 = (1..=items).product();
            assert_eq!(law.len() as u32, orders, "all orders of {items} items");
            let each = Fraction::new(1, orders.into());
            assert!(law.values().all(|&chance| chance == each), "each order of {items} items");
        }
    }
}
