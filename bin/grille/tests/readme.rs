//! The tour of the README: what it shows is what the program prints.

use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// Each block that begins with ```` ```console ````: the command after `$`, and what follows it.
fn blocks() -> Vec<(String, String)> {
    let parts = README.split("```console\n$ ").skip(1);
    parts
        .map(|part| {
            let (block, _) = part.split_once("```").expect("a block ends");
            let (command, output) = block.split_once('\n').expect("a command ends its line");
            (command.to_owned(), output.trim_end().to_owned())
        })
        .collect()
}

#[test]
fn the_tour_prints_what_it_shows() {
    let blocks = blocks();
    assert!(blocks.len() >= 3, "the tour has commands");
    for (command, shown) in blocks {
        let arguments: Vec<&str> =
            command.strip_prefix("grille ").expect("the tour calls grille").split(' ').collect();
        let output = Command::new(env!("CARGO_BIN_EXE_grille"))
            .args(&arguments)
            .output()
            .expect("the program starts");
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8(printed).expect("the program prints UTF-8");
        assert_eq!(printed.trim_end(), shown, "{command}");
    }
}
