//! `GET /api/v1/`: the API as a page.

use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use crate::address::{Page, Place};
use crate::language::Language;
use crate::page::marked::marked;

/// This page is for those who write programs.
const ENGLISH: Language = Language::English;

/// The document as a page that needs no script.
pub(crate) fn page(document: &Value) -> Markup {
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
                header.bar {
                    a.brand href=(Place::from(Page::Lobby).address(ENGLISH)) aria-label="Grille" {
                        "gr" i { "i" } "lle"
                    }
                }
                main.table { article.ledger.reading { (reading(document)) } }
                footer.foot { p { (ENGLISH.text("foot.affiliation")) } }
            }
        }
    }
}

fn reading(document: &Value) -> Markup {
    let calls: Vec<Call<'_>> = calls(document).collect();
    html! {
        h1 { "The API" }
        p { (told(&document["info"]["description"])) }
        p { "For programs: " a href="/api/v1/openapi.json" { "openapi.json" } ", OpenAPI 3.1." }
        nav aria-label="Calls" {
            ul {
                @for call in &calls {
                    li { a href={ "#" (call.anchor()) } { (call.line()) } }
                }
            }
        }
        @for call in &calls { (section(document, call)) }
    }
}

fn section(document: &Value, call: &Call<'_>) -> Markup {
    let operation = call.operation;
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    html! {
        section id=(call.anchor()) {
            h2 { (call.line()) }
            p { (told(&operation["summary"])) }
            @if operation["description"].is_string() { p { (told(&operation["description"])) } }
            @if operation["security"].is_array() { p.note { "Needs a session." } }
            @let parameters = list(&operation["parameters"]);
            @if !parameters.is_empty() {
                h3 { "Parameters" }
                dl {
                    @for parameter in parameters {
                        (entry(&parameter["name"], &parameter["in"], &parameter["description"]))
                    }
                }
            }
            @if body.is_object() { h3 { "Body" } (fields(document, body)) }
            h3 { "Answers" }
            dl.answers {
                @for (status, response) in members(&operation["responses"]) {
                    dt { code { (status) } }
                    dd { (lines(&response["description"])) }
                }
            }
            @let answer = answer(operation);
            @if answer.is_object() {
                details { summary { "What is in the answer" } (fields(document, answer)) }
            }
        }
    }
}

/// The shape of an answer that is no problem, if it is JSON.
fn answer(operation: &Value) -> &Value {
    let answers = members(&operation["responses"]).map(|(_, response)| response);
    let mut shapes = answers.map(|answer| &answer["content"]["application/json"]["schema"]);
    shapes.find(|shape| shape.is_object()).unwrap_or(&Value::Null)
}

/// The fields of an object, each with its kind and what it is.
fn fields(document: &Value, schema: &Value) -> Markup {
    let schema = followed(document, schema);
    html! {
        dl {
            @for (name, field) in members(&schema["properties"]) {
                @let target = followed(document, target(field));
                @let about = if field["description"].is_string() { field } else { target };
                (entry(&name.into(), &kind(target, field).into(), &about["description"]))
            }
        }
    }
}

fn entry(name: &Value, kind: &Value, about: &Value) -> Markup {
    html! {
        dt { code { (name.as_str().unwrap_or_default()) } " " small { (kind.as_str().unwrap_or_default()) } }
        dd { (told(about)) }
    }
}

/// The one shape that a field has, besides nothing.
fn target(field: &Value) -> &Value {
    let mut shapes = list(&field["oneOf"]).iter();
    shapes.find(|shape| shape["type"] != "null").unwrap_or(field)
}

/// What a field holds, in a word or two.
fn kind(target: &Value, field: &Value) -> String {
    let of = match &target["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| **kind != "null"),
        kind => Some(kind),
    };
    let of = of.and_then(Value::as_str).unwrap_or("object");
    let kinds =
        list(&field["type"]).iter().chain(list(&field["oneOf"]).iter().map(|it| &it["type"]));
    let may_lack = kinds.into_iter().any(|kind| *kind == "null");
    format!("{of}{}", if may_lack { " or null" } else { "" })
}

/// A schema, or the one that it names.
fn followed<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next());
    name.map_or(schema, |name| &document["components"]["schemas"][name])
}

/// A text of the document.
fn told(text: &Value) -> Markup {
    marked(text.as_str().unwrap_or_default())
}

/// The same, where each line of a list is a line.
fn lines(text: &Value) -> Markup {
    let lines = text.as_str().unwrap_or_default().lines();
    html! {
        @for line in lines { p { (marked(line.trim_start_matches("- "))) } }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// One operation of the document.
struct Call<'a> {
    method: String,
    path: &'a str,
    operation: &'a Value,
}

fn calls(document: &Value) -> impl Iterator<Item = Call<'_>> {
    members(&document["paths"]).flat_map(|(path, item)| {
        members(item).map(move |(method, operation)| Call {
            method: method.to_uppercase(),
            path,
            operation,
        })
    })
}

impl Call<'_> {
    fn line(&self) -> Markup {
        html! { code { b { (self.method) } " /api/v1" (self.path) } }
    }

    /// A name for links.
    fn anchor(&self) -> String {
        let words = self.path.split(|letter: char| !letter.is_ascii_alphanumeric());
        let words = words.filter(|word| !word.is_empty()).map(str::to_owned);
        let method = self.method.to_lowercase();
        std::iter::once(method).chain(words).collect::<Vec<_>>().join("-")
    }
}
