//! The API, described: an OpenAPI 3.1 document made from the handlers, and a page of it that
//! people can read.

use std::collections::BTreeMap;

use axum::response::{Html, Redirect};
use axum::routing::get;
use axum::{Json, Router};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OpenApi, PathItem, Ref, RefOr, Required, Response,
    ResponseBuilder, ServerBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use crate::problem::Problem;
use crate::{App, page, refusals};

/// Why a request did not get what it asked for (RFC 9457).
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is the shape of what `Problem` writes")]
pub(crate) struct ProblemBody {
    /// `urn:grille:problem:` and the code.
    #[schema(example = "urn:grille:problem:insufficient_funds")]
    r#type: String,
    /// For people.
    title: String,
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// Stable, for programs.
    #[schema(example = "insufficient_funds", pattern = "^[a-z_]+$")]
    code: String,
    /// What about the request cannot be read.
    #[schema(nullable = false)]
    detail: Option<String>,
    /// The unit that is to be finished first.
    #[schema(nullable = false)]
    play: Option<String>,
}

/// The document, with what holds for every operation.
pub(crate) fn finished(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Grille")
        .version("1")
        .description(Some(
            "Crossword instant-lottery games, as players reach them. Amounts are in cents; times \
             are RFC 3339, in UTC. A command that moves money bears a name of the client\u{2019}s, \
             `Idempotency-Key`: repeated under that name it is carried out once. Changes are sent \
             as JSON, from the site\u{2019}s own origin. What is not answered as asked is a problem \
             (RFC 9457) whose `code` says which; where several apply, the first in the list.",
        ))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/api/v1").build()]);
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    let cookie = ApiKeyValue::with_description("session", "`__Host-session` where HTTPS is used");
    components
        .security_schemes
        .insert("session".to_owned(), SecurityScheme::ApiKey(ApiKey::Cookie(cookie)).into());
    let cookie = ApiKeyValue::with_description("counter", "`__Host-counter` where HTTPS is used");
    components
        .security_schemes
        .insert("counter".to_owned(), SecurityScheme::ApiKey(ApiKey::Cookie(cookie)).into());
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            if let Some(RefOr::T(body)) = &mut operation.request_body {
                body.required = Some(Required::True);
            }
            describe_problems(method, path, operation);
        }
    }
    document
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    [
        ("GET", &mut path.get),
        ("PUT", &mut path.put),
        ("POST", &mut path.post),
        ("DELETE", &mut path.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Whatever else an operation answers is a problem: which ones, by status.
fn describe_problems(method: &str, path: &str, operation: &mut Operation) {
    let mut by_status: BTreeMap<u16, Vec<Problem>> = BTreeMap::new();
    for problem in problems(method, path, operation) {
        by_status.entry(problem.status().as_u16()).or_default().push(problem);
    }
    for (status, problems) in by_status {
        let response = response(&problems);
        operation.responses.responses.insert(status.to_string(), response.into());
    }
}

fn response(problems: &[Problem]) -> Response {
    let line = |problem: &Problem| format!("`{}`: {}.", problem.code(), problem.title());
    let told = match problems {
        [problem] => line(problem),
        _ => problems.iter().map(|problem| format!("- {}\n", line(problem))).collect(),
    };
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(ProblemBody::name().into_owned())))
        .build();
    let response =
        ResponseBuilder::new().description(told).content("application/problem+json", content);
    if problems.iter().all(|problem| problem.retry_after().is_none()) {
        return response.build();
    }
    let seconds = HeaderBuilder::new()
        .schema(Some(u32::schema()))
        .description(Some("After so many seconds it may be tried again."));
    response.header("Retry-After", seconds.build()).build()
}

/// The calls that are made with a password or a token, and so are counted by address; so are the
/// demonstrations, which take the machine's time.
const KNOCKS: [&str; 5] =
    ["/players", "/sessions", "/password-resets", "/passwords", "/retail/sessions"];
/// The calls that are made with a password or a token which may be wrong.
const DOORS: [&str; 3] = ["/sessions", "/passwords", "/retail/sessions"];
/// The calls that present a ticket.
const TICKETS: [&str; 2] = ["/retail/inquiries", "/retail/payments"];

/// The problems that an operation may answer, in the order in which they are looked for.
fn problems(method: &str, path: &str, operation: &Operation) -> Vec<Problem> {
    let (is_change, has_body) = (method != "GET", operation.request_body.is_some());
    let is_knock = is_change && KNOCKS.contains(&path) && has_body;
    let parameters =
        operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter.name.as_str()),
            RefOr::Ref(_) => None,
        });
    let of_path = |name: &str| path.contains(&format!("{{{name}}}"));
    let is_read = has_body || parameters.clone().any(|name| !of_path(name));
    let gives_command = parameters.clone().any(|name| name == "Idempotency-Key")
        || (is_change && (path.starts_with("/plays/") || TICKETS.contains(&path)));
    let mut problems = Vec::new();
    let mut add = |applies: bool, problem: Problem| {
        if applies {
            problems.push(problem);
        }
    };
    add(is_change, Problem::ForeignOrigin);
    add(is_change, Problem::NotJson);
    add(is_knock || path.ends_with("/demonstrations"), Problem::TooMany);
    add(operation.security.is_some(), Problem::NotSignedIn);
    add(is_read, Problem::Malformed(String::new()));
    add(has_body, Problem::TooLarge);
    add(of_path("id"), Problem::NotFound);
    add(DOORS.contains(&path) && has_body, Problem::WrongCredentials);
    let moves_money = path.starts_with("/deposits") || path == "/withdrawals";
    add(moves_money, Problem::NoProvider);
    let has_ticket = has_body && TICKETS.contains(&path);
    for problem in [Problem::Slowed(1), Problem::Mistyped, Problem::DoesNotMatch] {
        add(has_ticket, problem);
    }
    for &refusal in refusals::of(method, path) {
        add(true, Problem::refused(refusal));
    }
    add(gives_command, Problem::Busy);
    add(true, Problem::Failure);
    problems
}

/// Where the document and its page are found.
pub(crate) fn router(document: &OpenApi) -> Router<App> {
    let json = serde_json::to_value(document).expect("a document can be written");
    let page = page::api::page(&json).into_string();
    // A nested router has no way to name the address that ends in a stroke.
    Router::new()
        .route("/api/v1", get(async || Redirect::permanent("/api/v1/")))
        .route("/api/v1/", get(async move || Html(page)))
        .route("/api/v1/openapi.json", get(async move || Json(json)))
}
