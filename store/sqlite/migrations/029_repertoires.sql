-- The moves that people chose for one side of a variant.
CREATE TABLE repertoires (
    id       INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    person   INTEGER NOT NULL, -- the owner, 0 for none
    name     TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    side     INTEGER NOT NULL, -- 0 for the first player
    content  BLOB    NOT NULL, -- lines, packed
    size     INTEGER,          -- of the lines, NULL if they are not packed
    saved    INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum      INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX repertoires_name ON repertoires (person, name);

-- What people remember of the positions of a deck: of a repertoire, or 0 for the puzzles.
CREATE TABLE cards (
    person  INTEGER NOT NULL, -- 0 without accounts
    deck    INTEGER NOT NULL,
    id      TEXT    NOT NULL,
    due     INTEGER NOT NULL, -- milliseconds since 1970, UTC
    content BLOB    NOT NULL,
    sum     INTEGER NOT NULL,
    PRIMARY KEY (person, deck, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX cards_deck ON cards (deck);
