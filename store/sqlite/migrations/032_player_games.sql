-- The games of a player with what a report says of each. Records are not read for it.
CREATE INDEX games_of_first ON games (first, second, variant, options, result, date, sequence) WHERE deleted IS NULL;
CREATE INDEX games_of_second ON games (second, first, variant, options, result, date, sequence) WHERE deleted IS NULL;
