//! The modules of each page. Naming all of them in the page saves a round trip each; a test compares
//! the lists with what the modules import.

/// What a page's modules begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Pages that are only read.
    Plain,
    /// A unit of a game: bought, uncovered, seen again.
    Game,
    /// A game that is tried without money.
    Trial,
    /// The history.
    History,
    /// The account.
    Account,
    /// Signing in and up, and passwords.
    Door,
    /// A point of sale.
    Counter,
}

const GAME: &[&str] = &[
    "main-game",
    "addresses",
    "announce",
    "api",
    "auto",
    "board",
    "chance",
    "command",
    "connection",
    "dom",
    "found",
    "frame",
    "game",
    "grid",
    "messages",
    "money",
    "purchase",
    "reason",
    "session",
    "show",
    "stub",
    "tiles",
    "unit",
    "verification",
    "view",
];

const TRIAL: &[&str] = &[
    "main-trial",
    "announce",
    "api",
    "auto",
    "board",
    "chance",
    "connection",
    "demonstration",
    "dom",
    "found",
    "frame",
    "grid",
    "messages",
    "money",
    "reason",
    "session",
    "show",
    "stub",
    "tiles",
    "unit",
];

const COUNTER: &[&str] = &[
    "main-counter",
    "addresses",
    "announce",
    "answer",
    "api",
    "command",
    "connection",
    "counter",
    "dom",
    "form",
    "frame",
    "messages",
    "money",
    "presented",
    "session",
];

impl Script {
    /// The module that the page runs.
    pub(crate) fn entry(self) -> &'static str {
        self.modules()[0]
    }

    /// That module, and all that it needs.
    pub(crate) fn modules(self) -> &'static [&'static str] {
        match self {
            Self::Plain => {
                &["main", "announce", "api", "dom", "frame", "messages", "money", "session"]
            }
            Self::Game => GAME,
            Self::Trial => TRIAL,
            Self::Counter => COUNTER,
            Self::History => &[
                "main-history",
                "addresses",
                "announce",
                "api",
                "dom",
                "frame",
                "history",
                "messages",
                "money",
                "session",
            ],
            Self::Account => &[
                "main-account",
                "account",
                "addresses",
                "announce",
                "api",
                "command",
                "dom",
                "form",
                "frame",
                "messages",
                "money",
                "session",
            ],
            Self::Door => &[
                "main-door",
                "addresses",
                "announce",
                "api",
                "command",
                "dom",
                "door",
                "form",
                "frame",
                "messages",
                "money",
                "session",
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::assets;

    /// The modules that one names in its imports, for the browser or for the type checker.
    fn imports(module: &str) -> Vec<String> {
        let text = assets::text(&format!("js/{module}.js")).expect("a module of ours");
        let named = text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        named.map(|file| file.trim_end_matches(".js").to_owned()).collect()
    }

    #[test]
    fn a_page_names_exactly_the_modules_that_it_needs() {
        for script in [
            Script::Plain,
            Script::Game,
            Script::Trial,
            Script::History,
            Script::Account,
            Script::Door,
            Script::Counter,
        ] {
            let (mut found, mut waiting) = (BTreeSet::new(), vec![script.entry().to_owned()]);
            while let Some(module) = waiting.pop() {
                if found.insert(module.clone()) {
                    waiting.extend(imports(&module));
                }
            }
            let named: BTreeSet<String> =
                script.modules().iter().map(ToString::to_string).collect();
            assert_eq!(named, found, "{script:?}");
            assert_eq!(script.modules().len(), named.len(), "{script:?}: each once");
        }
    }
}
