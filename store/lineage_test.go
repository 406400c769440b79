package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func lineage(t testing.TB, s *Store, sequence int64) string {
	t.Helper()
	return result(s.Lineage(context.Background(), sequence))(t)
}

// TestLineageOfRestoredBackup brings an archive back to a backup and changes it otherwise: whoever followed it sees that,
// wherever it had stopped.
func TestLineageOfRestoredBackup(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	path, copied := filepath.Join(folder, "archive.db"), filepath.Join(folder, "copy.db")
	s, err := Open(ctx, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	result(s.Add(ctx, samples(0, 10)))(t)
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	result(s.Add(ctx, samples(10, 10)))(t)
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
	result(s.Add(ctx, samples(100, 50)))(t)
	for at, was := range before {
		if now := lineage(t, s, at); now == "" || (now == was) != (at <= 10) {
			t.Errorf("on the other branch, change %d: lineage %q, was %q", at, now, was)
		}
	}
	if other := lineage(t, archive(t), 0); other == before[0] {
		t.Errorf("two archives have the identity %s", other)
	}
}

// TestLineageIsKept changes games in every way: the lineage of what was before stays, and every change has one.
func TestLineageIsKept(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	var seen []string
	for i, change := range []func() error{
		func() error { _, err := s.Add(ctx, samples(0, 3)); return err },
		func() error { _, err := s.Annotate(ctx, Draft{Game: 1, Author: "Ada"}, 0); return err },
		func() error { _, err := s.Withdraw(ctx, 1, 1, AnyRevision, "Ada"); return err },
		func() error { return s.Delete(ctx, 2) },
		func() error { return s.Restore(ctx, 2) },
		func() error {
			return s.Update(ctx, Verification{Game: 3, Verdict: Legal}, Verification{Game: 1, Verdict: Illegal})
		},
		func() error { _, err := s.Add(ctx, samples(0, 3)); return err }, // changes nothing
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		newest := result(s.Sequence(ctx))(t)
		for at := int64(1); at <= newest; at++ {
			now := lineage(t, s, at)
			if now == "" {
				t.Errorf("after step %d change %d of %d has no lineage", i, at, newest)
			}
			if int(at) <= len(seen) && now != seen[at-1] {
				t.Errorf("after step %d the lineage of change %d is another", i, at)
			}
			if int(at) > len(seen) {
				seen = append(seen, now)
			}
		}
		if beyond := lineage(t, s, newest+1); beyond != "" {
			t.Errorf("after step %d change %d, which is none, has the lineage %s", i, newest+1, beyond)
		}
	}
	if seen[3] == seen[4] || seen[0] != seen[2] || seen[7] != seen[8] {
		t.Errorf("lineages %v: want one a transaction", seen)
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}
