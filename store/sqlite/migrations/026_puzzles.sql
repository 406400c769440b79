-- Puzzles, by the ID of their position. Rows are never changed.
CREATE TABLE puzzles (
    id       TEXT    PRIMARY KEY,
    variant  TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    game     INTEGER NOT NULL, -- from which it was made, 0 for none
    ply      INTEGER NOT NULL,
    position TEXT    NOT NULL,
    kind     TEXT    NOT NULL,
    themes   TEXT    NOT NULL, -- words separated by spaces
    rating   INTEGER NOT NULL,
    content  BLOB    NOT NULL, -- solution and proof
    saved    INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzles_variant ON puzzles (variant, id);
