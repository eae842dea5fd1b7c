//! What must be written down besides the code.

use super::Fault;
use crate::tree::Tree;

/// Documents that are there, each with words that it cannot be without.
const WANTED: &[(&str, &str)] = &[
    ("LICENSE-MIT", "Permission is hereby granted, free of charge"),
    ("LICENSE-APACHE", "END OF TERMS AND CONDITIONS"),
    ("README.md", "cargo xtask test"),
    ("CHANGELOG.md", "**Formats**"),
    ("docs/glossary.md", "tableau de lots"),
];

/// Documents that are read in one sitting, with the most lines that they may have.
const LONGEST: &[(&str, usize)] = &[("README.md", 150), ("ARCHITECTURE.md", 250)];

/// The documents are there, every game has a page of its own, and every word list its licence.
pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, words) in WANTED {
        match tree.file(path) {
            None => faults.push(Fault::at(path, "is missing")),
            Some(file) if !file.text.contains(words) => {
                faults.push(Fault::at(path, format!("lacks the words \u{201c}{words}\u{201d}")));
            }
            Some(_) => {}
        }
    }
    for &(path, limit) in LONGEST {
        let lines = tree.file(path).map_or(0, |file| file.text.lines().count());
        if lines > limit {
            faults.push(Fault::at(path, format!("{lines} lines; {limit} are the most")));
        }
    }
    for game in tree.games() {
        let page = format!("docs/games/{game}.md");
        if tree.file(&page).is_none() {
            faults.push(Fault::at(&page, format!("is missing, and games/{game}.toml is there")));
        }
    }
    faults.extend(unlicensed_lists(tree));
    faults
}

/// Word lists, which are other people's work, that no text beside them names with their licence.
fn unlicensed_lists(tree: &Tree) -> impl Iterator<Item = Fault> {
    let beside = tree.files.iter().filter(|file| file.path.starts_with("lexicon/"));
    let (lists, notices): (Vec<_>, Vec<_>) = beside.partition(|file| file.has_ending(&["txt"]));
    let licensed = move |name: &str| {
        notices.iter().any(|file| file.text.contains(name) && file.text.contains("icen"))
    };
    lists.into_iter().filter_map(move |list| {
        let name = list.path.rsplit('/').next()?;
        let what = format!("no text in lexicon/ names {name} and its licence");
        (!licensed(name)).then(|| Fault::at(&list.path, what))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::testing;

    #[test]
    fn missing_documents_are_found() {
        let mut files = WANTED.to_vec();
        files.extend([
            ("games/one.toml", ""),
            ("games/broken/no_page.toml", ""),
            ("docs/games/one.md", ""),
        ]);
        testing::check(check, &Tree::of(&files), &[]);
        files.retain(|(path, _)| *path != "LICENSE-MIT");
        files.extend([("games/two.toml", "")]);
        let expected = [
            "LICENSE-MIT: is missing",
            "docs/games/two.md: is missing, and games/two.toml is there",
        ];
        testing::check(check, &Tree::of(&files), &expected);
    }

    #[test]
    fn word_lists_without_a_licence_are_found() {
        let mut files = WANTED.to_vec();
        files.extend([("lexicon/fr.txt", "A\n"), ("lexicon/eo.txt", "A\n")]);
        files.extend([("lexicon/README.md", "fr.txt: the licence is CC BY-SA 4.0")]);
        let expected = ["lexicon/eo.txt: no text in lexicon/ names eo.txt and its licence"];
        testing::check(check, &Tree::of(&files), &expected);
    }

    #[test]
    fn long_documents_are_found() {
        let mut files = WANTED.to_vec();
        let text = "cargo xtask test\n".repeat(151);
        files[2].1 = &text;
        testing::check(check, &Tree::of(&files), &["README.md: 151 lines; 150 are the most"]);
    }

    #[test]
    fn emptied_documents_are_found() {
        let mut files = WANTED.to_vec();
        files[1].1 = "see elsewhere";
        let expected = ["LICENSE-APACHE: lacks the words “END OF TERMS AND CONDITIONS”"];
        testing::check(check, &Tree::of(&files), &expected);
    }
}
