-- The archive itself: its identity, and the number of its last change. Who writes holds this row until the commit, so
-- that changes become visible in the order of their numbers.
CREATE TABLE assay (
    id       integer PRIMARY KEY CHECK (id = 1),
    schema   integer NOT NULL,
    identity bytea   NOT NULL CHECK (length(identity) = 16),
    sequence bigint  NOT NULL
);

-- One row a game: what a list shows and filters by. Rows are never removed; a deleted game keeps its row as a tombstone.
-- Times are milliseconds since 1970, UTC.
CREATE TABLE games (
    id              bigint  PRIMARY KEY,
    hash            bytea   NOT NULL CHECK (length(hash) = 32),
    variant         text    COLLATE "C" NOT NULL,
    options         text    COLLATE "C" NOT NULL,
    variant_version text    NOT NULL,
    verdict         text    COLLATE "C" NOT NULL CHECK (verdict IN ('legal', 'illegal', 'unreadable', 'unsupported')),
    plies           bigint  NOT NULL CHECK (plies >= 0),
    result          text    COLLATE "C" NOT NULL,
    termination     text    NOT NULL,
    format          text    NOT NULL,
    encoding        text    NOT NULL,
    file            text    NOT NULL,
    number          bigint  NOT NULL,
    line            bigint  NOT NULL,
    first           text    NOT NULL,
    second          text    NOT NULL,
    event           text    NOT NULL,
    site            text    NOT NULL,
    date            text    NOT NULL,
    earliest        bigint, -- yyyymmdd, unknown digits 0; null when the year is not known
    latest          bigint, -- yyyymmdd, unknown digits 9
    sequence        bigint  NOT NULL CHECK (sequence > 0),
    imported        bigint  NOT NULL,
    deleted         bigint, -- null while the game lives
    sum             bigint  NOT NULL,  -- CRC-32C of what the row keeps
    words           tsvector NOT NULL  -- each behind a letter for its column
);

CREATE UNIQUE INDEX games_identity ON games (hash, variant, options);
CREATE UNIQUE INDEX games_sequence ON games (sequence);
CREATE INDEX games_variant ON games (variant, id);
CREATE INDEX games_date ON games (earliest, latest) WHERE earliest IS NOT NULL;
CREATE INDEX games_faulty ON games (verdict, id) WHERE verdict <> 'legal';
CREATE INDEX games_deleted ON games (id) WHERE deleted IS NOT NULL;
CREATE INDEX games_words ON games USING gin (words);

-- The bulky half of a game, kept apart so that lists read little.
CREATE TABLE contents (
    game   bigint PRIMARY KEY REFERENCES games (id),
    record bytea  NOT NULL, -- the original bytes, or their zstd frame when size is set
    size   bigint,          -- length of the original bytes when record is compressed
    start  text   NOT NULL,
    final  text   NOT NULL,
    moves  bytea  NOT NULL,
    tags   bytea  NOT NULL, -- key and value by turns, each behind its length as a varint
    report bytea  NOT NULL,
    sum    bigint NOT NULL
);
ALTER TABLE contents ALTER COLUMN record SET STORAGE EXTERNAL;

-- What earlier verifications said, before a newer one replaced them in games.
CREATE TABLE verifications (
    game            bigint NOT NULL REFERENCES games (id),
    sequence        bigint NOT NULL, -- the game's sequence while this verification held
    variant_version text   NOT NULL,
    verdict         text   NOT NULL,
    plies           bigint NOT NULL,
    result          text   NOT NULL,
    termination     text   NOT NULL,
    start           text   NOT NULL,
    final           text   NOT NULL,
    report          bytea  NOT NULL,
    replaced        bigint NOT NULL,
    sum             bigint NOT NULL,
    PRIMARY KEY (game, sequence)
);

-- One row a transaction that changed games: the number of its last change, and a value drawn for it.
CREATE TABLE lineage (
    sequence bigint PRIMARY KEY CHECK (sequence > 0),
    value    bytea  NOT NULL CHECK (length(value) = 16)
);

