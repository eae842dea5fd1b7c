-- The thin ledger: players, the blocks that are on sale, and the units that were sold.
-- Money is whole cents. Times are milliseconds since 1970-01-01T00:00:00Z.

CREATE TABLE players (
    id              INTEGER PRIMARY KEY,
    name            TEXT    NOT NULL UNIQUE,
    deposited_cents INTEGER NOT NULL CHECK (deposited_cents >= 0),
    balance_cents   INTEGER NOT NULL CHECK (balance_cents >= 0),
    created_at_ms   INTEGER NOT NULL
) STRICT;

CREATE TABLE blocks (
    id         TEXT    PRIMARY KEY,
    game       TEXT    NOT NULL,
    units      INTEGER NOT NULL CHECK (units > 0),
    next_index INTEGER NOT NULL DEFAULT 0 CHECK (next_index BETWEEN 0 AND units)
) STRICT;

-- One row a sold unit. The result stands in it from the start; what a screen has shown of it is
-- `zones` (bit i: tile i is uncovered), which moves no money.
CREATE TABLE plays (
    id                   INTEGER PRIMARY KEY,
    player               INTEGER NOT NULL REFERENCES players (id),
    command_id           TEXT    NOT NULL CHECK (length(command_id) BETWEEN 1 AND 100),
    game                 TEXT    NOT NULL,
    block                TEXT    NOT NULL REFERENCES blocks (id),
    unit_index           INTEGER NOT NULL CHECK (unit_index >= 0),
    mode                 TEXT    NOT NULL CHECK (mode IN ('jouer', 'auto')),
    stake_cents          INTEGER NOT NULL CHECK (stake_cents > 0),
    gain_cents           INTEGER NOT NULL CHECK (gain_cents >= 0),
    unit                 TEXT    NOT NULL,
    balance_before_cents INTEGER NOT NULL CHECK (balance_before_cents >= stake_cents),
    balance_after_cents  INTEGER NOT NULL
        CHECK (balance_after_cents = balance_before_cents - stake_cents + gain_cents),
    bought_at_ms         INTEGER NOT NULL,
    zones                INTEGER NOT NULL DEFAULT 0 CHECK (zones >= 0),
    finished_at_ms       INTEGER,
    UNIQUE (player, command_id),
    UNIQUE (block, unit_index)
) STRICT;

-- A player has at most one unfinished unit of a game.
CREATE UNIQUE INDEX plays_unfinished ON plays (player, game) WHERE finished_at_ms IS NULL;
