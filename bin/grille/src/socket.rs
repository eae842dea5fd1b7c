//! The socket through which operators act: below the data directory, for its owner alone.

use std::fs::{DirBuilder, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Where the socket of a service with this data directory is.
pub(crate) fn path(data: &Path) -> PathBuf {
    data.join("operate").join("socket")
}

/// Makes the socket. What a service that was killed has left is taken away; one that answers is
/// another service's, and is left alone.
pub(crate) fn listen(data: &Path) -> anyhow::Result<UnixListener> {
    let path = path(data);
    let told = || format!("making the socket {}", path.display());
    let dir = path.parent().context("a socket lies in a directory")?;
    // Nobody else can enter the directory, so nobody can reach the socket before its own mode is
    // set.
    match DirBuilder::new().recursive(true).mode(0o700).create(dir) {
        Ok(()) => std::fs::set_permissions(dir, Permissions::from_mode(0o700)),
        Err(error) => Err(error),
    }
    .with_context(told)?;
    match UnixStream::connect(&path) {
        Ok(_) => bail!("another service answers on {}: stop it first", path.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(_) => std::fs::remove_file(&path).with_context(told)?,
    }
    let listener = UnixListener::bind(&path).with_context(told)?;
    std::fs::set_permissions(&path, Permissions::from_mode(0o600)).with_context(told)?;
    listener.set_nonblocking(true).with_context(told)?;
    Ok(listener)
}
