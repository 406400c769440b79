-- Whoever runs a job has it until a time by the database's clock: after that anybody may take it.
ALTER TABLE jobs ADD COLUMN turn   bigint NOT NULL DEFAULT 0; -- how many times it was taken
ALTER TABLE jobs ADD COLUMN leased bigint NOT NULL DEFAULT 0; -- milliseconds since 1970
