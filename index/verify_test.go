package index

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// moving is an archive in which a game changes while others are told.
type moving struct {
	list
	change Change
}

func (m *moving) Outline(ctx context.Context, after int64, limit int) ([]Change, error) {
	page, err := m.list.Outline(ctx, after, limit)
	if after == 0 {
		m.change.Sequence = int64(len(m.list)) + 1
		m.list = append(m.list, m.change)
	}
	return page, err
}

// TestChangedMeanwhile opens an index while a game changes of which the archive
// has told how it was before.
func TestChangedMeanwhile(t *testing.T) {
	a := make(list, outlineSize+1)
	for i := range a {
		a[i] = Change{Sequence: int64(i + 1), Game: int64(i + 1), Document: Document{Variant: "chess", Verdict: "unreadable"}}
	}
	path := t.TempDir()
	x := open(t, path, a, Options{})
	catchUp(t, x)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	for _, change := range []Change{{Game: 7, Document: a[6].Document}, {Game: 7, Deleted: true}, {Game: outlineSize + 2, Document: a[6].Document}} {
		y, err := Open(t.Context(), path, &moving{slices.Clone(a), change}, Options{})
		if err != nil {
			t.Fatalf("%+v: %v", change, err)
		}
		if err := y.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHeldByOtherChanges opens an index beside an archive of the same history
// whose games are there by other changes than the index took in.
func TestHeldByOtherChanges(t *testing.T) {
	a := listArchive(4)
	path := t.TempDir()
	x := open(t, path, a, Options{})
	catchUp(t, x)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	change := func(alter func(list)) list {
		other := slices.Clone(a)
		alter(other)
		return other
	}
	for _, row := range []struct {
		name    string
		archive list
		damaged bool
	}{
		{"swapped", change(func(l list) { l[1].Game, l[2].Game = l[2].Game, l[1].Game }), true},
		{"another game", change(func(l list) { l[3].Game = 9 }), true},
		{"deleted", change(func(l list) { l[0] = Change{Sequence: 1, Game: 1, Deleted: true} }), true},
		{"changed later", append(slices.Clone(a)[1:], Change{Sequence: 5, Game: 1, Document: a[0].Document}), false},
		{"more", listArchive(6), false},
		{"the same", a, false},
	} {
		y, err := Open(context.Background(), path, row.archive, Options{})
		if errors.Is(err, ErrDamaged) != row.damaged || err != nil && !row.damaged {
			t.Errorf("%s: %v", row.name, err)
		}
		if err == nil {
			if err := y.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
