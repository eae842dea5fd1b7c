//! `GET /api/v1/`: the API as a page.

use maud::{DOCTYPE, Markup, html};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, PathItem, RefOr};

use crate::messages::text;

/// The document as a page that needs no script.
pub(crate) fn page(document: &OpenApi) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Grille: the API" }
                link rel="icon" href="/assets/pictures/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/grille.css";
            }
            body {
                main.reading {
                    h1 { "The API" }
                    @if let Some(about) = &document.info.description { p { (about) } }
                    p { "For programs: " a href="/api/v1/openapi.json" { "openapi.json" } ", OpenAPI 3.1." }
                    @for (path, item) in &document.paths.paths {
                        @for (method, operation) in operations(item) {
                            (section(method, path, operation))
                        }
                    }
                }
                footer.foot { p { (text("foot.affiliation")) } }
            }
        }
    }
}

fn section(method: &str, path: &str, operation: &Operation) -> Markup {
    html! {
        section {
            h2 { code { (method) " /api/v1" (path) } }
            @if let Some(summary) = &operation.summary { p { (summary) } }
            @if let Some(more) = &operation.description { p { (more) } }
            @if operation.security.is_some() { p { "Needs a session." } }
            @if let Some(parameters) = &operation.parameters {
                dl {
                    @for parameter in parameters {
                        @if let RefOr::T(parameter) = parameter {
                            dt { code { (parameter.name) } }
                            dd { (parameter.description.as_deref().unwrap_or("")) }
                        }
                    }
                }
            }
            ul {
                @for (status, response) in &operation.responses.responses {
                    @if let RefOr::T(response) = response {
                        li { code { (status) } " " (response.description) }
                    }
                }
            }
        }
    }
}

fn operations(item: &PathItem) -> impl Iterator<Item = (&'static str, &Operation)> {
    [("GET", &item.get), ("PUT", &item.put), ("POST", &item.post), ("DELETE", &item.delete)]
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}
