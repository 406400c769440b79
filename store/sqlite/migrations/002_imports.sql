-- How far each imported file has been read, committed together with the games read from it.
CREATE TABLE imports (
    path     TEXT    PRIMARY KEY,
    size     INTEGER NOT NULL,
    modified INTEGER NOT NULL, -- nanoseconds since 1970, UTC
    hash     BLOB    NOT NULL CHECK (length(hash) = 32),
    offset   INTEGER NOT NULL CHECK (offset >= 0),
    line     INTEGER NOT NULL,
    games    INTEGER NOT NULL CHECK (games >= 0),
    done     INTEGER NOT NULL CHECK (done IN (0, 1)),
    updated  INTEGER NOT NULL -- milliseconds since 1970, UTC
) STRICT, WITHOUT ROWID;
