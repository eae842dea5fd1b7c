-- The operator's acts: openings, suspensions, bars; the rules of a play; significant events.

ALTER TABLE offers
    ADD COLUMN planned_ms BIGINT,
    ADD COLUMN put_off_until_ms BIGINT,
    ADD COLUMN put_off_reason TEXT,
    ADD COLUMN on_sale_at_ms BIGINT,
    ADD COLUMN is_suspended BOOLEAN NOT NULL DEFAULT FALSE,
    ADD CHECK ((put_off_reason IS NULL) = (put_off_until_ms IS NULL));

-- A block's prizes are funded when it is put on sale.
UPDATE offers SET on_sale_at_ms = (
    SELECT min(transfers.at_ms) FROM transfers
    JOIN blocks ON transfers.to_account = 'prizes/' || blocks.id
    WHERE blocks.game = offers.game AND transfers.reason = 'prizes');

ALTER TABLE players ADD COLUMN barred_at_ms BIGINT;

-- Until now the first rules were the only ones.
ALTER TABLE plays ADD COLUMN rules BIGINT NOT NULL DEFAULT 1 CHECK (rules > 0);

-- One row: whether everything is suspended.
CREATE TABLE house (
    id        BIGINT PRIMARY KEY CHECK (id = 1),
    is_halted BOOLEAN NOT NULL
);
INSERT INTO house (id, is_halted) VALUES (1, FALSE);

-- Significant events, each with the hash of the one before it: docs/events.md. Whoever adds one
-- holds the table's lock, so that there is one head.
CREATE TABLE events (
    number    BIGINT PRIMARY KEY,
    at_ms     BIGINT NOT NULL,
    kind      TEXT   NOT NULL,
    signed_by TEXT   NOT NULL,
    second    TEXT   NOT NULL,
    subject   TEXT   NOT NULL,
    detail    TEXT   NOT NULL,
    hash      TEXT   NOT NULL CHECK (length(hash) = 64)
);

CREATE INDEX events_kind ON events (kind, number);

CREATE FUNCTION events_are_only_added() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are only added' USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER events_are_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_are_only_added();
