-- Where the index stands in the changes of the archive. Who writes holds this row until the commit.
CREATE TABLE IF NOT EXISTS index_place (
    id      integer PRIMARY KEY CHECK (id = 1),
    format  integer NOT NULL,
    cursor  bigint  NOT NULL, -- the last change taken in
    lineage bytea   NOT NULL, -- what the archive said of its history up to there
    build   bigint  NOT NULL, -- how often it was begun anew
    whole   boolean NOT NULL  -- false until it is up to the archive for the first time
);
-- The last round of writing that index_parts tells of. Where it left the place elsewhere than that stands, a program has
-- written that knows of no rounds, and index_parts tells nothing.
CREATE TABLE IF NOT EXISTS index_round (
    id     integer PRIMARY KEY CHECK (id = 1),
    number bigint  NOT NULL, -- greater than any before
    since  bigint  NOT NULL, -- the last round that may have written any game
    cursor bigint  NOT NULL, -- of the place after it
    build  bigint  NOT NULL  -- and the place's build
);
-- What is known of games holds for as long as none of them is written.
CREATE TABLE IF NOT EXISTS index_parts (
    part  bigint PRIMARY KEY, -- the numbers of its games but for their last twelve bits
    round bigint NOT NULL     -- the last one that wrote any of them
);
-- What was counted ahead of some parts' games, for all servers: as long as the last round that wrote any of them is this.
CREATE TABLE IF NOT EXISTS index_counts (
    id    bytea  NOT NULL, -- a hash of what was counted
    first bigint NOT NULL, -- game of the part
    until bigint NOT NULL, -- a game, which is not of it
    round bigint NOT NULL,
    found bytea  NOT NULL,
    PRIMARY KEY (id, first, until, round)
);
-- What is known of pieces' stays in some parts' games of some rules, for all servers, and for as long. A part has all of its
-- rows or none.
CREATE TABLE IF NOT EXISTS index_stays (
    rules bigint NOT NULL, -- hash of their name and of the format
    term  bytea  NOT NULL, -- a piece and a square, or a verdict, or nothing for all games
    first bigint NOT NULL,
    until bigint NOT NULL,
    round bigint NOT NULL,
    games bytea  NOT NULL,
    PRIMARY KEY (rules, term, first, until, round)
);
ALTER TABLE index_stays ALTER COLUMN games SET STORAGE EXTERNAL;

-- One row a game, by whose number it may be distributed: nothing is joined, and counts of parts add.
CREATE TABLE index_games (
    game     bigint  NOT NULL PRIMARY KEY,
    sequence bigint  NOT NULL, -- of the change that brought it
    build    bigint  NOT NULL, -- of the index when it was written
    variant  bigint,           -- hash of its id
    rules    bigint,           -- hash of the name of the tape's rules, null without a tape
    verdict  text    COLLATE "C" NOT NULL,
    thought  boolean NOT NULL, -- an engine's opinions are there
    keys     bigint[],         -- of the positions of the main line
    sides    bigint[],         -- of those of side lines
    terms    integer[],        -- placements and traits, each behind fifteen bits of the rules
    words    tsvector,         -- null where there are more of them than that holds
    extra    bytea,            -- those of such a game, each behind its length
    entry    bytea   NOT NULL  -- the sequence, result, days, ratings, opening, opinions and the tape, behind a checksum
);
ALTER TABLE index_games ALTER COLUMN keys SET STORAGE EXTERNAL;
ALTER TABLE index_games ALTER COLUMN terms SET STORAGE EXTERNAL;
ALTER TABLE index_games ALTER COLUMN entry SET STORAGE EXTERNAL;

CREATE INDEX index_games_keys ON index_games USING gin (keys);
CREATE INDEX index_games_sides ON index_games USING gin (sides) WHERE sides IS NOT NULL;
CREATE INDEX index_games_terms ON index_games USING gin (terms);
CREATE INDEX index_games_words ON index_games USING gin (words);
CREATE INDEX index_games_extra ON index_games (game) WHERE words IS NULL;
CREATE INDEX index_games_variant ON index_games (variant);
CREATE INDEX index_games_faulty ON index_games (verdict) WHERE verdict <> 'legal';

-- Games come in the order of their numbers, so that those of some numbers are on few pages.
CREATE INDEX IF NOT EXISTS index_games_range ON index_games USING brin (game int8_minmax_multi_ops) WITH (pages_per_range = 1024, autosummarize = on);
