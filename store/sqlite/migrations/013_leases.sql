-- Whoever runs a job has it until a time: after that anybody may take it.
ALTER TABLE jobs ADD COLUMN turn   INTEGER NOT NULL DEFAULT 0; -- how many times it was taken
ALTER TABLE jobs ADD COLUMN leased INTEGER NOT NULL DEFAULT 0; -- milliseconds since 1970, UTC
