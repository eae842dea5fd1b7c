//! `docs/grille.service` is a unit that systemd takes.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

const UNIT: &str = include_str!("../../../../docs/grille.service");
const PROGRAM: &str = "/usr/local/bin/grille";

/// The lines of each section, in order, without comments.
fn sections(text: &str) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let (mut sections, mut section) = (BTreeMap::<_, Vec<_>>::new(), "");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name,
            None => sections.entry(section).or_default().push(line.split_once('=').expect(line)),
        }
    }
    sections
}

#[test]
fn the_unit_runs_the_server_and_lets_it_finish() {
    let sections = sections(UNIT);
    assert_eq!(sections.keys().copied().collect::<Vec<_>>(), ["Install", "Service", "Unit"]);
    let service: BTreeMap<&str, &str> = sections["Service"].iter().copied().collect();
    let (program, arguments) = service["ExecStart"].split_once(' ').expect("arguments");
    assert_eq!((program, arguments), (PROGRAM, "serve --config /etc/grille/grille.toml"));
    let told = Command::new(env!("CARGO_BIN_EXE_grille")).args(["serve", "--help"]).output();
    assert!(String::from_utf8(told.unwrap().stdout).unwrap().contains("--config <FILE>"));
    // Nothing is killed that would have ended by itself.
    let manual = include_str!("../../../../docs/grille.toml");
    let grace = manual.lines().find_map(|line| line.strip_prefix("stop_grace_seconds = "));
    let seconds = |text: &str| text.parse::<u32>().unwrap();
    assert!(seconds(service["TimeoutStopSec"]) >= 2 * seconds(grace.expect("a default")));
}

#[test]
fn systemd_takes_the_unit() {
    let is_here = Command::new("systemd-analyze").arg("--version").stdout(Stdio::null()).status();
    if !is_here.is_ok_and(|status| status.success()) {
        println!("systemd-analyze is not here: the unit is only read");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("grille.service");
    // The program is where it is installed to only when it is installed.
    fs::write(&file, UNIT.replace(PROGRAM, env!("CARGO_BIN_EXE_grille"))).unwrap();
    let verify = |file: &std::path::Path| {
        let mut command = Command::new("systemd-analyze");
        let output = command.args(["verify", "--man=no"]).arg(file).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (is_sound, said) = verify(&file);
    assert!(is_sound && !said.contains("grille.service"), "{said}");
    // It would have said so.
    fs::write(&file, UNIT.replace("ProtectHome=true", "ProtectHomes=true")).unwrap();
    let (_, said) = verify(&file);
    assert!(said.contains("ProtectHomes"), "{said}");
}
