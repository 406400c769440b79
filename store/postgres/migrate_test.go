package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"assay/fixtures/postgrestest"
	"assay/fixtures/storetest"
	"assay/store"
)

// later are the migrations of a version to come, which adds one.
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

// TestRollingUpgrade has a version to come bring an archive up to date under
// this one: both go on with it, where the migration says that they can.
func TestRollingUpgrade(t *testing.T) {
	server := postgrestest.Shared(t)
	known, err := stepsOf(migrations)
	if err != nil {
		t.Fatal(err)
	}
	const addition = "ALTER TABLE games ADD COLUMN mood text NOT NULL DEFAULT 'fair'; CREATE TABLE moods (game bigint);"
	for _, row := range []struct {
		name, statements string
		together         bool
	}{
		{"lives with this version", fmt.Sprintf("%s%d\n%s", livesWith, len(known), addition), true},
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
			add(before, 4) // which was open meanwhile
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
