-- What a player staked in all, play by play, so that his last days are the difference of two rows and
-- not the sum of many; and each movement of a unit's money in one place, the unit's own row.

ALTER TABLE plays ADD COLUMN staked_cents BIGINT NOT NULL DEFAULT 0;
UPDATE plays SET staked_cents = running.sum
    FROM (SELECT number, sum(stake_cents) OVER (PARTITION BY player ORDER BY number) AS sum
        FROM plays) AS running
    WHERE running.number = plays.number;
ALTER TABLE plays ALTER COLUMN staked_cents DROP DEFAULT,
    ADD CHECK (staked_cents >= stake_cents);
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
    CASE WHEN is_held THEN 'held/' || player || '/' || command ELSE 'player/' || player END,
    gain_cents, CASE WHEN is_held THEN 'gain_held' ELSE 'gain' END, at_ms, NULL
    FROM plays WHERE gain_cents > 0;

-- Each batch sells many units: that their players and blocks exist is looked at once a statement, by
-- its distinct ones, and not once a row. Neither is ever deleted, which closes the other way to a
-- unit of nobody.
ALTER TABLE plays DROP CONSTRAINT plays_player_fkey, DROP CONSTRAINT plays_block_fkey;

CREATE FUNCTION plays_are_of_somebody() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM (SELECT DISTINCT player FROM sold) AS added
            WHERE NOT EXISTS (SELECT FROM players WHERE id = added.player))
        OR EXISTS (SELECT FROM (SELECT DISTINCT block FROM sold) AS added
            WHERE NOT EXISTS (SELECT FROM blocks WHERE id = added.block))
    THEN
        RAISE EXCEPTION 'a unit needs a player and a block' USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER plays_are_of_somebody AFTER INSERT ON plays
    REFERENCING NEW TABLE AS sold FOR EACH STATEMENT EXECUTE FUNCTION plays_are_of_somebody();

CREATE FUNCTION is_kept_for_good() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'players and blocks are kept for good'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER players_are_kept BEFORE DELETE OR TRUNCATE ON players
    FOR EACH STATEMENT EXECUTE FUNCTION is_kept_for_good();
CREATE TRIGGER blocks_are_kept BEFORE DELETE OR TRUNCATE ON blocks
    FOR EACH STATEMENT EXECUTE FUNCTION is_kept_for_good();
