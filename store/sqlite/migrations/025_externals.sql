-- IDs that games have in other systems: each belongs to one game. Rows are never removed.
CREATE TABLE externals (
    source TEXT    NOT NULL, -- the other system
    name   TEXT    NOT NULL, -- the game's ID there
    game   INTEGER NOT NULL REFERENCES games (id),
    key    BLOB    NOT NULL, -- of the text that was sent last under this ID, as in texts
    added  INTEGER NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (source, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX externals_game ON externals (game);

-- How far a job has come, also after it has ended: positions analysed, of how many.
ALTER TABLE jobs ADD COLUMN ply INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;

-- The number of the change that saved a revision of an annotation; 0 if it was saved before there was this column.
ALTER TABLE revisions ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
