-- Deposits that are asked for before they come; movements of a player's money, for his statement.

ALTER TABLE deposits ADD COLUMN state TEXT NOT NULL DEFAULT 'credited'
    CHECK (state IN ('asked', 'credited', 'declined'));
CREATE INDEX deposits_asked ON deposits (at_ms) WHERE state = 'asked';
CREATE INDEX withdrawals_pending ON withdrawals (at_ms) WHERE state = 'pending';

-- The player whose money came or went, where it did not by a unit.
ALTER TABLE transfers ADD COLUMN player BIGINT;
UPDATE transfers SET player = substr(to_account, 8)::BIGINT
    WHERE to_account LIKE 'player/%'
    AND reason IN ('deposit', 'withdrawal_returned', 'gain_confirmed');
UPDATE transfers SET player = substr(from_account, 8)::BIGINT
    WHERE from_account LIKE 'player/%' AND reason = 'withdrawal';
CREATE INDEX transfers_stated ON transfers (player, at_ms, actor, command, number)
    WHERE player IS NOT NULL;
