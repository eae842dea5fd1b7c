-- The ledger of double entry.
--
-- Money is whole cents. Times are milliseconds since 1970-01-01T00:00:00Z.

CREATE TABLE players (
    id                       BIGINT PRIMARY KEY,
    name                     TEXT    NOT NULL UNIQUE,
    born                     TEXT    NOT NULL,
    registered_at_ms         BIGINT NOT NULL,
    rules                    BIGINT NOT NULL,
    confirmed_at_ms          BIGINT,
    stakes_cents             BIGINT CHECK (stakes_cents >= 0),
    stakes_raise_cents       BIGINT CHECK (stakes_raise_cents >= 0),
    stakes_raise_from_ms     BIGINT,
    deposits_cents           BIGINT CHECK (deposits_cents >= 0),
    deposits_raise_cents     BIGINT CHECK (deposits_raise_cents >= 0),
    deposits_raise_from_ms   BIGINT,
    excluded_until_ms        BIGINT,
    deposited_cents          BIGINT NOT NULL CHECK (deposited_cents >= 0)
);

CREATE TABLE blocks (
    id              TEXT    PRIMARY KEY,
    game            TEXT    NOT NULL,
    emission        BIGINT NOT NULL,
    number          BIGINT NOT NULL,
    units           BIGINT NOT NULL CHECK (units > 0),
    prizes_cents    BIGINT NOT NULL CHECK (prizes_cents > 0),
    state           TEXT    NOT NULL,
    next_index      BIGINT NOT NULL CHECK (next_index BETWEEN 0 AND units),
    lost            BIGINT NOT NULL CHECK (lost BETWEEN 0 AND next_index),
    UNIQUE (game, emission, number)
);

CREATE TABLE offers (
    game        TEXT    PRIMARY KEY,
    price_cents BIGINT NOT NULL CHECK (price_cents > 0),
    current     TEXT    REFERENCES blocks (id)
);

-- One row a sold unit: the receipt of the command that bought it. `number` orders a history.
CREATE TABLE plays (
    number               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player               BIGINT NOT NULL REFERENCES players (id),
    command              TEXT    NOT NULL,
    game                 TEXT    NOT NULL,
    block                TEXT    NOT NULL REFERENCES blocks (id),
    unit_index           BIGINT NOT NULL CHECK (unit_index >= 0),
    mode                 TEXT    NOT NULL CHECK (mode IN ('jouer', 'auto')),
    stake_cents          BIGINT NOT NULL CHECK (stake_cents > 0),
    gain_cents           BIGINT NOT NULL CHECK (gain_cents >= 0),
    is_held              BOOLEAN NOT NULL CHECK (NOT is_held OR gain_cents > 0),
    unit                 TEXT    NOT NULL,
    balance_before_cents BIGINT NOT NULL CHECK (balance_before_cents >= stake_cents),
    balance_after_cents  BIGINT NOT NULL CHECK (balance_after_cents
        = balance_before_cents - stake_cents + CASE WHEN is_held THEN 0 ELSE gain_cents END),
    at_ms                BIGINT NOT NULL,
    finished_at_ms       BIGINT,
    confirmed_at_ms      BIGINT CHECK (confirmed_at_ms IS NULL OR is_held),
    UNIQUE (player, command),
    UNIQUE (block, unit_index)
);

-- A player has at most one unfinished unit of a game.
CREATE UNIQUE INDEX plays_unfinished ON plays (player, game) WHERE finished_at_ms IS NULL;
-- The stakes of the last days.
CREATE INDEX plays_stakes ON plays (player, at_ms, stake_cents);
CREATE INDEX plays_history ON plays (player, number);

-- What a screen has uncovered of a unit: bit i is tile i. It moves no money.
CREATE TABLE views (
    player  BIGINT NOT NULL,
    command TEXT    NOT NULL,
    zones   BIGINT NOT NULL CHECK (zones >= 0),
    PRIMARY KEY (player, command)
);

-- The receipts of all other commands.
CREATE TABLE commands (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    actor      TEXT    NOT NULL,
    id         TEXT    NOT NULL,
    content    TEXT    NOT NULL,
    receipt    TEXT    NOT NULL,
    is_refused BOOLEAN NOT NULL,
    at_ms      BIGINT NOT NULL,
    UNIQUE (actor, id)
);

-- Refusals are forgotten after a while.
CREATE INDEX commands_refused ON commands (at_ms) WHERE is_refused;

CREATE TABLE deposits (
    provider  TEXT    NOT NULL,
    reference TEXT    NOT NULL,
    player    BIGINT NOT NULL REFERENCES players (id),
    cents     BIGINT NOT NULL CHECK (cents > 0),
    at_ms     BIGINT NOT NULL,
    PRIMARY KEY (provider, reference)
);

CREATE INDEX deposits_player ON deposits (player, at_ms, cents);

CREATE TABLE withdrawals (
    player  BIGINT NOT NULL REFERENCES players (id),
    command TEXT    NOT NULL,
    cents   BIGINT NOT NULL CHECK (cents > 0),
    at_ms   BIGINT NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('pending', 'settled', 'returned')),
    PRIMARY KEY (player, command)
);

-- Movements of money, never changed.
CREATE TABLE transfers (
    actor        TEXT    NOT NULL,
    command      TEXT    NOT NULL,
    number       BIGINT NOT NULL,
    from_account TEXT    NOT NULL,
    to_account   TEXT    NOT NULL CHECK (to_account <> from_account),
    cents        BIGINT NOT NULL CHECK (cents > 0),
    reason       TEXT    NOT NULL,
    at_ms        BIGINT NOT NULL,
    PRIMARY KEY (actor, command, number)
);

-- What each account holds: the sum of its transfers. The outside alone may be in debt.
CREATE TABLE accounts (
    account TEXT    PRIMARY KEY,
    cents   BIGINT NOT NULL CHECK (cents >= 0 OR account IN ('operator', 'payments'))
);
