-- What people decided about pairs of games that may be one. The last decision is valid; rows are never removed.
CREATE TABLE twins (
    game     INTEGER NOT NULL REFERENCES games (id), -- the lower number
    twin     INTEGER NOT NULL REFERENCES games (id),
    revision INTEGER NOT NULL CHECK (revision > 1),  -- 1 is an undecided pair
    state    TEXT    NOT NULL,
    kept     INTEGER NOT NULL, -- the game that a merge kept, 0 for others
    former   INTEGER NOT NULL, -- revisions of its record before and after the merge
    merged   INTEGER NOT NULL,
    shift    INTEGER NOT NULL, -- plies by which the merge moved annotations, the first position of the game being later
    moved    TEXT    NOT NULL, -- annotations that the merge moved, separated by spaces
    author   TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    saved    INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum      INTEGER NOT NULL,
    PRIMARY KEY (game, twin, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX twins_twin ON twins (twin);

-- Names of players that people declared another name of someone. The last row of a name is valid; rows are never removed.
CREATE TABLE player_names (
    number INTEGER PRIMARY KEY,
    name   TEXT    NOT NULL, -- as records spell it
    player TEXT    NOT NULL, -- the name that it was merged into, empty if it was split off again
    author TEXT    NOT NULL,
    saved  INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum    INTEGER NOT NULL
) STRICT;
CREATE INDEX player_names_name ON player_names (name, number);
