//! The API, described: an OpenAPI 3.1 document made from the handlers, and a page of it that
//! people can read.

use axum::response::Html;
use axum::routing::get;
use axum::{Json, Router};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OpenApi, PathItem, Ref, ResponseBuilder, ServerBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use crate::{App, page};

/// Why a request did not get what it asked for (RFC 9457).
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is the shape of what `Problem` writes")]
pub(crate) struct ProblemBody {
    /// `urn:grille:problem:` and the code.
    r#type: String,
    /// For people.
    title: String,
    /// The status of the answer.
    status: u16,
    /// Stable, for programs.
    #[schema(example = "insufficient_funds")]
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
             as JSON, from the site\u{2019}s own origin.",
        ))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/api/v1").build()]);
    let components = document.components.get_or_insert_default();
    components.schemas.insert(ProblemBody::name().into_owned(), ProblemBody::schema());
    let cookie = ApiKeyValue::with_description("session", "`__Host-session` where HTTPS is used");
    components
        .security_schemes
        .insert("session".to_owned(), SecurityScheme::ApiKey(ApiKey::Cookie(cookie)).into());
    document.paths.paths.values_mut().flat_map(operations).for_each(describe_problems);
    document
}

fn operations(path: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut path.get, &mut path.put, &mut path.post, &mut path.delete].into_iter().flatten()
}

/// Whatever else an operation answers is a problem.
fn describe_problems(operation: &mut Operation) {
    let problem = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(ProblemBody::name().into_owned())))
        .build();
    let response = ResponseBuilder::new()
        .description("A problem (RFC 9457): `code` says which.")
        .content("application/problem+json", problem)
        .build();
    operation.responses.responses.insert("default".to_owned(), response.into());
}

/// Where the document and its page are found.
pub(crate) fn router(document: &OpenApi) -> Router<App> {
    let page = page::api::page(document).into_string();
    let json = serde_json::to_value(document).expect("a document can be written");
    Router::new()
        .route("/", get(async move || Html(page)))
        .route("/openapi.json", get(async move || Json(json)))
}
