-- People who log in. Rows are never removed.
CREATE TABLE people (
    id       INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL,
    key      TEXT    NOT NULL UNIQUE, -- of the name: no two people's are alike
    role     TEXT    NOT NULL CHECK (role IN ('reader', 'contributor', 'annotator', 'arbiter', 'administrator')),
    password BLOB    NOT NULL,        -- its hash; empty while none was chosen
    barred   INTEGER NOT NULL CHECK (barred IN (0, 1)),
    created  INTEGER NOT NULL,        -- milliseconds since 1970, UTC
    sum      INTEGER NOT NULL         -- checksum of the other columns in this order
) STRICT;

-- What lets people in: sessions, tokens, links. No secret is kept, but its hash.
CREATE TABLE grants (
    id      INTEGER PRIMARY KEY,
    hash    BLOB    NOT NULL UNIQUE,
    kind    TEXT    NOT NULL CHECK (kind IN ('session', 'token', 'link')),
    person  INTEGER NOT NULL REFERENCES people (id),
    name    TEXT    NOT NULL,
    scopes  TEXT    NOT NULL,
    created INTEGER NOT NULL, -- milliseconds since 1970, UTC
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX grants_by_person ON grants (person);

-- Who changed what. Rows are never changed or removed.
CREATE TABLE deeds (
    number  INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL, -- milliseconds since 1970, UTC
    person  TEXT    NOT NULL,
    action  TEXT    NOT NULL,
    object  TEXT    NOT NULL,
    address TEXT    NOT NULL
) STRICT;
