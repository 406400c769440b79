-- What people say of games, beside the records, whose bytes never change. Rows are never removed.
CREATE TABLE annotations (
    id       INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL REFERENCES games (id),
    revision INTEGER NOT NULL CHECK (revision > 0), -- the one that holds
    ply      INTEGER NOT NULL CHECK (ply >= 0),     -- of the revision that holds, as deleted is
    deleted  INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    FOREIGN KEY (id, revision) REFERENCES revisions (annotation, revision) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE INDEX annotations_game ON annotations (game, deleted, ply, id);

-- Every text that was ever saved. A deletion is a revision too: it repeats the text that it deletes.
CREATE TABLE revisions (
    annotation INTEGER NOT NULL REFERENCES annotations (id),
    revision   INTEGER NOT NULL CHECK (revision > 0),
    ply        INTEGER NOT NULL,
    author     TEXT    NOT NULL, -- of this revision
    content    BLOB    NOT NULL, -- in the caller's encoding
    deleted    INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    saved      INTEGER NOT NULL, -- milliseconds since 1970, UTC
    PRIMARY KEY (annotation, revision)
) STRICT, WITHOUT ROWID;

-- Who may comment on a game, by its own setting: the last row holds, the others are its history.
CREATE TABLE comment_settings (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES games (id),
    mode    TEXT    NOT NULL,
    author  TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    saved   INTEGER NOT NULL -- milliseconds since 1970, UTC
) STRICT;

CREATE INDEX comment_settings_game ON comment_settings (game, id);
