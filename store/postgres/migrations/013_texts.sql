-- Lives with schema 9
-- By which text of a record a game is known, whatever its line ends and the blank lines around it: of every revision.
-- The program fills it from the records that are there.
CREATE TABLE texts (
    key  bytea  PRIMARY KEY, -- of the text, the variant and the options
    game bigint NOT NULL REFERENCES games (id)
);
CREATE INDEX texts_game ON texts (game);
