//! The teller: one thread that decides all commands, in the order in which they came.
//!
//! It takes all that wait, decides them in one transaction, commits once, and only then answers
//! each (group commit). Whoever asks while its queue is full is turned away at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

use ledger::{
    Command, Dated, Decision, Done, Event, EventKind, Facts, Millis, Needs, Parameters, PlayId,
    Receipt, Span, Stamp, decide,
};
use tokio::sync::oneshot;

use crate::engine::{Changes, Engine, Fault, Frame, latest};
use crate::error::StoreError;
use crate::job::{
    Answer, Job, Order, Outcome, Reply, Told, Unanswered, Work, command, is_sale, views,
};
use crate::observer::{End, Observer, Transaction};
use crate::outage::Outage;
use crate::shelf::Shelf;

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
    /// Who hears how it works, if anyone does.
    pub observer: Option<Arc<dyn Observer>>,
}

impl Settings {
    /// The usual settings, over `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Fn() -> Millis + Send + Sync>) -> Self {
        let (parameters, keep_refusals) = (Dated::default(), Span::days(1));
        Self { parameters, queue: 4096, batch: 512, keep_refusals, clock, observer: None }
    }
}

/// Where commands are given. When it goes, what was taken is finished and answered first.
pub(crate) struct Teller {
    queue: Option<SyncSender<Job>>,
    waiting: Arc<AtomicUsize>,
    observer: Option<Arc<dyn Observer>>,
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
        let (waiting, observer) = (Arc::new(AtomicUsize::new(0)), settings.observer.clone());
        let mut desk = Desk {
            engine,
            shelf,
            settings,
            stamp,
            told,
            in_force: None,
            outage: Outage::default(),
        };
        // Other parameters than at the last start are told before anyone comes.
        if let Err(Fault::Failed(error) | Fault::Unknown(error)) = desk.transact(&[]) {
            tell(&error, "the parameters in force are told later");
        }
        let thread = std::thread::Builder::new().name("teller".to_owned());
        let thread = thread
            .spawn({
                let waiting = Arc::clone(&waiting);
                move || desk.work(&jobs, &waiting)
            })
            .map_err(StoreError::sql("starting the teller"))?;
        Ok(Self { queue: Some(queue), waiting, observer, thread: Some(thread) })
    }

    /// Gives a command.
    pub(crate) fn ask(&self, order: Order) -> Result<Answer, Unanswered> {
        self.give(Work::Order(order), Reply::Receipt)
    }

    /// Gives a command, and asks whether it is decided now.
    pub(crate) fn ask_told(
        &self,
        order: Order,
    ) -> Result<oneshot::Receiver<Result<Told, Unanswered>>, Unanswered> {
        self.give(Work::Order(order), Reply::Told)
    }

    /// Notes that a screen has uncovered `zones` of a unit.
    pub(crate) fn view(
        &self,
        id: PlayId,
        zones: u32,
    ) -> Result<oneshot::Receiver<Result<(), Unanswered>>, Unanswered> {
        self.give(Work::View(id, zones), Reply::Done)
    }

    /// Adds an event. It is never turned away: where too many wait it waits for room, and with it
    /// the caller.
    pub(crate) fn note(
        &self,
        event: Event,
    ) -> Result<oneshot::Receiver<Result<(), Unanswered>>, Unanswered> {
        let (sender, answer) = oneshot::channel();
        let job = Job { work: Work::Note(event), reply: Reply::Done(sender) };
        self.waiting.fetch_add(1, Ordering::Relaxed);
        match self.queue().send(job) {
            Ok(()) => Ok(answer),
            Err(_) => {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                Err(Unanswered::Failed)
            }
        }
    }

    /// Goes through a transaction in which nothing is asked for.
    pub(crate) fn ping(&self) -> Result<oneshot::Receiver<Result<(), Unanswered>>, Unanswered> {
        self.give(Work::Ping, Reply::Done)
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn queue(&self) -> &SyncSender<Job> {
        self.queue.as_ref().expect("the queue is open as long as the teller is there")
    }

    fn give<T>(
        &self,
        work: Work,
        reply: impl FnOnce(oneshot::Sender<T>) -> Reply,
    ) -> Result<oneshot::Receiver<T>, Unanswered> {
        let (sender, answer) = oneshot::channel();
        // Counted before it can be taken, so that the count is never less than nothing.
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let given = self.queue().try_send(Job { work, reply: reply(sender) });
        given.map(|()| answer).map_err(|error| {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            match error {
                TrySendError::Full(_) => {
                    self.observer.iter().for_each(|observer| observer.turned_away());
                    Unanswered::Busy
                }
                TrySendError::Disconnected(_) => Unanswered::Failed,
            }
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
    /// Whether the database is lost.
    outage: Outage,
}

impl Desk {
    fn work(&mut self, jobs: &Receiver<Job>, waiting: &AtomicUsize) {
        while let Ok(first) = jobs.recv() {
            let mut batch = vec![first];
            batch.extend(jobs.try_iter().take(self.settings.batch.saturating_sub(1)));
            waiting.fetch_sub(batch.len(), Ordering::Relaxed);
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
            job.reply.send(outcome);
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

    /// One transaction, and who listens is told how it ended.
    fn transact(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Fault> {
        let began = Instant::now();
        let ended = self.transact_unheard(batch);
        if let Err(fault) = &ended {
            let now = self.stamp.give((self.settings.clock)());
            self.outage.failed(fault, now);
        }
        if let Some(observer) = &self.settings.observer {
            let (plays, end) = match &ended {
                Ok(outcomes) => (outcomes.iter().filter(|it| is_sale(it)).count(), End::Saved),
                Err(Fault::Failed(_)) => (0, End::Failed),
                Err(Fault::Unknown(_)) => (0, End::Unknown),
            };
            let (batch, elapsed) = (batch.len(), began.elapsed());
            observer.ended(&Transaction { batch, plays, elapsed, end });
        }
        ended
    }

    /// One transaction. Nothing of it is answered before it is committed.
    fn transact_unheard(&mut self, batch: &[Job]) -> Result<Vec<Outcome>, Fault> {
        let Self { engine, shelf, settings, stamp, told, in_force, outage } = self;
        outage.compare(engine.as_mut())?;
        let now = stamp.give((settings.clock)());
        let mut commands: Vec<Command> = batch.iter().filter_map(|job| command(job, now)).collect();
        let needs = Needs::of(&commands);
        let (mut outcomes, mut change, mut is_told) = (Vec::new(), None, false);
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
            is_told = outage.add(&mut changes, now);
            Ok(Changes { forget_before: Some(now.before(settings.keep_refusals)), ..changes })
        })?;
        if is_told {
            outage.saved();
        }
        if let Some((parameters, text)) = change {
            (*in_force, *told) = (Some(parameters), Some(text));
        }
        Ok(outcomes)
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
    let events = batch.iter().filter_map(|job| match &job.work {
        Work::Note(event) => Some((now, event.clone())),
        Work::Order(_) | Work::View(..) | Work::Ping => None,
    });
    let mut changes =
        Changes { views: views(batch), events: events.collect(), ..Changes::default() };
    let mut decided = decided.into_iter();
    let outcomes = batch.iter().map(|job| match &job.work {
        // None of these has a receipt; this one is thrown away.
        Work::View(..) | Work::Note(_) | Work::Ping => {
            Ok(Told { receipt: Receipt::Done(Done::RulesAccepted), is_new: false })
        }
        Work::Order(_) => {
            let decision = decided.next().expect("each command was decided")?;
            // What was answered before leaves nothing to save.
            let is_new = !decision.records.is_empty();
            let told = Told { receipt: decision.receipt.clone(), is_new };
            changes.decisions.push(decision);
            Ok(told)
        }
    });
    let outcomes = outcomes.collect();
    (changes, outcomes)
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
