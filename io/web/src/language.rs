//! The languages that players read. Which one an answer is in, its address says.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use game::Game;

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Language {
    /// The one of the addresses that name none.
    French,
    /// English, as in Ireland.
    English,
}

impl Language {
    /// Every language, the site's own first.
    pub(crate) const ALL: [Self; 2] = [Self::French, Self::English];

    /// Its code (BCP 47), which also names its messages.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::French => "fr",
            Self::English => "en",
        }
    }

    /// A game's name in it.
    pub(crate) fn name(self, game: &Game) -> &str {
        match self {
            Self::French => &game.name.fr,
            Self::English => &game.name.en,
        }
    }

    /// The language of what lies at `path`: the one whose code is its first part, else French.
    pub(crate) fn of_path(path: &str) -> Self {
        let first = path.split('/').nth(1);
        Self::ALL.into_iter().find(|it| first == Some(it.code())).unwrap_or(Self::French)
    }
}

impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of_path(parts.uri.path()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_language() {
        for (path, expected) in [
            ("/", Language::French),
            ("/jeux/mots-croises", Language::French),
            ("/en/", Language::English),
            ("/en/games/mots-croises", Language::English),
            ("/english", Language::French),
            ("/nowhere/en/", Language::French),
        ] {
            assert_eq!(Language::of_path(path), expected, "{path}");
        }
    }
}
