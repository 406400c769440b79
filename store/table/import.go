package table

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
)

func (t Tables) Import(ctx context.Context, path string) (store.Import, error) {
	i := store.Import{Path: path}
	var modified, updated int64
	var hash []byte
	err := t.db.Row(ctx, `SELECT size, modified, hash, "offset", line, games, done, updated FROM imports WHERE path = $1`, path).
		Scan(&i.Size, &modified, &hash, &i.Offset, &i.Line, &i.Games, &i.Done, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Import{}, &store.Error{Path: path, Kind: store.ErrNotFound}
	}
	if err != nil {
		return store.Import{}, t.db.Fault(ctx, err)
	}
	copy(i.Hash[:], hash)
	i.Modified, i.Updated = time.Unix(0, modified).UTC(), row.Instant(updated)
	return i, nil
}
