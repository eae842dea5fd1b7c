//! The teller: one thread that decides all commands, in the order in which they came.
//!
//! It takes all that wait, decides them in one transaction, commits once, and only then answers
//! each (group commit). Whoever asks while its queue is full is turned away at once.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use ledger::{
    Act, Command, CommandId, Dated, Decision, Event, EventKind, Facts, Millis, Needs, Parameters,
    PlayId, Receipt, Span, Stamp, decide,
};
use tokio::sync::oneshot;

use crate::engine::{Changes, Engine, Fault, Frame, latest};
use crate::error::StoreError;
use crate::shelf::Shelf;

/// What a command's giver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// His name for it.
    pub id: CommandId,
    /// Who wants what.
    pub act: Act,
}

/// Why a command has no receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// Too many commands wait. Nothing was taken: come again.
    #[error("too many commands wait")]
    Busy,
    /// Nothing was saved. The same command may be given again.
    #[error("the command failed")]
    Failed,
    /// Whether it was carried out is not known; the same command, given again, finds out.
    #[error("whether the command was carried out is not known")]
    Unknown,
}

/// How a teller works.
#[derive(Clone)]
pub struct Settings {
    /// The parameters, each set with the time from which it is in force.
    pub parameters: Dated,
    /// How many commands may wait.
    pub queue: usize,
    /// How many are decided in one transaction at most.
    pub batch: usize,
    /// How long refusals are kept.
    pub keep_refusals: Span,
    /// The clock. It may go back: the times that commands are given do not.
    pub clock: Arc<dyn Fn() -> Millis + Send + Sync>,
}

impl Settings {
    /// The usual settings, over `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Fn() -> Millis + Send + Sync>) -> Self {
        let (parameters, keep_refusals) = (Dated::default(), Span::days(1));
        Self { parameters, queue: 4096, batch: 512, keep_refusals, clock }
    }
}

/// A receipt on its way.
pub type Answer = oneshot::Receiver<Result<Receipt, Unanswered>>;

enum Job {
    Order(Order, oneshot::Sender<Result<Receipt, Unanswered>>),
    View(PlayId, u32, oneshot::Sender<Result<(), Unanswered>>),
    Note(Event, oneshot::Sender<Result<(), Unanswered>>),
}

/// Where commands are given. When it goes, what was taken is finished and answered first.
pub(crate) struct Teller {
    queue: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Teller {
    /// Begins to work on `engine`.
    pub(crate) fn start(
        mut engine: Box<dyn Engine>,
        shelf: Shelf,
        settings: Settings,
    ) -> Result<Self, StoreError> {
        let stamp = Stamp::from(engine.latest()?);
        let told = engine.last_event(EventKind::ParametersChanged)?.map(|entry| entry.detail);
        let (queue, jobs) = sync_channel(settings.queue);
        let mut desk = Desk { engine, shelf, settings, stamp, told, in_force: None };
        // Other parameters than at the last start are told before anyone comes.
        if let Err(Fault::Failed(error) | Fault::Unknown(error)) = desk.transact(&[]) {
            tell(&error, "the parameters in force are told later");
        }
        let thread = std::thread::Builder::new().name("teller".to_owned());
        let thread = thread
            .spawn(move || desk.work(&jobs))
            .map_err(StoreError::sql("starting the teller"))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    /// Gives a command.
    pub(crate) fn ask(&self, order: Order) -> Result<Answer, Unanswered> {
        let (sender, answer) = oneshot::channel();
        self.give(Job::Order(order, sender)).map(|()| answer)
    }

    /// Notes that a screen has uncovered `zones` of a unit.
    pub(crate) fn view(
        &self,
        id: PlayId,
        zones: u32,
    ) -> Result<oneshot::Receiver<Result<(), Unanswered>>, Unanswered> {
        let (sender, answer) = oneshot::channel();
        self.give(Job::View(id, zones, sender)).map(|()| answer)
    }

    /// Adds an event.
    pub(crate) fn note(
        &self,
        event: Event,
    ) -> Result<oneshot::Receiver<Result<(), Unanswered>>, Unanswered> {
        let (sender, answer) = oneshot::channel();
        self.give(Job::Note(event, sender)).map(|()| answer)
    }

    fn give(&self, job: Job) -> Result<(), Unanswered> {
        let queue = self.queue.as_ref().expect("the queue is open as long as the teller is there");
        queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Unanswered::Busy,
            TrySendError::Disconnected(_) => Unanswered::Failed,
        })
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was told when it happened.
            let _ = thread.join();
        }
    }
}

/// What the thread works with.
struct Desk {
    engine: Box<dyn Engine>,
    shelf: Shelf,
    settings: Settings,
    stamp: Stamp,
    /// The parameters of the last event that told them.
    told: Option<String>,
    /// The parameters that were in force when it was last looked at, and are told.
    in_force: Option<Parameters>,
}

/// What became of one command of a batch.
type Outcome = Result<Receipt, Unanswered>;

impl Desk {
    fn work(&mut self, jobs: &Receiver<Job>) {
        while let Ok(first) = jobs.recv() {
            let mut batch = vec![first];
            batch.extend(jobs.try_iter().take(self.settings.batch.saturating_sub(1)));
            self.serve(batch);
        }
    }

