//! `grille game show`: a game's figures, as text for a person or as JSON.

use std::collections::BTreeMap;
use std::io::Write;

use game::{Cents, Channel, Combine, Game, Level, Ways};
use serde_json::json;

use crate::format::Format;
use crate::money::{grouped, money, ratio};
use crate::{Answer, shipped};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The id of a game that ships, or the path of a game file.
    game: String,
    /// For a person or for a program.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let game = shipped::game(&args.game)?.game;
    let text = match args.format {
        Format::Text => Sheet::new(&game).text(),
        Format::Json => format!("{:#}\n", as_json(&game)),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Answer::Yes)
}

/// A game with what is derived from it.
struct Sheet<'game> {
    game: &'game Game,
    ways: Ways,
}

impl<'game> Sheet<'game> {
    fn new(game: &'game Game) -> Self {
        Self { game, ways: Ways::of(game) }
    }

    fn money(&self, amount: Cents) -> String {
        money(amount, &self.game.currency)
    }

    fn text(&self) -> String {
        [self.head(), self.rules(), self.pays(), self.table(), self.sums()].join("\n")
    }

    /// The article behind a key, in brackets, or that the figure is our choice; nothing for a game
    /// that is nobody's regulation.
    fn article(&self, key: &str) -> String {
        match &self.game.source {
            None => String::new(),
            Some(source) => match source.articles.get(key) {
                Some(article) => format!("  [art. {article}]"),
                None => "  [our choice]".to_owned(),
            },
        }
    }

    fn head(&self) -> String {
        let game = self.game;
        let mut text = format!("{} ({})\n", game.name.fr, game.name.en);
        if let Some(source) = &game.source {
            text += &format!("{}, {}\n", source.title, source.date);
        }
        let channel = match game.channel {
            Channel::Online => "online",
            Channel::Retail => "on paper, from retailers",
        };
        text += &format!("{}, version {}, sold {channel}\n", game.id, game.version);
        if let Some(opening) = game.opening {
            text += &format!("Planned opening {}{}\n", opening.planned, self.article("opening"));
        }
        text
    }

    fn rules(&self) -> String {
        let (game, rules) = (self.game, self.game.crossword());
        let combine = match rules.combine {
            _ if rules.grids == 1 => "one grid makes the lot",
            Combine::Sum => "the grids' amounts are added to one lot",
            Combine::Highest => "only the highest grid pays",
        };
        let lines = [
            ("Price", self.money(game.price), "price_cents"),
            ("Block", format!("{} units", grouped(game.block_units.into())), "block_units"),
            ("Letters", format!("{} distinct letters", rules.letters), "letters"),
            ("Grids", format!("{}; {combine}", rules.grids), "grids"),
            ("Words", format!("{} in each grid", rules.words_per_grid), "words_per_grid"),
            ("Square", format!("{} × {} cells", rules.rows, rules.columns), "rows"),
            (
                "Word length",
                format!("{} to {} letters", rules.word_length.min, rules.word_length.max),
                "word_length",
            ),
            ("Word list", rules.lexicon.clone(), "lexicon"),
        ];
        let line = |(name, value, key): &(&str, String, &str)| {
            format!("  {name:<14}{value}{}\n", self.article(key))
        };
        lines.iter().map(line).collect()
    }

    fn pays(&self) -> String {
        let rules = self.game.crossword();
        let mut text = format!("What one grid gives{}\n", self.article("pays"));
        for pay in &rules.pays {
            text += &format!("  {:>2} complete words  {:>14}\n", pay.words, self.money(pay.cents));
        }
        let (first, last) = (rules.first_paying(), rules.last_paying());
        text += &format!("  fewer than {first}: nothing; more than {last}: never made\n");
        text
    }

    fn table(&self) -> String {
        let game = self.game;
        let units = u64::from(game.block_units);
        let mut text = format!("Prize table of each block{}\n", self.article("prize"));
        text += &format!("  {:>9}  {:>13}  {:>15}  one unit in\n", "lots", "of", "total");
        for prize in &game.prizes {
            text += &format!(
                "  {:>9}  {:>13}  {:>15}  {:>11}\n",
                grouped(prize.count.into()),
                self.money(prize.amount),
                self.money(prize.total()),
                ratio(units, prize.count.into(), 2),
            );
        }
        let winners = u64::from(game.winning_units());
        let total = game.prize_total();
        text += &format!(
            "  {:>9}  {:>13}  {:>15}  {:>11}\n",
            grouped(winners),
            "",
            self.money(total),
            ratio(units, winners, 2)
        );
        let sales = game.block_price();
        let share = ratio(total.0.saturating_mul(100), sales.0, 4);
        let odds = ratio(units, winners, 2);
        text += &format!("\n1 in {odds} wins. Return to players: {share} %");
        text += &format!(" ({} of {})\n", self.money(total), self.money(sales));
        text
    }

