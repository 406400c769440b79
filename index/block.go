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

// blockSize is the number of documents of a segment that are cached or evicted
// together.
const blockSize = 4096

// block is a group of games in a segment: the games of one variant among
// blockSize consecutive documents.
type block struct {
	content *content
	rules   *rules.Rules // nil means games of any rules; their tapes are not cached
	first   uint32       // first document
	games   int          // number of games of these rules

	// Guarded by the cache's lock.
	uses   float64      // requested games divided by the block's games
	cached *cachedBlock // nil if not cached
	size   int64        // bytes when cached; 0 before the first load
}

// cachedBlock is the cached content of a block. It has no pointers per game,
// because the garbage collector would follow them at every cycle.
type cachedBlock struct {
	numbers      []uint16 // number of each document's game, from 1; 0 for other rules
	games        []cachedGame
	texts        []byte
	fingerprints []tape.Fingerprint
	numbered     []uint32 // materials of main lines, as numbers
	materials    materials
	size         int64 // bytes of memory
}

// cachedGame holds the end offsets of a game's parts. They begin at the ends of
// the previous game; entry 0 is a sentinel.
type cachedGame struct {
	facts
	code, opening, analysis, tape uint32 // offsets into texts, in this order
	fingerprints, numbered        uint32
}

// materials are the distinct material signatures of some games.
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

// has reports whether all documents are of these rules.
func (h *cachedBlock) has(documents []uint32) bool {
	return !slices.ContainsFunc(documents, func(d uint32) bool { return h.numbers[d%blockSize] == 0 })
}

// entry returns the entry of a document in the block.
func (h *cachedBlock) entry(document uint32) (e Entry) {
	n := h.numbers[document%blockSize]
	before, g := &h.games[n-1], &h.games[n]
	e.facts = g.facts
	e.code, e.opening = h.texts[before.tape:g.code], h.texts[g.code:g.opening]
	if g.analysis > g.opening {
		e.analysis = h.texts[g.opening:g.analysis]
	}
	if g.tape > g.analysis {
		e.tape = h.texts[g.analysis:g.tape:g.tape]
		e.fingerprints = h.fingerprints[before.fingerprints:g.fingerprints]
		e.materials = h.numbered[before.numbered:g.numbered]
	}
	return e
}

// load reads the block from its segment, computes the fingerprints of its
// positions and numbers their materials. It returns an error of ctx or a
// damaged tape.
func (b *block) load(ctx context.Context, s *scorch.SegmentSnapshot) (*cachedBlock, error) {
	own, err := ownOf(s, b.rules)
	if err != nil {
		return nil, err
	}
	h := &cachedBlock{numbers: make([]uint16, min(blockSize, len(b.content.games)-int(b.first)))}
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
			entries[i].tape, entries[i].analysis = nil, nil
		}
	}
	if err := h.build(ctx, b, documents, entries); err != nil {
		return nil, err
	}
	h.texts, h.fingerprints, h.numbered = slices.Clone(h.texts), slices.Clone(h.fingerprints),
		slices.Clone(h.numbered) // trim the spare capacity
	h.size = int64(len(h.numbers))*2 + int64(len(h.games))*int64(unsafe.Sizeof(cachedGame{})) + int64(len(h.texts)) +
		int64(len(h.fingerprints))*int64(unsafe.Sizeof(tape.Fingerprint(0))) + int64(len(h.numbered))*4 +
		int64(cap(h.materials.all))
	return h, nil
}

// build plays every tape once and stores what is cached.
func (h *cachedBlock) build(ctx context.Context, b *block, documents []uint32, entries []Entry) error {
	numbers := map[string]uint32{}
	var player *tape.Player
	if b.rules != nil {
		player = tape.NewPlayer(b.rules)
	}
	h.games = make([]cachedGame, 1, 1+len(entries))
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		e := &entries[i]
		g := cachedGame{facts: e.facts}
		for _, part := range []struct {
			bytes []byte
			end   *uint32
		}{{e.code, &g.code}, {e.opening, &g.opening}, {e.analysis, &g.analysis}, {e.tape, &g.tape}} {
			h.texts = append(h.texts, part.bytes...)
			*part.end = uint32(len(h.texts))
		}
		if e.tape != nil {
			if err := e.validate(b.rules, player); err != nil {
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

// validate validates a tape and loads it into a player.
func (e *Entry) validate(r *rules.Rules, player *tape.Player) error {
	err := e.tape.Check(r)
	if err == nil {
		_, err = player.Load(e.tape)
	}
	return err
}
