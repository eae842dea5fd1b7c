//! What the page says of a game that is not open yet (article 1).

use ledger::{Millis, Offer};

use crate::language::Language;

/// When the game opens, and why later than was planned; nothing once it is open.
pub(crate) fn note(language: Language, offer: &Offer, now: Millis) -> Option<String> {
    if offer.has_opened(now) {
        return None;
    }
    let due = offer.due().filter(|due| *due > now).map(|due| language.day_of(due));
    Some(match (due, &offer.put_off, offer.planned) {
        (Some(due), Some(put_off), Some(planned)) => language.filled(
            "opening.put_off",
            &[
                ("planned", &language.day_of(planned)),
                ("date", &due),
                ("reason", put_off.reason.as_str()),
            ],
        ),
        (Some(due), _, _) => language.filled("opening.planned", &[("date", &due)]),
        (None, _, _) => language.text("opening.waiting").to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use game::{Cents, Date, GameId};
    use ledger::{Amount, PutOff, Remark};

    use super::*;

    fn at(year: u16, month: u8, day: u8) -> Millis {
        store::day_begins(Date { year, month, day }).unwrap()
    }

    /// Article A-1: before the opening, and when it is put off, the site says so and why.
    #[test]
    fn a_game_that_is_not_open_says_when_it_will_be_and_why() {
        let (game, price) =
            (GameId::new("mots-croises").unwrap(), Amount::new(Cents(300)).unwrap());
        let mut offer = Offer::new(game, price, Some(at(2011, 11, 28)));
        let before = at(2011, 11, 20);
        assert_eq!(
            note(Language::French, &offer, before).unwrap(),
            "Ouverture des ventes le 28 novembre 2011."
        );
        let reason = Remark::new("le site n’est pas prêt").unwrap();
        offer.put_off = Some(PutOff { until: at(2012, 1, 1), reason });
        let put_off = "L’ouverture, prévue le 28 novembre 2011, est reportée au 1er janvier 2012\
            \u{a0}: le site n’est pas prêt.";
        assert_eq!(note(Language::French, &offer, before).unwrap(), put_off);
        assert_eq!(
            note(Language::French, &offer, at(2011, 12, 1)).unwrap(),
            put_off,
            "past the planned day, too"
        );
        let waiting = "Les ventes ne sont pas encore ouvertes.";
        assert_eq!(
            note(Language::French, &offer, at(2012, 2, 1)).unwrap(),
            waiting,
            "due, and not on sale"
        );
        offer.on_sale_at = Some(before);
        assert_eq!(note(Language::French, &offer, at(2011, 12, 1)).unwrap(), put_off);
        assert_eq!(note(Language::French, &offer, at(2012, 1, 1)), None);
    }
}
