//! Small drawings: bars with a mark where each should end, curves, intervals. No numbers are worked
//! out here but places on paper.

use maud::{Markup, html};

use crate::number::probability;
use crate::roc::Roc;
use crate::trials::Trial;

/// How wide drawings are, in their own units; they are scaled to their place.
const WIDTH: f64 = 360.0;

/// A bar: what it is, how long it is, and where a mark says that it should end.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) found: f64,
    pub(super) expected: f64,
}

/// Standing bars, shares of a whole, with a percentage on each when there is room.
pub(super) fn bars(bars: &[Bar], title: &str) -> Markup {
    let most = bars.iter().map(|bar| bar.found.max(bar.expected)).fold(1e-9, f64::max);
    let (top, floor) = (18.0, 150.0);
    let step = WIDTH / bars.len().max(1) as f64;
    let width = (step * 0.72).min(44.0);
    let y = |value: f64| floor - (floor - top) * value / most;
    let middle = |at: usize| (at as f64 + 0.5) * step;
    // Numbers of two digits need room: where there is little, every other bar is named.
    let long = bars.iter().any(|bar| bar.label.len() > 1);
    let every = if long && step < 18.0 { 2 } else { 1 };
    html! {
        svg viewBox="0 0 360 170" role="img" aria-label=(title) {
            @for (at, bar) in bars.iter().enumerate() {
                rect.found x=(f(middle(at) - width / 2.0)) y=(f(y(bar.found))) width=(f(width))
                    height=(f(floor - y(bar.found))) {}
                line.mark x1=(f(middle(at) - step * 0.45)) x2=(f(middle(at) + step * 0.45))
                    y1=(f(y(bar.expected))) y2=(f(y(bar.expected))) {}
                @if at % every == 0 {
                    text.m.strong x=(f(middle(at))) y=(f(floor + 13.0)) { (bar.label) }
                }
                @if step > 24.0 {
                    text.m x=(f(middle(at))) y=(f(y(bar.found.max(bar.expected)) - 5.0)) {
                        (format!("{:.*}", if bar.found < 0.0995 { 2 } else { 1 }, bar.found * 100.0))
                    }
                }
            }
            line.axis x1="0" x2="360" y1=(f(floor)) y2=(f(floor)) {}
        }
    }
}

/// Bars from a middle line, in standard deviations; two of them lie in a band.
pub(super) fn deviations(bars: &[(String, f64)], title: &str) -> Markup {
    let step = WIDTH / bars.len().max(1) as f64;
    let most = bars.iter().map(|bar| bar.1.abs()).fold(3.0, f64::max);
    let y = |z: f64| 76.0 - 64.0 * z / most;
    let left = |at: usize| (at as f64 + 0.2) * step;
    html! {
        svg viewBox="0 0 360 170" role="img" aria-label=(title) {
            rect.band x="0" width="360" y=(f(y(2.0))) height=(f(y(-2.0) - y(2.0))) {}
            text x="3" y=(f(y(2.0) + 11.0)) { "+2 standard deviations" }
            @for (at, (label, z)) in bars.iter().enumerate() {
                rect.found x=(f(left(at))) width=(f(step * 0.6)) y=(f(y(z.max(0.0))))
                    height=(f(y(0.0) - y(z.abs()))) {}
                text.m.strong x=(f(left(at) + step * 0.3)) y="163" { (label) }
            }
            line.axis x1="0" x2="360" y1=(f(y(0.0))) y2=(f(y(0.0))) {}
        }
    }
}

/// One lying bar on a logarithmic scale from 1 to `most`, with its mark.
pub(super) fn lying(found: u64, expected: u64, most: u64) -> Markup {
    // One unit is seen too.
    let x = |count: u64| {
        if count == 0 { 0.0 } else { 8.0 + 190.0 * (count as f64).ln() / (most.max(2) as f64).ln() }
    };
    html! {
        svg viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.found x="0" y="2" height="6" width=(f(x(found))) {}
            line.mark x1=(f(x(expected))) x2=(f(x(expected))) y1="0" y2="10" {}
        }
    }
}

/// The curves of the block and of its control.
pub(super) fn roc(block: &Roc, control: &Roc) -> Markup {
    let points = |roc: &Roc| -> String {
        let point =
            |&(x, y): &(f64, f64)| format!("{:.1},{:.1}", 34.0 + 210.0 * x, 216.0 - 206.0 * y);
        roc.curve.iter().map(point).collect::<Vec<String>>().join(" ")
    };
    html! {
        svg viewBox="0 0 360 246" role="img" aria-label="Winners found against losers taken for winners" {
            rect.band x="34" y="10" width="210" height="206" {}
            line.dash x1="34" y1="216" x2="244" y2="10" {}
            polyline.other points=(points(control)) {}
            polyline.curve points=(points(block)) {}
            text.m x="139" y="240" { "losers taken for winners" }
            text.m x="-113" y="12" transform="rotate(-90)" { "winners found" }
            text.e x="30" y="219" { "0" } text.e x="30" y="18" { "100 %" }
            text.e x="244" y="229" { "100 %" }
            line.curve x1="258" x2="280" y1="60" y2="60" {}
            text.strong x="286" y="63" { "this block" }
            line.other x1="258" x2="280" y1="84" y2="84" {}
            text.strong x="286" y="87" { "the control" }
            line.dash x1="258" x2="280" y1="108" y2="108" {}
            text.strong x="286" y="111" { "blind" }
        }
    }
}

