package store

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

func TestTombstone(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 3)))(t)
	wantError(t, s.Delete(ctx, 2), nil)

	for name, call := range map[string]func() error{
		"Game":   func() error { _, err := s.Game(ctx, 2); return err },
		"Record": func() error { _, err := s.Record(ctx, 2); return err },
		"Delete": func() error { return s.Delete(ctx, 2) },
		"Update": func() error {
			return s.Update(ctx, Verification{Game: 1, Verdict: Illegal}, Verification{Game: 2, Verdict: Illegal})
		},
	} {
		var gone *GameError
		if err := call(); !errors.Is(err, ErrGone) || !errors.As(err, &gone) || gone.ID != 2 || gone.Deleted.IsZero() {
			t.Errorf("%s of a tombstone: error %v", name, err)
		}
	}
	if g := result(s.Game(ctx, 1))(t); g.Verdict != Legal {
		t.Errorf("half of a refused update was done: %s", g.Verdict)
	}
	rows, _, err := s.List(ctx, Filter{Deleted: true}, "", 10)
	if err != nil || len(rows) != 1 || rows[0].ID != 2 || rows[0].Deleted == nil {
		t.Errorf("tombstones %+v, %v", rows, err)
	}
	if n := result(s.Count(ctx, Filter{Query: sample(1).First}))(t); n != 0 {
		t.Errorf("a word search finds %d tombstones", n)
	}
	if again := result(s.Add(ctx, samples(1, 1)))(t); again[0] != (Added{ID: 2, Existing: true, Deleted: true}) {
		t.Errorf("added again: %+v", again[0])
	}
	changed := result(s.ChangedGames(ctx, 3, 10))(t)
	if len(changed) != 1 || changed[0].ID != 2 || changed[0].Deleted == nil || changed[0].Sequence != 4 {
		t.Errorf("changed %+v", changed)
	}

	wantError(t, s.Restore(ctx, 2), nil)
	wantError(t, s.Restore(ctx, 2), nil)
	if got := string(result(s.Record(ctx, 2))(t)); got != string(sample(1).Record) {
		t.Errorf("restored record %q", got)
	}
	if last := result(s.Sequence(ctx))(t); last != 5 {
		t.Errorf("sequence %d, want 5: restoring what is not deleted is no change", last)
	}
}

func TestUnknownGame(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	for name, call := range map[string]func(int64) error{
		"Game":    func(id int64) error { _, err := s.Game(ctx, id); return err },
		"Record":  func(id int64) error { _, err := s.Record(ctx, id); return err },
		"History": func(id int64) error { _, err := s.History(ctx, id); return err },
		"Delete":  func(id int64) error { return s.Delete(ctx, id) },
		"Restore": func(id int64) error { return s.Restore(ctx, id) },
		"Update":  func(id int64) error { return s.Update(ctx, Verification{Game: id, Verdict: Legal}) },
	} {
		for _, id := range []int64{-1, 0, 1} {
			if err := call(id); !errors.Is(err, ErrNotFound) {
				t.Errorf("%s(%d): error %v, want %v", name, id, err, ErrNotFound)
			}
		}
	}
}

func TestHistory(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 2)))(t)
	newer := Verification{
		Game: 2, VariantVersion: "2", Verdict: Illegal, Plies: 40, Result: "*",
		Start: "start", Final: "final", Moves: []byte{1, 2}, Report: []byte(`{"error":{"ply":41}}`),
	}
	wantError(t, s.Update(ctx, newer), nil)
	newest := newer
	newest.VariantVersion, newest.Plies, newest.Moves = "3", 88, []byte{1, 2, 3}
	wantError(t, s.Update(ctx, newest), nil)

	history := result(s.History(ctx, 2))(t)
	var versions []string
	for i, v := range history {
		versions = append(versions, v.VariantVersion)
		if holds := i == len(history)-1; v.Replaced.IsZero() != holds {
			t.Errorf("version %s replaced %v", v.VariantVersion, v.Replaced)
		}
		history[i].Sequence = 0
	}
	if want := []string{"1", "2", "3"}; !reflect.DeepEqual(versions, want) {
		t.Fatalf("versions %v, want %v", versions, want)
	}
	if !reflect.DeepEqual(history[2], newest) {
		t.Errorf("the one that holds: %+v, want %+v", history[2], newest)
	}
	g := result(s.Game(ctx, 2))(t)
	if g.VariantVersion != "3" || g.Plies != 88 || string(g.Moves) != "\x01\x02\x03" || g.Sequence != 4 {
		t.Errorf("game %+v", g)
	}
	if err := s.Update(ctx, Verification{Game: 1, Verdict: "fine"}); !errors.As(err, new(*FieldError)) {
		t.Errorf("error %v, want a FieldError", err)
	}
	if faults := result(s.Check(ctx))(t); faults != nil {
		t.Errorf("faults: %v", faults)
	}
}

// TestFollow keeps a copy by the change sequence, as an index does, in small steps.
func TestFollow(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 20)))(t)
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
	wantError(t, s.Update(ctx, Verification{Game: 4, Verdict: Illegal}, Verification{Game: 5, Verdict: Illegal}), nil)
	result(s.Add(ctx, samples(15, 10)))(t)
	wantError(t, s.Delete(ctx, 5), nil)
	wantError(t, s.Restore(ctx, 3), nil)
	catchUp()
	if len(copied) != 24 || copied[3] != Legal || copied[4] != Illegal || copied[5] != "" || copied[25] != Legal {
		t.Errorf("copy %v", copied)
	}
}

// TestGames gives several games at once, in their order, and leaves out those that are not there.
func TestGames(t *testing.T) {
	ctx := context.Background()
	s := archive(t)
	result(s.Add(ctx, samples(0, 5)))(t)
	wantError(t, s.Delete(ctx, 2), nil)
	got := result(s.Games(ctx, []int64{4, 2, 99, 1}))(t)
	if len(got) != 2 || got[0].ID != 1 || got[1].ID != 4 || string(got[1].Record) != string(sample(3).Record) {
		t.Errorf("%+v", got)
	}
	if none := result(s.Games(ctx, nil))(t); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}
