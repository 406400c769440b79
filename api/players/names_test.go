package players

import (
	"context"
	"errors"
	"slices"
	"testing"

	"assay/api/request"
	"assay/store"
)

// decisions is a store of decisions about names.
type decisions []store.PlayerName

func (d *decisions) NamePlayer(ctx context.Context, after int64, names []store.PlayerName) error {
	last, _ := d.LastPlayerName(ctx)
	if after != last {
		return &store.NamesChangedError{After: after, Current: last}
	}
	for _, n := range names {
		last++
		n.Number = last
		*d = append(*d, n)
	}
	return nil
}

func (d *decisions) PlayerNames(context.Context) (all []store.PlayerName, err error) {
	for i, n := range *d {
		if !slices.ContainsFunc((*d)[i+1:], func(later store.PlayerName) bool { return later.Name == n.Name }) {
			all = append(all, n)
		}
	}
	return all, nil
}

func (d *decisions) LastPlayerName(context.Context) (int64, error) { return int64(len(*d)), nil }

// TestMergeNames merges players, also merged ones, and splits names off again.
func TestMergeNames(t *testing.T) {
	ctx, s := t.Context(), new(decisions)
	for _, row := range []struct {
		do     func() error
		valid  bool
		player string // afterwards
		names  []string
	}{
		{func() error { return Merge(ctx, s, "Ada", "Tal, Mikhail", "Tal,M", "Таль") }, true, "Tal,M",
			[]string{"Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Merge(ctx, s, "Ada", "Таль", "Tal,M") }, false, "Таль",
			[]string{"Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Merge(ctx, s, "Ada", "Tal, Mikhail", "?") }, false, "?", []string{"?"}},
		{func() error { return Merge(ctx, s, "Ada", "Tal, Mikhail", "Tal, Mikhail") }, false, "Tal,M",
			[]string{"Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Merge(ctx, s, "", "Tal, Mikhail", "Tal") }, false, "Tal", []string{"Tal"}},
		{func() error { return Merge(ctx, s, "Ada", "GM Tal", "Tal,M") }, true, "Таль",
			[]string{"GM Tal", "Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Merge(ctx, s, "Ada", "Tal,M", "GM Tal") }, false, "GM Tal",
			[]string{"GM Tal", "Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Split(ctx, s, "Ada", "Tal, Mikhail") }, true, "Таль", []string{"Tal, Mikhail", "Tal,M", "Таль"}},
		{func() error { return Split(ctx, s, "Ada", "Tal,M") }, true, "Tal,M", []string{"Tal,M"}},
		{func() error { return Split(ctx, s, "Ada", "Tal,M") }, false, "Таль", []string{"Tal, Mikhail", "Таль"}},
		{func() error { return Split(ctx, s, "Ada", "Таль", "Botvinnik") }, false, "Таль", []string{"Tal, Mikhail", "Таль"}},
	} {
		err := row.do()
		if row.valid != (err == nil) || err != nil && !errors.As(err, new(*request.InputError)) {
			t.Errorf("%v", err)
		}
		known, _ := ReadNames(ctx, s)
		if got := known.Of(known.Player(row.player)); !slices.Equal(got, row.names) {
			t.Errorf("names of %s: %q, want %q", row.player, got, row.names)
		}
	}
	// Damaged rows with a circle end.
	if got := (Names{"a": "b", "b": "a"}).Player("a"); got != "a" && got != "b" {
		t.Errorf("a circle leads to %q", got)
	}
}

// TestListMerged counts the games of all names of a player together.
func TestListMerged(t *testing.T) {
	l, err := List(t.Context(), table{{"Tal,M", "Botvinnik", "1960", 3}, {"Botvinnik", "Tal, Mikhail", "1961", 4},
		{"Tal,M", "Keres", "1962", 1}}, Names{"Tal,M": "Tal, Mikhail"})
	if err != nil || len(l.Players) != 3 || len(l.Suggestions) > 0 {
		t.Fatalf("%+v, %v", l, err)
	}
	if tal := l.Players[0]; tal.Name != "Tal, Mikhail" || tal.Games != 8 || tal.First != 4 || tal.From != 1960 ||
		!slices.Equal(tal.Names, []string{"Tal, Mikhail", "Tal,M"}) {
		t.Errorf("%+v", tal)
	}
}
