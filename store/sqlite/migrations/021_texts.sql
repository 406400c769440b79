-- By which text of a record a game is known, whatever its line ends and the blank lines around it: of every revision.
CREATE TABLE texts (
    key  BLOB    PRIMARY KEY, -- of the text, the variant and the options
    game INTEGER NOT NULL REFERENCES games (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX texts_game ON texts (game);

INSERT OR IGNORE INTO texts
    SELECT text_key(record, coalesce(size, 0), variant, options), id FROM games JOIN contents ON game = id
        WHERE text_key(record, coalesce(size, 0), variant, options) IS NOT NULL ORDER BY id;
INSERT OR IGNORE INTO texts
    SELECT text_key(record, coalesce(size, 0), variant, options), game FROM records
        WHERE text_key(record, coalesce(size, 0), variant, options) IS NOT NULL ORDER BY game, revision;
