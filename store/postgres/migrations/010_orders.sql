-- Lives with schema 9
-- What lists are sorted by. Games of which nothing is known have an empty text there, and texts are cut where a byte of
-- value 0 stands.
CREATE INDEX games_by_variant ON games (lower(left(split_part(variant, E'\x1a00', 1), 64) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_first ON games (lower(left(split_part(first, E'\x1a00', 1), 64) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_second ON games (lower(left(split_part(second, E'\x1a00', 1), 64) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_result ON games (lower(left(split_part(result, E'\x1a00', 1), 64) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_plies ON games (plies, id) WHERE deleted IS NULL;
CREATE INDEX games_by_date ON games (((CASE WHEN left(date, 4) = '????' THEN '' ELSE date END) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_event ON games (lower(left(split_part(event, E'\x1a00', 1), 64) COLLATE "C"), id) WHERE deleted IS NULL;
CREATE INDEX games_by_verdict ON games (verdict, id) WHERE deleted IS NULL;
