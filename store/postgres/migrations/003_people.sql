-- People who log in. Rows are never removed.
CREATE TABLE people (
    id       bigint  PRIMARY KEY,
    name     text    NOT NULL,
    key      text    COLLATE "C" NOT NULL UNIQUE, -- of the name: no two people's are alike
    role     text    NOT NULL CHECK (role IN ('reader', 'contributor', 'annotator', 'arbiter', 'administrator')),
    password bytea   NOT NULL,        -- its hash; empty while none was chosen
    barred   boolean NOT NULL,
    created  bigint  NOT NULL,        -- milliseconds since 1970, UTC
    sum      bigint  NOT NULL         -- checksum of the other columns in this order
);

-- What lets people in: sessions, tokens, links. No secret is kept, but its hash.
CREATE TABLE grants (
    id      bigint  PRIMARY KEY,
    hash    bytea   NOT NULL UNIQUE,
    kind    text    NOT NULL CHECK (kind IN ('session', 'token', 'link')),
    person  bigint  NOT NULL REFERENCES people (id),
    name    text    NOT NULL,
    scopes  text    NOT NULL,
    created bigint  NOT NULL, -- milliseconds since 1970, UTC
    expires bigint  NOT NULL
);
CREATE INDEX grants_by_person ON grants (person);

-- Who changed what. Rows are never changed or removed.
CREATE TABLE deeds (
    number  bigint  PRIMARY KEY,
    at      bigint  NOT NULL, -- milliseconds since 1970, UTC
    person  text    NOT NULL,
    action  text    NOT NULL,
    object  text    NOT NULL,
    address text    NOT NULL
);
