package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"assay/store/transfer"
)

//go:embed migrations/*.sql
var embedded embed.FS

// A migration is the SQL from one schema version to the next.
type migration struct {
	name string
	sql  string
}

// migrations returns the embedded migrations; the first one leads from version
// 0 to 1.
func migrations() ([]migration, error) { return readMigrations(embedded, "migrations") }

// readMigrations reads the migrations of a folder. File names begin with
// consecutive numbers from 001.
func readMigrations(files fs.FS, folder string) ([]migration, error) {
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil, err
	}
	var all []migration
	for i, entry := range entries {
		name := entry.Name()
		var number int
		if _, err := fmt.Sscanf(name, "%3d_", &number); err != nil || number != i+1 {
			return nil, fmt.Errorf("migration %s: want a name that begins with %03d_", name, i+1)
		}
		text, err := fs.ReadFile(files, folder+"/"+name)
		if err != nil {
			return nil, err
		}
		all = append(all, migration{name, string(text)})
	}
	return all, nil
}

// migrate migrates the schema to the last known version in one transaction. If
// another process migrates at the same time, it waits and then finds nothing
// left to do. It calls keep with the old version before it changes an existing
// schema.
func migrate(ctx context.Context, db *sql.DB, known []migration, keep func(version int) error) error {
	return transact(ctx, db, func(tx *sql.Tx) error {
		var version int
		if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
			return err
		}
		unfinished := version / transfer.Unfinished * transfer.Unfinished
		version -= unfinished
		if version == len(known) {
			return nil
		}
		if version > len(known) {
			return &VersionError{Found: version, Known: len(known)}
		}
		if version > 0 {
			if err := keep(version); err != nil {
				return err
			}
		}
		for _, m := range known[version:] {
			if _, err := tx.ExecContext(ctx, m.sql); err != nil {
				return fmt.Errorf("migration %s: %w", m.name, err)
			}
		}
		// Pragmas take no parameters; both values are integers of this program.
		_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`,
			applicationID, len(known)+unfinished))
		return err
	})
}

// migrate migrates the archive and keeps a copy of its old state. If the
// migration fails, the copy is removed.
func (s *Archive) migrate(ctx context.Context, known []migration) error {
	var copied string
	before := 0
	err := migrate(ctx, s.writer, known, func(version int) (err error) {
		before = version
		copied, err = s.backUp(ctx, version)
		return err
	})
	if err == nil || copied == "" {
		return err
	}
	_, found, _, unread := s.header(context.WithoutCancel(ctx), Options{}, "ro")
	if unread == nil && found%transfer.Unfinished == before {
		os.Remove(copied)
	}
	return err
}

// backUp copies an archive that has games before its migration and returns the
// path of the copy, "" for none. The caller holds the write lock.
func (s *Archive) backUp(ctx context.Context, version int) (path string, err error) {
	db, err := s.connect(Options{}, url.Values{"mode": {"ro"}})
	if err != nil {
		return "", err
	}
	defer db.Close()
	var some bool
	if err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games)`).Scan(&some); err != nil || !some {
		return "", err
	}
	path = unusedPath(fmt.Sprintf("%s-schema-%d", strings.TrimSuffix(s.path, ".db"), version))
	if err := copyFile(ctx, db, path); err != nil {
		return "", err
	}
	return path, nil
}

// unusedPath returns an unused path: stem.db, or with a number after the stem.
func unusedPath(stem string) string {
	path := stem + ".db"
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			return path
		}
		path = fmt.Sprintf("%s-%d.db", stem, n)
	}
}
