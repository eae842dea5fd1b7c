use super::{bins, collector, gaps, pairs, parts, places, rises, runs, serial};

/// A row that no test should mind: the high bits of SplitMix64.
fn row(count: u64) -> Vec<u64> {
    let sample = crate::sample::Sample::of(&[7; 32]);
    (0..count).map(|at| sample.bits(at) >> 32).collect()
}

fn p(found: super::Found) -> f64 {
    found.expect("there is enough to test").1
}

#[test]
fn a_shuffled_row_passes() {
    let row = row(60_000);
    let wins: Vec<bool> = row.iter().map(|bits| bits % 9 < 2).collect();
    let ranks: Vec<u8> = row.iter().map(|bits| (bits % 14) as u8).collect();
    let classes: Vec<u8> = row.iter().map(|bits| (bits % 3) as u8).collect();
    let found = [
        runs(&wins),
        gaps(&wins),
        serial(&classes, 3),
        parts(&classes, 3, 10),
        pairs(&ranks, 14),
        collector(&ranks, 14),
    ];
    for found in found {
        let (text, p) = found.expect("there is enough to test");
        assert!(p > 1e-3, "{text}: {p}");
    }
}

#[test]
fn an_ordered_row_is_found() {
    let turns: Vec<bool> = (0..9000).map(|at| at % 3 == 0).collect();
    assert!(p(runs(&turns)) < 1e-9);
    assert!(p(gaps(&turns)) < 1e-9);
    let early: Vec<u8> = (0..9000).map(|at| u8::from(at < 3000)).collect();
    assert!(p(parts(&early, 2, 10)) < 1e-9);
    assert!(p(serial(&early, 2)) < 1e-9);
    let ranks: Vec<u8> = (0..9000).map(|at| (at % 14) as u8).collect();
    assert!(p(pairs(&ranks, 14)) < 1e-9);
    assert!(p(collector(&ranks, 14)) < 1e-9);
}

/// Of three letters in order the middle one never lies first.
#[test]
fn letters_that_keep_their_place_are_found() {
    let even = [100, 100, 100, 100, 100, 100, 100, 100, 100];
    assert_eq!(places(&even, 3, 300).map(|found| found.0), Some("χ² = 0.0 on 4".to_owned()));
    let odd = [150, 0, 150, 100, 200, 0, 50, 100, 150];
    assert!(p(places(&odd, 3, 300)) < 1e-9);
    // Three letters rise once a unit in the mean, with variance 1/3: 60 more in 2700 is z = 2.
    assert_eq!(
        rises(2760, 3, 2700).map(|found| found.0),
        Some("2\u{202f}760 rises, z = +2.00".to_owned())
    );
}

/// 60 throws of a die: 5, 8, 9, 8, 10, 20 gives 13.4 (the textbook's example).
#[test]
fn bins_are_pearsons() {
    let found = [5.0, 8.0, 9.0, 8.0, 10.0, 20.0];
    let text = bins(&found, std::iter::repeat_n(1.0 / 6.0, 6), 60.0).map(|found| found.0);
    assert_eq!(text, Some("χ² = 13.4 on 5".to_owned()));
}
