//! A database on PostgreSQL, of a test's own.

use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};

/// A database, and how its server is reached.
pub(crate) struct Database {
    server: String,
    name: String,
}

/// A new and empty one; nothing where `GRILLE_POSTGRES` does not say how to reach a server.
pub(crate) fn new_database() -> Option<Database> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Ok(server) = std::env::var("GRILLE_POSTGRES") else {
        println!("GRILLE_POSTGRES is not set: PostgreSQL is left out");
        return None;
    };
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let database = Database { server, name: format!("serve_{}_{number}", std::process::id()) };
    database.run(&[format!("CREATE DATABASE {}", database.name)]);
    Some(database)
}

impl Database {
    /// How it is reached. Of two names of a database the last one counts.
    pub(crate) fn address(&self) -> String {
        format!("{} dbname={}", self.server, self.name)
    }

    /// Copies it; nobody may be in it.
    pub(crate) fn copy(&self) {
        self.run(&[format!("CREATE DATABASE {0}_copy TEMPLATE {0}", self.name)]);
    }

    /// Loses it, and puts the copy in its place.
    pub(crate) fn lose_and_restore(&self) {
        self.run(&[
            format!("DROP DATABASE {} WITH (FORCE)", self.name),
            format!("ALTER DATABASE {0}_copy RENAME TO {0}", self.name),
        ]);
    }

    fn run(&self, statements: &[String]) {
        let mut client = Client::connect(&self.server, NoTls).expect("there is a server");
        for sql in statements {
            client.batch_execute(sql).expect(sql);
        }
    }
}
