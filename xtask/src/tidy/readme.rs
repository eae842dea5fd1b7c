//! A command that the README shows is a command that exists.

use super::Fault;
use crate::tree::{File, Tree};

const README: &str = "README.md";

/// Every command of ours in the README exists: the tasks, the programs, what `cargo run` is told.
///
/// A program's commands are known by its sources: `grille block deal` needs a file or a variant
/// named after `block`, and one named after `deal`.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let Some(readme) = tree.file(README) else { return Vec::new() };
    let mut faults = Vec::new();
    for (line, command) in commands(&readme.text) {
        if let Err(what) = exists(tree, command) {
            faults.push(Fault::on_line(README, line, format!("`{command}`: {what}")));
        }
    }
    faults
}

/// The commands in code blocks, a line each, and in code spans, with their lines from 1.
fn commands(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced || line.starts_with("    ") {
            found.push((index + 1, line.trim().trim_start_matches("$ ")));
        } else {
            found.extend(line.split('`').skip(1).step_by(2).map(|span| (index + 1, span)));
        }
    }
    found
}

fn exists(tree: &Tree, command: &str) -> Result<(), String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["cargo", "xtask", task, ..] if crate::task_names().iter().any(|name| name == task) => {
            Ok(())
        }
        ["cargo", "xtask", task, ..] => Err(format!("there is no task {task}")),
        ["cargo", "run", ..] => {
            let named =
                words.windows(2).find(|pair| matches!(pair[0], "--bin" | "--package" | "-p"));
            let program = named.map_or("grille", |pair| pair[1]);
            let told = words.iter().position(|word| *word == "--").map_or(words.len(), |at| at + 1);
            program_has(tree, program, &words[told..])
        }
        [program, ref told @ ..] => match program.rsplit('/').next() {
            Some(name @ ("grille" | "grille-verify")) => program_has(tree, name, told),
            _ => Ok(()),
        },
        [] => Ok(()),
    }
}

fn program_has(tree: &Tree, program: &str, words: &[&str]) -> Result<(), String> {
    let folder = format!("bin/{program}/src/");
    let sources: Vec<&File> = tree.rust().filter(|file| file.path.starts_with(&folder)).collect();
    if sources.is_empty() {
        return Err(format!("there is no program {program}"));
    }
    let Some(first) = words.first().filter(|word| is_name(word)) else { return Ok(()) };
    if !names(&sources, first) {
        return Err(format!("{program} has no command {first}"));
    }
    let Some(second) = words.get(1).filter(|word| is_name(word)) else { return Ok(()) };
    let stem = file_stem(first);
    let is_group = sources.iter().any(|file| {
        let of_first = file.path.ends_with(&format!("/{stem}.rs")) || in_folder(file, &stem);
        of_first && file.code().contains("Subcommand")
    });
    if is_group && !names(&sources, second) {
        return Err(format!("{program} {first} has no command {second}"));
    }
    Ok(())
}

/// Whether a word can be a command's name, and is no option, path, number or placeholder.
fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn names(sources: &[&File], word: &str) -> bool {
    let (stem, variant) = (file_stem(word), variant(word));
    sources.iter().any(|file| {
        file.path.ends_with(&format!("/{stem}.rs"))
            || in_folder(file, &stem)
            || crate::source::words(&file.code(), &variant).next().is_some()
    })
}

fn in_folder(file: &File, stem: &str) -> bool {
    file.path.contains(&format!("/{stem}/"))
}

fn file_stem(word: &str) -> String {
    word.replace('-', "_")
}

/// `by-day` → `ByDay`.
fn variant(word: &str) -> String {
    word.split('-')
        .flat_map(|part| {
            let (first, rest) = part.split_at(part.len().min(1));
            [first.to_ascii_uppercase(), rest.to_owned()]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    #[track_caller]
    fn check_readme(text: &str, expected: &[&str]) {
        let tree = Tree::of(&[
            (README, text),
            ("bin/grille/src/main.rs", "enum Command { Block(block::Command), Demo, Unit }"),
            ("bin/grille/src/block/mod.rs", "#[derive(Subcommand)]"),
            ("bin/grille/src/block/deal.rs", ""),
        ]);
        testing::check(check, &tree, expected);
    }

    #[test]
    fn commands_that_exist_pass() {
        check_readme(
            "Say `cargo xtask test` or\n\n    cargo run --release -- demo --listen x\n\n```console\n\
             $ ./target/release/grille block deal mots-croises\n$ grille unit mots-croises\nout\n\
             $ grille --help\n$ cargo test\n```\nThe grille block rusts.",
            &[],
        );
    }

    #[test]
    fn commands_that_do_not_are_found() {
        let text = "`cargo xtask fly`\n    grille sing\n`grille block melt`\n\
                    `cargo run --bin grille-verify -- block`";
        let expected = [
            "README.md:1: `cargo xtask fly`: there is no task fly",
            "README.md:2: `grille sing`: grille has no command sing",
            "README.md:3: `grille block melt`: grille block has no command melt",
            "README.md:4: `cargo run --bin grille-verify -- block`: there is no program grille-verify",
        ];
        check_readme(text, &expected);
    }
}
