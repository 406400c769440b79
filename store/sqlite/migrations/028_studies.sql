-- All versions of the parts of studies. Rows are never changed or removed.
CREATE TABLE studies (
    study   TEXT    NOT NULL, -- ID; newer studies have greater ones
    chapter INTEGER NOT NULL, -- from 1; 0 for the cover, which lists the chapters
    version INTEGER NOT NULL, -- from 1
    author  TEXT    NOT NULL,
    content BLOB    NOT NULL, -- compressed if there is a size
    size    INTEGER,
    saved   INTEGER NOT NULL, -- milliseconds since 1970, UTC
    sum     INTEGER NOT NULL,
    PRIMARY KEY (study, chapter, version)
) STRICT;
CREATE INDEX studies_author ON studies (author);
