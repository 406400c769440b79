-- Lives with schema 9
-- Which valid games have the same moves: the key is equal for them, and NULL for other and very short games.
-- The program fills it for the games that are there.
ALTER TABLE games ADD COLUMN moves_key bigint;
CREATE INDEX games_moves_key ON games (moves_key) WHERE moves_key IS NOT NULL;
