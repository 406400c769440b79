-- What engines found of games, beside the records and what people say of them: one row a game, which is replaced.
CREATE TABLE analyses (
    game            INTEGER PRIMARY KEY REFERENCES games (id),
    engine          TEXT    NOT NULL,
    version         TEXT    NOT NULL,
    variant_version TEXT    NOT NULL, -- of the definition
    nodes           INTEGER NOT NULL, -- for each position; 0 where something else was the limit
    content         BLOB    NOT NULL, -- in the caller's encoding
    saved           INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum             INTEGER NOT NULL  -- checksum of the other columns in this order
) STRICT;

-- Analyses that were asked for. Rows that have ended are removed when they are a week old.
CREATE TABLE jobs (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    game    INTEGER NOT NULL REFERENCES games (id),
    batch   INTEGER NOT NULL CHECK (batch IN (0, 1)),
    request BLOB    NOT NULL, -- in the caller's encoding
    state   TEXT    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    message TEXT    NOT NULL,
    created INTEGER NOT NULL, -- milliseconds since 1970, UTC
    changed INTEGER NOT NULL
) STRICT;

CREATE INDEX jobs_state ON jobs (state, batch, id);
