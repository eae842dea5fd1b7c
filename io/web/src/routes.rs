//! Every route of the site, on one screen.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, map_response};
use axum::routing::{get, post, put};
use tower_http::compression::CompressionLayer;

use crate::problem::Problem;
use crate::{App, api, assets, guard, page};

/// No request needs more: the largest is a purchase.
const MAX_BODY_BYTES: usize = 4 * 1024;

/// All routes, behind their guards.
pub(crate) fn router(app: App) -> Router {
    let api = Router::new()
        .route("/me", get(api::me::show))
        .route("/games/{id}", get(api::game::show))
        .route("/games/{id}/opening", get(api::opening::show))
        .route("/plays", get(api::plays::list).post(api::buy::buy))
        .route("/plays/{id}", get(api::play::show))
        .route("/plays/{id}/view", put(api::view::save))
        .route("/plays/{id}/finish", post(api::finish::finish));
    Router::new()
        .route("/", get(page::game::show))
        .route("/assets/{*path}", get(assets::serve))
        .nest("/api/v1", api)
        .fallback(async || Problem::NotFound)
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn(guard::refuse_foreign))
        .layer(CompressionLayer::new())
        .layer(map_response(guard::harden))
        .with_state(app)
}
