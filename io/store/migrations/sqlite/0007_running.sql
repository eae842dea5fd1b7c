-- What a player staked in all, play by play, so that his last days are the difference of two rows and
-- not the sum of many; and each movement of a unit's money in one place, the unit's own row.

ALTER TABLE plays ADD COLUMN staked_cents INTEGER NOT NULL DEFAULT 0;
UPDATE plays SET staked_cents = running.sum
    FROM (SELECT number, sum(stake_cents) OVER (PARTITION BY player ORDER BY number) AS sum
        FROM plays) AS running
    WHERE running.number = plays.number;
DROP INDEX plays_stakes;
-- Two plays of one player never stand at the same sum.
CREATE UNIQUE INDEX plays_stakes ON plays (player, at_ms, staked_cents);

-- The stake and the gain of a unit are said by its row; the rows here are of all else.
ALTER TABLE transfers RENAME TO other_transfers;
DELETE FROM other_transfers WHERE reason IN ('stake', 'gain', 'gain_held');

-- Every movement of money. A sale that puts the next block on sale funds it first.
CREATE VIEW transfers (actor, command, number, from_account, to_account, cents, reason, at_ms, player)
AS
SELECT actor, command, number, from_account, to_account, cents, reason, at_ms, player
    FROM other_transfers
UNION ALL
SELECT 'player/' || player, command,
    (SELECT count(*) FROM other_transfers AS funding
        WHERE funding.actor = 'player/' || plays.player AND funding.command = plays.command),
    'player/' || player, 'stakes/' || block, stake_cents, 'stake', at_ms, NULL
    FROM plays
UNION ALL
SELECT 'player/' || player, command,
    (SELECT count(*) FROM other_transfers AS funding
        WHERE funding.actor = 'player/' || plays.player AND funding.command = plays.command) + 1,
    'prizes/' || block,
    CASE WHEN is_held = 1 THEN 'held/' || player || '/' || command ELSE 'player/' || player END,
    gain_cents, CASE WHEN is_held = 1 THEN 'gain_held' ELSE 'gain' END, at_ms, NULL
    FROM plays WHERE gain_cents > 0;
