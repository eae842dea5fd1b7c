-- A history is in the order of times and running sums, of which there is an index already; a unit is
-- called by its player and his command. Two indexes less for each unit that is sold.

DROP VIEW transfers;
DROP INDEX plays_history;
ALTER TABLE plays DROP COLUMN number, DROP CONSTRAINT plays_player_command_key,
    ADD PRIMARY KEY (player, command);

-- Gains that wait for a second person: few among many.
CREATE INDEX plays_held ON plays (at_ms, block, unit_index) WHERE is_held AND confirmed_at_ms IS NULL;

-- Texts here are names, which are equal when their bytes are, and are in the order of their bytes:
-- the language of the server has no say, and looking one up costs less.
DO $$
DECLARE
    named RECORD;
BEGIN
    FOR named IN SELECT attrelid::regclass AS which, attname
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
            AND atttypid = 'text'::regtype AND attnum > 0 AND NOT attisdropped
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I TYPE TEXT COLLATE "C"',
            named.which, named.attname);
    END LOOP;
END
$$;

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
