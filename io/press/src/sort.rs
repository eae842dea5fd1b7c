//! Sorting more records than memory should hold: they are put into buckets on disk by their first
//! byte, and each bucket is sorted by itself. Record keys are even, so buckets are alike.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use vault::{VALIDATION_RECORD, named};

const BUCKETS: usize = 256;
/// So much of each bucket waits in memory.
const WAITING: usize = 1 << 14;

/// Records in the making of a sorted file.
pub(crate) struct Buckets {
    dir: PathBuf,
    files: Vec<BufWriter<File>>,
}

impl Buckets {
    /// Empty buckets in a new directory.
    pub(crate) fn new(dir: &Path) -> io::Result<Self> {
        std::fs::create_dir(dir).map_err(named("making", dir))?;
        let bucket = |number| {
            let path = path(dir, number);
            let file = File::create_new(&path).map_err(named("writing", &path))?;
            Ok(BufWriter::with_capacity(WAITING, file))
        };
        let files = (0..BUCKETS).map(bucket).collect::<io::Result<_>>()?;
        Ok(Self { dir: dir.to_owned(), files })
    }

    /// Adds records.
    pub(crate) fn add(&mut self, records: &[u8]) -> io::Result<()> {
        for record in records.chunks_exact(VALIDATION_RECORD) {
            let number = usize::from(record[0]);
            let written = self.files[number].write_all(record);
            written.map_err(|error| named("writing", &path(&self.dir, number))(error))?;
        }
        Ok(())
    }

    /// Hands over all records in order, bucket by bucket, and removes the directory.
    pub(crate) fn drain(self, mut sink: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        for (number, mut file) in self.files.into_iter().enumerate() {
            let path = path(&self.dir, number);
            file.flush().map_err(named("writing", &path))?;
            drop(file);
            let mut records = std::fs::read(&path).map_err(named("reading", &path))?;
            let (whole, rest) = records.as_chunks_mut::<VALIDATION_RECORD>();
            assert!(rest.is_empty(), "only whole records were added");
            whole.sort_unstable();
            sink(&records)?;
        }
        std::fs::remove_dir_all(&self.dir).map_err(named("removing", &self.dir))
    }
}

fn path(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("{number:02x}"))
}
