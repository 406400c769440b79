-- Games may have the verdict "ruled". A table's constraints are changed where the schema is kept, as SQLite advises;
-- that the schema is another is told by the table that is created below.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '(''legal'', ''illegal''', '(''legal'', ''ruled'', ''illegal''') WHERE type = 'table' AND name = 'games';
PRAGMA writable_schema = RESET;

-- Plies that an arbiter lets stand though they break a rule. Rows are never removed: a ruling that is taken back says who
-- did it, why and when.
CREATE TABLE rulings (
    game    INTEGER NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL CHECK (number > 0), -- of the game's rulings, from 1
    ply     INTEGER NOT NULL CHECK (ply > 0),
    rule    TEXT    NOT NULL, -- that the ply breaks
    move    TEXT    NOT NULL, -- as it was made
    text    TEXT    NOT NULL, -- of the ply in the record
    arbiter TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    ruled   INTEGER NOT NULL, -- milliseconds since 1970, UTC
    lifter  TEXT    NOT NULL, -- empty while it holds
    because TEXT    NOT NULL,
    lifted  INTEGER,          -- NULL while it holds
    sum     INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT;
