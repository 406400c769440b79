-- The last numbers that rows of tables had whose rows are removed: none is given again.
CREATE TABLE numbers (
    name TEXT    PRIMARY KEY, -- of the table
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
