package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"assay/fixtures/storetest"
	"assay/store"
	"assay/store/transfer"
)

// TestMigrateUnfinished migrates an interrupted copy, which stays marked as
// unfinished.
func TestMigrateUnfinished(t *testing.T) {
	path := olderArchive(t, 1)
	execute(t, path, fmt.Sprintf(`PRAGMA user_version = %d`, transfer.Unfinished+1))
	s := open(t, path, Options{Unfinished: true})
	if _, err := Open(t.Context(), path, Options{}); !errors.Is(err, store.ErrUnfinished) {
		t.Errorf("it was opened: %v", err)
	}
	if err := s.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	open(t, path, Options{ReadOnly: true})
}

func TestReadMigrations(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		want  int // number of migrations read; -1 for an error
	}{
		{"in order", []string{"001_a.sql", "002_b.sql"}, 2},
		{"gap", []string{"001_a.sql", "003_b.sql"}, -1},
		{"twice", []string{"001_a.sql", "001_b.sql"}, -1},
		{"from zero", []string{"000_a.sql"}, -1},
		{"no number", []string{"a.sql"}, -1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{}
			for _, name := range tt.files {
				files["m/"+name] = &fstest.MapFile{Data: []byte("SELECT 1")}
			}
			got, err := readMigrations(files, "m")
			if (err != nil) != (tt.want < 0) || err == nil && len(got) != tt.want {
				t.Errorf("%d migrations, error %v", len(got), err)
			}
		})
	}
}

// TestMovesKeysOfOldArchives opens an archive of a schema without moves keys.
func TestMovesKeysOfOldArchives(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "archive.db")
	s, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Add(ctx, storetest.Samples(0, 3)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.ExecContext(ctx, `DROP TABLE studies; DROP TABLE repertoires; DROP TABLE cards; DROP TABLE twins; DROP TABLE player_names; DROP TABLE player_claims; DROP TABLE puzzles; DROP TABLE externals; ALTER TABLE jobs DROP COLUMN ply; ALTER TABLE jobs DROP COLUMN plies;
		ALTER TABLE revisions DROP COLUMN change; DROP INDEX games_moves_key; ALTER TABLE games DROP COLUMN moves_key; DROP INDEX games_line_key; ALTER TABLE games DROP COLUMN line_key; DROP INDEX games_final_key; ALTER TABLE games DROP COLUMN final_key; PRAGMA user_version = 23`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(ctx, path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if twin, err := s.Twin(ctx, storetest.Sample(2)); err != nil || twin != 3 {
		t.Errorf("the twin of the last game: %d, %v", twin, err)
	}
	longer, moved := storetest.Sample(2), storetest.Sample(1)
	longer.Moves, longer.Final, moved.Moves = append(longer.Moves, 1, 2), "", nil
	if got, err := s.SimilarGames(ctx, []*store.Game{longer, moved}); err != nil || !slices.Equal(got[0], []int64{3}) || !slices.Contains(got[1], 2) {
		t.Errorf("games similar to the last one: %v, %v", got, err)
	}
}
