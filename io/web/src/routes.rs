//! Every route of the site, on one screen. A handler's method and path stand at its head, in a file
//! of its name.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, map_response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::{App, api, assets, guard, openapi, page};

/// No request needs more: the largest opens an account.
const MAX_BODY_BYTES: usize = 4 * 1024;

/// All routes, behind their guards.
pub(crate) fn router(app: App) -> Router {
    let (api, document) = api().split_for_parts();
    let document = openapi::finished(document);
    Router::new()
        .route("/", get(page::game::show))
        .route("/assets/{*path}", get(assets::serve))
        .merge(openapi::router(&document))
        .nest("/api/v1", api)
        .fallback(async || Problem::NotFound)
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn(guard::refuse_foreign))
        .layer(CompressionLayer::new())
        .layer(map_response(guard::harden))
        .with_state(app)
}

/// The API, below `/api/v1`.
pub(crate) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(api::games::list)) //                        GET    /games
        .routes(routes!(api::game::show)) //                         GET    /games/{id}
        .routes(routes!(api::block::checkpoint)) //                  GET    /blocks/{id}/checkpoint
        .route("/blocks/{id}/{*file}", get(api::block::public))
        .routes(routes!(api::register::register)) //                 POST   /players
        .routes(routes!(api::sign_in::sign_in, api::sign_out::sign_out)) // POST, DELETE /sessions
        .routes(routes!(api::forgotten::promise)) //                 POST   /password-resets
        .routes(routes!(api::new_password::set)) //                  POST   /passwords
        .routes(routes!(api::me::show)) //                           GET    /me
        .routes(routes!(api::acceptances::accept)) //                POST   /acceptances
        .routes(routes!(api::limits::set)) //                        POST   /limits
        .routes(routes!(api::exclusions::exclude)) //                POST   /exclusions
        .routes(routes!(api::statement::show)) //                    GET    /me/statement
        .routes(routes!(api::deposit::ask)) //                       POST   /deposits
        .routes(routes!(api::deposit::show)) //                      GET    /deposits/{id}
        .routes(routes!(api::withdrawal::ask)) //                    POST   /withdrawals
        .routes(routes!(api::withdrawal::show)) //                   GET    /withdrawals/{id}
        .routes(routes!(api::plays::list, api::buy::buy)) //         GET, POST /plays
        .routes(routes!(api::play::show)) //                         GET    /plays/{id}
        .routes(routes!(api::proof::show)) //                        GET    /plays/{id}/proof
        .routes(routes!(api::view::save)) //                         PUT    /plays/{id}/view
        .routes(routes!(api::finish::finish)) //                     POST   /plays/{id}/finish
}
