-- The games of a player with what a report says of each. Records are not read for it; without the column deleted,
-- SQLite would read the rows of the games.
CREATE INDEX IF NOT EXISTS games_of_first
    ON games (first, second, variant, options, result, date, sequence, deleted) WHERE deleted IS NULL;
CREATE INDEX IF NOT EXISTS games_of_second
    ON games (second, first, variant, options, result, date, sequence, deleted) WHERE deleted IS NULL;
