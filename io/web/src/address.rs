//! Where each page is, in every language: one table. Links are made from it, by a page's name and a
//! language; a path stands nowhere else. The page's modules are given it too (`addresses.js`).

use game::GameId;
use ledger::CommandId;

use crate::language::Language;

/// A page with an address of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Lobby,
    Game,
    Rules,
    History,
    Replay,
    Account,
    SignIn,
    SignUp,
    Password,
    Counter,
}

/// Each page with its name in the modules, then its address in French and in English. What stands
/// in braces is replaced by the name of a game or of a play.
#[rustfmt::skip]
const TABLE: [(Page, &str, [&str; 2]); 10] = [
    (Page::Lobby,    "lobby",    ["/",                     "/en/"]),
    (Page::Game,     "game",     ["/jeux/{game}",          "/en/games/{game}"]),
    (Page::Rules,    "rules",    ["/jeux/{game}/regles",   "/en/games/{game}/rules"]),
    (Page::History,  "history",  ["/historique",           "/en/history"]),
    (Page::Replay,   "replay",   ["/historique/{play}",    "/en/history/{play}"]),
    (Page::Account,  "account",  ["/compte",               "/en/account"]),
    (Page::SignIn,   "sign-in",  ["/connexion",            "/en/sign-in"]),
    (Page::SignUp,   "sign-up",  ["/inscription",          "/en/sign-up"]),
    (Page::Password, "password", ["/mot-de-passe",         "/en/password"]),
    (Page::Counter,  "counter",  ["/point-de-vente",       "/en/counter"]),
];

/// Every page with its addresses, one a language, as the router matches them.
pub(crate) fn all() -> impl Iterator<Item = (Page, &'static str)> {
    TABLE.iter().flat_map(|&(page, _, addresses)| addresses.map(|address| (page, address)))
}

/// The addresses of one language, as the modules are told them.
pub(crate) fn told(language: Language) -> String {
    let entries = TABLE.iter().map(|&(_, name, addresses)| {
        (name.to_owned(), serde_json::Value::from(addresses[column(language)]))
    });
    serde_json::Value::Object(entries.collect()).to_string()
}

fn column(language: Language) -> usize {
    match language {
        Language::French => 0,
        Language::English => 1,
    }
}

/// One page, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    page: Page,
    /// The game or the play that it is about.
    of: Option<String>,
}

impl Place {
    pub(crate) fn game(id: &GameId) -> Self {
        Self { page: Page::Game, of: Some(id.to_string()) }
    }

    pub(crate) fn rules(id: &GameId) -> Self {
        Self { page: Page::Rules, of: Some(id.to_string()) }
    }

    pub(crate) fn replay(id: &CommandId) -> Self {
        Self { page: Page::Replay, of: Some(id.to_string()) }
    }

    pub(crate) fn page(&self) -> Page {
        self.page
    }

    /// Its path in `language`.
    pub(crate) fn address(&self, language: Language) -> String {
        let row = TABLE.iter().find(|row| row.0 == self.page).expect("every page is in the table");
        let pattern = row.2[column(language)];
        match (&self.of, pattern.split_once('{')) {
            (Some(of), Some((before, rest))) => {
                let (_, after) = rest.split_once('}').expect("a brace is closed");
                format!("{before}{of}{after}")
            }
            _ => pattern.to_owned(),
        }
    }
}

/// A page that is about nothing in particular.
impl From<Page> for Place {
    fn from(page: Page) -> Self {
        Self { page, of: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_made_from_a_name_and_a_language() {
        let game = GameId::new("mots-croises").expect("an id");
        let play = CommandId::new("purchase-1").expect("an id");
        for (place, french, english) in [
            (Page::Lobby.into(), "/", "/en/"),
            (Place::game(&game), "/jeux/mots-croises", "/en/games/mots-croises"),
            (Place::rules(&game), "/jeux/mots-croises/regles", "/en/games/mots-croises/rules"),
            (Place::replay(&play), "/historique/purchase-1", "/en/history/purchase-1"),
        ] {
            assert_eq!(place.address(Language::French), french);
            assert_eq!(place.address(Language::English), english);
        }
    }

    /// Each page is once in the table, and each address says which language it is in.
    #[test]
    fn the_table_is_whole() {
        let mut addresses: Vec<_> = all().map(|(_, address)| address).collect();
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), TABLE.len() * Language::ALL.len());
        for (_, name, pair) in TABLE {
            let languages = pair.map(Language::of_path);
            assert_eq!(languages, Language::ALL, "{name}");
            let parameters = pair.map(|path| path.split('{').nth(1));
            assert!(parameters.iter().all(|it| it.is_some() == parameters[0].is_some()), "{name}");
        }
    }
}
