-- Lives with schema 9
-- Which valid games begin with the same moves: their line keys are next to each other. And which end in the same position.
-- The program fills the columns for the games that are there.
ALTER TABLE games ADD COLUMN line_key bigint;
ALTER TABLE games ADD COLUMN final_key bigint;
CREATE INDEX games_line_key ON games (line_key) WHERE line_key IS NOT NULL;
CREATE INDEX games_final_key ON games (final_key) WHERE final_key IS NOT NULL;
