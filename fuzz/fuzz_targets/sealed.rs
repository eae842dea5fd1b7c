#![no_main]
#![allow(dead_code)]

use std::sync::LazyLock;

#[path = "../directory.rs"]
mod directory;

static DIRECTORY: LazyLock<directory::Directory> = LazyLock::new(directory::Directory::new);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| DIRECTORY.check(bytes));
