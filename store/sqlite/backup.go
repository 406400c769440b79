package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"assay/store"
)

// backupPages is the number of pages copied between two checks of the context.
const backupPages = 4096

// Backup copies a snapshot of the archive to a new file while reading and
// writing continue. The file appears at path when it is complete. If path
// exists, the error matches [store.ErrExists].
func (s *Archive) Backup(ctx context.Context, path string) error {
	return s.fault(ctx, copyFile(ctx, s.reader, path))
}

// Copy is [Archive.Backup] for an archive that is not open. It may have any
// schema, older or newer, and is not changed. It returns the errors of [Open]
// and [Archive.Backup].
func Copy(ctx context.Context, from, path string) error {
	s, err := openWith(ctx, from, Options{ReadOnly: true}, func(s *Archive, ctx context.Context, o Options) error {
		if _, err := s.probe(ctx, o); err != nil {
			return err
		}
		return s.openReader(ctx, o)
	})
	if err != nil {
		return err
	}
	return errors.Join(s.Backup(ctx, path), s.Close())
}

// copyFile copies the database of a pool to a new file.
func copyFile(ctx context.Context, from *sql.DB, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &store.Error{Path: path, Kind: store.ErrExists}
	}
	folder, remove, err := scratch(path)
	if err != nil {
		return classify(path, err)
	}
	defer remove()
	part := filepath.Join(folder, "archive.db")
	if err := copyTo(ctx, from, part); err != nil {
		return err
	}
	return classify(path, publish(part, path))
}

func copyTo(ctx context.Context, source *sql.DB, path string) error {
	target, err := connect(path, Options{}, url.Values{"_journal_mode": {"OFF"}, "_synchronous": {"OFF"}}, unchecked)
	if err != nil {
		return err
	}
	defer target.Close()
	to, err := target.Conn(ctx)
	if err != nil {
		return classify(path, err)
	}
	defer to.Close()
	from, err := source.Conn(ctx)
	if err != nil {
		return err
	}
	defer from.Close()

	// The read transaction pins the snapshot for the whole copy.
	tx, err := from.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var size int64
	if err := tx.QueryRowContext(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).
		Scan(&size); err != nil {
		return err
	}
	if err := checkSpaceFor(path, size); err != nil {
		return err
	}
	err = to.Raw(func(toDriver any) error {
		return from.Raw(func(fromDriver any) error {
			return copyPages(ctx, toDriver.(*connection).SQLiteConn, fromDriver.(*connection).SQLiteConn)
		})
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return classify(path, err)
}

func copyPages(ctx context.Context, to, from *sqlite3.SQLiteConn) error {
	b, err := to.Backup("main", from, "main")
	if err != nil {
		return err
	}
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, b.Finish())
		}
		if done, err = b.Step(backupPages); err != nil {
			return errors.Join(err, b.Finish())
		}
	}
	if err := b.Finish(); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}
