-- Which valid games begin with the same moves: their line keys are next to each other. And which end in the same position.
ALTER TABLE games ADD COLUMN line_key INTEGER;
ALTER TABLE games ADD COLUMN final_key INTEGER;
UPDATE games SET (line_key, final_key) = (SELECT line_key(verdict, plies, variant, options, start, moves),
	final_key(verdict, plies, variant, options, final) FROM contents WHERE game = id);
CREATE INDEX games_line_key ON games (line_key) WHERE line_key IS NOT NULL;
CREATE INDEX games_final_key ON games (final_key) WHERE final_key IS NOT NULL;
