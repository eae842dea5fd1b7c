//! The figures of a running server.

use std::sync::atomic::AtomicI64;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use prometheus_client::encoding::{EncodeLabelSet, prometheus_text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::{Family, MetricConstructor};
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use store::{End, Observer, Transaction};

/// In seconds: from what a cached page takes to what a player gives up at.
const DURATIONS: [f64; 12] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1., 5.];
/// In commands: up to the largest batch.
const BATCHES: [f64; 10] = [1., 2., 4., 8., 16., 32., 64., 128., 256., 512.];

/// Counts of requests, sales, refusals, the teller's transactions and failures since the start.
pub struct Figures {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram, Durations>,
    problems: Family<ProblemLabels, Counter>,
    plays: Counter,
    waiting: Gauge<i64, AtomicI64>,
    busy: Counter,
    batches: Histogram,
    transactions: Histogram,
    ends: Family<EndLabels, Counter>,
    mismatches: Gauge<i64, AtomicI64>,
    slowed: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ProblemLabels {
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EndLabels {
    end: &'static str,
}

/// Makes the histogram of a route.
#[derive(Clone)]
struct Durations;

impl MetricConstructor<Histogram> for Durations {
    fn new_metric(&self) -> Histogram {
        Histogram::new(DURATIONS)
    }
}

impl Default for Figures {
    fn default() -> Self {
        let mut it = Self {
            registry: Registry::with_prefix("grille"),
            requests: Family::default(),
            durations: Family::new_with_constructor(Durations),
            problems: Family::default(),
            plays: Counter::default(),
            waiting: Gauge::default(),
            busy: Counter::default(),
            batches: Histogram::new(BATCHES),
            transactions: Histogram::new(DURATIONS),
            ends: Family::default(),
            mismatches: Gauge::default(),
            slowed: Counter::default(),
        };
        it.register();
        it
    }
}

impl Figures {
    fn register(&mut self) {
        let Self { registry, .. } = self;
        registry.register(
            "requests",
            "Requests by method, the route's template and the class of the status",
            self.requests.clone(),
        );
        registry.register_with_unit(
            "request_duration",
            "How long requests took, by method and the route's template",
            Unit::Seconds,
            self.durations.clone(),
        );
        registry.register(
            "problems",
            "Answers that are problems, by code: refusals, and what the request or the server lacked",
            self.problems.clone(),
        );
        registry.register("plays_sold", "Units sold since the server's start", self.plays.clone());
        registry.register("commands_waiting", "Commands that wait now", self.waiting.clone());
        registry.register(
            "commands_turned_away",
            "Commands that were not taken, since too many waited",
            self.busy.clone(),
        );
        registry.register(
            "transaction_batch_size",
            "How many commands a transaction was for",
            self.batches.clone(),
        );
        registry.register_with_unit(
            "transaction_duration",
            "How long transactions took",
            Unit::Seconds,
            self.transactions.clone(),
        );
        registry.register(
            "transactions",
            "Transactions by their end: saved, failed, unknown",
            self.ends.clone(),
        );
        registry.register(
            "files_mismatched",
            "Files, or events, that were not what was signed when they were last compared",
            self.mismatches.clone(),
        );
        registry.register(
            "counters_slowed",
            "How often a counter was made to wait, for it gave too many codes that do not fit",
            self.slowed.clone(),
        );
        // What has not happened yet is told as nothing, so that its first time can be seen.
        for end in [End::Saved, End::Failed, End::Unknown] {
            drop(self.ends.get_or_create(&EndLabels { end: end_word(end) }));
        }
    }

    /// The figures as they stand, in Prometheus' text format.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        prometheus_text::encode(&mut text, &self.registry).expect("a text takes what is written");
        text
    }

    pub(super) fn set_waiting(&self, commands: usize) {
        self.waiting.set(i64::try_from(commands).unwrap_or(i64::MAX));
    }

    /// How much was wrong when the files were last compared.
    pub(crate) fn set_mismatches(&self, files: usize) {
        self.mismatches.set(i64::try_from(files).unwrap_or(i64::MAX));
    }

    /// A counter was made to wait.
    pub(crate) fn slowed(&self) {
        self.slowed.inc();
    }

    /// A request was answered. One that met no route has none.
    pub(super) fn answered(
        &self,
        method: &Method,
        route: Option<&str>,
        status: StatusCode,
        elapsed: Duration,
    ) {
        let (method, route) = (method_word(method), route.unwrap_or("none").to_owned());
        let labels = RouteLabels { method, route: route.clone() };
        self.durations.get_or_create(&labels).observe(elapsed.as_secs_f64());
        let status = class(status);
        self.requests.get_or_create(&RequestLabels { method, route, status }).inc();
    }

    /// An answer was a problem.
    pub(super) fn told(&self, code: &'static str) {
        self.problems.get_or_create(&ProblemLabels { code }).inc();
    }
}

impl Observer for Figures {
    fn turned_away(&self) {
        self.busy.inc();
    }

    fn ended(&self, transaction: &Transaction) {
        self.plays.inc_by(transaction.plays as u64);
        self.batches.observe(transaction.batch as f64);
        self.transactions.observe(transaction.elapsed.as_secs_f64());
        self.ends.get_or_create(&EndLabels { end: end_word(transaction.end) }).inc();
    }
}

fn end_word(end: End) -> &'static str {
    match end {
        End::Saved => "saved",
        End::Failed => "failed",
        End::Unknown => "unknown",
    }
}

/// A client may write any method; those that no route knows are one.
fn method_word(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}
