ALTER TABLE games DROP CONSTRAINT games_verdict_check;
ALTER TABLE games ADD CONSTRAINT games_verdict_check CHECK (verdict IN ('legal', 'ruled', 'illegal', 'unreadable', 'unsupported'));

-- Plies that an arbiter lets stand though they break a rule. Rows are never removed: a ruling that is taken back says who
-- did it, why and when.
CREATE TABLE rulings (
    game    bigint NOT NULL REFERENCES games (id),
    number  bigint NOT NULL CHECK (number > 0), -- of the game's rulings, from 1
    ply     bigint NOT NULL CHECK (ply > 0),
    rule    text   NOT NULL, -- that the ply breaks
    move    text   NOT NULL, -- as it was made
    text    text   NOT NULL, -- of the ply in the record
    arbiter text   NOT NULL,
    reason  text   NOT NULL,
    ruled   bigint NOT NULL, -- milliseconds since 1970, UTC
    lifter  text   NOT NULL, -- empty while it holds
    because text   NOT NULL,
    lifted  bigint,          -- NULL while it holds
    sum     bigint NOT NULL,
    PRIMARY KEY (game, number)
);
