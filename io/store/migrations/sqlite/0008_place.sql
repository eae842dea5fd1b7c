-- A history is in the order of times and running sums, of which there is an index already.

DROP INDEX plays_history;

-- Gains that wait for a second person: few among many.
CREATE INDEX plays_held ON plays (at_ms, block, unit_index)
    WHERE is_held = 1 AND confirmed_at_ms IS NULL;