-- How far each imported file has been read, committed together with the games read from it.
CREATE TABLE imports (
    path     text    COLLATE "C" PRIMARY KEY,
    size     bigint  NOT NULL,
    modified bigint  NOT NULL, -- nanoseconds since 1970, UTC
    hash     bytea   NOT NULL CHECK (length(hash) = 32),
    "offset" bigint  NOT NULL CHECK ("offset" >= 0),
    line     bigint  NOT NULL,
    games    bigint  NOT NULL CHECK (games >= 0),
    done     boolean NOT NULL,
    updated  bigint  NOT NULL
);

-- What people say of games. Rows are never removed.
CREATE TABLE annotations (
    id       bigint  PRIMARY KEY,
    game     bigint  NOT NULL REFERENCES games (id),
    revision bigint  NOT NULL CHECK (revision > 0), -- the one that holds
    ply      bigint  NOT NULL CHECK (ply >= 0),
    deleted  boolean NOT NULL
);
CREATE INDEX annotations_game ON annotations (game, deleted, ply, id);

-- Every text that was ever saved. A deletion is a revision too: it repeats the text that it deletes.
CREATE TABLE revisions (
    annotation bigint  NOT NULL REFERENCES annotations (id),
    revision   bigint  NOT NULL CHECK (revision > 0),
    ply        bigint  NOT NULL,
    author     text    NOT NULL,
    content    bytea   NOT NULL,
    deleted    boolean NOT NULL,
    saved      bigint  NOT NULL,
    sum        bigint  NOT NULL,
    PRIMARY KEY (annotation, revision)
);
ALTER TABLE annotations ADD FOREIGN KEY (id, revision) REFERENCES revisions (annotation, revision)
    DEFERRABLE INITIALLY DEFERRED;

-- Who may comment on a game: the last row holds, the others are its history.
CREATE TABLE comment_settings (
    id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game   bigint NOT NULL REFERENCES games (id),
    mode   text   NOT NULL,
    author text   NOT NULL,
    reason text   NOT NULL,
    saved  bigint NOT NULL
);
CREATE INDEX comment_settings_game ON comment_settings (game, id);

-- What calls that bear a key of their caller's were answered. Rows are removed when they are a day old.
CREATE TABLE answers (
    key    text   COLLATE "C" PRIMARY KEY,
    call   bytea  NOT NULL CHECK (length(call) = 32), -- SHA-256 of what was asked
    answer bytea  NOT NULL,
    saved  bigint NOT NULL
);
CREATE INDEX answers_saved ON answers (saved);

-- What engines found of games: one row a game, which is replaced.
CREATE TABLE analyses (
    game            bigint PRIMARY KEY REFERENCES games (id),
    engine          text   NOT NULL,
    version         text   NOT NULL,
    variant_version text   NOT NULL,
    nodes           bigint NOT NULL,
    content         bytea  NOT NULL,
    saved           bigint NOT NULL,
    sum             bigint NOT NULL
);

-- Analyses that were asked for. Rows that have ended are removed when they are a week old.
CREATE TABLE jobs (
    id      bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game    bigint  NOT NULL REFERENCES games (id),
    batch   boolean NOT NULL,
    request bytea   NOT NULL,
    state   text    NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    message text    NOT NULL,
    created bigint  NOT NULL,
    changed bigint  NOT NULL
);
CREATE INDEX jobs_state ON jobs (state, batch, id);
CREATE INDEX jobs_game ON jobs (game, id);

-- Games that people define: every version of every draft. Rows are never removed.
CREATE TABLE definitions (
    draft   text   COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    author  text   NOT NULL,
    text    text   NOT NULL,
    saved   bigint NOT NULL,
    sum     bigint NOT NULL,
    PRIMARY KEY (draft, version)
);

-- The versions that are variants of the archive. The revision of an id never alters.
CREATE TABLE published (
    number   bigint PRIMARY KEY,
    variant  text   COLLATE "C" NOT NULL UNIQUE,
    revision text   NOT NULL,
    draft    text   COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    at       bigint NOT NULL,
    FOREIGN KEY (draft, version) REFERENCES definitions (draft, version)
);
