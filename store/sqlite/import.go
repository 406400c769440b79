package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
)

func (s *Archive) Import(ctx context.Context, path string) (store.Import, error) {
	i := store.Import{Path: path}
	var modified, updated int64
	var hash []byte
	err := s.reader.QueryRowContext(ctx, `SELECT size, modified, hash, offset, line, games, done, updated
		FROM imports WHERE path = ?`, path).
		Scan(&i.Size, &modified, &hash, &i.Offset, &i.Line, &i.Games, &i.Done, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Import{}, &store.Error{Path: path, Kind: store.ErrNotFound}
	}
	if err != nil {
		return store.Import{}, s.fault(ctx, err)
	}
	copy(i.Hash[:], hash)
	i.Modified, i.Updated = time.Unix(0, modified).UTC(), row.Instant(updated)
	return i, nil
}

func putImports(ctx context.Context, tx *sql.Tx, imports []store.Import, now time.Time) error {
	for _, i := range imports {
		_, err := tx.ExecContext(ctx, `INSERT INTO imports
			(path, size, modified, hash, offset, line, games, done, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
			hash = excluded.hash, offset = excluded.offset, line = excluded.line, games = excluded.games,
			done = excluded.done, updated = excluded.updated`,
			i.Path, i.Size, i.Modified.UnixNano(), i.Hash[:], i.Offset, i.Line, i.Games, i.Done, now.UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}
