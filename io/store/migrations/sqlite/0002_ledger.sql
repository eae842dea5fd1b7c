-- The ledger of double entry. It takes the place of the thin one, which kept the demo's play money
-- and nothing else.
--
-- Money is whole cents. Times are milliseconds since 1970-01-01T00:00:00Z.

DROP TABLE plays;
DROP TABLE blocks;
DROP TABLE players;

CREATE TABLE players (
    id                       INTEGER PRIMARY KEY,
    name                     TEXT    NOT NULL UNIQUE,
    born                     TEXT    NOT NULL,
    registered_at_ms         INTEGER NOT NULL,
    rules                    INTEGER NOT NULL,
    confirmed_at_ms          INTEGER,
    stakes_cents             INTEGER CHECK (stakes_cents >= 0),
    stakes_raise_cents       INTEGER CHECK (stakes_raise_cents >= 0),
    stakes_raise_from_ms     INTEGER,
    deposits_cents           INTEGER CHECK (deposits_cents >= 0),
    deposits_raise_cents     INTEGER CHECK (deposits_raise_cents >= 0),
    deposits_raise_from_ms   INTEGER,
    excluded_until_ms        INTEGER,
    deposited_cents          INTEGER NOT NULL CHECK (deposited_cents >= 0)
) STRICT;

CREATE TABLE blocks (
    id              TEXT    PRIMARY KEY,
    game            TEXT    NOT NULL,
    emission        INTEGER NOT NULL,
    number          INTEGER NOT NULL,
    units           INTEGER NOT NULL CHECK (units > 0),
    prizes_cents    INTEGER NOT NULL CHECK (prizes_cents > 0),
    state           TEXT    NOT NULL,
    next_index      INTEGER NOT NULL CHECK (next_index BETWEEN 0 AND units),
    lost            INTEGER NOT NULL CHECK (lost BETWEEN 0 AND next_index),
    UNIQUE (game, emission, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
    game        TEXT    PRIMARY KEY,
    price_cents INTEGER NOT NULL CHECK (price_cents > 0),
    current     TEXT    REFERENCES blocks (id)
) STRICT, WITHOUT ROWID;

-- One row a sold unit: the receipt of the command that bought it. `number` orders a history.
CREATE TABLE plays (
    number               INTEGER PRIMARY KEY,
    player               INTEGER NOT NULL REFERENCES players (id),
    command              TEXT    NOT NULL,
    game                 TEXT    NOT NULL,
    block                TEXT    NOT NULL REFERENCES blocks (id),
    unit_index           INTEGER NOT NULL CHECK (unit_index >= 0),
    mode                 TEXT    NOT NULL CHECK (mode IN ('jouer', 'auto')),
    stake_cents          INTEGER NOT NULL CHECK (stake_cents > 0),
    gain_cents           INTEGER NOT NULL CHECK (gain_cents >= 0),
    is_held              INTEGER NOT NULL CHECK (is_held IN (0, 1) AND gain_cents >= is_held),
    unit                 TEXT    NOT NULL,
    balance_before_cents INTEGER NOT NULL CHECK (balance_before_cents >= stake_cents),
    balance_after_cents  INTEGER NOT NULL CHECK (balance_after_cents
        = balance_before_cents - stake_cents + gain_cents * (1 - is_held)),
    at_ms                INTEGER NOT NULL,
    finished_at_ms       INTEGER,
    confirmed_at_ms      INTEGER CHECK (confirmed_at_ms IS NULL OR is_held = 1),
    UNIQUE (player, command),
    UNIQUE (block, unit_index)
) STRICT;

-- A player has at most one unfinished unit of a game.
CREATE UNIQUE INDEX plays_unfinished ON plays (player, game) WHERE finished_at_ms IS NULL;
-- The stakes of the last days.
CREATE INDEX plays_stakes ON plays (player, at_ms, stake_cents);
CREATE INDEX plays_history ON plays (player, number);

-- What a screen has uncovered of a unit: bit i is tile i. It moves no money.
CREATE TABLE views (
    player  INTEGER NOT NULL,
    command TEXT    NOT NULL,
    zones   INTEGER NOT NULL CHECK (zones >= 0),
    PRIMARY KEY (player, command)
) STRICT, WITHOUT ROWID;

-- The receipts of all other commands.
CREATE TABLE commands (
    number     INTEGER PRIMARY KEY,
    actor      TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    receipt    TEXT    NOT NULL,
    is_refused INTEGER NOT NULL CHECK (is_refused IN (0, 1)),
    at_ms      INTEGER NOT NULL,
    UNIQUE (actor, id)
) STRICT;

-- Refusals are forgotten after a while.
CREATE INDEX commands_refused ON commands (at_ms) WHERE is_refused = 1;

CREATE TABLE deposits (
    provider  TEXT    NOT NULL,
    reference TEXT    NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    cents     INTEGER NOT NULL CHECK (cents > 0),
    at_ms     INTEGER NOT NULL,
    PRIMARY KEY (provider, reference)
) STRICT, WITHOUT ROWID;

CREATE INDEX deposits_player ON deposits (player, at_ms, cents);

CREATE TABLE withdrawals (
    player  INTEGER NOT NULL REFERENCES players (id),
    command TEXT    NOT NULL,
    cents   INTEGER NOT NULL CHECK (cents > 0),
    at_ms   INTEGER NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('pending', 'settled', 'returned')),
    PRIMARY KEY (player, command)
) STRICT, WITHOUT ROWID;

-- Movements of money, never changed.
CREATE TABLE transfers (
    actor        TEXT    NOT NULL,
    command      TEXT    NOT NULL,
    number       INTEGER NOT NULL,
    from_account TEXT    NOT NULL,
    to_account   TEXT    NOT NULL CHECK (to_account <> from_account),
    cents        INTEGER NOT NULL CHECK (cents > 0),
    reason       TEXT    NOT NULL,
    at_ms        INTEGER NOT NULL,
    PRIMARY KEY (actor, command, number)
) STRICT, WITHOUT ROWID;

-- What each account holds: the sum of its transfers. The outside alone may be in debt.
CREATE TABLE accounts (
    account TEXT    PRIMARY KEY,
    cents   INTEGER NOT NULL CHECK (cents >= 0 OR account IN ('operator', 'payments'))
) STRICT, WITHOUT ROWID;
