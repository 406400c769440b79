package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/RoaringBitmap/roaring/v2/roaring64"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// verify compares the changes that a generation contains with the archive. It
// checks which documents are valid, and the checkpoint. Checksums of segments
// are verified when the segments are opened. Errors match ErrDamaged or
// ErrForeign.
func (g *generation) verify(ctx context.Context, source Source) error {
	at := g.checkpoint()
	if err := at.Verify(ctx, source, g.path); err != nil {
		return err
	}
	wrong := func(format string, args ...any) error {
		return &Error{Path: g.path, Problem: ErrDamaged, Cause: fmt.Errorf(format, args...)}
	}
	due, counted, later := gameSum{seed: maphash.MakeSeed()}, roaring64.New(), roaring64.New()
	for after, more := int64(0), true; more; {
		games, err := source.Outline(ctx, after, outlineSize)
		if err != nil {
			return err
		}
		more = len(games) == outlineSize
		for _, c := range games {
			after = c.Sequence
			switch {
			case c.Sequence > at.Cursor:
				if !counted.Contains(uint64(c.Game)) { // otherwise it changed since
					later.Add(uint64(c.Game)) // an older version, or not indexed yet
				}
			case !c.Deleted:
				counted.Add(uint64(c.Game))
				due.add(c.Game, c.Sequence)
			}
		}
	}
	held, err := g.sumIndexed(due.seed, later)
	switch {
	case err != nil:
		return err
	case held.games != due.games:
		return wrong("%d games are held, %d are due", held.games, due.games)
	case held != due:
		return wrong("games are held by other changes than those due")
	}
	return nil
}

// gameSum is an order-independent sum over games and their changes. Keeping all
// of them would take too much memory.
type gameSum struct {
	seed  maphash.Seed
	games int
	sum   uint64
}

func (h *gameSum) add(game, sequence int64) {
	h.games++
	h.sum += maphash.Comparable(h.seed, [2]int64{game, sequence})
}

// outlineSize is the number of changes per request without documents.
const outlineSize = 8192

// sumIndexed returns the sum over the indexed games, except some.
func (g *generation) sumIndexed(seed maphash.Seed, but *roaring64.Bitmap) (held gameSum, err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return gameSum{}, err
	}
	defer snapshot.Close()
	held.seed = seed
	var mu sync.Mutex
	var reading sync.WaitGroup
	for _, s := range snapshot.Segments() {
		reading.Go(func() {
			one, fault := heldBy(s, seed, but)
			mu.Lock()
			defer mu.Unlock()
			held.games += one.games
			held.sum += one.sum
			if fault != nil && !errors.Is(fault, ErrDamaged) {
				fault = &Error{Path: g.path, Problem: ErrDamaged, Cause: fault}
			}
			err = cmp.Or(err, fault)
		})
	}
	reading.Wait()
	return held, err
}

func heldBy(s *scorch.SegmentSnapshot, seed maphash.Seed, but *roaring64.Bitmap) (held gameSum, err error) {
	defer recoverFaults("", &err)()
	held.seed = seed
	live := roaring.NewBitmap()
	live.Or(s.DocNumbersLive())
	for it := live.Iterator(); it.HasNext(); {
		var game int64
		var e Entry
		var fault error
		err := s.VisitDocument(uint64(it.Next()), func(field string, _ byte, value []byte, _ []uint64) bool {
			switch field {
			case "_id":
				game, fault = strconv.ParseInt(string(value), 10, 64)
			case GameField:
				e, fault = ReadEntry(value)
			}
			return fault == nil
		})
		if err == nil {
			err = fault
		}
		if err != nil {
			return gameSum{}, err
		}
		if !but.Contains(uint64(game)) {
			held.add(game, e.sequence)
		}
	}
	return held, nil
}
