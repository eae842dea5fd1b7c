//! Reads a line of a table and does what it says.

mod retail;
mod wish;

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Cents, GameId, Unit, UnitIndex};
use ledger::{
    Account, Amount, Block, BlockId, Command, CommandId, CounterId, Decision, EmissionId, Facts,
    Millis, Needs, Offer, Parameters, Place, PlayId, PlayerId, Provider, Record, Reference,
    RulesVersion, Signed, Span, Standing, WithdrawalId, decide,
};

use retail::{game_code, legal_day};

/// What a line could not do.
type Fault = String;

/// A world, and what a line needs to find its way in it.
pub(crate) struct Script {
    pub(crate) facts: Facts,
    now: Millis,
    count: u32,
    /// What lies at each place, `None` for a damaged record.
    units: BTreeMap<Place, Option<Cents>>,
    /// Players by their names in the table.
    players: BTreeMap<String, PlayerId>,
    /// The events that the last command left.
    events: Vec<String>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            facts: Facts::new(Parameters::default()),
            now: Millis(0),
            count: 0,
            units: BTreeMap::new(),
            players: BTreeMap::new(),
            events: Vec::new(),
        }
    }
}

impl Script {
    /// Does one line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Fault> {
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.is_empty() {
            return Ok(());
        }
        if line.starts_with("==") {
            *self = Self::default();
            return Ok(());
        }
        let Some((wish, expected)) = line.split_once(" => ") else {
            return self.stage(&line.split_whitespace().collect::<Vec<_>>());
        };
        let command = self.read_command(wish)?;
        let decision = self.carry_out(&command)?;
        let receipt = decision.receipt.to_string();
        if receipt == expected { Ok(()) } else { Err(format!("it was answered: {receipt}")) }
    }

    /// A line without a receipt: it sets the stage, or says what an account holds.
    fn stage(&mut self, words: &[&str]) -> Result<(), Fault> {
        match words {
            ["game", game, price] => {
                self.facts.offer(Offer::new(game_id(game)?, amount(price)?, None));
            }
            ["game", game, price, "opens", planned] => {
                let planned = Some(Millis(0).after(span(planned)?));
                self.facts.offer(Offer::new(game_id(game)?, amount(price)?, planned));
            }
            ["block", name, emission, place, lots @ ..] => {
                self.publish(name, emission, place, lots)?;
            }
            ["lot", block, index, lot] => {
                let place = place(block, index)?;
                self.units.insert(place, Some(Cents(number(lot)?)));
            }
            ["wait", times @ ..] => {
                for time in times {
                    self.now = self.now.after(span(time)?);
                }
            }
            ["rules", version] => {
                self.facts.parameters.rules = RulesVersion(number(version)?);
            }
            ["large", cents] => self.facts.parameters.large_gain = Cents(number(cents)?),
            ["on", day] => self.now = legal_day(day)?.begins(),
            ["kept", id, expected @ ..] => self.check_kept(id, expected)?,
            ["book", book, expected @ ..] => self.check_book(book, expected)?,
            ["sold-under", name, id, version] => {
                let sold = self.facts.plays.get(&self.play(name, id)?).ok_or("no such play")?;
                if sold.play.rules != RulesVersion(number(version)?) {
                    return Err(format!("it was sold under the rules {}", sold.play.rules.0));
                }
            }
            ["events", expected @ ..] => self.check_events(expected)?,
            ["opening", game, times @ ..] => self.check_opening(game, times)?,
            ["called", name, expected @ ..] => {
                let player = self.facts.players.get(&self.player(name)?).ok_or("no such player")?;
                let found = format!("{} born {}", player.row.name, player.row.born);
                if found != expected.join(" ") {
                    return Err(format!("it is {found}"));
                }
            }
            ["ceiling", cents] => self.facts.parameters.credit_ceiling = Cents(number(cents)?),
            ["restored", block] => {
                let block = self.facts.blocks.get_mut(&block_id(block)?).ok_or("no such block")?;
                block.state = block.state.restored();
                let printings = self.facts.retail.printings.values_mut();
                let own = printings.filter(|it| it.block == block.id);
                own.for_each(|printing| printing.is_restored = true);
            }
            ["player", name, cents] => self.open_account(name, cents)?,
            ["holds", account, cents] => self.check_balance(account, number(cents)?)?,
            ["state", block, state] => {
                let block = self.facts.blocks.get(&block_id(block)?).ok_or("no such block")?;
                let found = format!("{}@{}", block.state.code(), block.next.0);
                if found != *state {
                    return Err(format!("it is {found}"));
                }
            }
            _ => return Err("nobody knows what this line means".into()),
        }
        Ok(())
    }

    /// `block b1 mots-croises/1 1 0 300 x 0`, and `table 600` last for one that does not fit.
    fn publish(
        &mut self,
        name: &str,
        emission: &str,
        order: &str,
        lots: &[&str],
    ) -> Result<(), Fault> {
        let (lots, table) = match lots {
            [lots @ .., "table", total] => (lots, Some(amount(total)?)),
            lots => (lots, None),
        };
        let mut sum = 0;
        for (index, lot) in (0..).zip(lots) {
            let lot = if *lot == "x" { None } else { Some(Cents(number(lot)?)) };
            sum += lot.map_or(0, |lot| lot.0);
            let place = Place { block: block_id(name)?, index: UnitIndex(index) };
            self.units.insert(place, lot);
        }
        let (game, emission) = emission.split_once('/').ok_or("an emission is game/number")?;
        let emission = EmissionId { game: game_id(game)?, number: number(emission)? };
        let prizes = table.or(Amount::new(Cents(sum))).ok_or("a table without a prize")?;
        let units = lots.len() as u64;
        self.facts.publish(Block::published(
            block_id(name)?,
            emission,
            number(order)?,
            units,
            prizes,
        ));
        Ok(())
    }

    /// A player who has done all that it takes to play, and has so much.
    fn open_account(&mut self, name: &str, cents: &str) -> Result<(), Fault> {
        self.line(&format!("register {name} born 1980-01-01 on 2011-11-28 => registered"))?;
        self.line(&format!("confirm-identity {name} => identity_confirmed"))?;
        self.line(&format!("limit {name} 1000000 99999999 => limits_set 1000000 99999999"))?;
        if cents != "0" {
            self.line(&format!("deposit {name} stage-{name} {cents} => deposited {cents}"))?;
        }
        Ok(())
    }

    fn check_balance(&self, account: &str, cents: i64) -> Result<(), Fault> {
        let account = match account.split('/').collect::<Vec<_>>()[..] {
            ["player", name] => Account::Player(self.player(name)?),
            ["stakes", block] => Account::Stakes(block_id(block)?),
            ["prizes", block] => Account::Prizes(block_id(block)?),
            ["held", name, id] => Account::Held(self.play(name, id)?),
            ["pending", name, id] => Account::Pending(self.withdrawal(name, id)?),
            ["counter", id] => Account::Counter(CounterId(number(id)?)),
            ["unclaimed", code] => Account::Unclaimed(game_code(code)?),
            ["operator"] => Account::Operator,
            ["payments"] => Account::Payments,
            _ => return Err("no such account".into()),
        };
        let found = self.facts.balance(&account);
        if found == cents { Ok(()) } else { Err(format!("it holds {found}")) }
    }

    /// `events block_on_sale b1 olga+oscar`: what the last command left, and who signed.
    fn check_events(&self, expected: &[&str]) -> Result<(), Fault> {
        let found = self.events.join(", ");
        if found == expected.join(" ") { Ok(()) } else { Err(format!("there are: {found}")) }
    }

    /// `opening mots-croises planned 48h due 72h actual -`.
    fn check_opening(&self, game: &str, times: &[&str]) -> Result<(), Fault> {
        let offer = self.facts.offers.get(&game_id(game)?).ok_or("no such game")?;
        let hours =
            |at: Option<Millis>| at.map_or("-".into(), |at| format!("{}h", at.0 / 3_600_000));
        let (planned, due, actual) =
            (hours(offer.planned), hours(offer.due()), hours(offer.opening()));
        let found = format!("planned {planned} due {due} actual {actual}");
        if found == times.join(" ") { Ok(()) } else { Err(format!("it is {found}")) }
    }

    /// Decides a command as a teller does, and holds it against the rules.
    pub(crate) fn carry_out(&mut self, command: &Command) -> Result<Decision, Fault> {
        if let Some(place) = self.facts.unit_needed(command) {
            let lot = self.units.get(&place).ok_or("the table has no such unit")?;
            let unit = Arc::new(Unit { letters: Vec::new(), grids: Vec::new() });
            let standing = lot.map_or(Standing::Damaged, |lot| Standing::Sound { unit, lot });
            self.facts.standing.insert(place, standing);
        }
        let decision = decide(&self.facts, command);
        let mut picked = self.facts.pick(&Needs::of([command]));
        picked.standing = self.facts.standing.clone();
        if decide(&picked, command) != decision {
            return Err("it is decided otherwise on the facts that it says it needs".into());
        }
        self.facts.apply(&decision);
        self.events = decision.records.iter().filter_map(event_text).collect();
        if self.facts.balances.values().sum::<i64>() != 0 {
            return Err("the sum of all accounts is not zero".into());
        }
        let again = decide(&self.facts, command);
        if (&again.receipt, &again.transfers[..], &again.records[..])
            != (&decision.receipt, &[], &[])
        {
            return Err(format!("repeated, it was answered: {again:?}"));
        }
        Ok(decision)
    }

    fn player(&self, name: &str) -> Result<PlayerId, Fault> {
        match self.players.get(name) {
            Some(player) => Ok(*player),
            // Someone who never registered.
            None if name == "nobody" => Ok(PlayerId(-1)),
            None => Err(format!("no player {name}")),
        }
    }

    fn play(&self, name: &str, id: &str) -> Result<PlayId, Fault> {
        Ok(PlayId { player: self.player(name)?, command: command_id(id)? })
    }

    /// The deposit that was asked for by a player's command.
    fn asked(&self, name: &str, id: &str) -> Result<(PlayerId, Provider, Reference), Fault> {
        let WithdrawalId { player, command } = self.withdrawal(name, id)?;
        let reference = Reference::new(&format!("{player}/{command}")).ok_or("no reference")?;
        Ok((player, Provider::new("play-money").ok_or("a provider's name")?, reference))
    }

    fn withdrawal(&self, name: &str, id: &str) -> Result<WithdrawalId, Fault> {
        Ok(WithdrawalId { player: self.player(name)?, command: command_id(id)? })
    }
}

