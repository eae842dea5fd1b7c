//! Who brings letters to players.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use access::{Login, Token};
use sha2::{Digest, Sha256};
use web::Courier;

/// The demo has no post: its letters are read where it runs.
pub(crate) struct Terminal;

impl Courier for Terminal {
    fn bring_reset(&self, login: &Login, token: &Token) {
        eprintln!("To set a new password for {login}: {}", token.reveal());
    }
}

/// A directory that the operator's own post empties: a letter is a file of JSON that only the
/// server's user can read.
pub(crate) struct Spool(pub(crate) PathBuf);

impl Spool {
    fn write(&self, login: &Login, token: &Token) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.0)?;
        let letter = serde_json::json!({
            "kind": "password_reset",
            "to": login.as_str(),
            "token": token.reveal(),
        });
        // The name tells two letters apart, and tells nobody the token.
        let hash: [u8; 32] = Sha256::digest(token.reveal()).into();
        let name = block::hex::hex(&hash[..8]);
        // A letter that has its name is whole.
        let (part, whole) =
            (self.0.join(format!("{name}.part")), self.0.join(format!("{name}.json")));
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?;
        file.write_all(letter.to_string().as_bytes())?;
        file.sync_all()?;
        std::fs::rename(part, whole)
    }
}

impl Courier for Spool {
    fn bring_reset(&self, login: &Login, token: &Token) {
        if let Err(error) = self.write(login, token) {
            tracing::error!("a letter cannot be written to {}: {error}", self.0.display());
        }
    }
}
