//! The program that runs: its own bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The program that runs, by the SHA-256 of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
    hash: [u8; 32],
}

impl Program {
    /// The one that this process runs. Where the system tells it, its bytes are those that run and
    /// not those that lie by now under its name.
    ///
    /// # Errors
    ///
    /// When its file cannot be read.
    pub fn running() -> io::Result<Self> {
        let path = std::env::current_exe()?;
        let own = Path::new("/proc/self/exe");
        let hash = hash_of(if own.exists() { own } else { &path })?;
        Ok(Self { path, hash })
    }

    /// The SHA-256 of its file.
    #[must_use]
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// `sha256:` and 64 hexadecimal digits, as the configuration names it.
    #[must_use]
    pub fn told(&self) -> String {
        told(&self.hash)
    }

    /// What is wrong with the file from which the next start would be, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        let path = self.path.display();
        match hash_of(&self.path) {
            Ok(hash) if hash == self.hash => None,
            Ok(hash) => Some(format!("{path} is {} by now", told(&hash))),
            Err(error) => Some(format!("{path} cannot be read: {error}")),
        }
    }
}

fn told(hash: &[u8; 32]) -> String {
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

/// Piece by piece: a program is larger than what a check may take.
fn hash_of(path: &Path) -> io::Result<[u8; 32]> {
    let (mut file, mut hash, mut piece) = (File::open(path)?, Sha256::new(), vec![0; 64 * 1024]);
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hash.finalize().into()),
            bytes => hash.update(&piece[..bytes]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_the_hash_of_its_file() {
        let program = Program::running().expect("it can be read");
        let path = std::env::current_exe().expect("it has a path");
        let whole = std::fs::read(path).expect("it can be read");
        assert_eq!(program.hash(), &<[u8; 32]>::from(Sha256::digest(&whole)));
        assert!(program.told().starts_with("sha256:") && program.told().len() == 71);
        assert_eq!(program.fault(), None);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("program");
        let moved = Program { path: path.clone(), ..program.clone() };
        assert!(moved.fault().expect("it is gone").contains("cannot be read"));
        std::fs::write(&path, b"abc").expect("it can be written");
        // FIPS 180-4's own example.
        let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(moved.fault().expect("it is another one").contains(abc));
    }
}
