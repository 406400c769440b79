-- Records that were mended: every one that a game had, once it has had two. The one that holds is in contents too.
CREATE TABLE records (
    game     INTEGER NOT NULL REFERENCES games (id),
    revision INTEGER NOT NULL CHECK (revision > 0), -- 1 is the record as it was archived
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    record   BLOB    NOT NULL, -- as in contents
    size     INTEGER,
    length   INTEGER NOT NULL, -- of the record in bytes
    line     INTEGER NOT NULL,
    format   TEXT    NOT NULL,
    variant  TEXT    NOT NULL,
    options  TEXT    NOT NULL,
    verdict  TEXT    NOT NULL,
    plies    INTEGER NOT NULL,
    author   TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    saved    INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum      INTEGER NOT NULL,
    PRIMARY KEY (game, revision)
) STRICT;

CREATE INDEX records_hash ON records (hash);

ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 1 CHECK (revision > 0);
ALTER TABLE games ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1));
