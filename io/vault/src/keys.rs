//! Key files: shares, the operator's signing key, a block's selling key.
//!
//! `docs/spec/block.md`, rules 1, 15 and 20. Each file says in its first line what it is, is made
//! for its owner alone, and is never written over. Nothing here prints a key.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use block::BlockId;
use block::hex::{bytes32, hex};
use block::note::{KeyName, SigningKey};
use block::tree::Hash;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::{VaultError, file_error};

const SHARE: &str = "grille share v1";
const SIGNING: &str = "grille signing key v1";
const SELLING: &str = "grille selling key v1";

/// One of the keys that together make a block's secret.
#[derive(Clone)]
pub struct Share(Zeroizing<[u8; 32]>);

impl Share {
    /// The share with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// A new share from the system's randomness.
    ///
    /// # Errors
    ///
    /// When the system has none.
    pub fn draw() -> Result<Self, VaultError> {
        Ok(Self(random()?))
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its hash, which is published before the share is shown to anyone.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Sha256::digest(*self.0).into()
    }

    /// The text of its file.
    #[must_use]
    pub fn text(&self) -> Zeroizing<String> {
        Zeroizing::new(format!("{SHARE}\n{}\n", *Zeroizing::new(hex(&*self.0))))
    }

    /// Writes it into a new file.
    ///
    /// # Errors
    ///
    /// When there is such a file already, or it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), VaultError> {
        save_secret(path, &self.text())
    }

    /// Reads a share's file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no share.
    pub fn load(path: &Path) -> Result<Self, VaultError> {
        match KeyFile::load(path)? {
            KeyFile::Share(share) => Ok(share),
            KeyFile::Selling(_) => Err(not_a_key(path, "a share")),
        }
    }
}

/// Marks the share in `path` as used for `block`: one set of shares makes one block.
///
/// The mark is a file beside it. The same block may be dealt again, since it is the same block.
///
/// # Errors
///
/// When the share was used for another block, or the mark cannot be written.
pub fn mark_used(path: &Path, block: &BlockId) -> Result<(), VaultError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".used");
    let mark = PathBuf::from(name);
    let made = OpenOptions::new().write(true).create_new(true).open(&mark);
    match made {
        Ok(mut file) => {
            let written = writeln!(file, "{block}").and_then(|()| file.sync_all());
            written.map_err(file_error("writing", &mark))
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let text = std::fs::read_to_string(&mark).map_err(file_error("reading", &mark))?;
            let used = text.trim().to_owned();
            // An empty mark is that of a deal that was stopped before it could name its block.
            if used.is_empty() || used == block.as_str() {
                return Ok(());
            }
            Err(VaultError::ShareUsed { path: path.to_owned(), block: used })
        }
        Err(error) => Err(file_error("writing", &mark)(error)),
    }
}

/// Opens a block's records, and does nothing else.
#[derive(Clone)]
pub struct SellingKey {
    block: BlockId,
    key: Zeroizing<[u8; 32]>,
}

impl SellingKey {
    /// The key of a block.
    #[must_use]
    pub fn new(block: BlockId, key: Zeroizing<[u8; 32]>) -> Self {
        Self { block, key }
    }

    /// The block that it belongs to.
    #[must_use]
    pub fn block(&self) -> &BlockId {
        &self.block
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.key
    }

    /// Writes it into a new file.
    ///
    /// # Errors
    ///
    /// When there is such a file already, or it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), VaultError> {
        let digits = Zeroizing::new(hex(&*self.key));
        save_secret(path, &Zeroizing::new(format!("{SELLING}\n{}\n{}\n", self.block, *digits)))
    }
}

/// A file that opens records: one of the shares, or the selling key that follows from all of them.
pub enum KeyFile {
    /// A share.
    Share(Share),
    /// A selling key.
    Selling(SellingKey),
}

impl KeyFile {
    /// Reads a share or a selling key.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or is neither.
    pub fn load(path: &Path) -> Result<Self, VaultError> {
        let text = load(path)?;
        let lines: Vec<&str> = text.lines().collect();
        let key = match lines.as_slice() {
            [SHARE, digits] => {
                bytes32(digits).map(|bytes| Self::Share(Share(Zeroizing::new(bytes))))
            }
            [SELLING, block, digits] => BlockId::new(block)
                .zip(bytes32(digits))
                .map(|(block, bytes)| Self::Selling(SellingKey::new(block, Zeroizing::new(bytes)))),
            _ => None,
        };
        key.ok_or_else(|| not_a_key(path, "a share or a selling key"))
    }
}

/// Makes a new signing key and writes it into a new file.
///
/// # Errors
///
/// When there is such a file already, or it cannot be written.
pub fn save_new_signing_key(path: &Path, name: &KeyName) -> Result<SigningKey, VaultError> {
    let seed = random()?;
    let digits = Zeroizing::new(hex(&*seed));
    save_secret(path, &Zeroizing::new(format!("{SIGNING}\n{name}\n{}\n", *digits)))?;
    Ok(SigningKey::new(name.clone(), &seed))
}

/// Reads a signing key's file.
///
/// # Errors
///
/// When it cannot be read, or is no signing key.
pub fn load_signing_key(path: &Path) -> Result<SigningKey, VaultError> {
    let text = load(path)?;
    let lines: Vec<&str> = text.lines().collect();
    let [SIGNING, name, digits] = lines.as_slice() else {
        return Err(not_a_key(path, "a signing key"));
    };
    let key = KeyName::new(name).zip(bytes32(digits).map(Zeroizing::new));
    let (name, seed) = key.ok_or_else(|| not_a_key(path, "a signing key"))?;
    Ok(SigningKey::new(name, &seed))
}

fn not_a_key(path: &Path, expected: &'static str) -> VaultError {
    VaultError::NotAKey { path: path.to_owned(), expected }
}

fn random() -> Result<Zeroizing<[u8; 32]>, VaultError> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(bytes.as_mut()).map_err(VaultError::NoRandomness)?;
    Ok(bytes)
}

fn load(path: &Path) -> Result<Zeroizing<String>, VaultError> {
    let bytes = Zeroizing::new(std::fs::read(path).map_err(file_error("reading", path))?);
    let text = str::from_utf8(&bytes).map_err(|_| not_a_key(path, "a key file"))?;
    Ok(Zeroizing::new(text.to_owned()))
}

/// Writes a new file that its owner alone may read: whole or not at all, wherever this is stopped. A file
/// that is there is never written over.
///
/// # Errors
///
/// [`VaultError::Exists`], or when it cannot be written.
pub fn save_secret(path: &Path, text: &str) -> Result<(), VaultError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let writing = || file_error("writing", path);
    // What was stopped before has left a part that nobody reads.
    match std::fs::remove_file(&part) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(writing()(error)),
        _ => {}
    }
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part);
    let written = file.and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    // A second name, unlike a new one, takes no other file's place.
    let named = written.and_then(|()| match std::fs::hard_link(&part, path) {
        // Some file systems know one name only.
        Err(error) if error.kind() != ErrorKind::AlreadyExists && !path.exists() => {
            std::fs::rename(&part, path)
        }
        linked => linked.and_then(|()| std::fs::remove_file(&part)),
    });
    let kept = named.and_then(|()| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    });
    kept.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        match error.kind() {
            ErrorKind::AlreadyExists => VaultError::Exists(path.to_owned()),
            _ => writing()(error),
        }
    })
}
