-- What calls that bear a key of their caller's were answered, so that one who sends a call again is answered
-- the same, and nothing is made twice. Rows are removed when they are a day old.
CREATE TABLE answers (
    key    TEXT    PRIMARY KEY,
    call   BLOB    NOT NULL CHECK (length(call) = 32), -- SHA-256 of what was asked
    answer BLOB    NOT NULL, -- in the caller's encoding
    saved  INTEGER NOT NULL -- milliseconds since 1970, UTC
) STRICT, WITHOUT ROWID;

CREATE INDEX answers_saved ON answers (saved);
