-- Lives with schema 9
-- Puzzles, by the ID of their position. Rows are never changed.
CREATE TABLE puzzles (
    id       text COLLATE "C"    PRIMARY KEY,
    variant  text COLLATE "C"    NOT NULL,
    options  text COLLATE "C"    NOT NULL,
    game     bigint NOT NULL, -- from which it was made, 0 for none
    ply      bigint NOT NULL,
    position text COLLATE "C"    NOT NULL,
    kind     text COLLATE "C"    NOT NULL,
    themes   text COLLATE "C"    NOT NULL, -- words separated by spaces
    rating   bigint NOT NULL,
    content  bytea    NOT NULL, -- solution and proof
    saved    bigint NOT NULL, -- milliseconds since 1970, UTC
    sum      bigint NOT NULL
);
CREATE INDEX puzzles_variant ON puzzles (variant, id);
