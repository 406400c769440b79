-- Addresses that are told of notices.
CREATE TABLE webhooks (
    id      INTEGER PRIMARY KEY,
    address TEXT    NOT NULL,
    secret  TEXT    NOT NULL,
    former  TEXT    NOT NULL,
    kinds   TEXT    NOT NULL,
    off     INTEGER NOT NULL CHECK (off IN (0, 1)),
    told    INTEGER NOT NULL, -- number of the last notice that was dealt with
    failing INTEGER NOT NULL, -- milliseconds since 1970, UTC; 0 where it is not
    due     INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT;

-- What happened while there was a webhook.
CREATE TABLE notices (
    number INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL, -- milliseconds since 1970, UTC
    kind   TEXT    NOT NULL,
    game   INTEGER NOT NULL,
    object INTEGER NOT NULL
) STRICT;

-- What became of notices at webhooks.
CREATE TABLE dispatches (
    webhook  INTEGER NOT NULL REFERENCES webhooks (id),
    notice    INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('trying', 'again', 'dispatched', 'lost')),
    status   INTEGER NOT NULL,
    message  TEXT    NOT NULL,
    at       INTEGER NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (webhook, notice)
) STRICT, WITHOUT ROWID;
