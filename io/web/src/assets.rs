//! Styles, modules, fonts and pictures, out of the program itself.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The file at `path`, or its absence.
pub(crate) async fn serve(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = Assets::get(&path) else {
        return Problem::NotFound.into_response();
    };
    let tag = tag(&file);
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    // A font's name changes with its content; everything else is asked for again by its tag.
    let keep =
        if path.starts_with("fonts/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers =
        [(CONTENT_TYPE, kind(&path).to_owned()), (CACHE_CONTROL, keep.to_owned()), (ETAG, tag)];
    (headers, file.data).into_response()
}

/// The text of an embedded file.
pub(crate) fn text(path: &str) -> Option<String> {
    Assets::get(path).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// A tag that changes with the content; weak, since an answer may be compressed on its way.
fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{hex}\"")
}

/// The media type of a file, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
