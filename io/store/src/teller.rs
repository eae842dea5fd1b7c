//! A teller: one thread that decides commands in the order in which it was given them.
//!
//! It takes all that wait, decides them in one transaction, commits once, and only then answers
//! each (group commit). Whoever asks while its queue is full is turned away at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use ledger::{Dated, Event, Millis, PlayId, Span};
use tokio::sync::oneshot;

use crate::desk::Desk;
use crate::error::StoreError;
use crate::job::{Answer, Job, Order, Reply, Told, Unanswered, Work};
use crate::observer::Observer;

/// How a teller works.
#[derive(Clone)]
pub struct Settings {
    /// The parameters, each set with the time from which it is in force.
    pub parameters: Dated,
    /// How many commands may wait.
    pub queue: usize,
    /// How many are decided in one transaction at most.
    pub batch: usize,
    /// How many tellers work where the engine lets several decide at once ([`crate::Engine::tellers`]).
    /// The commands of one player go to one of them, and may wait there in their share of `queue`.
    pub tellers: usize,
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
        Self {
            parameters,
            queue: 4096,
            batch: 512,
            tellers: 2,
            keep_refusals,
            clock,
            observer: None,
        }
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
    /// Begins to work at `desk`, where at most `queue` commands may wait.
    pub(crate) fn start(mut desk: Desk, queue: usize) -> Result<Self, StoreError> {
        let (queue, jobs) = sync_channel(queue);
        let (waiting, observer) = (Arc::new(AtomicUsize::new(0)), desk.settings.observer.clone());
        desk.open();
        let thread = std::thread::Builder::new().name("teller".to_owned());
        let thread = thread
            .spawn({
                let waiting = Arc::clone(&waiting);
                move || desk.work(&jobs, &waiting)
            })
            .map_err(StoreError::sql("starting a teller"))?;
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
