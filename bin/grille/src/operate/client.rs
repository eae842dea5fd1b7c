//! One question over the socket, and its answer.

use std::path::Path;

use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use ledger::OperatorName;
use serde_json::{Value, json};
use tokio::net::UnixStream;

use super::Args;
use crate::{password, socket};

/// Asks the running service. Nothing when it has looked and declines; why is said on stderr.
pub(super) fn ask(args: &Args, path: &str, what: &Value) -> anyhow::Result<Option<Value>> {
    let by = args.by.as_ref().context("who acts? --as NAME")?;
    let id = match &args.id {
        Some(id) => id.to_string(),
        None => new_id()?,
    };
    let second = match &args.second {
        Some(second) => credential(second, args.with_password_file.as_deref())?,
        None => Value::Null,
    };
    let by = credential(by, args.password_file.as_deref())?;
    let body = json!({ "by": by, "second": second, "id": id, "what": what });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let answer = runtime.block_on(send(&socket::path(&args.data), path, &body));
    let (status, answer) = answer.with_context(|| unknown(&id))?;
    let title = answer["title"].as_str().unwrap_or("the service gave no reason");
    match status {
        StatusCode::OK => Ok(Some(answer)),
        StatusCode::CONFLICT => {
            let detail = answer["detail"].as_str().map(|detail| format!(": {detail}"));
            let code = answer["code"].as_str().unwrap_or_default();
            eprintln!("grille: {title}{} ({code})", detail.unwrap_or_default());
            Ok(None)
        }
        StatusCode::INTERNAL_SERVER_ERROR => bail!("{title}; {}", unknown(&id)),
        _ => match answer["detail"].as_str() {
            Some(detail) => bail!("{title}: {detail}"),
            None => bail!("{title}"),
        },
    }
}

fn unknown(id: &str) -> String {
    format!("whether it was done is not known: give it again with --id {id}")
}

fn credential(name: &OperatorName, file: Option<&Path>) -> anyhow::Result<Value> {
    let password = match file {
        Some(file) => password::read(file)?,
        None => password::ask(&format!("Password of {name}: "))?,
    };
    Ok(json!({ "name": name.as_str(), "password": password }))
}

/// A new name for an act.
fn new_id() -> anyhow::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).context("drawing a name for the act")?;
    Ok(format!("act-{}", block::hex::hex(&bytes)))
}

async fn send(socket: &Path, path: &str, body: &Value) -> anyhow::Result<(StatusCode, Value)> {
    let stream = UnixStream::connect(socket).await;
    let stream = stream.with_context(|| {
        format!("no service answers on {}; --data names its directory", socket.display())
    })?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    let request = Request::post(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from(body.to_string())))?;
    let answer = async move {
        let response = sender.send_request(request).await?;
        let status = response.status();
        let bytes = response.into_body().collect().await?.to_bytes();
        anyhow::Ok((status, serde_json::from_slice(&bytes)?))
    };
    let (_, answer) = tokio::join!(connection, answer);
    answer
}
