package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"assay/analysis"
	"assay/store"
)

func testTombstone(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 3)))(t)
	wantError(t, s.Delete(ctx, 2), nil)

	for name, call := range map[string]func() error{
		"Game":   func() error { _, err := s.Game(ctx, 2); return err },
		"Record": func() error { _, err := s.Record(ctx, 2); return err },
		"Delete": func() error { return s.Delete(ctx, 2) },
		"Update": func() error {
			return s.Update(ctx, store.Verification{Game: 1, Verdict: analysis.Illegal}, store.Verification{Game: 2, Verdict: analysis.Illegal})
		},
	} {
		var gone *store.GameError
		if err := call(); !errors.Is(err, store.ErrGone) || !errors.As(err, &gone) || gone.ID != 2 || gone.Deleted.IsZero() {
			t.Errorf("%s of a tombstone: error %v", name, err)
		}
	}
	if g := result(s.Game(ctx, 1))(t); g.Verdict != analysis.Legal {
		t.Errorf("half of a refused update was done: %s", g.Verdict)
	}
	rows, _, err := s.List(ctx, store.Filter{Deleted: true}, "", 10)
	if err != nil || len(rows) != 1 || rows[0].ID != 2 || rows[0].Deleted == nil {
		t.Errorf("tombstones %+v, %v", rows, err)
	}
	if n := result(s.Count(ctx, store.Filter{Query: Sample(1).First}))(t); n != 0 {
		t.Errorf("a word search finds %d tombstones", n)
	}
	if again := result(s.Add(ctx, Samples(1, 1)))(t); again[0] != (store.Added{ID: 2, Existing: true, Deleted: true}) {
		t.Errorf("added again: %+v", again[0])
	}
	changed := result(s.ChangedGames(ctx, 3, 10))(t)
	if len(changed) != 1 || changed[0].ID != 2 || changed[0].Deleted == nil || changed[0].Sequence != 4 {
		t.Errorf("changed %+v", changed)
	}

	wantError(t, s.Restore(ctx, 2), nil)
	wantError(t, s.Restore(ctx, 2), nil)
	if got := string(result(s.Record(ctx, 2))(t)); got != string(Sample(1).Record) {
		t.Errorf("restored record %q", got)
	}
	if last := result(s.Sequence(ctx))(t); last != 5 {
		t.Errorf("sequence %d, want 5: restoring what is not deleted is no change", last)
	}
}

func testUnknownGame(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	for name, call := range map[string]func(int64) error{
		"Game":    func(id int64) error { _, err := s.Game(ctx, id); return err },
		"Record":  func(id int64) error { _, err := s.Record(ctx, id); return err },
		"Delete":  func(id int64) error { return s.Delete(ctx, id) },
		"Restore": func(id int64) error { return s.Restore(ctx, id) },
		"Update":  func(id int64) error { return s.Update(ctx, store.Verification{Game: id, Verdict: analysis.Legal}) },
	} {
		for _, id := range []int64{-1, 0, 1} {
			if err := call(id); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s(%d): error %v, want %v", name, id, err, store.ErrNotFound)
			}
		}
	}
}

// testFollow keeps a copy by the change sequence, as an index does, in small steps.
func testFollow(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 20)))(t)
	copied := map[int64]string{}
	var at int64
	catchUp := func() {
		for {
			games := result(s.ChangedGames(ctx, at, 7))(t)
			if len(games) == 0 {
				return
			}
			for _, g := range games {
				if g.Sequence <= at {
					t.Fatalf("sequence %d after %d", g.Sequence, at)
				}
				at = g.Sequence
				if g.Deleted != nil {
					delete(copied, g.ID)
				} else {
					copied[g.ID] = g.Verdict
				}
			}
		}
	}
	catchUp()
	wantError(t, s.Delete(ctx, 3), nil)
	wantError(t, s.Update(ctx, store.Verification{Game: 4, Verdict: analysis.Illegal}, store.Verification{Game: 5, Verdict: analysis.Illegal}), nil)
	result(s.Add(ctx, Samples(15, 10)))(t)
	wantError(t, s.Delete(ctx, 5), nil)
	wantError(t, s.Restore(ctx, 3), nil)
	catchUp()
	if len(copied) != 24 || copied[3] != analysis.Legal || copied[4] != analysis.Illegal || copied[5] != "" || copied[25] != analysis.Legal {
		t.Errorf("copy %v", copied)
	}
}

// testGames gives several games at once, in their order, and leaves out those that are not there.
func testGames(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 5)))(t)
	wantError(t, s.Delete(ctx, 2), nil)
	got := result(s.Games(ctx, []int64{4, 2, 99, 1}))(t)
	if len(got) != 2 || got[0].ID != 1 || got[1].ID != 4 || string(got[1].Record) != string(Sample(3).Record) {
		t.Errorf("%+v", got)
	}
	if none := result(s.Games(ctx, nil))(t); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

func lineage(t testing.TB, s store.Archive, sequence int64) string {
	t.Helper()
	return result(s.Lineage(context.Background(), sequence))(t)
}

// testLineageIsKept changes games in every way: the lineage of what was before stays, and every change has one.
func testLineageIsKept(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	var seen []string
	for i, change := range []func() error{
		func() error { _, err := s.Add(ctx, Samples(0, 3)); return err },
		func() error { _, err := s.Annotate(ctx, store.Draft{Game: 1, Author: "Ada"}, 0); return err },
		func() error { _, err := s.Withdraw(ctx, 1, 1, store.AnyRevision, "Ada"); return err },
		func() error { return s.Delete(ctx, 2) },
		func() error { return s.Restore(ctx, 2) },
		func() error {
			return s.Update(ctx, store.Verification{Game: 3, Verdict: analysis.Legal}, store.Verification{Game: 1, Verdict: analysis.Illegal})
		},
		func() error { _, err := s.Add(ctx, Samples(0, 3)); return err }, // changes nothing
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

// testUpdate verifies a game anew, twice.
func testUpdate(t *testing.T, open Opener) {
	ctx := context.Background()
	s := open(t)
	result(s.Add(ctx, Samples(0, 2)))(t)
	newer := store.Verification{
		Game: 2, VariantVersion: "2", Verdict: analysis.Illegal, Plies: 40, Result: "*",
		Start: "start", Final: "final", Moves: []byte{1, 2}, Report: []byte(`{"error":{"ply":41}}`),
	}
	wantError(t, s.Update(ctx, newer), nil)
	newest := newer
	newest.VariantVersion, newest.Plies, newest.Moves = "3", 88, []byte{1, 2, 3}
	wantError(t, s.Update(ctx, newest), nil)

	g := result(s.Game(ctx, 2))(t)
	now := store.Verification{
		Game: 2, VariantVersion: g.VariantVersion, Verdict: g.Verdict, Plies: g.Plies, Result: g.Result, Termination: g.Termination,
		Start: g.Start, Final: g.Final, Moves: g.Moves, Report: g.Report,
	}
	if !reflect.DeepEqual(now, newest) || g.Sequence != 4 {
		t.Errorf("game %+v", g)
	}
	if err := s.Update(ctx, store.Verification{Game: 1, Verdict: "fine"}); !errors.As(err, new(*store.FieldError)) {
		t.Errorf("error %v, want a FieldError", err)
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}
