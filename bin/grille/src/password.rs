//! Passwords of people who sit at a terminal, or in files.

use std::path::Path;

use anyhow::{Context, ensure};

/// The shortest password that is taken for a new hash, in characters.
const SHORTEST: usize = 8;

/// Asks on the terminal, without showing what is typed.
pub(crate) fn ask(prompt: &str) -> anyhow::Result<String> {
    let hint = "asking for a password; --password-file reads one where there is no terminal";
    rpassword::prompt_password(prompt).context(hint)
}

/// Asks for a new one, twice.
pub(crate) fn ask_new(prompt: &str) -> anyhow::Result<String> {
    let password = ask(prompt)?;
    ensure!(ask("Once more: ")? == password, "the two are not the same");
    Ok(password)
}

/// The first line of a file.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("reading the password in {}", path.display()))?;
    let line = text.lines().next().unwrap_or_default().to_owned();
    ensure!(!line.is_empty(), "there is no password in {}", path.display());
    Ok(line)
}

/// Refuses one that is too short to be a new one.
pub(crate) fn check_new(password: &str) -> anyhow::Result<()> {
    let is_long = password.chars().count() >= SHORTEST;
    ensure!(is_long, "a password has at least {SHORTEST} characters");
    Ok(())
}
