-- Events that records are submitted for.
CREATE TABLE events (
    id       bigint  PRIMARY KEY,
    revision bigint  NOT NULL CHECK (revision > 0),
    name     text    NOT NULL,
    key      text    COLLATE "C" NOT NULL UNIQUE, -- of the name: no two events' are alike
    author   text    NOT NULL,        -- of this revision
    content  bytea   NOT NULL,        -- in the caller's encoding
    created  bigint  NOT NULL,        -- milliseconds since 1970, UTC
    saved    bigint  NOT NULL,
    sum      bigint  NOT NULL         -- checksum of the other columns in this order
);

-- Files of records as they were sent in. Rows are never changed or removed.
CREATE TABLE deliveries (
    id      bigint  PRIMARY KEY,
    person  text    NOT NULL,
    name    text    NOT NULL,
    event   bigint  REFERENCES events (id),
    comment text    NOT NULL,
    reading bytea   NOT NULL,  -- in the caller's encoding
    hash    bytea   NOT NULL CHECK (length(hash) = 32),
    file    bytea   NOT NULL,  -- as records in contents
    size    bigint,
    length  bigint  NOT NULL,  -- of the file in bytes
    sent    bigint  NOT NULL,  -- milliseconds since 1970, UTC
    sum     bigint  NOT NULL   -- checksum of the other columns in this order
);

-- The records of the files as they are now.
CREATE TABLE submissions (
    id       bigint  PRIMARY KEY,
    delivery bigint  NOT NULL REFERENCES deliveries (id),
    number   bigint  NOT NULL,
    event    bigint  REFERENCES events (id),
    person   text    NOT NULL,
    state    text    NOT NULL CHECK (state IN ('new', 'returned', 'repaired', 'ruled', 'accepted', 'refused')),
    assignee text    NOT NULL,
    deadline bigint,
    appealed boolean NOT NULL,
    game     bigint  REFERENCES games (id),
    verdict  text    NOT NULL,
    content  bytea   NOT NULL,        -- in the caller's encoding
    revision bigint  NOT NULL,        -- number of the last step
    text     bigint  NOT NULL,        -- number of the step that brought the record
    change   bigint  NOT NULL UNIQUE, -- of the last step
    created  bigint  NOT NULL,        -- milliseconds since 1970, UTC
    changed  bigint  NOT NULL,
    sum      bigint  NOT NULL         -- checksum of the other columns in this order
);
CREATE INDEX submissions_event ON submissions (event, id);
CREATE INDEX submissions_game ON submissions (game) WHERE game IS NOT NULL;
CREATE INDEX submissions_state ON submissions (state, id);
CREATE INDEX submissions_person ON submissions (person, id);
CREATE INDEX submissions_delivery ON submissions (delivery, number);

-- What became of each, and what was said of it. Rows are never changed or removed.
CREATE TABLE steps (
    change     bigint  PRIMARY KEY,
    submission bigint  NOT NULL REFERENCES submissions (id),
    number     bigint  NOT NULL CHECK (number > 0),
    person     text    NOT NULL,
    action     text    NOT NULL,
    state      text    NOT NULL, -- from here on
    reason     text    NOT NULL,
    record     bytea,             -- as in contents; NULL where it stays the same
    size       bigint,
    content    bytea   NOT NULL, -- in the caller's encoding
    at         bigint  NOT NULL, -- milliseconds since 1970, UTC
    sum        bigint  NOT NULL, -- checksum of the other columns in this order
    UNIQUE (submission, number)
);
