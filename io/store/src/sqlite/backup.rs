//! Copies of a ledger: made while it is used, and put in its place when it is lost.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{LEDGER_FILE, Sqlite, failed, migrate, opening, waiting};
use crate::engine::Engine;
use crate::error::StoreError;
use crate::shelf::Stock;

/// What SQLite keeps beside a file that is open, or was when its program was killed.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

impl Sqlite {
    /// Copies the ledger in `directory` into the new file `out`, as it stands at one moment. A
    /// server may go on selling meanwhile. The copy is checked before it gets its name.
    ///
    /// # Errors
    ///
    /// When there is no such ledger, `out` exists, or the copy cannot be made or is not sound.
    pub fn back_up(directory: &Path, out: &Path) -> Result<(), StoreError> {
        refuse_existing(out)?;
        let source = directory.join(LEDGER_FILE);
        let connection = Connection::open_with_flags(&source, OpenFlags::SQLITE_OPEN_READ_WRITE)
            .map_err(opening(&source))?;
        waiting(&connection).map_err(opening(&source))?;
        migrate::check_known(&connection, &source)?;
        let part = part_of(out)?;
        let text = part.to_str().ok_or_else(|| StoreError::File {
            doing: "naming",
            path: out.to_owned(),
            source: io::Error::other("its name is not UTF-8"),
        })?;
        connection.execute("VACUUM INTO ?1", [text]).map_err(failed("copying the ledger"))?;
        check(&part)?;
        give_name(&part, out)
    }

    /// Makes the copy in `from` the ledger in `directory`. Whatever may have been sold from since,
    /// and all of `stock`, is then suspended until it is said how much left the house.
    ///
    /// # Errors
    ///
    /// When there is a ledger, or anything of one; when `from` is no sound ledger, or a newer
    /// program's; when a block of `stock` is not the one that it knows.
    pub fn restore(from: &Path, directory: &Path, stock: &[Stock]) -> Result<(), StoreError> {
        let ledger = directory.join(LEDGER_FILE);
        let beside = |path: &Path| BESIDE.map(|end| with_end(path, end));
        std::iter::once(ledger.clone())
            .chain(beside(&ledger))
            .try_for_each(|path| refuse_existing(&path))?;
        // A file that is open elsewhere is not all of its ledger.
        beside(from).iter().try_for_each(|path| refuse_existing(path))?;
        check(from)?;
        let part = part_of(&ledger)?;
        std::fs::copy(from, &part).map_err(file("copying", from))?;
        let mut engine = Self::open_file(part.clone())?;
        for it in stock {
            engine.publish(&it.offer(), &it.block())?;
        }
        engine.suspend_restored()?;
        // Closing brings all of it into the one file.
        engine.connection.close().map_err(|(_, error)| failed("closing the ledger")(error))?;
        beside(&part).iter().try_for_each(|path| refuse_existing(path))?;
        give_name(&part, &ledger)
    }
}

/// A file beside `path` to be made first; what a run that was stopped has left there goes.
fn part_of(path: &Path) -> Result<PathBuf, StoreError> {
    let part = with_end(path, ".part");
    for old in std::iter::once(part.clone()).chain(BESIDE.map(|end| with_end(&part, end))) {
        match std::fs::remove_file(&old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(file("removing", &old)(error));
            }
            _ => {}
        }
    }
    Ok(part)
}

/// Puts `part` on the disk, and then gives it its name.
fn give_name(part: &Path, path: &Path) -> Result<(), StoreError> {
    File::open(part).and_then(|it| it.sync_all()).map_err(file("writing", part))?;
    refuse_existing(path)?;
    std::fs::rename(part, path).map_err(file("naming", path))?;
    let directory = path.parent().filter(|it| !it.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    File::open(directory).and_then(|it| it.sync_all()).map_err(file("writing", directory))
}

/// A sound ledger: every page and every reference, and no money from nowhere.
fn check(path: &Path) -> Result<(), StoreError> {
    // Nobody writes to it, so SQLite need not lay anything beside it.
    let plain = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(format!("file:{plain}?immutable=1"), flags)
        .map_err(opening(path))?;
    migrate::check_known(&connection, path)?;
    let ask = |sql: &str| {
        connection.query_row(sql, [], |row| row.get::<_, String>(0)).map_err(opening(path))
    };
    let broken = |what: String| StoreError::Broken { ledger: path.display().to_string(), what };
    let said = ask("PRAGMA integrity_check")?;
    if said != "ok" {
        return Err(broken(said));
    }
    let strays = ask("SELECT count(*) || '' FROM pragma_foreign_key_check")?;
    if strays != "0" {
        return Err(broken(format!("{strays} rows refer to nothing")));
    }
    let sum = ask("SELECT coalesce(sum(cents), 0) || '' FROM accounts")?;
    if sum != "0" {
        return Err(broken(format!("its accounts add up to {sum} cents, not to nothing")));
    }
    Ok(())
}

fn refuse_existing(path: &Path) -> Result<(), StoreError> {
    match path.symlink_metadata() {
        Ok(_) => Err(StoreError::Exists { path: path.to_owned() }),
        Err(_) => Ok(()),
    }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn file<'path>(
    doing: &'static str,
    path: &'path Path,
) -> impl FnOnce(io::Error) -> StoreError + use<'path> {
    move |source| StoreError::File { doing, path: path.to_owned(), source }
}
