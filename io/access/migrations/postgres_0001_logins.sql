-- Who may come in. Nothing of the ledger is here, and nothing of this in the ledger.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z. Of a token its SHA-256 is kept.

CREATE TABLE logins (
    player       BIGINT PRIMARY KEY,
    login        TEXT   NOT NULL UNIQUE,
    password     TEXT   NOT NULL,
    misses       BIGINT NOT NULL CHECK (misses >= 0),
    missed_at_ms BIGINT NOT NULL
);

CREATE TABLE sessions (
    token       BYTEA  PRIMARY KEY CHECK (length(token) = 32),
    player      BIGINT NOT NULL REFERENCES logins (player),
    began_at_ms BIGINT NOT NULL,
    seen_at_ms  BIGINT NOT NULL
);

CREATE INDEX sessions_player ON sessions (player);
CREATE INDEX sessions_seen ON sessions (seen_at_ms);

-- One of each player at most.
CREATE TABLE resets (
    player   BIGINT PRIMARY KEY REFERENCES logins (player),
    token    BYTEA  NOT NULL UNIQUE CHECK (length(token) = 32),
    until_ms BIGINT NOT NULL
);
