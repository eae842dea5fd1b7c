//! What a teller's thread does: it decides all that waits in one transaction, and answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use ledger::{
    Command, Decision, Done, Event, EventKind, Facts, Millis, Needs, Parameters, Receipt, Span,
    decide,
};

use crate::board::{Board, News};
use crate::engine::{Changes, Engine, Fault, Frame, latest};
use crate::error::StoreError;
use crate::job::{Job, Outcome, Told, Unanswered, Work, command, is_sale, views};
use crate::observer::{End, Transaction};
use crate::shelf::Shelf;
use crate::teller::Settings;

/// What the thread works with.
pub(crate) struct Desk {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) settings: Arc<Settings>,
    pub(crate) board: Arc<Board>,
    /// The parameters that were in force when it was last looked at, and are told.
    pub(crate) in_force: Option<Parameters>,
    /// Whether it has lost the database and not told of it. A server that dies may serve one teller
    /// a moment longer than the other: whoever has not lost it cannot tell that it is found.
    pub(crate) has_lost: bool,
    /// When it last had refusals forgotten.
    pub(crate) forgot: Option<Millis>,
}

/// How often it has refusals forgotten: they may stay that much longer than they must.
const FORGET_EVERY: Span = Span::minutes(1);

impl Desk {
    /// Tells what there is to tell before anyone comes: other parameters than at the last start.
    pub(crate) fn open(&mut self) {
        if let Err(Fault::Failed(error) | Fault::Unknown(error)) = self.transact(&[]) {
            tell(&error, "the parameters in force are told later");
        }
    }

    /// Works until nobody can give it anything more, and all is answered.
    pub(crate) fn work(&mut self, jobs: &Receiver<Job>, waiting: &AtomicUsize) {
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
        let board = Arc::clone(&self.board);
        let now = board.give((self.settings.clock)());
        let mut news = Some(board.news()).filter(|news| {
            self.has_lost && news.outage.is_lost()
                || self.in_force.as_ref() != Some(self.settings.parameters.at(now))
        });
        let ended = self.transact_unheard(batch, now, news.as_deref_mut());
        match &ended {
            Ok(_) => self.has_lost &= news.as_ref().is_some_and(|it| it.outage.is_lost()),
            Err(fault) => {
                let now = board.give((self.settings.clock)());
                let news = news.get_or_insert_with(|| board.news());
                self.has_lost |= news.outage.failed(fault, now);
            }
        }
        drop(news);
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

    /// One transaction. Nothing of it is answered before it is committed. `news` are told with it,
    /// if there are any.
    fn transact_unheard(
        &mut self,
        batch: &[Job],
        now: Millis,
        mut news: Option<&mut News>,
    ) -> Result<Vec<Outcome>, Fault> {
        let Self { engine, shelf, settings, board, in_force, has_lost, forgot } = self;
        if let Some(news) = &mut news {
            news.outage.compare(engine.as_mut())?;
        }
        let mut commands: Vec<Command> = batch.iter().filter_map(|job| command(job, now)).collect();
        let needs = Needs::of(&commands);
        let (mut outcomes, mut change, mut is_told) = (Vec::new(), None, false);
        let mut forgets = None;
        let frame = Frame { now, parameters: &settings.parameters };
        engine.transact(&needs, frame, &mut |mut facts| {
            // Another server's clock may be ahead of ours.
            let now = board.give(latest(&facts).unwrap_or(now));
            let parameters = settings.parameters.at(now);
            facts.parameters = parameters.clone();
            commands.iter_mut().for_each(|command| command.at = now);
            let decided: Vec<_> =
                commands.iter().map(|command| decide_one(&mut facts, command, shelf)).collect();
            let (mut changes, decided_outcomes) = sort(batch, decided, now);
            outcomes = decided_outcomes;
            if let Some(news) = &mut news {
                if in_force.as_ref() != Some(parameters) {
                    let text = parameters.to_string();
                    if news.told.as_ref() != Some(&text) {
                        let event = Event::new(EventKind::ParametersChanged, None, "", &text);
                        changes.events.insert(0, (now, event));
                    }
                    change = Some((parameters.clone(), text));
                }
                is_told = *has_lost && news.outage.add(&mut changes, now);
            }
            forgets =
                Some(now).filter(|now| forgot.is_none_or(|at| at <= now.before(FORGET_EVERY)));
            let forget_before = forgets.map(|now| now.before(settings.keep_refusals));
            Ok(Changes { forget_before, ..changes })
        })?;
        *forgot = forgets.or(*forgot);
        if let Some(news) = news {
            if is_told {
                news.outage.saved();
            }
            if let Some((parameters, text)) = change {
                (*in_force, news.told) = (Some(parameters), Some(text));
            }
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
