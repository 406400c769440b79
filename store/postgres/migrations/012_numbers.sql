-- Lives with schema 9
-- The last numbers that rows of tables had whose rows are removed: none is given again.
CREATE TABLE numbers (
    name text   COLLATE "C" PRIMARY KEY, -- of the table
    last bigint NOT NULL
);
