package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"assay/fixtures/storetest"
)

// TestLineageOfRestoredBackup restores a backup and then changes it
// differently. Every follower detects that, whatever change it had reached.
func TestLineageOfRestoredBackup(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "archive.db"), filepath.Join(folder, "copy.db")
	s, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	result(s.Add(ctx, storetest.Samples(0, 10)))(t)
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	result(s.Add(ctx, storetest.Samples(10, 10)))(t)
	before := map[int64]string{}
	for at := int64(0); at <= 20; at++ {
		before[at] = lineage(t, s, at)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, result(os.ReadFile(copied))(t), 0o644); err != nil {
		t.Fatal(err)
	}

	s = open(t, path, Options{})
	for at, was := range before {
		if now := lineage(t, s, at); (now == was) != (at <= 10) || at > 10 && now != "" {
			t.Errorf("back at the backup, change %d: lineage %q, was %q", at, now, was)
		}
	}
	result(s.Add(ctx, storetest.Samples(100, 50)))(t)
	for at, was := range before {
		if now := lineage(t, s, at); now == "" || (now == was) != (at <= 10) {
			t.Errorf("on the other branch, change %d: lineage %q, was %q", at, now, was)
		}
	}
	if other := lineage(t, archive(t), 0); other == before[0] {
		t.Errorf("two archives have the identity %s", other)
	}
}

// TestLineageReadsNoGames checks that the cost of a change does not grow with
// the number of games: the statement's program has no loop over a table.
func TestLineageReadsNoGames(t *testing.T) {
	rows, err := archive(t).writer.Query(`EXPLAIN ` + insertLineage)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	read := map[int]bool{}
	for rows.Next() {
		var at, one, two, three, five int
		var step string
		var four, comment any
		if err := rows.Scan(&at, &step, &one, &two, &three, &four, &five, &comment); err != nil {
			t.Fatal(err)
		}
		switch step {
		case "OpenRead":
			read[one] = true
		case "Rewind", "Next":
			if read[one] {
				t.Errorf("step %d is %s of a table", at, step)
			}
		}
	}
	if err := rows.Err(); err != nil || len(read) == 0 {
		t.Fatalf("%d tables are read: %v", len(read), err)
	}
}

func lineage(t testing.TB, s *Archive, sequence int64) string {
	t.Helper()
	return result(s.Lineage(context.Background(), sequence))(t)
}