/// `gain_held 1/command-a 4000000 cents`, and `olga+oscar` before the subject where they signed.
fn event_text(record: &Record) -> Option<String> {
    let Record::Event(_, event) = record else { return None };
    let second =
        |signed: &Signed| signed.second.as_ref().map_or(String::new(), |it| format!("+{it}"));
    let signed = event.signed().map_or(String::new(), |it| format!("{}{}", it.by, second(it)));
    let words = [event.kind().code(), &signed, event.subject(), event.detail()];
    Some(words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// `#a`, a command's name in a table, as an id.
fn command_id(text: &str) -> Result<CommandId, Fault> {
    let name = text.strip_prefix('#').ok_or("a command's name begins with #")?;
    CommandId::new(&format!("command-{name}")).ok_or_else(|| format!("no command's name: {text}"))
}

fn game_id(text: &str) -> Result<GameId, Fault> {
    GameId::new(text).ok_or_else(|| format!("no game's name: {text}"))
}

fn block_id(text: &str) -> Result<BlockId, Fault> {
    BlockId::new(text).ok_or_else(|| format!("no block's name: {text}"))
}

fn place(block: &str, index: &str) -> Result<Place, Fault> {
    Ok(Place { block: block_id(block)?, index: UnitIndex(number(index)?) })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| format!("no number: {text}"))
}

fn amount(text: &str) -> Result<Amount, Fault> {
    Amount::new(Cents(number(text)?)).ok_or_else(|| format!("no amount: {text}"))
}

/// `48h`, `7d`, `1ms`.
fn span(text: &str) -> Result<Span, Fault> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    match &text[digits.len()..] {
        "ms" => Ok(Span(number(digits)?)),
        "h" => Ok(Span::hours(number(digits)?)),
        "d" => Ok(Span::days(number(digits)?)),
        _ => Err(format!("no span of time: {text}")),
    }
}
