-- Tries of passwords, counted for all servers.
CREATE TABLE tries (
    hash BLOB    PRIMARY KEY, -- of who tries, or of the name
    done INTEGER NOT NULL     -- when all are forgotten: milliseconds since 1970, UTC
) STRICT, WITHOUT ROWID;
