package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

// backupPages is how many pages are copied before the context is looked at again.
const backupPages = 4096

// Backup copies the archive, as it is at this moment, to a new file; reading and writing go on meanwhile.
// An existing file is not touched: the error matches [ErrExists]. The file at path is empty until the copy
// is complete, and is removed if it fails.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	reserved, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return &Error{Path: path, Kind: ErrExists}
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(path)
		}
	}()
	if err := reserved.Close(); err != nil {
		return err
	}
	part, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	copied := filepath.Join(part, "archive")
	if err := s.copyTo(ctx, copied); err != nil {
		return err
	}
	if err := flush(copied); err != nil {
		return err
	}
	if err := os.Rename(copied, path); err != nil {
		return err
	}
	return flush(filepath.Dir(path))
}

func (s *Store) copyTo(ctx context.Context, path string) error {
	target, err := connect(path, Options{}, url.Values{"_journal_mode": {"OFF"}, "_synchronous": {"OFF"}})
	if err != nil {
		return err
	}
	defer target.Close()
	to, err := target.Conn(ctx)
	if err != nil {
		return classify(path, err)
	}
	defer to.Close()
	from, err := s.reader.Conn(ctx)
	if err != nil {
		return s.fault(ctx, err)
	}
	defer from.Close()

	// A transaction that has read something pins the moment that is copied, however long it takes.
	tx, err := from.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.fault(ctx, err)
	}
	defer tx.Rollback()
	var tables int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return s.fault(ctx, err)
	}
	err = to.Raw(func(toDriver any) error {
		return from.Raw(func(fromDriver any) error {
			return copyPages(ctx, toDriver.(*sqlite3.SQLiteConn), fromDriver.(*sqlite3.SQLiteConn))
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

// flush has the operating system write a file or folder to disk.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
