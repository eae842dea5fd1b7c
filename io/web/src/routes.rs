//! Every route of the site, on one screen. A handler's method and path stand at its head, in a file
//! of its name.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::Redirect;
use axum::routing::{MethodRouter, get};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::address::{self, Page, Place};
use crate::language::Language;
use crate::observe::measure;
use crate::problem::Problem;
use crate::{App, api, assets, guard, openapi, page};

/// No request needs more: the largest opens an account.
const MAX_BODY_BYTES: usize = 4 * 1024;

/// What is smaller goes out in two or three packets as it is, and packing it costs more than it
/// spares.
const MIN_PACKED_BYTES: u64 = 4 * 1024;

/// All routes, behind their guards.
pub(crate) fn router(app: App) -> Router {
    let (api, document) = api().split_for_parts();
    let document = openapi::finished(document);
    let worth_it = DefaultPredicate::new().and(SizeAbove::new(MIN_PACKED_BYTES));
    pages()
        .route("/assets/{*path}", get(assets::serve))
        .merge(openapi::router(&document))
        .nest("/api/v1", api)
        .fallback(async || Problem::NotFound)
        .method_not_allowed_fallback(async || Problem::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn(guard::refuse_foreign))
        .layer(from_fn(page::fault::in_words))
        .layer(CompressionLayer::new().compress_when(worth_it))
        .layer(map_response(guard::harden))
        .layer(from_fn_with_state(app.clone(), measure))
        .with_state(app)
}

/// The pages, each at its address in every language (`address.rs`).
fn pages() -> Router<App> {
    let english = || Redirect::permanent(&Place::from(Page::Lobby).address(Language::English));
    let pages = Router::new().route("/en", get(async move || english()));
    address::all().fold(pages, |router, (page, address)| router.route(address, handler(page)))
}

/// Who answers for a page.
fn handler(page: Page) -> MethodRouter<App> {
    match page {
        Page::Lobby => get(page::lobby::show),
        Page::Game => get(page::game::show),
        Page::Rules => get(page::rules::show),
        Page::History => get(page::history::show),
        Page::Replay => get(page::game::replay),
        Page::SignIn => get(page::sign_in::show),
        Page::SignUp => get(page::sign_up::show),
        Page::Password => get(page::password::show),
        Page::Account => get(page::account::show),
        Page::Counter => get(page::counter::show),
    }
}

/// The API, below `/api/v1`.
pub(crate) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(api::games::list)) //                        GET    /games
        .routes(routes!(api::game::show)) //                         GET    /games/{id}
        .routes(routes!(api::demonstrations::draw)) //               POST   /games/{id}/demonstrations
        .routes(routes!(api::block::checkpoint)) //                  GET    /blocks/{id}/checkpoint
        .route("/blocks/{id}/{*file}", get(api::block::public))
        .routes(routes!(api::register::register)) //                 POST   /players
        .routes(routes!(api::sign_in::sign_in, api::sign_out::sign_out)) // POST, DELETE /sessions
        .routes(routes!(api::forgotten::promise)) //                 POST   /password-resets
        .routes(routes!(api::new_password::set)) //                  POST   /passwords
        .routes(routes!(api::me::show)) //                           GET    /me
        .routes(routes!(api::session::show)) //                      GET    /me/session
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
        .routes(routes!(api::retail::sign_in::sign_in, api::retail::sign_out::sign_out)) // POST, DELETE /retail/sessions
        .routes(routes!(api::retail::counter::show)) //              GET    /retail/counter
        .routes(routes!(api::retail::inquiry::ask)) //               POST   /retail/inquiries
        .routes(routes!(api::retail::payments::list, api::retail::payment::pay)) // GET, POST /retail/payments
        .routes(routes!(api::retail::books::activate)) //            POST   /retail/activations
        .routes(routes!(api::retail::books::sell_out)) //            POST   /retail/sell-outs
        .routes(routes!(api::retail::books::report)) //              POST   /retail/reports
}
