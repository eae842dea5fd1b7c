//! `grille operate`: the operator's acts on a running service, through its socket.

mod bar;
mod books;
mod check;
mod client;
mod close;
mod close_account;
mod confirm_gain;
mod confirm_player;
mod correct;
mod counter;
mod emission;
mod erase_lapsed;
mod paper;
mod put_off;
mod put_on_sale;
mod report;
mod resume;
mod scope;
mod status;
mod suspend;
mod unbar;

use std::path::PathBuf;

use clap::Subcommand;
use ledger::{CommandId, OperatorName};

use crate::Answer;

/// Act for the operator on a running service: put on sale, stop, go on, confirm, report.
///
/// Every act is signed by name and kept as a significant event. What moves money or sets aside what
/// was laid down before takes a second person: --with. Passwords are asked on the terminal, or read
/// from files.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The service's data directory, in which its socket is.
    #[arg(long, value_name = "DIR", default_value = "grille-data", global = true)]
    data: PathBuf,
    /// Who acts.
    #[arg(long = "as", value_name = "NAME", value_parser = parse_name, global = true)]
    by: Option<OperatorName>,
    /// Who signs with him.
    #[arg(long = "with", value_name = "NAME", value_parser = parse_name, global = true)]
    second: Option<OperatorName>,
    /// A file with the password of who acts.
    #[arg(long, value_name = "FILE", global = true)]
    password_file: Option<PathBuf>,
    /// A file with the password of who signs with him.
    #[arg(long, value_name = "FILE", requires = "second", global = true)]
    with_password_file: Option<PathBuf>,
    /// The name of an act that had no answer: given again under it, it is not done twice.
    #[arg(long, value_name = "ID", value_parser = parse_id, global = true)]
    id: Option<CommandId>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Status(status::Args),
    PutOnSale(put_on_sale::Args),
    PutOff(put_off::Args),
    Check(check::Args),
    Suspend(suspend::Args),
    Resume(resume::Args),
    Close(close::Args),
    Bar(bar::Args),
    Unbar(unbar::Args),
    ConfirmGain(confirm_gain::Args),
    ConfirmPlayer(confirm_player::Args),
    CloseAccount(close_account::Args),
    EraseLapsed(erase_lapsed::Args),
    Correct(correct::Args),
    Report(report::Args),
    Paper(paper::Args),
    Counter(counter::Args),
    Emission(emission::Args),
    Books(books::Args),
}

pub(crate) fn parse_name(text: &str) -> Result<OperatorName, String> {
    OperatorName::new(text).ok_or_else(|| "a name is 1 to 64 bytes without spaces".to_owned())
}

fn parse_id(text: &str) -> Result<CommandId, String> {
    let rule = "an id is 8 to 100 of A–Z, a–z, 0–9, `-` and `_`";
    CommandId::new(text).ok_or_else(|| rule.to_owned())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let (path, what) = match &args.command {
        Command::Status(_) => status::call(),
        Command::Check(_) => check::call(),
        Command::PutOnSale(args) => put_on_sale::call(args),
        Command::PutOff(args) => put_off::call(args),
        Command::Suspend(args) => suspend::call(args),
        Command::Resume(args) => resume::call(args),
        Command::Close(args) => close::call(args),
        Command::Bar(args) => bar::call(args),
        Command::Unbar(args) => unbar::call(args),
        Command::ConfirmGain(args) => confirm_gain::call(args),
        Command::ConfirmPlayer(args) => confirm_player::call(args),
        Command::CloseAccount(args) => close_account::call(args),
        Command::EraseLapsed(_) => erase_lapsed::call(),
        Command::Correct(args) => correct::call(args),
        Command::Report(args) => report::call(args),
        Command::Paper(_) => paper::call(),
        Command::Counter(args) => counter::call(args)?,
        Command::Emission(args) => emission::call(args),
        Command::Books(args) => books::call(args),
    };
    let Some(answer) = client::ask(args, path, &what)? else { return Ok(Answer::No) };
    match &args.command {
        Command::Check(_) => return check::show(&answer),
        Command::EraseLapsed(_) => erase_lapsed::show(&answer),
        Command::Status(_) => status::show(&answer)?,
        Command::Paper(_) => paper::show(&answer)?,
        Command::Report(args) => report::show(args, &answer)?,
        _ => println!("{}", answer["receipt"].as_str().unwrap_or_default()),
    }
    Ok(Answer::Yes)
}
