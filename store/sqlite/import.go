package sqlite

import (
	"context"
	"database/sql"
	"time"

	"assay/store"
)

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
