package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// verify compares which change of which game a generation holds with what the
// archive says. The segments are held to their checksums when they are opened;
// this holds to the archive what says which of their documents stand, and where
// the index stands. The error matches ErrDamaged or ErrForeign where they
// disagree.
func (g *generation) verify(ctx context.Context, source Source) error {
	at := g.standing()
	if err := at.Related(ctx, source, g.path); err != nil {
		return err
	}
	held, err := g.held()
	if err != nil {
		return err
	}
	wrong := func(format string, args ...any) error {
		return &Error{Path: g.path, Problem: ErrDamaged, Cause: fmt.Errorf(format, args...)}
	}
	due := 0
	for after, more := int64(0), true; more; {
		games, err := source.Outline(ctx, after, outlineSize)
		if err != nil {
			return err
		}
		more = len(games) == outlineSize
		for _, c := range games {
			after = c.Sequence
			sequence, found := held[c.Game]
			switch {
			case c.Sequence > at.Cursor:
				delete(held, c.Game) // as it was before, or not yet
			case found != !c.Deleted || found && sequence != c.Sequence:
				return wrong("game %d is held by change %d, not %d", c.Game, sequence, c.Sequence)
			case found:
				due++
			}
		}
	}
	if due != len(held) {
		return wrong("%d games are held, %d are due", len(held), due)
	}
	return nil
}

// outlineSize is how many changes are asked for at once where no documents come
// with them.
const outlineSize = 8192

// held gives the change by which each game is in the index.
func (g *generation) held() (held map[int64]int64, err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return nil, err
	}
	defer snapshot.Close()
	held = map[int64]int64{}
	var mu sync.Mutex
	var reading sync.WaitGroup
	for _, s := range snapshot.Segments() {
		reading.Go(func() {
			one, fault := heldBy(s)
			mu.Lock()
			defer mu.Unlock()
			for game, sequence := range one {
				if _, twice := held[game]; twice && fault == nil {
					fault = fmt.Errorf("game %d is there twice", game)
				}
				held[game] = sequence
			}
			if fault != nil && !errors.Is(fault, ErrDamaged) {
				fault = &Error{Path: g.path, Problem: ErrDamaged, Cause: fault}
			}
			err = cmp.Or(err, fault)
		})
	}
	reading.Wait()
	return held, err
}

func heldBy(s *scorch.SegmentSnapshot) (held map[int64]int64, err error) {
	defer guard("", &err)()
	held = map[int64]int64{}
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
			return nil, err
		}
		if _, twice := held[game]; twice {
			return nil, fmt.Errorf("game %d is there twice", game)
		}
		held[game] = e.sequence
	}
	return held, nil
}
