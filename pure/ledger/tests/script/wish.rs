//! Reads what stands before a receipt.

use game::{Cents, Date};
use ledger::{
    Act, Ceiling, Command, CommandId, Correction, KeeperAct, Millis, Mode, OperatorAct,
    OperatorName, OutboxAct, PlayerAct, PlayerId, PlayerName, Provider, Reference, Remark,
    RulesVersion, Signed,
};

use super::retail::read_retail_act;
use super::{Fault, Script, amount, block_id, command_id, game_id, number, span};

impl Script {
    /// A command: `buy alice mots-croises`, with its name before it when it needs one.
    pub(super) fn read_command(&mut self, text: &str) -> Result<Command, Fault> {
        let mut words: Vec<_> = text.split_whitespace().collect();
        let id = if words.first().is_some_and(|word| word.starts_with('#')) {
            command_id(words.remove(0))?
        } else {
            self.count += 1;
            let id = format!("unnamed-{}", self.count);
            CommandId::new(&id).ok_or("a numbered name is an id")?
        };
        let act = if let Some((counter, act)) = self.read_counter_act(&words)? {
            Act::Counter(counter, act)
        } else if let Some((player, act)) = self.read_player_act(&words)? {
            Act::Player(player, act)
        } else {
            self.read_other_act(&words)?
        };
        Ok(Command { id, at: self.now, act })
    }

    fn read_player_act(&mut self, words: &[&str]) -> Result<Option<(PlayerId, PlayerAct)>, Fault> {
        if let ["register", rest @ ..] = words {
            return self.read_register(rest).map(Some);
        }
        let act = match words {
            ["accept", _, version] => {
                PlayerAct::AcceptRules { version: RulesVersion(number(version)?) }
            }
            ["deposit", _, reference, cents] => PlayerAct::Deposit {
                provider: Provider::new("play-money").ok_or("a provider's name")?,
                reference: Reference::new(reference).ok_or("no reference")?,
                amount: amount(cents)?,
            },
            ["ask-deposit", _, cents] => PlayerAct::AskDeposit {
                provider: Provider::new("play-money").ok_or("a provider's name")?,
                amount: amount(cents)?,
            },
            ["withdraw", _, cents] => PlayerAct::Withdraw { amount: amount(cents)? },
            ["limit", _, stakes, deposits] => {
                PlayerAct::SetLimits { stakes: ceiling(stakes)?, deposits: ceiling(deposits)? }
            }
            ["exclude", _, period] => PlayerAct::ExcludeSelf { period: span(period)? },
            ["buy", _, game] => self.buy(game, None, Mode::Jouer)?,
            ["buy", _, game, price] => self.buy(game, Some(price), Mode::Jouer)?,
            ["auto", _, game] => self.buy(game, None, Mode::Auto)?,
            ["auto", _, game, price] => self.buy(game, Some(price), Mode::Auto)?,
            ["finish", _, play] => PlayerAct::Finish { play: command_id(play)? },
            _ => return Ok(None),
        };
        Ok(Some((self.player(words[1])?, act)))
    }

    /// `register alice born 1980-01-01 on 2011-11-28`, and `rules 2`, `called bob` or `as bob`, who
    /// is there already, last.
    fn read_register(&mut self, words: &[&str]) -> Result<(PlayerId, PlayerAct), Fault> {
        let [key, "born", born, "on", today, rest @ ..] = words else {
            return Err("register NAME born DATE on DATE".into());
        };
        let mut rules = self.facts.parameters.rules;
        let mut name = *key;
        let last = self.players.values().max();
        let mut id = PlayerId(last.map_or(1, |last| last.0 + 1));
        match rest {
            [] => {}
            ["rules", version] => rules = RulesVersion(number(version)?),
            ["called", other] => name = other,
            ["as", other] => id = self.player(other)?,
            _ => return Err("rules, called or as".into()),
        }
        self.players.insert((*key).into(), id);
        let (born, today) = (date(born)?, date(today)?);
        let name = PlayerName::new(name).ok_or("no player's name")?;
        Ok((id, PlayerAct::Register { name, born, today, rules }))
    }

    /// A purchase at the price that is asked, or at another.
    fn buy(&self, game: &str, price: Option<&str>, mode: Mode) -> Result<PlayerAct, Fault> {
        let game = game_id(game)?;
        let asked = self.facts.offers.get(&game).map_or(Cents(300), |offer| offer.price.cents());
        let price = price.map_or(Ok(asked), |price| number(price).map(Cents))?;
        Ok(PlayerAct::Buy { game, price, mode })
    }

    fn read_keeper_act(&self, words: &[&str]) -> Result<Option<KeeperAct>, Fault> {
        Ok(match words {
            ["erase", name] => Some(KeeperAct::Erase { player: self.player(name)? }),
            ["erase-bearers"] => Some(KeeperAct::EraseBearers),
            ["found-changed", block, found @ ..] => {
                let (block, found) = (block_id(block)?, remark(found)?);
                Some(KeeperAct::Suspend { block, found })
            }
            _ => None,
        })
    }

