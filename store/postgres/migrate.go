package postgres

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
	"assay/store/transfer"
)

// migrations are applied in the order of their names. If the first line of one
// is [compatiblePrefix] and a number, programs that know that schema or a later
// one can use the new schema too. Such a migration may add tables, and columns
// with a default, but not alter anything.
//
//go:embed migrations/*.sql
var migrations embed.FS

const compatiblePrefix = "-- Lives with schema "

// migrationLock is the key of the advisory lock that serialises migrations
// ("Assa").
const migrationLock = 0x41737361

// migration is a migration.
type migration struct {
	name, statements string
	compatible       int // the lowest schema with programs that can use the new one
}

// readMigrations reads the migrations.
func readMigrations(files fs.FS) ([]migration, error) {
	names, err := fs.Glob(files, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]migration, len(names))
	for i, name := range names {
		statements, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		steps[i] = migration{name, string(statements), i + 1}
		first, _, _ := strings.Cut(steps[i].statements, "\n")
		if number, given := strings.CutPrefix(first, compatiblePrefix); given {
			if steps[i].compatible, err = strconv.Atoi(number); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return steps, nil
}

// prepare migrates the schema or returns why the archive cannot be used.
func (s *Archive) prepare(ctx context.Context, files fs.FS) error {
	steps, err := readMigrations(files)
	if err != nil {
		return err
	}
	found, err := s.schema(ctx, s.pool)
	switch {
	case err != nil || found == len(steps):
		return err
	case found > len(steps):
		return s.checkCompatible(ctx, found, len(steps))
	case s.readOnly:
		return s.versionError(found, len(steps))
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, migrationLock); err != nil {
			return err
		}
		found, err := s.schema(ctx, tx)
		if err != nil {
			return err
		}
		compatible := 0
		for i, m := range steps {
			compatible = max(compatible, m.compatible)
			if i < found {
				continue
			}
			if _, err := tx.Exec(ctx, m.statements); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
			if strings.HasSuffix(m.name, fillsTexts) {
				if err := fillTexts(ctx, tx); err != nil {
					return fmt.Errorf("%s: %w", m.name, err)
				}
			}
			for _, f := range twinKeyFills {
				if !strings.HasSuffix(m.name, f.migration) {
					continue
				}
				if err := fillTwinKeys(ctx, tx, f.update, f.keys); err != nil {
					return fmt.Errorf("%s: %w", m.name, err)
				}
			}
		}
		_, err = tx.Exec(ctx, `INSERT INTO assay (id, schema, identity, sequence, compatible) VALUES (1, $1, $2, 0, $3)
			ON CONFLICT (id) DO UPDATE SET schema = excluded.schema + assay.schema / $4 * $4, compatible = excluded.compatible + assay.schema / $4 * $4
			WHERE assay.schema % $4 < excluded.schema`, len(steps), randomValue(), compatible, transfer.Unfinished)
		return err
	})
}

// checkCompatible rejects an archive of a newer schema unless that is
// compatible with this program.
func (s *Archive) checkCompatible(ctx context.Context, found, known int) error {
	var compatible int
	if err := s.pool.QueryRow(ctx, `SELECT compatible FROM assay`).Scan(&compatible); err != nil {
		return err
	}
	if compatible%transfer.Unfinished > known {
		return s.versionError(found, known)
	}
	return nil
}

// schema returns the number of applied migrations, 0 for a database without
// tables.
func (s *Archive) schema(ctx context.Context, q querier) (found int, err error) {
	var ours, others bool
	var encoding, schema, path string
	err = q.QueryRow(ctx, `SELECT to_regclass('assay') IS NOT NULL, EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = current_schema()),
		current_setting('server_encoding'), coalesce(current_schema(), ''), current_setting('search_path')`).
		Scan(&ours, &others, &encoding, &schema, &path)
	switch {
	case err != nil:
		return 0, err
	case !ours && schema == "":
		return 0, &store.Error{Path: s.name, Kind: store.ErrMissing,
			Err: fmt.Errorf("the database has no schema in its search_path (%s)", path)}
	case !ours && (others || s.readOnly):
		return 0, &store.Error{Path: s.name, Kind: store.ErrNotArchive}
	case !ours && encoding != "UTF8" && encoding != "SQL_ASCII": // SQL_ASCII stores bytes unchanged
		return 0, &store.Error{Path: s.name, Kind: store.ErrNotArchive,
			Err: fmt.Errorf("the encoding of the database is %s; an archive needs UTF8", encoding)}
	case !ours:
		return 0, nil
	}
	err = q.QueryRow(ctx, `SELECT schema FROM assay`).Scan(&found)
	if err == nil && found >= transfer.Unfinished && !s.unfinished {
		err = &store.Error{Path: s.name, Kind: store.ErrUnfinished}
	}
	return found % transfer.Unfinished, err
}

