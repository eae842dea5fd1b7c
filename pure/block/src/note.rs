//! The signed commitment: a C2SP tlog-checkpoint in a C2SP signed note, with Ed25519 (RFC 8032).
//!
//! `docs/spec/block.md`, rules 11 to 15. Whether a key may be trusted is not known here: it was
//! published beforehand, or it was not.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use base64ct::{Base64, Encoding};
use ed25519_dalek::{Signature, Signer, VerifyingKey};
use sha2::{Digest, Sha256};

use crate::hex::{bytes32, hex};
use crate::record::BlockId;
use crate::tree::Hash;

const ED25519: u8 = 1;
const DASH: &str = "\u{2014} ";
const MANIFEST: &str = "grille-manifest ";

/// The name of an operator's key: a text without space or `+`, best a host that he owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyName(String);

impl KeyName {
    /// The name that `text` writes: 1 to 200 printable ASCII characters without a space and `+`.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let sound = |byte: u8| byte.is_ascii_graphic() && byte != b'+';
        ((1..=200).contains(&text.len()) && text.bytes().all(sound)).then(|| Self(text.to_owned()))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An operator's signing key. It prints only its name.
pub struct SigningKey {
    name: KeyName,
    key: ed25519_dalek::SigningKey,
}

impl SigningKey {
    /// The key with this name and this seed of RFC 8032.
    #[must_use]
    pub fn new(name: KeyName, seed: &[u8; 32]) -> Self {
        Self { name, key: ed25519_dalek::SigningKey::from_bytes(seed) }
    }

    /// The public half.
    #[must_use]
    pub fn verifier(&self) -> VerifierKey {
        VerifierKey { name: self.name.clone(), key: self.key.verifying_key() }
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({}, hidden)", self.name)
    }
}

/// What an operator publishes beforehand, so that his signature can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    name: KeyName,
    key: VerifyingKey,
}

impl VerifierKey {
    /// Reads `name+id+key`; nothing when it is not one, or the id is not that of this key.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let [name, id, key]: [&str; 3] = text.splitn(3, '+').collect::<Vec<_>>().try_into().ok()?;
        let bytes = Base64::decode_vec(key).ok()?;
        let (&ED25519, key) = bytes.split_first()? else { return None };
        let key = VerifyingKey::from_bytes(key.try_into().ok()?).ok()?;
        let key = Self { name: KeyName::new(name)?, key };
        (hex(&key.id()) == id).then_some(key)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &KeyName {
        &self.name
    }

    fn id(&self) -> [u8; 4] {
        let mut hasher = Sha256::new();
        hasher.update(self.name.as_str());
        hasher.update([b'\n', ED25519]);
        hasher.update(self.key.as_bytes());
        let digest: Hash = hasher.finalize().into();
        [digest[0], digest[1], digest[2], digest[3]]
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = [ED25519; 33];
        key[1..].copy_from_slice(self.key.as_bytes());
        write!(f, "{}+{}+{}", self.name, hex(&self.id()), Base64::encode_string(&key))
    }
}

/// What is signed: how many units a block has, their root, and what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the key, `/`, the block id.
    pub origin: String,
    /// How many leaves.
    pub leaves: u64,
    /// The tree's root.
    pub root: Hash,
    /// SHA-256 of the manifest.
    pub manifest: Hash,
}

/// Why a note is no checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// The text is not four lines of the right form.
    #[error("its text is not the four lines of a block's checkpoint")]
    Text,
    /// There is no signature, or a line that is none.
    #[error("a line after its text is not a signature")]
    Signatures,
}

impl Checkpoint {
    /// The checkpoint of a block.
    #[must_use]
    pub fn new(
        operator: &KeyName,
        block: &BlockId,
        leaves: u64,
        root: Hash,
        manifest: Hash,
    ) -> Self {
        Self { origin: format!("{operator}/{block}"), leaves, root, manifest }
    }

    /// The block's name: what follows the origin's last `/`.
    #[must_use]
    pub fn block(&self) -> &str {
        self.origin.rsplit('/').next().unwrap_or_default()
    }

    /// The text that is signed.
    #[must_use]
    pub fn text(&self) -> String {
        let root = Base64::encode_string(&self.root);
        format!("{}\n{}\n{root}\n{MANIFEST}{}\n", self.origin, self.leaves, hex(&self.manifest))
    }

    /// The note: the text, and the signature under it.
    #[must_use]
    pub fn sign(&self, key: &SigningKey) -> String {
        let text = self.text();
        let mut line = key.verifier().id().to_vec();
        line.extend(key.key.sign(text.as_bytes()).to_bytes());
        format!("{text}\n{DASH}{} {}\n", key.name, Base64::encode_string(&line))
    }

