-- The operator's acts: openings, suspensions, bars; the rules of a play; significant events.

ALTER TABLE offers ADD COLUMN planned_ms INTEGER;
ALTER TABLE offers ADD COLUMN put_off_until_ms INTEGER;
ALTER TABLE offers ADD COLUMN put_off_reason TEXT
    CHECK ((put_off_reason IS NULL) = (put_off_until_ms IS NULL));
ALTER TABLE offers ADD COLUMN on_sale_at_ms INTEGER;
ALTER TABLE offers ADD COLUMN is_suspended INTEGER NOT NULL DEFAULT 0
    CHECK (is_suspended IN (0, 1));

-- A block's prizes are funded when it is put on sale.
UPDATE offers SET on_sale_at_ms = (
    SELECT min(transfers.at_ms) FROM transfers
    JOIN blocks ON transfers.to_account = 'prizes/' || blocks.id
    WHERE blocks.game = offers.game AND transfers.reason = 'prizes');

ALTER TABLE players ADD COLUMN barred_at_ms INTEGER;

-- Until now the first rules were the only ones.
ALTER TABLE plays ADD COLUMN rules INTEGER NOT NULL DEFAULT 1 CHECK (rules > 0);

-- One row: whether everything is suspended.
CREATE TABLE house (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    is_halted INTEGER NOT NULL CHECK (is_halted IN (0, 1))
) STRICT;
INSERT INTO house (id, is_halted) VALUES (1, 0);

-- Significant events, each with the hash of the one before it: docs/events.md.
CREATE TABLE events (
    number    INTEGER PRIMARY KEY,
    at_ms     INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    signed_by TEXT    NOT NULL,
    second    TEXT    NOT NULL,
    subject   TEXT    NOT NULL,
    detail    TEXT    NOT NULL,
    hash      TEXT    NOT NULL CHECK (length(hash) = 64)
) STRICT;

CREATE INDEX events_kind ON events (kind, number);

CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
CREATE TRIGGER events_are_not_removed BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
