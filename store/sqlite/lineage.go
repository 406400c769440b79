package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"

	"assay/store"
)

func (s *Archive) Lineage(ctx context.Context, sequence int64) (string, error) {
	var identity, value []byte
	err := s.reader.QueryRowContext(ctx, `SELECT value, coalesce((SELECT value FROM lineage
		WHERE sequence >= ?1 AND ?1 > 0 ORDER BY sequence LIMIT 1), x'') FROM identity`, sequence).
		Scan(&identity, &value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", &store.Error{Path: s.path, Kind: store.ErrCorrupt, Err: errors.New("it has no identity")}
	case err != nil:
		return "", s.fault(ctx, err)
	case sequence > 0 && len(value) == 0:
		return "", nil
	}
	return hex.EncodeToString(identity) + "-" + hex.EncodeToString(value), nil
}

// insertLineage inserts a new lineage if there are changes after the last one.
// It determines the last change by a subquery, because SQLite would scan all
// games for a condition inside the aggregate.
const insertLineage = `INSERT INTO lineage (sequence, value) SELECT newest, randomblob(16)
	FROM (SELECT (SELECT max(sequence) FROM games) AS newest)
	WHERE newest > (SELECT coalesce(max(sequence), 0) FROM lineage)`

// addLineage adds a lineage for the changes of a transaction, if there are any.
// They share one value, because an archive has either all or none of them.
func addLineage(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, insertLineage)
	return err
}
