//! A file that is hashed as it is written, and whose failures say which file it was.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The file with a folder's checksums, as `sha256sum` writes and checks them.
pub const SUMS: &str = "SHA256SUMS";

/// A failure of the system, with what it happened to.
#[derive(Debug, thiserror::Error)]
#[error("{doing} {}", path.display())]
struct Named {
    doing: &'static str,
    path: PathBuf,
    source: io::Error,
}

/// Gives a failure the name of its file.
pub fn named(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> io::Error {
    let path = path.to_owned();
    move |source| io::Error::new(source.kind(), Named { doing, path: path.clone(), source })
}

/// A file that is hashed as it is written.
pub struct Summed {
    path: PathBuf,
    file: BufWriter<File>,
    hash: Sha256,
}

impl Summed {
    /// A new file.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or is there.
    pub fn create(path: &Path) -> io::Result<Self> {
        File::create_new(path).map(|file| Self::new(path, file)).map_err(named("writing", path))
    }

    fn new(path: &Path, file: File) -> Self {
        let file = BufWriter::with_capacity(1 << 20, file);
        Self { path: path.to_owned(), file, hash: Sha256::new() }
    }

    /// Answers its line for `sha256sum --check`.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    ///
    /// # Panics
    ///
    /// Never: it was made under a name.
    pub fn finish(mut self) -> io::Result<String> {
        self.flush()?;
        Ok(sum_line(&self.path, self.hash))
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.file.write_all(bytes).map_err(named("writing", &self.path))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(named("writing", &self.path))
    }
}

/// The line of the checksum that stands beside a file; nothing if the file has another one. It is read
/// whole.
pub(crate) fn sum_beside(path: &Path) -> io::Result<Option<String>> {
    let beside = path.with_file_name(SUMS);
    let sums = std::fs::read_to_string(&beside).map_err(named("reading", &beside))?;
    let (mut hash, mut bytes) = (Sha256::new(), vec![0; 1 << 20]);
    let mut file = File::open(path).map_err(named("opening", path))?;
    loop {
        match file.read(&mut bytes).map_err(named("reading", path))? {
            0 => return Ok(Some(sum_line(path, hash)).filter(|line| *line == sums)),
            count => hash.update(&bytes[..count]),
        }
    }
}

fn sum_line(path: &Path, hash: Sha256) -> String {
    let digits: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let name = path.file_name().expect("it names a file");
    format!("{digits}  {}\n", name.display())
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    /// A disk without room, as Linux has one for such tests.
    #[test]
    fn a_failure_names_its_file() {
        let full = Path::new("/dev/full");
        let mut file = Summed::new(full, File::options().write(true).open(full).unwrap());
        let failed = file.write_all(&vec![7; 2 << 20]).unwrap_err();
        assert_eq!(failed.to_string(), "writing /dev/full");
        assert_eq!(failed.kind(), io::ErrorKind::StorageFull);
        assert!(failed.source().unwrap().to_string().contains("space"), "{:?}", failed.source());
        // What waited in memory fails at the end.
        file.write_all(b"a line").unwrap();
        assert_eq!(file.finish().unwrap_err().to_string(), "writing /dev/full");
        let there = Summed::create(full).map(|_| ()).unwrap_err();
        assert_eq!(there.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(there.to_string(), "writing /dev/full");
    }
}
