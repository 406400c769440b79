-- Games that people define: every version of every draft. Rows are never removed.
CREATE TABLE definitions (
    draft   TEXT    NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    author  TEXT    NOT NULL,
    text    TEXT    NOT NULL,
    saved   INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum     INTEGER NOT NULL, -- checksum of the other columns in this order
    PRIMARY KEY (draft, version)
) STRICT, WITHOUT ROWID;

-- The versions that are variants of the archive. The revision of an id never alters.
CREATE TABLE published (
    number   INTEGER PRIMARY KEY,
    variant  TEXT    NOT NULL UNIQUE,
    revision TEXT    NOT NULL,
    draft    TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL, -- milliseconds since 1970, UTC
    FOREIGN KEY (draft, version) REFERENCES definitions (draft, version)
) STRICT;
