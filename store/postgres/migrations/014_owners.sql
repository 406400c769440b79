-- Lives with schema 9
-- Who asked for a job, 0 for nobody in particular, and in which round it is taken: one job of each person a round.
ALTER TABLE jobs ADD COLUMN person bigint NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN round bigint NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS jobs_state;
CREATE INDEX jobs_state ON jobs (state, batch, round, id);
-- What the drafts of an author take.
CREATE INDEX definitions_by_author ON definitions (author, length(text));