    fn sums(&self) -> String {
        let mut text = "How each lot is made\n".to_owned();
        for prize in &self.game.prizes {
            let made = self.made(prize.amount).join(" or ");
            text += &format!("  {:>13}  {made}\n", self.money(prize.amount));
        }
        let never: Vec<String> = self.ways.never_made().map(|sum| self.money(sum)).collect();
        if never.is_empty() {
            text += "\nEvery sum that the grids can make is in the table.\n";
        } else {
            text += &format!("\nSums that are never made ({}):\n", never.len());
            text += &wrapped(&never.join(", "), 78);
        }
        text
    }

    /// The ways to make an amount, each once whatever the grids' order: `5 € + 10 €`.
    fn made(&self, amount: Cents) -> Vec<String> {
        let rules = self.game.crossword();
        let mut seen = BTreeMap::new();
        for way in self.ways.of_amount(amount) {
            let mut sorted = way.clone();
            sorted.sort_unstable_by(|one, two| two.cmp(one));
            seen.entry(sorted).or_insert(());
        }
        let grids = usize::from(rules.grids);
        if rules.combine == Combine::Highest && grids > 1 {
            return vec!["the highest grid, the others at most as much".to_owned()];
        }
        let describe = |way: &Vec<Level>| {
            let parts: Vec<String> = way
                .iter()
                .filter(|level| **level != Level::Loses)
                .map(|level| {
                    let (words, _) = level.words(rules);
                    format!("{} ({words} words)", self.money(level.amount(rules)))
                })
                .collect();
            match (parts.len(), grids) {
                (1, 2..) => format!("{} in one grid alone", parts[0]),
                _ => parts.join(" + "),
            }
        };
        seen.keys().rev().map(describe).collect()
    }
}

/// `text` broken at spaces into lines of at most `width` characters, each indented by two.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for part in text.split_inclusive(", ") {
        let last = lines.last_mut().expect("there is a line");
        if last.chars().count() + part.trim_end().chars().count() > width - 2 {
            lines.push(part.to_owned());
        } else {
            last.push_str(part);
        }
    }
    lines.iter().map(|line| format!("  {}\n", line.trim_end())).collect()
}

fn as_json(game: &Game) -> serde_json::Value {
    let (rules, ways) = (game.crossword(), Ways::of(game));
    let per_grid =
        |way: &Vec<Level>| -> Vec<u64> { way.iter().map(|level| level.amount(rules).0).collect() };
    let prizes: Vec<_> = game
        .prizes
        .iter()
        .map(|prize| {
            let made: Vec<_> = ways.of_amount(prize.amount).iter().map(per_grid).collect();
            json!({
                "count": prize.count,
                "cents": prize.amount.0,
                "total_cents": prize.total().0,
                "made_of_cents": made,
            })
        })
        .collect();
    let pays: Vec<_> =
        rules.pays.iter().map(|pay| json!({"words": pay.words, "cents": pay.cents.0})).collect();
    json!({
        "id": game.id.as_str(),
        "version": game.version,
        "name": { "fr": game.name.fr, "en": game.name.en },
        "channel": match game.channel { Channel::Online => "online", Channel::Retail => "retail" },
        "currency": game.currency,
        "price_cents": game.price.0,
        "block_units": game.block_units,
        "letters": rules.letters,
        "grids": rules.grids,
        "words_per_grid": rules.words_per_grid,
        "rows": rules.rows,
        "columns": rules.columns,
        "combine": match rules.combine { Combine::Sum => "sum", Combine::Highest => "highest" },
        "pays": pays,
        "prizes": prizes,
        "winning_units": game.winning_units(),
        "prize_total_cents": game.prize_total().0,
        "block_price_cents": game.block_price().0,
        "never_made_cents": ways.never_made().map(|sum| sum.0).collect::<Vec<_>>(),
        "articles": game.source.as_ref().map(|source| &source.articles),
    })
}
