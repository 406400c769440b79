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

// held is what was read of a block, and found in its tapes. There are no
// pointers in what it keeps of each game, which collecting garbage would follow
// every time.
type held struct {
	numbers      []uint16 // of games, from 1, by document; 0 for games of other rules
	games        []heldGame
	texts        []byte
	fingerprints []tape.Fingerprint
	numbered     []uint32 // the materials of the main lines
	materials    materials
	size         int64 // bytes of memory
}

// heldGame is where the parts of an entry end. They begin where those of the
// game before do; the first one is of no game.
type heldGame struct {
	facts
	code, opening, opinions, tape uint32 // among the texts, in this order
	fingerprints, numbered        uint32
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

// has reports whether documents are all of these rules.
func (h *held) has(documents []uint32) bool {
	return !slices.ContainsFunc(documents, func(d uint32) bool { return h.numbers[d%blockSize] == 0 })
}

// entry gives that of a document, which the block has.
func (h *held) entry(document uint32) (e Entry) {
	n := h.numbers[document%blockSize]
	before, g := &h.games[n-1], &h.games[n]
	e.facts = g.facts
	e.code, e.opening = h.texts[before.tape:g.code], h.texts[g.code:g.opening]
	if g.opinions > g.opening {
		e.opinions = h.texts[g.opening:g.opinions]
	}
	if g.tape > g.opinions {
		e.tape = h.texts[g.opinions:g.tape:g.tape]
		e.fingerprints = h.fingerprints[before.fingerprints:g.fingerprints]
		e.materials = h.numbered[before.numbered:g.numbered]
	}
	return e
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
	entries, err := readEntries(ctx, s, documents)
	if err != nil {
		return nil, err
	}
	if b.rules == nil {
		for i := range entries {
			entries[i].tape, entries[i].opinions = nil, nil
		}
	}
	if err := h.look(ctx, b, documents, entries); err != nil {
		return nil, err
	}
	h.texts, h.fingerprints, h.numbered = slices.Clone(h.texts), slices.Clone(h.fingerprints), slices.Clone(h.numbered) // as long as they have to be
	h.size = int64(len(h.numbers))*2 + int64(len(h.games))*int64(unsafe.Sizeof(heldGame{})) + int64(len(h.texts)) +
		int64(len(h.fingerprints))*int64(unsafe.Sizeof(tape.Fingerprint(0))) + int64(len(h.numbered))*4 + int64(cap(h.materials.all))
	return h, nil
}

// look runs through the tapes once, and keeps what is held of the entries.
func (h *held) look(ctx context.Context, b *block, documents []uint32, entries []Entry) error {
	numbers := map[string]uint32{}
	var player *tape.Player
	if b.rules != nil {
		player = tape.NewPlayer(b.rules)
	}
	h.games = make([]heldGame, 1, 1+len(entries))
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &entries[i]
		g := heldGame{facts: e.facts}
		for _, part := range []struct {
			bytes []byte
			end   *uint32
		}{{e.code, &g.code}, {e.opening, &g.opening}, {e.opinions, &g.opinions}, {e.tape, &g.tape}} {
			h.texts = append(h.texts, part.bytes...)
			*part.end = uint32(len(h.texts))
		}
		if e.tape != nil {
			if err := e.check(b.rules, player); err != nil {
				return fmt.Errorf("%w: game %d: %w", ErrDamaged, b.content.games[documents[i]], err)
			}
			h.fingerprints = player.Fingerprints(h.fingerprints)
			player.Materials(func(m tape.Material) {
				n, known := numbers[string(m)]
				if !known {
					n = uint32(len(numbers))
					numbers[string(m)] = n
					h.materials.width = len(m)
					h.materials.all = append(h.materials.all, m...)
				}
				h.numbered = append(h.numbered, n)
			})
		}
		g.fingerprints, g.numbered = uint32(len(h.fingerprints)), uint32(len(h.numbered))
		h.games = append(h.games, g)
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
