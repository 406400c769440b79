-- Lives with schema 9
-- All versions of the parts of studies. Rows are never changed or removed.
CREATE TABLE studies (
    study   text   COLLATE "C" NOT NULL, -- ID; newer studies have greater ones
    chapter bigint NOT NULL, -- from 1; 0 for the cover, which lists the chapters
    version bigint NOT NULL, -- from 1
    author  text   COLLATE "C" NOT NULL,
    content bytea  NOT NULL, -- compressed if there is a size
    size    bigint,
    saved   bigint NOT NULL, -- milliseconds since 1970, UTC
    sum     bigint NOT NULL,
    PRIMARY KEY (study, chapter, version)
);
CREATE INDEX studies_author ON studies (author);
