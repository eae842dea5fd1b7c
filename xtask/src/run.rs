//! Starts other programs, shows what is started, and ends what they leave behind.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Every program started here carries this variable with our process id, and hands it to its own
/// children: so that what a failed test leaves running is found, and nothing else.
const MARK: &str = "GRILLE_GATE";

/// A program to be started in `folder`.
pub(crate) fn program(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(name);
    command.current_dir(folder).stdin(Stdio::null()).env(MARK, std::process::id().to_string());
    command
}

/// Cargo, without what the cargo around us says about the crate `xtask`: some build scripts ask to
/// be run again when these variables change, and would do so at each turn from one cargo to the
/// other.
pub(crate) fn cargo(folder: &Path) -> Command {
    let name = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = program(&name, folder);
    let about_xtask = |name: &str| {
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") || name == "CARGO"
    };
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(about_xtask) {
            command.env_remove(name);
        }
    }
    command
}

/// Runs to the end, with its output on ours; anything but success is an error that quotes the
/// command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| format!("starting {}", shown(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs to the end and hands out each line that it prints as it comes, its errors on ours; anything
/// but success is an error that quotes the command.
pub(crate) fn follow(command: &mut Command, mut each: impl FnMut(&str)) -> Result<()> {
    println!("$ {}", shown(command));
    let started = command.stdout(Stdio::piped()).spawn();
    let mut child = started.with_context(|| format!("starting {}", shown(command)))?;
    let output = child.stdout.take().expect("its output was asked for as a pipe");
    for line in BufReader::new(output).lines() {
        each(&line.with_context(|| format!("reading what {} prints", shown(command)))?);
    }
    let status = child.wait().with_context(|| format!("waiting for {}", shown(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs to the end, and shows the output only when it failed.
pub(crate) fn run_quietly(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let output = command.output().with_context(|| format!("starting {}", shown(command)))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        bail!("{} ended with {}; it said:\n{}", shown(command), output.status, said.trim());
    }
    Ok(())
}

/// Runs `maker` with its output as `reader`'s input; both must succeed.
pub(crate) fn pipe(maker: &mut Command, reader: &mut Command) -> Result<()> {
    println!("$ {} | {}", shown(maker), shown(reader));
    let started = maker.stdout(Stdio::piped()).spawn();
    let mut made = started.with_context(|| format!("starting {}", shown(maker)))?;
    let output = made.stdout.take().expect("its output was asked for as a pipe");
    let read = reader.stdin(output).status();
    // The reader held the pipe's only other end: now that it is gone, the maker ends as well.
    reader.stdin(Stdio::null());
    let made = made.wait().with_context(|| format!("waiting for {}", shown(maker)))?;
    let read = read.with_context(|| format!("starting {}", shown(reader)))?;
    if !read.success() {
        bail!("{} ended with {read}", shown(reader));
    }
    if !made.success() {
        bail!("{} ended with {made}", shown(maker));
    }
    Ok(())
}

/// What a shell would be told, short of quoting.
pub(crate) fn shown(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Ends the processes that came from ours and outlived those who started them; says how many.
///
/// They are known by their mark, which Linux alone shows; elsewhere nothing is done.
pub(crate) fn sweep() -> usize {
    let mark = format!("{MARK}={}", std::process::id());
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let left: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|id| {
            let variables = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            variables.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        })
        .collect();
    if !left.is_empty() {
        // A process may end by itself in between, so that the answer of `kill` tells nothing.
        let _ =
            Command::new("sh").args(["-c", "kill \"$@\" 2>/dev/null", "sh"]).args(&left).status();
    }
    left.len()
}
