-- The least schema that programs have to know which go on using the archive after this one, beside those that made it.
ALTER TABLE assay ADD COLUMN compatible integer NOT NULL DEFAULT 0;
