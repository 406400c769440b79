-- Lives with schema 9
-- Tries of passwords, counted for all servers.
CREATE TABLE tries (
    hash bytea  PRIMARY KEY, -- of who tries, or of the name
    done bigint NOT NULL     -- when all are forgotten: milliseconds since 1970, UTC
);