// versionError returns the error for an archive of another schema.
func (s *Archive) versionError(found, known int) error {
	kind := store.ErrOlder
	if found > known {
		kind = store.ErrNewer
	}
	return &store.Error{Path: s.name, Kind: kind,
		Err: fmt.Errorf("its schema is %d; this program knows schemas up to %d", found, known)}
}

// twinKeyFills are the migrations, by the suffix of their names, that
// fillTwinKeys completes.
var twinKeyFills = []struct {
	migration, update string
	keys              func(row.TwinKeys) []any
}{
	{"_moves_keys.sql", `UPDATE games SET moves_key = $1 WHERE id = $2`,
		func(k row.TwinKeys) []any { return []any{k.Moves} }},
	{"_line_keys.sql", `UPDATE games SET line_key = $1, final_key = $2 WHERE id = $3`,
		func(k row.TwinKeys) []any { return []any{k.Line, k.Final} }},
}

// fillTwinKeys stores keys of all games.
func fillTwinKeys(ctx context.Context, tx pgx.Tx, update string, keys func(row.TwinKeys) []any) error {
	for last, more := int64(0), true; more; {
		batch := new(pgx.Batch)
		rows := 0
		err := each(ctx, tx, func(r pgx.Rows) error {
			var g store.Game
			if err := r.Scan(&last, (*text)(&g.Verdict), &g.Plies, (*text)(&g.Variant), (*text)(&g.Options),
				(*text)(&g.Start), (*text)(&g.Final), &g.Moves); err != nil {
				return err
			}
			if k := row.KeysOf(&g); k.Moves.Valid {
				batch.Queue(update, append(keys(k), last)...)
			}
			rows++
			return nil
		}, `SELECT id, verdict, plies, variant, options, start, final, moves FROM games JOIN contents ON game = id
			WHERE id > $1 ORDER BY id LIMIT $2`, last, textsPerQuery)
		if err == nil {
			err = tx.SendBatch(ctx, batch).Close()
		}
		if err != nil {
			return err
		}
		more = rows == textsPerQuery
	}
	return nil
}

// fillsTexts is the name suffix of the migration that fillTexts completes.
const fillsTexts = "_texts.sql"

// textsPerQuery is the number of records per query.
const textsPerQuery = 500

// fillTexts stores the text keys of all current and former records.
func fillTexts(ctx context.Context, tx pgx.Tx) error {
	for _, query := range []string{
		`SELECT id, 0, record, coalesce(size, 0), variant, options FROM games JOIN contents ON game = id WHERE id > $1 AND $2 = 0 ORDER BY id LIMIT $3`,
		`SELECT game, revision, record, coalesce(size, 0), variant, options FROM records WHERE (game, revision) > ($1, $2) ORDER BY game, revision LIMIT $3`,
	} {
		for game, revision, more := int64(0), int64(0), true; more; {
			batch := new(pgx.Batch)
			rows := 0
			err := each(ctx, tx, func(r pgx.Rows) error {
				var record []byte
				var size int64
				var variant, options text
				if err := r.Scan(&game, &revision, &record, &size, &variant, &options); err != nil {
					return err
				}
				if key := row.StoredTextKey(record, size, string(variant), string(options)); key != nil {
					batch.Queue(table.InsertText, key, game)
				}
				rows++
				return nil
			}, query, game, revision, textsPerQuery)
			if err == nil {
				err = tx.SendBatch(ctx, batch).Close()
			}
			if err != nil {
				return err
			}
			more = rows == textsPerQuery
		}
	}
	return nil
}
