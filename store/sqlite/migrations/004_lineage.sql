-- Which archive this is: drawn at its creation, and kept by its copies.
CREATE TABLE identity (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    value BLOB    NOT NULL CHECK (length(value) = 16)
) STRICT;

INSERT INTO identity (id, value) VALUES (1, randomblob(16));

-- One row a transaction that changed games: the number of its last change, and a value drawn for it. Two archives that
-- have the same value have the same changes up to there. Rows are never removed.
CREATE TABLE lineage (
    sequence INTEGER PRIMARY KEY CHECK (sequence > 0),
    value    BLOB    NOT NULL CHECK (length(value) = 16)
) STRICT;

INSERT INTO lineage (sequence, value)
    SELECT max(sequence), randomblob(16) FROM games HAVING max(sequence) IS NOT NULL;
