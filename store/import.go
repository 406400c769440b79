package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Import is how far one file has been read into the archive. [Store.Add] commits it together with the games,
// so that after a kill the import goes on at Offset and neither loses a game nor reads one twice.
type Import struct {
	Path     string    // as the importer names the file; the key
	Size     int64     // of the file in bytes
	Modified time.Time // of the file; with Size, tells that it is still the same
	Hash     [32]byte  // SHA-256 of the first Offset bytes read; of the whole content when Done
	Offset   int64     // bytes read, to the end of the last game added; of the uncompressed text if the file is compressed
	Line     int       // at Offset, from 1
	Games    int       // read so far, archived or found there
	Done     bool      // read to the end
	Updated  time.Time // set by Add
}

// Same reports whether a file of this size and time is the one the bookkeeping is about. If not, its import
// starts again from the beginning; games that are archived already are not added twice.
func (i Import) Same(size int64, modified time.Time) bool {
	return i.Size == size && i.Modified.Equal(modified)
}

// Import gives the bookkeeping of the file at path; the error matches [ErrNotFound] where there is none.
func (s *Store) Import(ctx context.Context, path string) (Import, error) {
	i := Import{Path: path}
	var modified, updated int64
	var hash []byte
	err := s.reader.QueryRowContext(ctx, `SELECT size, modified, hash, offset, line, games, done, updated
		FROM imports WHERE path = ?`, path).
		Scan(&i.Size, &modified, &hash, &i.Offset, &i.Line, &i.Games, &i.Done, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return Import{}, &Error{Path: path, Kind: ErrNotFound}
	}
	if err != nil {
		return Import{}, s.fault(ctx, err)
	}
	copy(i.Hash[:], hash)
	i.Modified, i.Updated = time.Unix(0, modified).UTC(), instant(updated)
	return i, nil
}

func putImports(ctx context.Context, tx *sql.Tx, imports []Import, now time.Time) error {
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

// instant is the time of a column in milliseconds.
func instant(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }
