//! The demo's two operators. A real operator's people choose their passwords and tell nobody; here
//! they are drawn once, kept beside the ledger, and shown.

use std::fmt::Write;
use std::path::Path;

use access::PasswordHash;
use anyhow::Context;
use block::hex::hex;
use ledger::OperatorName;
use web::operate::Operator;

use crate::password;

/// Their names: what takes two is signed by both.
pub(super) const NAMES: [&str; 2] = ["olga", "oscar"];

/// The two, and a line about each for the person at the terminal.
pub(super) fn load_or_make(data: &Path) -> anyhow::Result<(Vec<Operator>, String)> {
    let dir = data.join("operators");
    std::fs::create_dir_all(&dir)
        .with_context(|| format!("making the directory {}", dir.display()))?;
    let (mut operators, mut told) = (Vec::new(), String::new());
    for name in NAMES {
        let file = dir.join(name);
        if !file.exists() {
            let mut bytes = [0; 8];
            getrandom::fill(&mut bytes).context("drawing a password")?;
            vault::save_secret(&file, &format!("{}\n", hex(&bytes)))?;
        }
        let password = password::read(&file)?;
        let name = OperatorName::new(name).expect("it is written here, and a name");
        writeln!(told, "Operator {name}, password {password} (also in {})", file.display())
            .expect("a text takes what is written");
        operators.push(Operator { name, password: PasswordHash::of(&password)? });
    }
    Ok((operators, told))
}
