-- One row a game: what a list shows and filters by. Rows are never removed; a deleted game keeps its row as a tombstone.
CREATE TABLE games (
    id              INTEGER PRIMARY KEY,
    hash            BLOB    NOT NULL CHECK (length(hash) = 32),
    variant         TEXT    NOT NULL,
    options         TEXT    NOT NULL,
    variant_version TEXT    NOT NULL,
    verdict         TEXT    NOT NULL CHECK (verdict IN ('legal', 'illegal', 'unreadable', 'unsupported')),
    plies           INTEGER NOT NULL CHECK (plies >= 0),
    result          TEXT    NOT NULL,
    termination     TEXT    NOT NULL,
    format          TEXT    NOT NULL,
    encoding        TEXT    NOT NULL,
    file            TEXT    NOT NULL,
    number          INTEGER NOT NULL,
    line            INTEGER NOT NULL,
    first           TEXT    NOT NULL,
    second          TEXT    NOT NULL,
    event           TEXT    NOT NULL,
    site            TEXT    NOT NULL,
    date            TEXT    NOT NULL,
    earliest        INTEGER, -- yyyymmdd, unknown digits 0; null when the year is not known
    latest          INTEGER, -- yyyymmdd, unknown digits 9
    sequence        INTEGER NOT NULL CHECK (sequence > 0),
    imported        INTEGER NOT NULL, -- milliseconds since 1970, UTC
    deleted         INTEGER           -- the same; null while the game lives
) STRICT;

CREATE UNIQUE INDEX games_identity ON games (hash, variant, options);
CREATE UNIQUE INDEX games_sequence ON games (sequence);
CREATE INDEX games_variant ON games (variant, deleted);
CREATE INDEX games_date ON games (earliest, latest) WHERE earliest IS NOT NULL;
CREATE INDEX games_faulty ON games (verdict) WHERE verdict <> 'legal';
CREATE INDEX games_deleted ON games (id) WHERE deleted IS NOT NULL;

-- The bulky half of a game, kept apart so that lists read little.
CREATE TABLE contents (
    game   INTEGER PRIMARY KEY REFERENCES games (id),
    record BLOB    NOT NULL, -- the original bytes, or their zstd frame when size is set
    size   INTEGER,          -- length of the original bytes when record is compressed
    start  TEXT    NOT NULL,
    final  TEXT    NOT NULL,
    moves  BLOB    NOT NULL,
    tags   BLOB    NOT NULL, -- key and value by turns, each behind its length as a varint
    words  TEXT    NOT NULL, -- of the headers that are no column of games, to be searched
    report BLOB    NOT NULL
) STRICT;

-- What earlier verifications said, before a newer one replaced them in games.
CREATE TABLE verifications (
    game            INTEGER NOT NULL REFERENCES games (id),
    sequence        INTEGER NOT NULL, -- the game's sequence while this verification held
    variant_version TEXT    NOT NULL,
    verdict         TEXT    NOT NULL,
    plies           INTEGER NOT NULL,
    result          TEXT    NOT NULL,
    termination     TEXT    NOT NULL,
    start           TEXT    NOT NULL,
    final           TEXT    NOT NULL,
    report          BLOB    NOT NULL,
    replaced        INTEGER NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (game, sequence)
) STRICT, WITHOUT ROWID;

-- Words of the headers, by game. The text is where headers says; SQLite's integrity check compares the two.
CREATE VIEW headers (rowid, first, second, event, rest) AS
    SELECT id, first, second, event, words FROM games JOIN contents ON game = id;

CREATE VIRTUAL TABLE words USING fts4 (
    content="headers", first, second, event, rest,
    matchinfo=fts3, tokenize=unicode61 "remove_diacritics=2"
);
