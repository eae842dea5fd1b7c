use super::*;

/// The manual that ships.
const MANUAL: &str = include_str!("../../../../docs/grille.toml");
const SOURCE: &str = include_str!("mod.rs");
const KEY: &str = "lottery.example+9eff1d72+AdAdAcJJji0w7Mq4lre2uvyjJH58LbCD9J5uBcV6zkKk";

#[track_caller]
fn check_fault(text: &str, expected: &str) {
    let error = Config::parse(text, "grille.toml").expect_err(text).to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn the_manual_has_the_defaults() {
    assert_eq!(Config::parse(MANUAL, "docs/grille.toml").unwrap(), Config::default());
}

/// A line of the manual that begins with `#` and no space is an example of a key that has no
/// default. With all examples, no key is left out.
#[test]
fn the_manual_has_every_key_with_the_comment_of_its_field() {
    let mut comment = String::new();
    let mut written = Vec::new();
    for line in MANUAL.lines() {
        if let Some(words) = line.strip_prefix("# ") {
            comment = if comment.is_empty() { words.into() } else { format!("{comment} {words}") };
            continue;
        }
        let line = line.strip_prefix('#').unwrap_or(line);
        match line.split_once(" = ") {
            Some((key, _)) => written.push((key.to_owned(), std::mem::take(&mut comment))),
            None if line.starts_with('[') => {
                let table = line.trim_matches(['[', ']']).to_owned();
                written.push((table, std::mem::take(&mut comment)));
            }
            None => comment.clear(),
        }
    }
    let mut fields = Vec::new();
    let mut comment = String::new();
    for line in SOURCE.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("/// ") {
            comment = if comment.is_empty() { words.into() } else { format!("{comment} {words}") };
        } else if let Some((name, _)) =
            line.strip_prefix("pub(crate) ").and_then(|rest| rest.split_once(": "))
            && !name.starts_with("fn ")
        {
            fields.push((name.to_owned(), std::mem::take(&mut comment)));
        } else if !line.starts_with("#[") {
            comment.clear();
        }
    }
    written.sort();
    fields.sort();
    assert_eq!(written, fields);
    assert!(fields.len() >= 12, "{} fields", fields.len());
}

#[test]
fn the_manual_s_examples_are_read() {
    let uncomment = |line: &str| match line.strip_prefix('#') {
        Some(rest) if !rest.starts_with(' ') => rest.to_owned(),
        _ => line.to_owned(),
    };
    let text: Vec<String> = MANUAL.lines().map(uncomment).collect();
    let config = Config::parse(&text.join("\n"), "docs/grille.toml").unwrap();
    assert!(config.verifier_key.is_some() && config.database.is_some());
    assert!(config.observe.is_some());
    assert_eq!((config.block.len(), config.operator.len()), (1, 1));
    // What stands there of the parameters is what holds without it.
    let dated = config.dated_parameters().unwrap();
    assert_eq!(dated.at(ledger::Millis(i64::MAX)), &ledger::Parameters::default());
}

#[test]
fn an_empty_file_is_the_defaults() {
    assert_eq!(Config::parse("", "grille.toml").unwrap(), Config::default());
}

#[test]
fn faults_have_their_file_line_and_key() {
    check_fault(
        "\nliste = 1\n",
        "grille.toml: line 2, liste: unknown field liste, expected one of",
    );
    check_fault("listen = 8080\n", "grille.toml: line 1, listen: ");
    check_fault("listen = \"localhost\"\n", "grille.toml: line 1, listen: invalid socket address");
    check_fault("queue = 0\n", "grille.toml: line 1, queue: invalid value");
    check_fault("stop_grace_seconds = -1\n", "grille.toml: line 1, stop_grace_seconds: invalid");
    check_fault("log = \"xml\"\n", "grille.toml: line 1, log: unknown variant xml");
    check_fault("\n\nlog_filter = \"a=b=c\"\n", "grille.toml: line 3, log_filter: ");
    check_fault("verifier_key = \"x+y\"\n", "grille.toml: line 1, verifier_key: this is no");
    check_fault("[database]\n", "grille.toml: line 1, [database]: missing field postgres_file");
    let block = "[[block]]\ndir = \"a\"\nselling_key_file = \"b\"\nemission = 1\n";
    check_fault(block, "grille.toml: line 1, [[block]]: missing field number");
    let block = format!("log = \"text\"\n{block}number = -1\n");
    check_fault(&block, "grille.toml: line 6, number: invalid value");
    check_fault("data = \"a\"\ndata = \"b\"\n", "grille.toml: line 2, data: duplicate key");
    check_fault("data = \n", "grille.toml: line 1, data: ");
}

#[test]
fn paths_begin_at_the_file_s_directory() {
    let text = format!(
        "data = \"d\"\nverifier_key = \"{KEY}\"\n[database]\npostgres_file = \"/etc/p\"\n\
         [[block]]\ndir = \"b\"\nselling_key_file = \"../k\"\nemission = 2\nnumber = 3\n"
    );
    let mut config = Config::parse(&text, "grille.toml").unwrap();
    config.begin_at(Path::new("/srv/grille"));
    let dir = |path: &str| PathBuf::from(path);
    assert_eq!(config.data, dir("/srv/grille/d"));
    assert_eq!(config.database.unwrap().postgres_file, dir("/etc/p"));
    let block = &config.block[0];
    assert_eq!((&block.dir, block.emission, block.number), (&dir("/srv/grille/b"), 2, 3));
    assert_eq!(block.selling_key_file, dir("/srv/grille/../k"));
}
