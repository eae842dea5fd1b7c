//! Checkpoints, their signatures, and the key that was published (docs/spec/block.md, rules 11–14).

use ed25519_dalek::{Signature, VerifyingKey};

use crate::notation::{Hash, decimal, from_base64, hex, is_hex, sha256};
use crate::report::Report;

/// A checkpoint file has at most so many bytes.
pub const LIMIT: usize = 64 << 10;

/// A signature line: whose it says it is, the key's id, the signature.
struct Signed {
    name: String,
    id: [u8; 4],
    signature: Vec<u8>,
}

/// A checkpoint that could be read.
pub struct Checkpoint {
    /// The signed text, its last newline included.
    pub text: String,
    /// The name of the operator's key, as the origin has it.
    pub operator: String,
    /// The block id, as the origin has it.
    pub block: String,
    /// The number of units.
    pub units: u64,
    /// The root.
    pub root: Hash,
    /// The hash of manifest.json, hexadecimal.
    pub manifest: String,
    signatures: Vec<Signed>,
}

impl Checkpoint {
    /// Reads a checkpoint.
    ///
    /// # Errors
    /// Every fault of its form.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<String>> {
        let Ok(whole) = std::str::from_utf8(bytes) else {
            return Err(vec!["not UTF-8".to_owned()]);
        };
        if bytes.iter().any(|byte| *byte < 0x20 && *byte != b'\n') {
            return Err(vec!["has a control character".to_owned()]);
        }
        let Some((body, signatures)) = whole.split_once("\n\n") else {
            return Err(vec!["no empty line between text and signatures".to_owned()]);
        };
        let lines: Vec<&str> = body.split('\n').collect();
        let [origin, units, root, manifest] = lines[..] else {
            return Err(vec![format!("{} lines of text instead of four", lines.len())]);
        };
        let mut faults = Vec::new();
        let (operator, block) = origin.rsplit_once('/').unwrap_or_default();
        if !is_name(operator) || block.is_empty() {
            faults
                .push(format!("line 1: the origin `{origin}` is no key's name, `/` and block id"));
        }
        let units = decimal(units.as_bytes()).filter(|units| (1..1 << 32).contains(units));
        if units.is_none() {
            faults.push("line 2: no number of units".to_owned());
        }
        let root = from_base64(root).and_then(|root| Hash::try_from(root).ok());
        if root.is_none() {
            faults.push("line 3: no root in canonical base64".to_owned());
        }
        let manifest = manifest.strip_prefix("grille-manifest ").unwrap_or_default();
        if !is_hex(manifest.as_bytes(), 64) {
            faults.push("line 4: not `grille-manifest ` and a hash".to_owned());
        }
        let signatures = read_signatures(signatures, &mut faults);
        match (units, root) {
            (Some(units), Some(root)) if faults.is_empty() => Ok(Self {
                text: format!("{body}\n"),
                operator: operator.to_owned(),
                block: block.to_owned(),
                units,
                root,
                manifest: manifest.to_owned(),
                signatures,
            }),
            _ => Err(faults),
        }
    }
}

/// Whether a text can be a key's name.
fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '+')
}

fn read_signatures(lines: &str, faults: &mut Vec<String>) -> Vec<Signed> {
    let Some(lines) = lines.strip_suffix('\n').filter(|lines| !lines.is_empty()) else {
        faults.push("no signature, or the last line does not end".to_owned());
        return Vec::new();
    };
    let mut read = Vec::new();
    for (number, line) in (6..).zip(lines.split('\n')) {
        let parts = line.strip_prefix("— ").and_then(|rest| rest.split_once(' '));
        let signed = parts.filter(|(name, _)| is_name(name)).and_then(|(name, rest)| {
            let bytes = from_base64(rest)?;
            let (id, signature) = bytes.split_first_chunk()?;
            let signature = Some(signature.to_vec()).filter(|bytes| !bytes.is_empty())?;
            Some(Signed { name: name.to_owned(), id: *id, signature })
        });
        match signed {
            Some(signed) => read.push(signed),
            None => faults.push(format!("line {number}: not a signature line")),
        }
    }
    read
}

/// The operator's verifier key.
pub struct Key {
    name: String,
    id: [u8; 4],
    public: VerifyingKey,
}

impl Key {
    /// Reads `<name>+<id>+<base64>`.
    ///
    /// # Errors
    /// Why it is no such key.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("not `<name>+<key id>+<key>`");
        };
        let key = from_base64(key).ok_or("its key is not canonical base64")?;
        let Some((1, public)) = key.split_first() else {
            return Err("not an Ed25519 key");
        };
        let public: &[u8; 32] = public.try_into().map_err(|_| "its key has not 32 bytes")?;
        let hash = sha256(&[name.as_bytes(), b"\n\x01", public].concat());
        let own: [u8; 4] = [hash[0], hash[1], hash[2], hash[3]];
        if !is_name(name) || id != hex(&own) {
            return Err("its key id does not follow from its name and key");
        }
        let public =
            VerifyingKey::from_bytes(public).map_err(|_| "its key is no point of the curve")?;
        Ok(Self { name: name.to_owned(), id: own, public })
    }
}

/// What was published before the sale and is compared with.
#[derive(Default)]
pub struct Published {
    /// The published checkpoint.
    pub checkpoint: Option<Checkpoint>,
    /// The operator's verifier key.
    pub key: Option<Key>,
}

impl Published {
    /// Whether there is nothing to compare with.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.checkpoint.is_none() && self.key.is_none()
    }

    /// Compares a checkpoint with what was published, as the step `step`.
    pub fn compare(&self, checkpoint: Option<&Checkpoint>, report: &mut Report, step: usize) {
        if self.is_empty() {
            return report.skip(step, "nothing published was given");
        }
        let Some(checkpoint) = checkpoint else {
            return report.skip(step, "the checkpoint cannot be read");
        };
        if self.checkpoint.as_ref().is_some_and(|published| published.text != checkpoint.text) {
            report.fault(step, 0, || "checkpoint: its text is not the published one's".to_owned());
        }
        let Some(key) = &self.key else { return };
        if checkpoint.operator != key.name {
            let origin = format!("{}/{}", checkpoint.operator, checkpoint.block);
            report.fault(step, 0, || {
                format!("checkpoint: the origin `{origin}` is not `{}/` and a block id", key.name)
            });
        }
        let own = |signed: &&Signed| signed.name == key.name && signed.id == key.id;
        let mut signatures = checkpoint.signatures.iter().filter(own).peekable();
        if signatures.peek().is_none() {
            report.fault(step, 0, || format!("checkpoint: no signature of the key `{}`", key.name));
        }
        for signed in signatures {
            let right = Signature::from_slice(&signed.signature)
                .is_ok_and(|it| key.public.verify_strict(checkpoint.text.as_bytes(), &it).is_ok());
            if !right {
                report.fault(step, 0, || {
                    format!("checkpoint: the signature of `{}` does not verify", key.name)
                });
            }
        }
    }

    /// What a person may conclude when every step held.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        match (&self.checkpoint, &self.key) {
            (None, None) => "sound in itself, compared with nothing published",
            (Some(_), None) => "sound, and the one whose checkpoint was published",
            (None, Some(_)) => {
                "sound, and signed by the published key; that alone does not settle which block was announced"
            }
            (Some(_), Some(_)) => {
                "sound, the one whose checkpoint was published, and signed by the published key"
            }
        }
    }
}
