-- Who asked for a job, 0 for nobody in particular, and in which round it is taken: one job of each person a round.
ALTER TABLE jobs ADD COLUMN person INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
DROP INDEX jobs_state;
CREATE INDEX jobs_state ON jobs (state, batch, round, id);
-- What the drafts of an author take.
CREATE INDEX definitions_by_author ON definitions (author, length(text));
