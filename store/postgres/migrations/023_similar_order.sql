-- Lives with schema 9
-- Of games with the same first moves or last position, the earliest are read: each index has them in the order of their
-- numbers.
DROP INDEX games_line_key;
DROP INDEX games_final_key;
CREATE INDEX games_line_key ON games (line_key, id) WHERE line_key IS NOT NULL;
CREATE INDEX games_final_key ON games (final_key, id) WHERE final_key IS NOT NULL;
