//! Parameters as a configuration dates them.

use anyhow::{Context, ensure};
use game::{Cents, Date};
use ledger::{Dated, Parameters, RulesVersion, Span};

use super::{Config, ParametersEntry};

impl Config {
    /// The sets of parameters, each with the time from which it holds.
    pub(crate) fn dated_parameters(&self) -> anyhow::Result<Dated> {
        let mut current = Parameters::default();
        let mut dated = Dated::default();
        let mut last = None;
        for (place, entry) in self.parameters.iter().enumerate() {
            current = changed(&current, entry);
            let Some(from) = &entry.from else {
                ensure!(place == 0, "only the first [[parameters]] may be without from");
                dated = current.clone().into();
                continue;
            };
            let begins = date(from).and_then(store::day_begins);
            let begins = begins
                .with_context(|| format!("[[parameters]] from = {from:?}: a day is 2011-11-28"))?;
            let is_later = last.is_none_or(|last| last < begins);
            ensure!(is_later, "[[parameters]] from = {from:?} is not later than the one before");
            last = Some(begins);
            dated = dated.then(begins, current.clone());
        }
        Ok(dated)
    }
}

fn changed(before: &Parameters, entry: &ParametersEntry) -> Parameters {
    let hours = |wish: Option<u32>, known: Span| wish.map_or(known, Span::hours);
    let days = |wish: Option<u32>, known: Span| wish.map_or(known, Span::days);
    let cents = |wish: Option<u64>, known: Cents| wish.map_or(known, Cents);
    Parameters {
        rules: entry.rules.map_or(before.rules, RulesVersion),
        credit_ceiling: cents(entry.credit_ceiling_cents, before.credit_ceiling),
        large_gain: cents(entry.large_gain_cents, before.large_gain),
        patience: hours(entry.patience_hours, before.patience),
        limit_window: days(entry.limit_window_days, before.limit_window),
        raise_delay: hours(entry.raise_delay_hours, before.raise_delay),
        unconfirmed_deposits: cents(entry.unconfirmed_deposits_cents, before.unconfirmed_deposits),
        age_years: entry.age_years.unwrap_or(before.age_years),
        exclusion_min: hours(entry.exclusion_min_hours, before.exclusion_min),
        exclusion_max: days(entry.exclusion_max_days, before.exclusion_max),
        retention: days(entry.retention_days, before.retention),
        counter_ceiling: cents(entry.counter_ceiling_cents, before.counter_ceiling),
        identity_from: cents(entry.identity_from_cents, before.identity_from),
        identity_above: cents(entry.identity_above_cents, before.identity_above),
        claim_days: entry.claim_days.unwrap_or(before.claim_days),
        counter_attempts: entry.counter_attempts.unwrap_or(before.counter_attempts),
        outage: entry.outage_minutes.map_or(before.outage, Span::minutes),
    }
}

/// `2011-11-28`.
fn date(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    Some(Date {
        year: parts.next()?.parse().ok()?,
        month: parts.next()?.parse().ok()?,
        day: parts.next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use ledger::Millis;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Dated> {
        Config::parse(text, "grille.toml").expect(text).dated_parameters()
    }

    #[test]
    fn no_table_is_the_program_s_own_parameters() {
        assert_eq!(read("").unwrap(), Dated::default());
    }

    /// Row G-15.
    #[test]
    fn each_table_holds_from_its_day_and_keeps_what_it_leaves_out() {
        let dated = read(
            "[[parameters]]\ncredit_ceiling_cents = 500\n\
             [[parameters]]\nfrom = \"2011-11-28\"\nrules = 2\n\
             [[parameters]]\nfrom = \"2012-01-01\"\nlimit_window_days = 30\n",
        );
        let dated = dated.unwrap();
        let first = Parameters { credit_ceiling: Cents(500), ..Parameters::default() };
        let second = Parameters { rules: RulesVersion(2), ..first.clone() };
        let third = Parameters { limit_window: Span::days(30), ..second.clone() };
        let midnight = 1_322_434_800_000;
        assert_eq!(dated.at(Millis(midnight - 1)), &first);
        assert_eq!(dated.at(Millis(midnight)), &second);
        assert_eq!(dated.at(Millis(i64::MAX)), &third);
    }

    #[test]
    fn days_that_are_none_or_out_of_order_are_refused() {
        for (text, says) in [
            ("[[parameters]]\nfrom = \"2011-02-29\"\n", "a day is 2011-11-28"),
            ("[[parameters]]\n[[parameters]]\n", "only the first"),
            (
                "[[parameters]]\nfrom = \"2012-01-01\"\n[[parameters]]\nfrom = \"2012-01-01\"\n",
                "not later than the one before",
            ),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
