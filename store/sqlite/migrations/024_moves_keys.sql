-- Which valid games have the same moves: the key is equal for them, and NULL for other and very short games.
ALTER TABLE games ADD COLUMN moves_key INTEGER;
UPDATE games SET moves_key = (SELECT moves_key(verdict, plies, variant, options, start, moves) FROM contents WHERE game = id);
CREATE INDEX games_moves_key ON games (moves_key) WHERE moves_key IS NOT NULL;
