-- What lists are sorted by: in each index, games that are alike stand by their numbers. Those of which nothing is known
-- have an empty text there.
CREATE INDEX games_by_variant ON games (lower(substr(variant, 1, 64))) WHERE deleted IS NULL;
CREATE INDEX games_by_first ON games (lower(substr(first, 1, 64))) WHERE deleted IS NULL;
CREATE INDEX games_by_second ON games (lower(substr(second, 1, 64))) WHERE deleted IS NULL;
CREATE INDEX games_by_result ON games (lower(substr(result, 1, 64))) WHERE deleted IS NULL;
CREATE INDEX games_by_plies ON games (plies) WHERE deleted IS NULL;
CREATE INDEX games_by_date ON games (CASE WHEN substr(date, 1, 4) = '????' THEN '' ELSE date END) WHERE deleted IS NULL;
CREATE INDEX games_by_event ON games (lower(substr(event, 1, 64))) WHERE deleted IS NULL;
CREATE INDEX games_by_verdict ON games (verdict) WHERE deleted IS NULL;
