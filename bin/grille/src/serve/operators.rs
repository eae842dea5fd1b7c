//! Who may act for the operator, by the configuration.

use access::PasswordHash;
use anyhow::{Context, ensure};
use ledger::OperatorName;
use web::operate::Operator;

use crate::config::Config;

/// Reads the operators of `config` and their files.
pub(super) fn load(config: &Config) -> anyhow::Result<Vec<Operator>> {
    let mut operators: Vec<Operator> = Vec::new();
    for entry in &config.operator {
        let name = OperatorName::new(&entry.name);
        let name = name.with_context(|| {
            format!("the operator {:?} has no name of 1 to 64 bytes without spaces", entry.name)
        })?;
        let is_new = operators.iter().all(|other| other.name != name);
        ensure!(is_new, "the operator {name} is named twice: a name is one person's");
        let file = &entry.password_hash_file;
        let text = std::fs::read_to_string(file).with_context(|| {
            format!("reading the password_hash_file {} of {name}", file.display())
        })?;
        let password = PasswordHash::parse(text.trim()).with_context(|| {
            format!("{} is no hash of a password: grille key operator makes one", file.display())
        })?;
        operators.push(Operator { name, password });
    }
    Ok(operators)
}
