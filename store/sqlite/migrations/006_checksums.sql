-- A CRC-32C of what a row keeps, all but what later changes of the game alter by themselves. What was there before is
-- summed as it is; the records have their hashes.
ALTER TABLE games ADD COLUMN sum INTEGER;
UPDATE games SET sum = checksum(hash, variant, options, variant_version, verdict, plies, result, termination, format,
    encoding, file, number, line, first, second, event, site, date, imported);

ALTER TABLE contents ADD COLUMN sum INTEGER;
UPDATE contents SET sum = checksum(game, record, size, start, final, moves, tags, report);

ALTER TABLE verifications ADD COLUMN sum INTEGER;
UPDATE verifications SET sum = checksum(game, sequence, variant_version, verdict, plies, result, termination, start,
    final, report, replaced);

ALTER TABLE revisions ADD COLUMN sum INTEGER;
UPDATE revisions SET sum = checksum(annotation, revision, ply, author, content, deleted, saved);