    /// Decides a batch in one transaction; if it cannot be saved, one by one.
    fn serve(&mut self, batch: Vec<Job>) {
        let outcomes = self.transact(&batch);
        let outcomes = match outcomes {
            Ok(outcomes) => outcomes,
            Err(Fault::Unknown(error)) => {
                tell(&error, "the answer to a commit is lost");
                vec![Err(Unanswered::Unknown); batch.len()]
            }
            Err(Fault::Failed(error)) if batch.len() > 1 => {
                tell(&error, "a batch failed; its commands are tried one by one");
                batch.chunks(1).map(|one| self.serve_one(one)).collect()
            }
            Err(Fault::Failed(error)) => {
                tell(&error, "a command failed");
                vec![Err(Unanswered::Failed)]
            }
        };
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            // Whoever no longer listens finds the receipt under his command's id.
            match job {
                Job::Order(_, answer) => drop(answer.send(outcome)),
                Job::View(_, _, answer) | Job::Note(_, answer) => {
                    let _ = answer.send(outcome.map(drop));
                }
            }
        }
    }

    fn serve_one(&mut self, one: &[Job]) -> Outcome {
        match self.transact(one) {
            Ok(mut outcomes) => outcomes.pop().expect("one command has one outcome"),
            Err(Fault::Failed(error)) => {
                tell(&error, "a command failed");
                Err(Unanswered::Failed)
            }
            Err(Fault::Unknown(error)) => {
                tell(&error, "the answer to a commit is lost");
                Err(Unanswered::Unknown)
            }
        }
    }

    /// One transaction. Nothing of it is answered before it is committed.
    fn transact(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Fault> {
        let Self { engine, shelf, settings, stamp, told, in_force } = self;
        let now = stamp.give((settings.clock)());
        let mut commands: Vec<Command> = batch.iter().filter_map(|job| command(job, now)).collect();
        let needs = Needs::of(&commands);
        let (mut outcomes, mut change) = (Vec::new(), None);
        let frame = Frame { now, parameters: &settings.parameters };
        engine.transact(&needs, frame, &mut |mut facts| {
            // Another server's clock may be ahead of ours.
            let now = stamp.give(latest(&facts).unwrap_or(now));
            let parameters = settings.parameters.at(now);
            facts.parameters = parameters.clone();
            commands.iter_mut().for_each(|command| command.at = now);
            let decided: Vec<_> =
                commands.iter().map(|command| decide_one(&mut facts, command, shelf)).collect();
            let (mut changes, decided_outcomes) = sort(batch, decided, now);
            outcomes = decided_outcomes;
            if in_force.as_ref() != Some(parameters) {
                let text = parameters.to_string();
                if told.as_ref() != Some(&text) {
                    let event = Event::new(EventKind::ParametersChanged, None, "", &text);
                    changes.events.insert(0, (now, event));
                }
                change = Some((parameters.clone(), text));
            }
            Ok(Changes { forget_before: Some(now.before(settings.keep_refusals)), ..changes })
        })?;
        if let Some((parameters, text)) = change {
            (*in_force, *told) = (Some(parameters), Some(text));
        }
        Ok(outcomes)
    }
}

fn command(job: &Job, at: Millis) -> Option<Command> {
    match job {
        Job::Order(Order { id, act }, _) => Some(Command { id: id.clone(), at, act: act.clone() }),
        Job::View(..) | Job::Note(..) => None,
    }
}

/// Decides a command and applies the decision, so that the next is decided on what is true then.
/// A bug in it harms no other: what asserted is not applied.
fn decide_one(facts: &mut Facts, command: &Command, shelf: &Shelf) -> Result<Decision, Unanswered> {
    let decided = catch_unwind(AssertUnwindSafe(|| {
        if let Some(place) = facts.unit_needed(command) {
            let standing = shelf.read(&place)?;
            facts.standing.insert(place, standing);
        }
        Ok(decide(facts, command))
    }));
    let decision = decided.unwrap_or_else(|bug| {
        let text = bug.downcast_ref::<String>().cloned();
        let text = text.or_else(|| bug.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(StoreError::Bug { bug: text.unwrap_or_default() })
    });
    match decision {
        Ok(decision) => {
            facts.apply(&decision);
            Ok(decision)
        }
        Err(error) => {
            tell(&error, "a command failed");
            Err(Unanswered::Failed)
        }
    }
}

/// What is to be saved, and what each job will be told.
fn sort(
    batch: &[Job],
    decided: Vec<Result<Decision, Unanswered>>,
    now: Millis,
) -> (Changes, Vec<Outcome>) {
    let events = batch.iter().filter_map(|job| match job {
        Job::Note(event, _) => Some((now, event.clone())),
        Job::Order(..) | Job::View(..) => None,
    });
    let mut changes =
        Changes { views: views(batch), events: events.collect(), ..Changes::default() };
    let mut decided = decided.into_iter();
    let outcomes = batch.iter().map(|job| match job {
        // Neither a view nor an event has a receipt; this one is thrown away.
        Job::View(..) | Job::Note(..) => Ok(Receipt::Done(ledger::Done::RulesAccepted)),
        Job::Order(..) => {
            let decision = decided.next().expect("each command was decided")?;
            let receipt = decision.receipt.clone();
            changes.decisions.push(decision);
            Ok(receipt)
        }
    });
    let outcomes = outcomes.collect();
    (changes, outcomes)
}

fn views(batch: &[Job]) -> BTreeMap<PlayId, u32> {
    let mut views = BTreeMap::new();
    for job in batch {
        if let Job::View(id, zones, _) = job {
            *views.entry(id.clone()).or_default() |= zones;
        }
    }
    views
}

fn tell(error: &StoreError, what: &'static str) {
    let mut chain = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        chain.push_str(": ");
        chain.push_str(&error.to_string());
        cause = error.source();
    }
    tracing::error!("{what}: {chain}");
}
