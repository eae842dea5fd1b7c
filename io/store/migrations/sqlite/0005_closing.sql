-- Accounts that are closed, and whose names and births are erased after a while.

ALTER TABLE players ADD COLUMN closed_at_ms INTEGER;
ALTER TABLE players ADD COLUMN erased_at_ms INTEGER
    CHECK (erased_at_ms IS NULL OR closed_at_ms IS NOT NULL);
CREATE INDEX players_closed ON players (closed_at_ms, id)
    WHERE closed_at_ms IS NOT NULL AND erased_at_ms IS NULL;