/// Two areas with their intervals, on one scale around a half.
pub(super) fn intervals(block: &Roc, control: &Roc) -> Markup {
    let reach = [block, control].into_iter().flat_map(|roc| [roc.interval.0, roc.interval.1]);
    let reach = reach.map(|end| (end - 0.5).abs()).fold(0.02, f64::max) * 1.15;
    let x = |auc: f64| 180.0 + 170.0 * (auc - 0.5) / reach;
    let row = |y: f64, name: &str, roc: &Roc| {
        let (low, high) = roc.interval;
        html! {
            text.strong x="0" y=(f(y - 12.0)) {
                (name) ": " (format!("{:.3}, with 95 % from {low:.3} to {high:.3}", roc.auc))
            }
            line.whisker x1=(f(x(low))) x2=(f(x(high))) y1=(f(y)) y2=(f(y)) {}
            line.whisker x1=(f(x(low))) x2=(f(x(low))) y1=(f(y - 5.0)) y2=(f(y + 5.0)) {}
            line.whisker x1=(f(x(high))) x2=(f(x(high))) y1=(f(y - 5.0)) y2=(f(y + 5.0)) {}
            circle.found cx=(f(x(roc.auc))) cy=(f(y)) r="4" {}
        }
    };
    html! {
        svg viewBox="0 0 360 130" role="img" aria-label="The areas under both curves, with intervals" {
            @for y in [30.0, 84.0] {
                line.dash x1="180" x2="180" y1=(f(y)) y2=(f(y + 24.0)) {}
            }
            (row(38.0, "This block", block))
            (row(92.0, "The control", control))
            text.m x="180" y="126" { "0.5: blind" }
        }
    }
}

/// Each test's p-value on a logarithmic scale, smallest first, with what is held against it.
pub(super) fn p_values(trials: &[Trial]) -> Markup {
    let mut order: Vec<&Trial> = trials.iter().collect();
    order.sort_by(|one, other| one.p.total_cmp(&other.p));
    let floor = order.iter().fold(1e-7, |floor: f64, trial| floor.min(trial.p.max(1e-30))).log10();
    let x = |p: f64| 352.0 * (1.0 - p.max(1e-30).log10() / floor) + 4.0;
    let height = 14 * order.len() + 24;
    html! {
        svg viewBox=(format!("0 0 360 {height}")) role="img" aria-label="The tests' p-values, with the bound of each" {
            @for (at, trial) in order.iter().enumerate() {
                @let y = 14.0 * at as f64 + 10.0;
                line.axis x1="0" x2="360" y1=(f(y)) y2=(f(y)) {}
                line.mark x1=(f(x(trial.threshold))) x2=(f(x(trial.threshold))) y1=(f(y - 6.0)) y2=(f(y + 6.0)) {}
                circle.found.dot-bad[trial.falls] cx=(f(x(trial.p))) cy=(f(y)) r="4" {
                    title { (trial.name) ": p = " (probability(trial.p)) }
                }
            }
            @for power in [-6, -4, -2, 0] {
                text.m[power < 0].e[power == 0] x=(f(x(10_f64.powi(power)))) y=(height - 4) {
                    (match power { -6 => "10⁻⁶", -4 => "10⁻⁴", -2 => "0.01", _ => "p = 1" })
                }
            }
        }
    }
}

/// A square of deviations: each field the stronger, the further it is off.
pub(super) fn square(side: usize, z: &[f64]) -> Markup {
    let field = 330.0 / side as f64;
    html! {
        svg viewBox="0 0 360 350" role="img" aria-label="How often each letter lies under each tile" {
            @for (at, z) in z.iter().enumerate() {
                @let (row, column) = (at / side, at % side);
                rect.found[*z >= 0.0].under[*z < 0.0]
                    fill-opacity=(format!("{:.2}", (z.abs() / 5.0).min(1.0)))
                    x=(f(28.0 + column as f64 * field)) y=(f(row as f64 * field))
                    width=(f(field - 1.0)) height=(f(field - 1.0)) {}
            }
            @for at in 0..side {
                text.e x="22" y=(f((at as f64 + 0.5) * field + 3.5)) { (at + 1) }
                text.m x=(f(28.0 + (at as f64 + 0.5) * field)) y="343" { (at + 1) }
            }
        }
    }
}

/// A number of a drawing.
fn f(value: f64) -> String {
    format!("{value:.1}")
}
