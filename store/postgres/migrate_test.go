package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

// later returns the migrations of a future version with one more step.
func later(t *testing.T, statements string) fs.FS {
	t.Helper()
	files := fstest.MapFS{"migrations/999_later.sql": {Data: []byte(statements)}}
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// TestRollingUpgrade migrates an archive with a future version while this one
// has it open. Both continue to use it if the migration allows this.
func TestRollingUpgrade(t *testing.T) {
	server := postgrestest.Shared(t)
	known, err := readMigrations(migrations)
	if err != nil {
		t.Fatal(err)
	}
	const addition = "ALTER TABLE games ADD COLUMN mood text NOT NULL DEFAULT 'fair'; CREATE TABLE moods (game bigint);"
	for _, row := range []struct {
		name, statements string
		together         bool
	}{
		{"lives with this version", fmt.Sprintf("%s%d\n%s", compatiblePrefix, len(known), addition), true},
		{"does not", "-- It says nothing.\n" + addition, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			ctx, address := context.Background(), server.Schema(t)
			open := func() (*Archive, error) { return Open(ctx, address, Options{}) }
			before, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer before.Close()
			add := func(s *Archive, from int) {
				t.Helper()
				if added, err := s.Add(ctx, storetest.Samples(from, 2)); err != nil || added[0].Existing {
					t.Errorf("%v, %v", added, err)
				}
			}
			add(before, 0)
			next, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer next.Close()
			if err := next.prepare(ctx, later(t, row.statements)); err != nil {
				t.Fatal(err)
			}
			add(next, 2)
			add(before, 4) // open since before the migration
			again, err := open()
			if !row.together {
				if !errors.Is(err, store.ErrNewer) {
					t.Errorf("opened: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			add(again, 6)
			for _, s := range []*Archive{before, next, again} {
				faults, err := s.Check(ctx)
				if err != nil || len(faults) > 0 {
					t.Errorf("%v, %v", faults, err)
				}
				if last, err := s.Sequence(ctx); last != 8 {
					t.Errorf("the last change is %d, %v", last, err)
				}
			}
		})
	}
}

// TestMigrateUnfinished migrates an interrupted copy, which stays marked as
// unfinished.
func TestMigrateUnfinished(t *testing.T) {
	ctx, address := t.Context(), postgrestest.Shared(t).Schema(t)
	s := open(t, address, Options{Unfinished: true})
	if err := s.AdoptIdentity(ctx, make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	known, err := readMigrations(migrations)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.prepare(ctx, later(t, fmt.Sprintf("%s%d\nCREATE TABLE moods (game bigint);", compatiblePrefix, len(known)))); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(ctx, address, Options{}); !errors.Is(err, store.ErrUnfinished) {
		t.Errorf("it was opened: %v", err)
	}
	if err := s.Finish(ctx); err != nil {
		t.Fatal(err)
	}
	open(t, address, Options{})
}

// TestConcurrentMigration starts two servers on an archive of a former schema,
// or on an empty database, at the same time. One migrates it while the other
// waits; afterwards both serve it.
func TestConcurrentMigration(t *testing.T) {
	server := postgrestest.Shared(t)
	// A second run would succeed and leave a second row.
	next := later(t, "CREATE TABLE IF NOT EXISTS moods (game bigint); INSERT INTO moods VALUES (1);")
	for _, row := range []struct {
		name    string
		made    bool // this version creates the archive before the next one migrates it
		migrate func(ctx context.Context, s *Archive) error
	}{
		{"of an earlier schema", true, func(ctx context.Context, s *Archive) error { return s.prepare(ctx, next) }},
		{"of none", false, func(ctx context.Context, s *Archive) error { return s.prepare(ctx, migrations) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			address := server.Schema(t)
			var servers [2]*Archive
			for i := range servers {
				servers[i] = open(t, address, Options{})
			}
			if !row.made {
				server.Do(t, address, `DROP SCHEMA `+schemaOf(t, servers[0])+` CASCADE`, `CREATE SCHEMA `+schemaOf(t, servers[0]))
			}
			// Both have read the schema version before either can migrate.
			held, err := open(t, server.Schema(t), Options{}).pool.Begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := held.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, migrationLock); err != nil {
				t.Fatal(err)
			}
			done := make(chan error, len(servers))
			for _, s := range servers {
				go func() { done <- row.migrate(ctx, s) }()
			}
			for waiting := 0; waiting < len(servers); {
				if err := held.QueryRow(ctx, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1::bigint::oid AND NOT granted`, migrationLock).Scan(&waiting); err != nil {
					t.Fatal(err)
				}
			}
			if err := held.Commit(ctx); err != nil {
				t.Fatal(err)
			}
			for range servers {
				if err := <-done; err != nil {
					t.Error(err)
				}
			}
			for i, s := range servers {
				if added, err := s.Add(ctx, storetest.Samples(2*i, 2)); err != nil || added[0].Existing {
					t.Errorf("server %d: %v, %v", i, added, err)
				}
			}
			for i, s := range servers {
				faults, err := s.Check(ctx)
				if last, failed := s.Sequence(ctx); err != nil || failed != nil || len(faults) > 0 || last != 4 {
					t.Errorf("server %d: change %d, %v; %v, %v", i, last, faults, err, failed)
				}
			}
			if !row.made {
				return
			}
			var times int
			if err := servers[0].pool.QueryRow(ctx, `SELECT count(*) FROM moods`).Scan(&times); err != nil || times != 1 {
				t.Errorf("migrated %d times, %v", times, err)
			}
		})
	}
}

func schemaOf(t *testing.T, s *Archive) (name string) {
	t.Helper()
	if err := s.pool.QueryRow(t.Context(), `SELECT current_schema()`).Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestTextKeysOfOldArchives opens an archive of a schema without text keys and
// moves keys. Games are recognised by the texts of their current and former
// records, and by their moves.
func TestTextKeysOfOldArchives(t *testing.T) {
	ctx, address := context.Background(), postgrestest.Shared(t).Schema(t)
	s, err := Open(ctx, address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := storetest.Samples(0, textsPerQuery+2)
	if _, err := s.Add(ctx, games); err != nil {
		t.Fatal(err)
	}
	c := store.Correction{Game: storetest.Sample(9999), Author: "Ann", Reason: "misprint"}
	c.Game.ID = 2
	if _, err := s.Revise(ctx, c, store.AnyRevision); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, `DROP TABLE studies; DROP TABLE repertoires; DROP TABLE cards; DROP TABLE twins; DROP TABLE player_names; DROP TABLE player_claims; DROP TABLE puzzles; DROP TABLE externals; ALTER TABLE revisions DROP COLUMN change;
		DROP TABLE texts; ALTER TABLE jobs DROP COLUMN person, DROP COLUMN round, DROP COLUMN ply, DROP COLUMN plies;
		DROP INDEX definitions_by_author; ALTER TABLE games DROP COLUMN moves_key, DROP COLUMN line_key, DROP COLUMN final_key; UPDATE assay SET schema = 12`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, address, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if twin, err := s.Twin(ctx, storetest.Sample(textsPerQuery+1)); err != nil || twin != textsPerQuery+2 {
		t.Errorf("the twin of the last game: %d, %v", twin, err)
	}
	longer, moved := storetest.Sample(textsPerQuery+1), storetest.Sample(1)
	longer.Moves, longer.Final, moved.Moves = append(longer.Moves, 1, 2), "", nil
	if got, err := s.SimilarGames(ctx, []*store.Game{longer, moved}); err != nil || !slices.Contains(got[0], textsPerQuery+2) || len(got[1]) == 0 {
		t.Errorf("games similar to the last one: %v, %v", got, err)
	}
	again := append(games, c.Game)
	for _, g := range again {
		g.Record = append([]byte("\n"), append(g.Record, "\r\n\r\n"...)...)
	}
	added, err := s.Add(ctx, again)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range added {
		want := int64(i + 1)
		if i == len(games) {
			want = 2
		}
		if !a.Existing || a.ID != want {
			t.Errorf("record %d again: %+v, want game %d", i, a, want)
		}
	}
}
