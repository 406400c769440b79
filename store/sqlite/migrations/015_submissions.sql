-- Events that records are submitted for.
CREATE TABLE events (
    id       INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL CHECK (revision > 0),
    name     TEXT    NOT NULL,
    key      TEXT    NOT NULL UNIQUE, -- of the name: no two events' are alike
    author   TEXT    NOT NULL,        -- of this revision
    content  BLOB    NOT NULL,        -- in the caller's encoding
    created  INTEGER NOT NULL,        -- milliseconds since 1970, UTC
    saved    INTEGER NOT NULL,
    sum      INTEGER NOT NULL         -- checksum of the other columns in this order
) STRICT;

-- Files of records as they were sent in. Rows are never changed or removed.
CREATE TABLE deliveries (
    id      INTEGER PRIMARY KEY,
    person  TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    event   INTEGER REFERENCES events (id),
    comment TEXT    NOT NULL,
    reading BLOB    NOT NULL,  -- in the caller's encoding
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),
    file    BLOB    NOT NULL,  -- as records in contents
    size    INTEGER,
    length  INTEGER NOT NULL,  -- of the file in bytes
    sent    INTEGER NOT NULL,  -- milliseconds since 1970, UTC
    sum     INTEGER NOT NULL   -- checksum of the other columns in this order
) STRICT;

-- The records of the files as they are now.
CREATE TABLE submissions (
    id       INTEGER PRIMARY KEY,
    delivery INTEGER NOT NULL REFERENCES deliveries (id),
    number   INTEGER NOT NULL,
    event    INTEGER REFERENCES events (id),
    person   TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('new', 'returned', 'repaired', 'ruled', 'accepted', 'refused')),
    assignee TEXT    NOT NULL,
    deadline INTEGER,
    appealed INTEGER NOT NULL CHECK (appealed IN (0, 1)),
    game     INTEGER REFERENCES games (id),
    verdict  TEXT    NOT NULL,
    content  BLOB    NOT NULL,        -- in the caller's encoding
    revision INTEGER NOT NULL,        -- number of the last step
    text     INTEGER NOT NULL,        -- number of the step that brought the record
    change   INTEGER NOT NULL UNIQUE, -- of the last step
    created  INTEGER NOT NULL,        -- milliseconds since 1970, UTC
    changed  INTEGER NOT NULL,
    sum      INTEGER NOT NULL         -- checksum of the other columns in this order
) STRICT;
CREATE INDEX submissions_event ON submissions (event, id);
CREATE INDEX submissions_game ON submissions (game) WHERE game IS NOT NULL;
CREATE INDEX submissions_state ON submissions (state, id);
CREATE INDEX submissions_person ON submissions (person, id);
CREATE INDEX submissions_delivery ON submissions (delivery, number);

-- What became of each, and what was said of it. Rows are never changed or removed.
CREATE TABLE steps (
    change     INTEGER PRIMARY KEY,
    submission INTEGER NOT NULL REFERENCES submissions (id),
    number     INTEGER NOT NULL CHECK (number > 0),
    person     TEXT    NOT NULL,
    action     TEXT    NOT NULL,
    state      TEXT    NOT NULL, -- from here on
    reason     TEXT    NOT NULL,
    record     BLOB,             -- as in contents; NULL where it stays the same
    size       INTEGER,
    content    BLOB    NOT NULL, -- in the caller's encoding
    at         INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum        INTEGER NOT NULL, -- checksum of the other columns in this order
    UNIQUE (submission, number)
) STRICT;
