//! Runs the real program and reads its answer.

use std::process::Command;

pub struct Answer {
    pub code: i32,
    pub text: String,
}

pub fn run(args: &[&str]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_grille-verify")).args(args).output().unwrap();
    Answer { code: output.status.code().unwrap(), text: String::from_utf8(output.stdout).unwrap() }
}

impl Answer {
    /// The numbers of the steps whose line begins so.
    pub fn steps(&self, state: &str) -> Vec<usize> {
        let line = |line: &str| {
            let (number, rest) = line.get(..3)?.trim().parse().ok().zip(line.get(19..))?;
            rest.starts_with(state).then_some(number)
        };
        self.text.lines().filter_map(line).collect()
    }

    /// The faults listed below a step.
    pub fn faults(&self, step: usize) -> String {
        let head = format!("{step:>3}  ");
        let lines = self.text.lines().skip_while(|line| !line.starts_with(&head)).skip(1);
        lines.take_while(|line| line.starts_with("       ")).collect::<Vec<_>>().join("\n")
    }

    /// Exactly these steps failed, each with a fault that says so; the exit code agrees.
    pub fn expect(&self, name: &str, expected: &[(usize, &str)]) {
        let steps: Vec<usize> = expected.iter().map(|(step, _)| *step).collect();
        assert_eq!(self.steps("FAILED"), steps, "{name}:\n{}", self.text);
        for (step, fault) in expected {
            assert!(
                self.faults(*step).contains(fault),
                "{name}: step {step} lacks `{fault}`:\n{}",
                self.text
            );
        }
        assert_eq!(self.code, i32::from(!expected.is_empty()), "{name}:\n{}", self.text);
    }
}
