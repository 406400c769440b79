package index

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"assay/analysis/rules"
)

// FaultKind is the kind of a difference between index and archive.
type FaultKind string

// The kinds of fault.
const (
	// Missing: the archive has the game, but the index does not.
	Missing FaultKind = "missing"
	// Extra: the index has a game that the archive lacks, or has it twice.
	Extra FaultKind = "extra"
	// Stale: the index has other terms for the game than the archive's current
	// version.
	Stale FaultKind = "stale"
	// Unreadable: part of the index cannot be read, so no game was compared.
	Unreadable FaultKind = "unreadable"
	// Derived: occupancy bitmaps differ from the games that they describe.
	Derived FaultKind = "derived"
)

// Fault is a difference between the index and a rebuilt one.
type Fault struct {
	Kind FaultKind
	// Game is the game's ID; 0 for Unreadable and Derived.
	Game int64
	// Cause is the reason why the index is unreadable, or a description of the
	// difference; may be nil.
	Cause error
}

func (f Fault) String() string {
	switch f.Kind {
	case Unreadable:
		return fmt.Sprintf("index unreadable: %v", f.Cause)
	case Derived:
		return fmt.Sprintf("index: %v; run assay reindex", f.Cause)
	}
	return fmt.Sprintf("game %d is %s in the index", f.Game, f.Kind)
}

// Check compares every term of the index with a rebuild from the source, and
// the occupancy bitmaps with the games. It returns the differences in the order
// of the archive's changes, extra games and bitmaps last. It ignores games that
// changed after the cursor.
func (x *Index) Check(ctx context.Context) ([]Fault, error) {
	var faults []Fault
	err := x.exclusively(ctx, func(ctx context.Context) error {
		g, err := x.repair(ctx)
		if err != nil {
			return err
		}
		c := checker{seed: maphash.MakeSeed(), sums: map[int64]uint64{}, rules: map[string]*rules.Rules{}}
		if err := c.readIndex(ctx, g); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			faults = []Fault{{Kind: Unreadable, Cause: err}}
			return nil
		}
		if err := c.compare(ctx, x.source, g.checkpoint().Cursor); err != nil {
			return err
		}
		faults = c.faults
		err = checkOccupancies(ctx, g, c.rules)
		if errors.Is(err, ErrDamaged) {
			faults, err = append(faults, Fault{Kind: Derived, Cause: err}), nil
		}
		return err
	})
	return faults, err
}

// checker sums the hashes of each game's terms, independent of their order.
type checker struct {
	seed   maphash.Seed
	sums   map[int64]uint64
	rules  map[string]*rules.Rules // of the source's games, by name
	faults []Fault
}

func (c *checker) hash(field, term string) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	h.WriteString(field)
	h.WriteByte(0)
	h.WriteString(term)
	return h.Sum64()
}

// readIndex sums the terms of all live documents.
func (c *checker) readIndex(ctx context.Context, g *generation) (err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	defer recoverFaults(g.path, &err)()
	for _, s := range snapshot.Segments() {
		sums := make([]uint64, s.Segment().Count())
		for _, field := range s.Fields() {
			if field == "_id" {
				continue
			}
			if err := c.readField(ctx, s, field, sums); err != nil {
				return err
			}
		}
		games, err := c.readStored(s, sums)
		if err != nil {
			return err
		}
		for it := s.DocNumbersLive().Iterator(); it.HasNext(); {
			number := it.Next()
			game := games[number]
			if _, twice := c.sums[game]; twice {
				c.faults = append(c.faults, Fault{Kind: Extra, Game: game})
			}
			c.sums[game] = sums[number]
		}
	}
	return nil
}

// readStored adds the stored fields and returns the game of each document.
func (c *checker) readStored(s *scorch.SegmentSnapshot, sums []uint64) ([]int64, error) {
	games := make([]int64, len(sums))
	for i := range games {
		var fault error
		err := s.VisitDocument(uint64(i), func(field string, _ byte, value []byte, _ []uint64) bool {
			switch field {
			case "_id":
				games[i], fault = strconv.ParseInt(string(value), 10, 64)
			case GameField:
				sums[i] += c.hash(GameField, string(value))
			}
			return fault == nil
		})
		if err := errors.Join(err, fault); err != nil {
			return nil, err
		}
	}
	return games, nil
}

func (c *checker) readField(ctx context.Context, s *scorch.SegmentSnapshot, field string, sums []uint64) error {
	dictionary, err := s.Segment().Dictionary(field)
	if err != nil {
		return err
	}
	for entries := dictionary.AutomatonIterator(nil, nil, nil); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry, err := entries.Next()
		if err != nil || entry == nil {
			return err
		}
		hits, err := documents(dictionary, entry.Term, s.Deleted())
		if err != nil {
			return err
		}
		hash := c.hash(field, entry.Term)
		for it := hits.Iterator(); it.HasNext(); {
			sums[it.Next()] += hash
		}
	}
}

// compare removes from the sums each game that the source confirms; the rest is
// extra.
func (c *checker) compare(ctx context.Context, source Source, cursor int64) error {
	expected := map[int64]uint64{}
	var order []int64
	for after := int64(0); ; {
		changes, err := source.Changes(ctx, after, pageSize)
		if err != nil {
			return err
		}
		for _, change := range changes {
			after = change.Sequence
			switch {
			case change.Sequence > cursor:
				delete(c.sums, change.Game)
				delete(expected, change.Game)
			case change.Deleted:
				delete(expected, change.Game)
			default:
				expected[change.Game] = c.sum(change)
				order = append(order, change.Game)
			}
		}
		if len(changes) < pageSize {
			break
		}
	}
	for _, game := range order {
		want, due := expected[game]
		if !due {
			continue
		}
		delete(expected, game)
		got, found := c.sums[game]
		delete(c.sums, game)
		switch {
		case !found:
			c.faults = append(c.faults, Fault{Kind: Missing, Game: game})
		case got != want:
			c.faults = append(c.faults, Fault{Kind: Stale, Game: game})
		}
	}
	for game := range c.sums {
		c.faults = append(c.faults, Fault{Kind: Extra, Game: game})
	}
	return nil
}

func (c *checker) sum(change Change) uint64 {
	if r := change.Document.Rules; r != nil {
		c.rules[RulesName(r)] = r
	}
	sum := c.hash(GameField, string(EncodeEntry(change)))
	Terms(&change.Document, func(field string, terms []string) {
		summed := make(map[string]bool, len(terms))
		for _, term := range terms {
			if !summed[term] {
				summed[term] = true
				sum += c.hash(field, term)
			}
		}
	})
	return sum
}
