package index

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"assay/analysis/rules"
	"assay/index/tape"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// blockSize is how many documents of a segment are held in memory, or let go
// of, together.
const blockSize = 4096

// block is the games of some rules among blockSize documents of a segment.
type block struct {
	content *content
	rules   *rules.Rules // nil for games of any, of which no tape is held
	first   uint32       // document
	games   int          // of these rules

	// Guarded by the hoard.
	wanted float64 // how many times over its games were asked for
	held   *held   // nil where it is not
	size   int64   // bytes that it takes, 0 before it was loaded once
}

// held is what was read of a block, and found in its tapes.
type held struct {
	numbers   []uint16 // of entries, from 1, by document; 0 for games of other rules
	entries   []Entry
	materials materials
	size      int64 // bytes of memory
}

// materials are the different materials in some games.
type materials struct {
	width int
	all   []byte
}

func (m *materials) count() int {
	if m.width == 0 {
		return 0
	}
	return len(m.all) / m.width
}

func (m *materials) at(n int) tape.Material { return m.all[n*m.width : (n+1)*m.width] }

// entry is that of a document, nil where it is none of these rules.
func (h *held) entry(document uint32) *Entry {
	n := h.numbers[document%blockSize]
	if n == 0 {
		return nil
	}
	return &h.entries[n-1]
}

// load reads the block from its segment: it takes the fingerprints of the
// positions, and numbers their materials. The error is that of ctx, or of a
// damaged tape.
func (b *block) load(ctx context.Context, s *scorch.SegmentSnapshot) (*held, error) {
	own, err := ownOf(s, b.rules)
	if err != nil {
		return nil, err
	}
	h := &held{numbers: make([]uint16, min(blockSize, len(b.content.games)-int(b.first)))}
	var documents []uint32
	it := own.Iterator()
	for it.AdvanceIfNeeded(b.first); it.HasNext() && it.PeekNext()-b.first < blockSize; {
		documents = append(documents, it.Next())
		h.numbers[documents[len(documents)-1]-b.first] = uint16(len(documents))
	}
	if h.entries, err = readEntries(ctx, s, documents); err != nil {
		return nil, err
	}
	if b.rules == nil {
		for i := range h.entries {
			h.entries[i].tape, h.entries[i].opinions = nil, nil
		}
	} else if err := h.look(ctx, b, documents); err != nil {
		return nil, err
	}
	h.size += int64(len(h.numbers))*2 + int64(len(h.entries))*int64(unsafe.Sizeof(Entry{})) + int64(cap(h.materials.all))
	for i := range h.entries {
		e := &h.entries[i]
		h.size += int64(len(e.tape) + len(e.opinions) + len(e.code) + len(e.opening) + 2*len(e.fingerprints) + 4*len(e.materials))
	}
	return h, nil
}

// look runs through the tapes once.
func (h *held) look(ctx context.Context, b *block, documents []uint32) error {
	numbers := map[string]uint32{}
	player := tape.NewPlayer(b.rules)
	var fingerprints []tape.Fingerprint
	var numbered []uint32
	for i := range h.entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &h.entries[i]
		if e.tape == nil {
			continue
		}
		if err := e.check(b.rules, player); err != nil {
			return fmt.Errorf("%w: game %d: %w", ErrDamaged, b.content.games[documents[i]], err)
		}
		fingerprints = player.Fingerprints(fingerprints[:0])
		e.fingerprints = slices.Clone(fingerprints)
		numbered = numbered[:0]
		player.Materials(func(m tape.Material) {
			n, known := numbers[string(m)]
			if !known {
				n = uint32(len(numbers))
				numbers[string(m)] = n
				h.materials.width = len(m)
				h.materials.all = append(h.materials.all, m...)
			}
			numbered = append(numbered, n)
		})
		e.materials = slices.Clone(numbered)
	}
	return nil
}

// check reads a tape whole and loads it into a player.
func (e *Entry) check(r *rules.Rules, player *tape.Player) error {
	err := e.tape.Check(r)
	if err == nil {
		_, err = player.Load(e.tape)
	}
	return err
}
