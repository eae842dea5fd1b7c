//! Counts requests on their way through the site.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;

/// An answer that is a problem carries its code here, for whoever counts.
#[derive(Clone, Copy)]
pub(crate) struct Told(pub(crate) &'static str);

/// Counts a request and its time, by the route's template and the status: never by its address,
/// which may name a player's play.
pub(crate) async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let Some(figures) = app.parts().figures.clone() else { return next.run(request).await };
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let began = Instant::now();
    let response = next.run(request).await;
    let route = route.as_ref().map(MatchedPath::as_str);
    figures.answered(&method, route, response.status(), began.elapsed());
    if let Some(Told(code)) = response.extensions().get() {
        figures.told(code);
    }
    response
}
