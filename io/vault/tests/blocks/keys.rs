//! Key files: what they are, for whom, and that none is written over or taken for another.

use std::os::unix::fs::PermissionsExt;

use crate::sample::{self, deal_into, ingredients};
use block::note::KeyName;
use vault::{
    Commitment, KeyFile, Share, VaultError, load_signing_key, mark_used, save_new_signing_key,
};

#[test]
fn keys_are_for_their_owner_and_nothing_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let share = Share::draw().unwrap();
    share.save(&file("share")).unwrap();
    let name = KeyName::new("lottery.example").unwrap();
    let signing = save_new_signing_key(&file("signing"), &name).unwrap();
    let selling = ingredients(&sample::maxi(), 7).selling_key();
    selling.save(&file("selling")).unwrap();
    for name in ["share", "signing", "selling"] {
        let mode = std::fs::metadata(file(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let text = std::fs::read_to_string(file("share")).unwrap();
    assert_eq!(text.lines().next(), Some("grille share v1"));
    assert!(matches!(share.save(&file("share")), Err(VaultError::Exists(_))));
    assert!(matches!(selling.save(&file("share")), Err(VaultError::Exists(_))));
    assert!(save_new_signing_key(&file("share"), &name).is_err());
    assert_eq!(std::fs::read_to_string(file("share")).unwrap(), text);

    assert_eq!(Share::load(&file("share")).unwrap().bytes(), share.bytes());
    assert_eq!(load_signing_key(&file("signing")).unwrap().verifier(), signing.verifier());
    let loaded = KeyFile::load(&file("selling")).unwrap();
    assert!(matches!(loaded, KeyFile::Selling(key) if key.block() == selling.block()));
    assert!(!format!("{signing:?}").contains(text.lines().nth(1).unwrap()));
}

#[test]
fn one_key_is_not_taken_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    Share::new([7; 32]).save(&file("share")).unwrap();
    save_new_signing_key(&file("signing"), &KeyName::new("a.example").unwrap()).unwrap();
    ingredients(&sample::maxi(), 7).selling_key().save(&file("selling")).unwrap();
    let broken = [
        "",
        "grille share v1\n",
        "grille share v1\n00\n",
        "grille share v2\n",
        &format!("grille share v1\n{}\n", "g".repeat(64)),
        &format!("grille share v1\n{}\nmore\n", "0".repeat(64)),
        &format!("grille selling key v1\nmaxi\n{}\n", "0".repeat(64)),
    ];
    for (number, text) in broken.iter().enumerate() {
        let path = file(&format!("broken-{number}"));
        std::fs::write(&path, text).unwrap();
        assert!(matches!(KeyFile::load(&path), Err(VaultError::NotAKey { .. })), "{text:?}");
        assert!(load_signing_key(&path).is_err());
    }
    std::fs::write(file("bytes"), [0xff; 40]).unwrap();
    for name in ["signing", "selling", "bytes"] {
        assert!(Share::load(&file(name)).is_err(), "{name} is no share");
    }
    for name in ["share", "selling", "bytes"] {
        assert!(load_signing_key(&file(name)).is_err(), "{name} is no signing key");
    }
    let missing = Share::load(&file("missing")).err().unwrap().to_string();
    assert!(missing.contains("missing"), "{missing}");
}

#[test]
fn a_share_makes_one_block() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("share");
    Share::new([7; 32]).save(&path).unwrap();
    let [one, other] = [sample::maxi(), sample::mots_croises()].map(|game| {
        let from = ingredients(&game, 7);
        from.block_id()
    });
    mark_used(&path, &one).unwrap();
    mark_used(&path, &one).unwrap();
    let refused = mark_used(&path, &other).unwrap_err().to_string();
    assert!(refused.contains(one.as_str()), "{refused}");
}

/// The selling key opens its block; it, and the shares, open no other one.
#[test]
fn keys_fit_their_block_only() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("block");
    let from = ingredients(&sample::maxi(), 7);
    deal_into(&dir, &from, 2).unwrap();
    let commitment = Commitment::open(&dir).unwrap();
    let file = |name: &str| folder.path().join(name);
    from.selling_key().save(&file("selling")).unwrap();
    ingredients(&sample::maxi(), 8).selling_key().save(&file("other")).unwrap();
    Share::new([7; 32]).save(&file("share")).unwrap();
    Share::new([8; 32]).save(&file("strange")).unwrap();
    assert!(commitment.selling_key(&[file("selling")]).is_ok());
    assert!(commitment.selling_key(&[file("share")]).is_ok());
    assert!(matches!(commitment.selling_key(&[file("other")]), Err(VaultError::OtherKey { .. })));
    for files in [vec![file("strange")], vec![file("share"), file("strange")]] {
        assert!(matches!(commitment.selling_key(&files), Err(VaultError::OtherShares(_))));
    }
}

/// What a stop in the middle leaves is a part beside the file, which no name leads to.
#[test]
fn a_key_file_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let (path, part) = (folder.path().join("share"), folder.path().join("share.part"));
    std::fs::write(&part, "grille share v1\n0707").unwrap();
    Share::new([7; 32]).save(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, format!("grille share v1\n{}\n", "07".repeat(32)));
    assert!(!part.exists());
    // Nor does a second one leave anything, or touch the first.
    assert!(matches!(Share::new([8; 32]).save(&path), Err(VaultError::Exists(_))));
    assert!(!part.exists());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}
