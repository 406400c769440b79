package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"

	"assay/store"
)

// migrations lead from one schema to the next, in the order of their names.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrating is the advisory lock of who brings the schema up to date ("Assa").
const migrating = 0x41737361

// prepare brings the schema up to date, or says why the archive cannot be used.
func (s *Archive) prepare(ctx context.Context) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	found, err := s.schema(ctx, s.pool)
	if err != nil || found == len(files) {
		return err
	}
	if found > len(files) || s.readOnly {
		return s.version(found, len(files))
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, migrating); err != nil {
			return err
		}
		found, err := s.schema(ctx, tx)
		if err != nil {
			return err
		}
		for _, name := range files[min(found, len(files)):] {
			statements, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(statements)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err = tx.Exec(ctx, `INSERT INTO assay (id, schema, identity, sequence) VALUES (1, $1, $2, 0)
			ON CONFLICT (id) DO UPDATE SET schema = excluded.schema WHERE assay.schema < excluded.schema`, len(files), draw())
		return err
	})
}

// schema is the number of migrations that were done, 0 in a database that has
// no tables.
func (s *Archive) schema(ctx context.Context, q querier) (found int, err error) {
	var ours, others bool
	err = q.QueryRow(ctx, `SELECT to_regclass('assay') IS NOT NULL,
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema())`).Scan(&ours, &others)
	switch {
	case err != nil:
		return 0, err
	case !ours && (others || s.readOnly):
		return 0, &store.Error{Path: s.name, Kind: store.ErrNotArchive}
	case !ours:
		return 0, nil
	}
	err = q.QueryRow(ctx, `SELECT schema FROM assay`).Scan(&found)
	return found, err
}

// version is the error of an archive of another schema.
func (s *Archive) version(found, known int) error {
	kind := store.ErrOlder
	if found > known {
		kind = store.ErrNewer
	}
	return &store.Error{Path: s.name, Kind: kind, Err: fmt.Errorf("its schema is %d, and %d the last one known here", found, known)}
}
