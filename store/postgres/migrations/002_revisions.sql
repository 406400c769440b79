-- Records that were mended: every one that a game had, once it has had two. The one that holds is in contents too.
CREATE TABLE records (
    game     bigint NOT NULL REFERENCES games (id),
    revision bigint NOT NULL CHECK (revision > 0), -- 1 is the record as it was archived
    hash     bytea  NOT NULL CHECK (length(hash) = 32),
    record   bytea  NOT NULL, -- as in contents
    size     bigint,
    length   bigint NOT NULL, -- of the record in bytes
    line     bigint NOT NULL,
    format   text   NOT NULL,
    variant  text   COLLATE "C" NOT NULL,
    options  text   COLLATE "C" NOT NULL,
    verdict  text   NOT NULL,
    plies    bigint NOT NULL,
    author   text   NOT NULL,
    reason   text   NOT NULL,
    saved    bigint NOT NULL,
    sum      bigint NOT NULL,
    PRIMARY KEY (game, revision)
);
ALTER TABLE records ALTER COLUMN record SET STORAGE EXTERNAL;
CREATE INDEX records_hash ON records (hash);

ALTER TABLE games ADD COLUMN revision bigint NOT NULL DEFAULT 1 CHECK (revision > 0);
ALTER TABLE games ADD COLUMN corrected boolean NOT NULL DEFAULT false;
