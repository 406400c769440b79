package index

import (
	"context"
	"errors"
	"slices"
	"testing"
)

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
