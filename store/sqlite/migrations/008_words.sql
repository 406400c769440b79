-- Words as searches have them, cut by the program: SQLite's own way of it finds no word inside Chinese and Japanese text.
DROP TABLE words;
DROP VIEW headers;

CREATE VIEW headers (rowid, first, second, event, rest) AS
    SELECT id, cut(first), cut(second), cut(event), cut(words) FROM games JOIN contents ON game = id;

CREATE VIRTUAL TABLE words USING fts4 (
    content="headers", first, second, event, rest,
    matchinfo=fts3, tokenize=simple
);

INSERT INTO words (words) VALUES ('rebuild');
