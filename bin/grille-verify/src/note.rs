//! Checkpoints, their signatures, and the key that was published (docs/spec/block.md, rules 11–14).

use ed25519_dalek::{Signature, VerifyingKey};

use crate::files::{Hash, decimal, from_base64, hex, is_hex, sha256};
use crate::report::Report;

/// A checkpoint file has at most so many bytes.
pub(crate) const LIMIT: usize = 64 << 10;

pub(crate) struct Checkpoint {
    /// The signed text, its last newline included.
    text: String,
    operator: String,
    pub(crate) block: String,
    pub(crate) units: u64,
    pub(crate) root: Hash,
    /// The hash of manifest.json, hexadecimal.
    pub(crate) manifest: String,
    /// Of each signature line the name, and key id and signature.
    signatures: Vec<(String, Vec<u8>)>,
}

impl Checkpoint {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let whole = std::str::from_utf8(bytes).map_err(|_| "not UTF-8")?;
        if bytes.iter().any(|byte| *byte < 0x20 && *byte != b'\n') {
            return Err("has a control character".to_owned());
        }
        let parts = whole.split_once("\n\n");
        let (body, signatures) = parts.ok_or("no empty line between text and signatures")?;
        let lines: Vec<&str> = body.split('\n').collect();
        let [origin, units, root, manifest] = lines[..] else {
            return Err(format!("{} lines of text instead of four", lines.len()));
        };
        let origin = origin.rsplit_once('/').filter(|(operator, _)| is_name(operator));
        let (operator, block) = origin
            .filter(|(_, block)| !block.is_empty() && block.is_ascii())
            .ok_or("line 1: the origin is no key's name, `/` and block id")?;
        let units = decimal(units.as_bytes()).filter(|units| (1..1 << 32).contains(units));
        let root = from_base64(root).and_then(|root| root.try_into().ok());
        let manifest = manifest.strip_prefix("grille-manifest ");
        let manifest = manifest.filter(|it| is_hex(it.as_bytes(), 64));
        let lines =
            signatures.strip_suffix('\n').ok_or("no signature, or no newline at its end")?;
        let signatures = (6..).zip(lines.split('\n')).map(|(number, line)| {
            read_signature(line).ok_or_else(|| format!("line {number}: not a signature line"))
        });
        Ok(Self {
            text: format!("{body}\n"),
            operator: operator.to_owned(),
            block: block.to_owned(),
            units: units.ok_or("line 2: no number of units")?,
            root: root.ok_or("line 3: no root in canonical base64")?,
            manifest: manifest.ok_or("line 4: not `grille-manifest ` and a hash")?.to_owned(),
            signatures: signatures.collect::<Result<_, _>>()?,
        })
    }
}

/// Others may sign too, with keys and signatures of any kind.
fn read_signature(line: &str) -> Option<(String, Vec<u8>)> {
    let (name, signed) = line.strip_prefix("— ")?.split_once(' ')?;
    let signed = from_base64(signed).filter(|signed| signed.len() >= 5)?;
    let is_name = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '+');
    is_name.then(|| (name.to_owned(), signed))
}

/// Whether a text can be the name of an operator's key.
fn is_name(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_graphic() && c != b'+')
}

/// The operator's verifier key.
pub(crate) struct Key {
    name: String,
    id: [u8; 4],
    public: VerifyingKey,
}

impl Key {
    /// Reads `<name>+<id>+<base64>`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let none = "not `<name>+<key id>+<key>`";
        let (name, rest) = text.split_once('+').ok_or(none)?;
        let (id, key) = rest.split_once('+').ok_or(none)?;
        let key = from_base64(key).ok_or("its key is not canonical base64")?;
        let public = key.strip_prefix(&[1]).and_then(|public| public.try_into().ok());
        let public = public.ok_or("not an Ed25519 key")?;
        let hash = sha256(&[name.as_bytes(), b"\n", &key].concat());
        let own = [hash[0], hash[1], hash[2], hash[3]];
        if !is_name(name) || id != hex(&own) {
            return Err("its key id does not follow from its name and key".to_owned());
        }
        let public = VerifyingKey::from_bytes(public).map_err(|_| "no point of the curve")?;
        Ok(Self { name: name.to_owned(), id: own, public })
    }
}

/// What was published before the sale and is compared with.
#[derive(Default)]
pub(crate) struct Published {
    pub(crate) checkpoint: Option<Checkpoint>,
    pub(crate) key: Option<Key>,
}

impl Published {
    pub(crate) fn is_empty(&self) -> bool {
        self.checkpoint.is_none() && self.key.is_none()
    }

    /// The step `published`.
    pub(crate) fn compare(&self, checkpoint: Option<&Checkpoint>, report: &Report) {
        if self.is_empty() {
            return report.skip("published", "nothing published was given");
        }
        let Some(checkpoint) = checkpoint else {
            return report.skip("published", "the checkpoint cannot be read");
        };
        let must = |holds, fault: &str| report.must("published", holds, fault);
        let same = self.checkpoint.as_ref().is_none_or(|it| it.text == checkpoint.text);
        must(same, "checkpoint: its text is not the published one's");
        let Some(Key { name, id, public }) = &self.key else { return };
        let text = format!("checkpoint: the origin is not `{name}/` and a block id");
        must(checkpoint.operator == *name, &text);
        let signatures = checkpoint.signatures.iter().filter(|(by, _)| by == name);
        let own: Vec<_> = signatures.filter_map(|(_, signed)| signed.strip_prefix(id)).collect();
        must(!own.is_empty(), &format!("checkpoint: no signature of the key `{name}`"));
        let holds = own.iter().all(|bytes| {
            Signature::from_slice(bytes)
                .is_ok_and(|it| public.verify_strict(checkpoint.text.as_bytes(), &it).is_ok())
        });
        must(holds, &format!("checkpoint: the signature of `{name}` does not verify"));
    }

    /// What a person may conclude when every step held.
    pub(crate) fn meaning(&self) -> &'static str {
        match (&self.checkpoint, &self.key) {
            (None, None) => "sound in itself, compared with nothing published",
            (Some(_), None) => "sound, and the one whose checkpoint was published",
            (None, Some(_)) => "sound, and signed by the published key, whichever was announced",
            _ => "sound, the one whose checkpoint was published, and signed by the published key",
        }
    }
}