    /// An act of the outbox or of Olga's. What takes two people is signed by Oscar too, unless the
    /// line ends with `alone` or names another: `with olga`.
    fn read_other_act(&self, words: &[&str]) -> Result<Act, Fault> {
        let (words, second) = match words {
            [words @ .., "alone"] => (words, Some(None)),
            [words @ .., "with", second] => (words, Some(Some(operator(second)?))),
            words => (words, None),
        };
        if let Some(act) = self.read_keeper_act(words)? {
            return Ok(Act::Keeper(act));
        }
        let act = match words {
            ["credit", name, id] => {
                let (player, provider, reference) = self.asked(name, id)?;
                return Ok(Act::Outbox(OutboxAct::Credit { player, provider, reference }));
            }
            ["decline", name, id] => {
                let (player, provider, reference) = self.asked(name, id)?;
                return Ok(Act::Outbox(OutboxAct::Decline { player, provider, reference }));
            }
            ["settle", name, id] => {
                let withdrawal = self.withdrawal(name, id)?;
                return Ok(Act::Outbox(OutboxAct::Settle { withdrawal }));
            }
            ["return", name, id] => {
                let withdrawal = self.withdrawal(name, id)?;
                return Ok(Act::Outbox(OutboxAct::Return { withdrawal }));
            }
            ["confirm-gain", name, id] => OperatorAct::ConfirmGain { play: self.play(name, id)? },
            ["confirm-identity", name] => {
                OperatorAct::ConfirmIdentity { player: self.player(name)? }
            }
            ["put-on-sale", block] => OperatorAct::PutOnSale { block: block_id(block)? },
            ["suspend", block] => OperatorAct::Suspend { block: block_id(block)? },
            ["resume", block] => OperatorAct::Resume { block: block_id(block)?, sold: None },
            ["resume", block, "sold", sold] => {
                OperatorAct::Resume { block: block_id(block)?, sold: Some(number(sold)?) }
            }
            ["put-off", game, until, reason @ ..] => OperatorAct::PutOff {
                game: game_id(game)?,
                until: Millis(0).after(span(until)?),
                reason: remark(reason)?,
            },
            ["suspend-game", game] => OperatorAct::SuspendGame { game: game_id(game)? },
            ["resume-game", game] => OperatorAct::ResumeGame { game: game_id(game)? },
            ["suspend-all"] => OperatorAct::SuspendAll,
            ["resume-all"] => OperatorAct::ResumeAll,
            ["close-restored", block] => OperatorAct::CloseRestored { block: block_id(block)? },
            ["close", game] => OperatorAct::Close { game: game_id(game)? },
            ["bar", name, reason @ ..] => {
                OperatorAct::Bar { player: self.player(name)?, reason: remark(reason)? }
            }
            ["close-account", name, reason @ ..] => {
                OperatorAct::CloseAccount { player: self.player(name)?, reason: remark(reason)? }
            }
            ["correct", name, way @ ("credit" | "debit"), cents, reason @ ..] => {
                let way = if *way == "credit" { Correction::Credit } else { Correction::Debit };
                let (player, amount) = (self.player(name)?, amount(cents)?);
                OperatorAct::Correct { player, way, amount, reason: remark(reason)? }
            }
            ["unbar", name, reason @ ..] => {
                OperatorAct::Unbar { player: self.player(name)?, reason: remark(reason)? }
            }
            words => OperatorAct::Retail(read_retail_act(words)?),
        };
        let oscar = act.needs_two().then(|| operator("oscar")).transpose()?;
        let signed = Signed { by: operator("olga")?, second: second.unwrap_or(oscar) };
        Ok(Act::Operator(signed, act))
    }
}

fn operator(text: &str) -> Result<OperatorName, Fault> {
    OperatorName::new(text).ok_or_else(|| format!("no operator's name: {text}"))
}

pub(super) fn remark(words: &[&str]) -> Result<Remark, Fault> {
    Remark::new(&words.join(" ")).ok_or_else(|| "a reason is a few words".into())
}

/// `500`, or `-` for a limit that stays.
fn ceiling(text: &str) -> Result<Option<Ceiling>, Fault> {
    if text == "-" {
        return Ok(None);
    }
    let ceiling = Ceiling::new(Cents(number(text)?));
    ceiling.map(Some).ok_or_else(|| format!("no limit: {text}"))
}

/// `2011-11-28`.
fn date(text: &str) -> Result<Date, Fault> {
    let [year, month, day] = text.split('-').collect::<Vec<_>>()[..] else {
        return Err(format!("no date: {text}"));
    };
    Ok(Date { year: number(year)?, month: number(month)?, day: number(day)? })
}
