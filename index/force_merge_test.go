package index

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// TestSettle holds up merging while many batches are written, and then has the
// segments merged: those that are left stay when the index is opened again.
func TestSettle(t *testing.T) {
	const most = 12
	var merges, writes atomic.Bool // that there is room for
	writes.Store(true)
	was := freeSpace
	defer func() { freeSpace = was }()
	freeSpace = func(folder string) (free, total uint64, known bool) {
		if filepath.Base(folder) == "store" && !merges.Load() || filepath.Base(folder) != "store" && !writes.Load() {
			return 0, 0, true
		}
		return 1 << 40, 0, true
	}
	a, r := newArchive(), rand.New(rand.NewPCG(5, 5))
	path := t.TempDir()
	x := open(t, path, a, Options{})
	for range 60 {
		a.fill(r, 10, 30)
		catchUp(t, x)
	}
	left := len(segmentsInUse(t, x))
	if left <= 2*most {
		t.Fatalf("%d segments where none can be merged", left)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := x.ForceMerge(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("one who has ended it: %v", err)
	}
	writes.Store(false)
	if err := x.ForceMerge(t.Context()); err != nil {
		t.Errorf("without room: %v", err)
	}
	if n := len(segmentsInUse(t, x)); n != left {
		t.Errorf("%d segments of %d without room", n, left)
	}
	writes.Store(true)
	merges.Store(true)
	if err := x.ForceMerge(t.Context()); err != nil {
		t.Fatal(err)
	}
	need, err := x.current.unmerged()
	left = len(segmentsInUse(t, x))
	if err != nil || need > 0 || left > most {
		t.Errorf("%d segments, of which %d bytes are to be merged, %v", left, need, err)
	}
	checkTruth(t, x, a)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.ForceMerge(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed index: %v", err)
	}
	x = open(t, path, a, Options{})
	if n := len(segmentsInUse(t, x)); n != left {
		t.Errorf("%d segments when it is opened again, %d before", n, left)
	}
	checkTruth(t, x, a)
}
