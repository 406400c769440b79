-- Lives with schema 9
-- The moves that people chose for one side of a variant.
CREATE TABLE repertoires (
    id       bigint PRIMARY KEY,
    revision bigint NOT NULL,
    person   bigint NOT NULL, -- the owner, 0 for none
    name     text COLLATE "C" NOT NULL,
    variant  text COLLATE "C" NOT NULL,
    options  text COLLATE "C" NOT NULL,
    side     bigint NOT NULL, -- 0 for the first player
    content  bytea NOT NULL, -- lines, packed
    size     bigint,          -- of the lines, NULL if they are not packed
    saved    bigint NOT NULL, -- milliseconds since 1970, UTC
    sum      bigint NOT NULL
);
CREATE UNIQUE INDEX repertoires_name ON repertoires (person, name);

-- What people remember of the positions of a deck: of a repertoire, or 0 for the puzzles.
CREATE TABLE cards (
    person  bigint NOT NULL, -- 0 without accounts
    deck    bigint NOT NULL,
    id      text COLLATE "C" NOT NULL,
    due     bigint NOT NULL, -- milliseconds since 1970, UTC
    content bytea NOT NULL,
    sum     bigint NOT NULL,
    PRIMARY KEY (person, deck, id)
);
CREATE INDEX cards_deck ON cards (deck);
