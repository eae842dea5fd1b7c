//! A directory that is whole or does not exist.
//!
//! The work is done in a directory beside, whose name ends in `.part`, and which gets its own name
//! when everything in it is on disk. A run that was stopped leaves such a directory; the next one
//! removes it, unless the first is still at work.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::{VaultError, file_error};

/// A directory in the making.
pub struct Part {
    dir: PathBuf,
    part: PathBuf,
    /// Held as long as the work goes on: another run sees that it does.
    lock: File,
    done: bool,
}

impl Part {
    /// Begins to make `dir`.
    ///
    /// # Errors
    ///
    /// When there is such a directory, another run is making it, or it cannot be made.
    pub fn begin(dir: &Path) -> Result<Self, VaultError> {
        if dir.symlink_metadata().is_ok() {
            return Err(VaultError::Exists(dir.to_owned()));
        }
        let mut name = dir.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        if part.exists() {
            // A lock on the old directory tells whether its maker still lives.
            drop(lock(&part)?);
            std::fs::remove_dir_all(&part).map_err(file_error("removing", &part))?;
        }
        std::fs::create_dir_all(&part).map_err(file_error("making", &part))?;
        let lock = lock(&part)?;
        Ok(Self { dir: dir.to_owned(), part, lock, done: false })
    }

    /// Where the work is done.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Writes one file, and the directories above it.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), VaultError> {
        write_below(&self.part, name, bytes)
    }

    /// Puts everything on disk, then the last file, then gives the directory its name.
    ///
    /// `last` is what a whole directory is known by: until it is there, nobody takes it for one.
    ///
    /// # Errors
    ///
    /// When something cannot be written, or the directory was made by someone else meanwhile.
    pub fn finish(mut self, last: &str, bytes: &[u8]) -> Result<(), VaultError> {
        self.sync()?;
        let new = self.part.join(format!("{last}.new"));
        let written = File::create(&new).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.map_err(file_error("writing", &new))?;
        let path = self.part.join(last);
        std::fs::rename(&new, &path).map_err(file_error("renaming", &new))?;
        self.lock.sync_all().map_err(file_error("writing", &self.part))?;
        if self.dir.symlink_metadata().is_ok() {
            return Err(VaultError::Exists(self.dir.clone()));
        }
        std::fs::rename(&self.part, &self.dir).map_err(file_error("renaming", &self.part))?;
        self.done = true;
        let parent = self.dir.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or_else(|| Path::new("."));
        File::open(parent)
            .and_then(|parent| parent.sync_all())
            .map_err(file_error("writing", parent))
    }

    /// One call for the whole file system: a block has thousands of files, and asking for each
    /// would take longer than dealing it.
    fn sync(&self) -> Result<(), VaultError> {
        rustix::fs::syncfs(&self.lock)
            .map_err(|error| file_error("writing", &self.part)(error.into()))
    }
}

impl Drop for Part {
    /// A failed run leaves nothing behind. What cannot be removed is removed by the next run.
    fn drop(&mut self) {
        if !self.done {
            let _ = std::fs::remove_dir_all(&self.part);
        }
    }
}

/// Writes the file `name` below `dir`, and the directories above it where they are missing.
pub(crate) fn write_below(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), VaultError> {
    let path = dir.join(name);
    let above = path.parent().expect("a file lies in a directory");
    match std::fs::write(&path, bytes) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            std::fs::create_dir_all(above).map_err(file_error("making", above))?;
            std::fs::write(&path, bytes).map_err(file_error("writing", &path))
        }
        other => other.map_err(file_error("writing", &path)),
    }
}

fn lock(part: &Path) -> Result<File, VaultError> {
    let dir = File::open(part).map_err(file_error("opening", part))?;
    match dir.try_lock() {
        Ok(()) => Ok(dir),
        Err(TryLockError::WouldBlock) => Err(VaultError::AtWork(part.to_owned())),
        Err(TryLockError::Error(error)) => Err(file_error("locking", part)(error)),
    }
}