    /// Reads a note; its signatures are left to [`is_signed`].
    ///
    /// # Errors
    ///
    /// When it is not a block's checkpoint.
    pub fn parse(note: &str) -> Result<Self, CheckpointError> {
        let (text, signatures) = note.rsplit_once("\n\n").ok_or(CheckpointError::Text)?;
        let lines: Vec<&str> = text.split('\n').collect();
        let [origin, leaves, root, manifest] =
            lines.try_into().map_err(|_| CheckpointError::Text)?;
        let parsed = || {
            let count: u64 = leaves.parse().ok()?;
            let root = Base64::decode_vec(root).ok()?.try_into().ok()?;
            let manifest = bytes32(manifest.strip_prefix(MANIFEST)?)?;
            let (name, block) = origin.rsplit_once('/')?;
            let named = KeyName::new(name).is_some() && BlockId::new(block).is_some();
            let counted = (1..=u64::from(u32::MAX)).contains(&count);
            (named && counted && leaves == count.to_string()).then_some((count, root, manifest))
        };
        let (leaves, root, manifest) = parsed().ok_or(CheckpointError::Text)?;
        let signatures = signatures.strip_suffix('\n').ok_or(CheckpointError::Signatures)?;
        if signatures.split('\n').any(|line| signature(line).is_none()) {
            return Err(CheckpointError::Signatures);
        }
        Ok(Self { origin: origin.to_owned(), leaves, root, manifest })
    }
}

/// Whether a signature of `key` is on the note, and every one of them is right.
#[must_use]
pub fn is_signed(note: &str, key: &VerifierKey) -> bool {
    let Some((text, signatures)) = note.rsplit_once("\n\n") else { return false };
    let text = format!("{text}\n");
    let mut verdicts = signatures.lines().filter_map(signature).filter_map(|(name, bytes)| {
        let (id, signed) = bytes.split_first_chunk::<4>()?;
        if name != key.name.as_str() || *id != key.id() {
            return None;
        }
        let signed = Signature::from_slice(signed);
        Some(signed.is_ok_and(|it| key.key.verify_strict(text.as_bytes(), &it).is_ok()))
    });
    verdicts.next() == Some(true) && verdicts.all(|right| right)
}

/// The proof of one unit, a C2SP tlog-proof that stands alone (`docs/spec/block.md`, rule 21): its
/// leaf's data, its inclusion path, and the checkpoint that the path leads to.
#[must_use]
pub fn proof(index: u64, leaf: &[u8], path: &[Hash], note: &str) -> String {
    let leaf = Base64::encode_string(leaf);
    let path: String =
        path.iter().map(|hash| format!("{}\n", Base64::encode_string(hash))).collect();
    format!("c2sp.org/tlog-proof@v1\nextra {leaf}\nindex {index}\n{path}\n{note}")
}

/// A signature line: the key's name, and its id with the signature.
fn signature(line: &str) -> Option<(&str, Vec<u8>)> {
    let (name, bytes) = line.strip_prefix(DASH)?.split_once(' ')?;
    let bytes = Base64::decode_vec(bytes).ok()?;
    let named = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '+');
    (named && bytes.len() > 4).then_some((name, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, seed: u8) -> SigningKey {
        SigningKey::new(KeyName::new(name).expect("a name"), &[seed; 32])
    }

    fn checkpoint() -> Checkpoint {
        let operator = KeyName::new("lottery.example").expect("a name");
        let block = BlockId("tiny-0011223344556677".to_owned());
        Checkpoint::new(&operator, &block, 300, [7; 32], [9; 32])
    }

    #[test]
    fn a_note_is_read_as_it_was_written_and_its_signature_holds() {
        let key = key("lottery.example", 1);
        let note = checkpoint().sign(&key);
        assert_eq!(Checkpoint::parse(&note), Ok(checkpoint()));
        assert_eq!(checkpoint().block(), "tiny-0011223344556677");
        let published = VerifierKey::parse(&key.verifier().to_string()).expect("a verifier key");
        assert_eq!(published, key.verifier());
        assert!(is_signed(&note, &published));
    }

    #[test]
    fn another_text_another_key_and_another_name_are_not_signed() {
        let note = checkpoint().sign(&key("lottery.example", 1));
        let verifier = key("lottery.example", 1).verifier();
        assert!(!is_signed(&note.replacen("300", "301", 1), &verifier));
        assert!(!is_signed(&note, &key("lottery.example", 2).verifier()));
        assert!(!is_signed(&note, &key("other.example", 1).verifier()));
        // A witness's signature beside it changes nothing.
        let witness = format!("{DASH}witness.example {}\n", Base64::encode_string(&[3; 68]));
        assert!(is_signed(&(note.clone() + &witness), &verifier));
        assert!(Checkpoint::parse(&(note + &witness)).is_ok());
    }

    #[test]
    fn what_is_no_checkpoint_is_refused() {
        let note = checkpoint().sign(&key("lottery.example", 1));
        let broken = [
            note.replacen("300", "0300", 1),
            note.replacen("300", "+300", 1),
            note.replacen("300\n", "300\nextra line\n", 1),
            note.replacen(MANIFEST, "grille-manifesto ", 1),
            note.replacen("lottery.example/", "", 1),
            note.replacen('\n', "\r\n", 1),
            note.trim_end().to_owned(),
            note.replace(DASH, "- "),
            String::new(),
        ];
        for text in broken {
            assert!(Checkpoint::parse(&text).is_err(), "{text:?}");
        }
    }

    /// The first key of the published vectors of Go's sumdb note package.
    #[test]
    fn a_verifier_key_of_others_is_read() {
        let text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
        let key = VerifierKey::parse(text).expect("a verifier key");
        assert_eq!(key.to_string(), text);
        assert_eq!(VerifierKey::parse(&text.replacen("c74f20a3", "c74f20a4", 1)), None);
    }
}
