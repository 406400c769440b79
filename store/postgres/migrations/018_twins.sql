-- Lives with schema 9
-- What people decided about pairs of games that may be one. The last decision is valid; rows are never removed.
CREATE TABLE twins (
    game     bigint NOT NULL REFERENCES games (id), -- the lower number
    twin     bigint NOT NULL REFERENCES games (id),
    revision bigint NOT NULL CHECK (revision > 1),  -- 1 is an undecided pair
    state    text   COLLATE "C" NOT NULL,
    kept     bigint NOT NULL, -- the game that a merge kept, 0 for others
    former   bigint NOT NULL, -- revisions of its record before and after the merge
    merged   bigint NOT NULL,
    shift    bigint NOT NULL, -- plies by which the merge moved annotations, the first position of the game being later
    moved    text   COLLATE "C" NOT NULL, -- annotations that the merge moved, separated by spaces
    author   text   COLLATE "C" NOT NULL,
    reason   text   COLLATE "C" NOT NULL,
    saved    bigint NOT NULL, -- milliseconds since 1970, UTC
    sum      bigint NOT NULL,
    PRIMARY KEY (game, twin, revision)
);
CREATE INDEX twins_twin ON twins (twin);

-- Names of players that people declared another name of someone. The last row of a name is valid; rows are never removed.
CREATE TABLE player_names (
    number bigint PRIMARY KEY,
    name   text   COLLATE "C" NOT NULL, -- as records spell it
    player text   COLLATE "C" NOT NULL, -- the name that it was merged into, empty if it was split off again
    author text   COLLATE "C" NOT NULL,
    saved  bigint NOT NULL, -- milliseconds since 1970, UTC
    sum    bigint NOT NULL
);
CREATE INDEX player_names_name ON player_names (name, number);
