-- Lives with schema 9
-- Which players people say they are.
CREATE TABLE player_claims (
    person  bigint PRIMARY KEY,
    player  text COLLATE "C" NOT NULL, -- a name as records spell it
    state   text COLLATE "C" NOT NULL, -- waiting, confirmed or refused
    arbiter text COLLATE "C" NOT NULL, -- who decided, empty while it waits
    saved   bigint NOT NULL, -- milliseconds since 1970, UTC
    sum     bigint NOT NULL
);
