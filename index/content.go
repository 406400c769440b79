package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"

	"assay/analysis/rules"
	"assay/index/tape"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// content is what the documents of one segment stand for.
type content struct {
	games   []int64
	entries []entry

	mu    sync.Mutex
	ready map[string]*prepared // by the name of rules, those for which the tapes have been looked at
}

// prepared is what was found in the tapes of some rules.
type prepared struct {
	rules     *rules.Rules
	materials *materials
}

// materials are the different materials in the games of some rules.
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

// entry is what is kept of a game to run through its positions.
type entry struct {
	sequence         int64 // of the change that brought it
	result           byte  // 0 for none
	earliest, latest int32
	opinions         []byte    // as [tape.Opinions] writes them, nil where there are none
	tape             tape.Tape // nil where there is none
	fingerprints     []tape.Fingerprint
	materials        []uint32 // of the main line in their order, by their number
}

// The results of games, by their number in an entry.
var entryResults = []string{"", "1-0", "0-1", "1/2-1/2"}

// castagnoli is the polynomial of the entries' checksums, which processors
// compute.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksumSize is the length in bytes of the checksum of all that follows, with
// which an entry begins.
const checksumSize = 4

// writeEntry writes what an entry keeps of a document.
func writeEntry(c Change) []byte {
	d := &c.Document
	b := make([]byte, checksumSize, checksumSize+24+len(d.Tape))
	b = binary.AppendUvarint(b, uint64(c.Sequence))
	b = append(b, byte(max(0, slices.Index(entryResults, d.Result))))
	b = binary.AppendUvarint(b, uint64(d.Earliest))
	b = binary.AppendUvarint(b, uint64(d.Latest))
	opinions := d.Opinions.Append(nil)
	b = append(binary.AppendUvarint(b, uint64(len(opinions))), opinions...)
	b = append(b, d.Tape...)
	binary.BigEndian.PutUint32(b, crc32.Checksum(b[checksumSize:], castagnoli))
	return b
}

func readEntry(b []byte) (e entry, err error) {
	damaged := fmt.Errorf("%w: a stored game", ErrDamaged)
	if len(b) <= checksumSize || binary.BigEndian.Uint32(b) != crc32.Checksum(b[checksumSize:], castagnoli) {
		return e, damaged
	}
	sequence, width := binary.Uvarint(b[checksumSize:])
	if width <= 0 {
		return e, damaged
	}
	e.sequence, b = int64(sequence), b[checksumSize+width:]
	if len(b) == 0 || int(b[0]) >= len(entryResults) {
		return e, damaged
	}
	e.result, b = b[0], b[1:]
	for _, day := range []*int32{&e.earliest, &e.latest} {
		n, width := binary.Uvarint(b)
		if width <= 0 || n > 99991231 {
			return e, damaged
		}
		*day, b = int32(n), b[width:]
	}
	size, width := binary.Uvarint(b)
	if width <= 0 || size > uint64(len(b)-width) {
		return e, damaged
	}
	if b = b[width:]; size > 0 {
		e.opinions, b = b[:size], b[size:]
	}
	if len(b) > 0 {
		e.tape = b
	}
	return e, nil
}

// contentsOf reads what the documents of each segment of a snapshot stand for,
// which Bleve tells one document at a time. Segments do not change: those that
// are known are not read again.
func contentsOf(ctx context.Context, snapshot *scorch.IndexSnapshot, known map[uint64]*content) ([]*content, error) {
	segments := snapshot.Segments()
	all := make([]*content, len(segments))
	errs := make([]error, len(segments))
	var reading sync.WaitGroup
	for i, s := range segments {
		if all[i] = known[s.Id()]; all[i] != nil {
			continue
		}
		reading.Go(func() {
			defer damage("", &errs[i])
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
			all[i], errs[i] = readContent(ctx, s)
		})
	}
	reading.Wait()
	return all, errors.Join(errs...)
}

func readContent(ctx context.Context, s *scorch.SegmentSnapshot) (*content, error) {
	count := s.Segment().Count()
	c := &content{games: make([]int64, count), entries: make([]entry, count), ready: map[string]*prepared{}}
	var pool []byte // of the tapes, which come in memory that is used again
	for i := range c.games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var fault error
		err := s.VisitDocument(uint64(i), func(field string, _ byte, value []byte, _ []uint64) bool {
			switch field {
			case "_id":
				c.games[i], fault = strconv.ParseInt(string(value), 10, 64)
			case gameField:
				if len(pool)+len(value) > cap(pool) {
					pool = make([]byte, 0, max(1<<20, len(value)))
				}
				at := len(pool)
				pool = append(pool, value...)
				c.entries[i], fault = readEntry(pool[at:len(pool):len(pool)])
			}
			return fault == nil
		})
		if err := errors.Join(err, fault); err != nil {
			return nil, fmt.Errorf("document %d of segment %d: %w", i, s.Id(), err)
		}
	}
	return c, nil
}

// prepare looks at the tapes of those documents that are of some rules, once:
// it takes the fingerprints of their positions, numbers their materials. The
// error is that of ctx, which is looked at from game to game, or of a damaged
// tape.
func (c *content) prepare(ctx context.Context, r *rules.Rules, documents *roaring.Bitmap) (*materials, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := rulesName(r)
	if known := c.ready[name]; known != nil {
		return known.materials, nil
	}
	found := new(materials)
	numbers := map[string]uint32{}
	player := tape.NewPlayer(r)
	var pool []tape.Fingerprint
	var own, numbered []uint32
	for it := documents.Iterator(); it.HasNext(); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		document := it.Next()
		e := &c.entries[document]
		if e.tape == nil {
			continue
		}
		err := e.tape.Check(r)
		if err == nil {
			_, err = player.Load(e.tape)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: game %d: %w", ErrDamaged, c.games[document], err)
		}
		if cap(pool)-len(pool) < player.MainPlies()+1 {
			pool = make([]tape.Fingerprint, 0, max(1<<16, player.MainPlies()+1))
		}
		at := len(pool)
		pool = player.Fingerprints(pool)
		e.fingerprints = pool[at:len(pool):len(pool)]
		own = own[:0]
		player.Materials(func(m tape.Material) {
			n, known := numbers[string(m)]
			if !known {
				n = uint32(len(numbers))
				numbers[string(m)] = n
				found.width = len(m)
				found.all = append(found.all, m...)
			}
			own = append(own, n)
		})
		if cap(numbered)-len(numbered) < len(own) {
			numbered = make([]uint32, 0, max(1<<14, len(own)))
		}
		at = len(numbered)
		numbered = append(numbered, own...)
		e.materials = numbered[at:len(numbered):len(numbered)]
	}
	c.ready[name] = &prepared{r, found}
	return found, nil
}

// warm looks at the tapes of a segment that takes the place of others as these
// were looked at, so that no search has to.
func (c *content) warm(ctx context.Context, s *scorch.SegmentSnapshot, others []*content) error {
	for _, other := range others {
		other.mu.Lock()
		ready := maps.Clone(other.ready)
		other.mu.Unlock()
		for name, p := range ready {
			own, err := condition{field: rulesField, terms: []string{name}}.find(s)
			if err != nil {
				return err
			}
			if _, err := c.prepare(ctx, p.rules, own); err != nil {
				return err
			}
		}
	}
	return nil
}
