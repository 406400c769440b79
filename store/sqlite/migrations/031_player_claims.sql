-- Which players people say they are.
CREATE TABLE player_claims (
    person  INTEGER PRIMARY KEY,
    player  TEXT    NOT NULL, -- a name as records spell it
    state   TEXT    NOT NULL, -- waiting, confirmed or refused
    arbiter TEXT    NOT NULL, -- who decided, empty while it waits
    saved   INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum     INTEGER NOT NULL
) STRICT;
