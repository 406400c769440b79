package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
)

// Occupancy is the occupancy of one piece-square term. For each ply interval,
// in order, it contains the games in which the piece stood on the square.
type Occupancy []intervalOccupancy

// intervalOccupancy is the occupancy in one ply interval.
type intervalOccupancy struct {
	present *roaring.Bitmap // games in which the piece stood there
	changed *roaring.Bitmap // those in which it arrived or left within the interval
}

// occupancyFormat is the version of the intervals and the encoding.
const occupancyFormat = 1

// OccupanciesName identifies the occupancy bitmaps of some rules.
func OccupanciesName(r *rules.Rules) string {
	return fmt.Sprintf("%d\n%s", occupancyFormat, RulesName(r))
}

// The first interval is ply 0, for which everything is certain. Later intervals
// grow with the ply, and the last one contains all remaining plies.
var intervalLengths = [...]int{2, 4, 8, 16}

const (
	spansEach = 8
	spans     = 1 + len(intervalLengths)*spansEach + 1
)

// intervalOf returns the interval of a ply with its first and last ply.
func intervalOf(ply int) (n, first, last int) {
	if ply == 0 {
		return 0, 0, 0
	}
	n, first = 1, 1
	for _, length := range intervalLengths {
		if passed := (ply - first) / length; passed < spansEach {
			return n + passed, first + passed*length, first + (passed+1)*length - 1
		}
		n, first = n+spansEach, first+spansEach*length
	}
	return n, first, math.MaxInt
}

// AppendTo encodes an occupancy with a checksum.
func (s Occupancy) AppendTo(b []byte) ([]byte, error) {
	at := len(b)
	b = append(b, make([]byte, checksumSize)...)
	for _, of := range s {
		var err error
		if b, err = appendGames(b, of.present); err == nil {
			b, err = appendGames(b, of.changed)
		}
		if err != nil {
			return nil, err
		}
	}
	binary.BigEndian.PutUint32(b[at:], crc32.Checksum(b[at+checksumSize:], castagnoli))
	return b, nil
}

// appendGames appends a bitmap with its length. An empty bitmap has length 0,
// because reading an empty one at the end of a file would point past the end.
func appendGames(b []byte, games *roaring.Bitmap) ([]byte, error) {
	if games.IsEmpty() {
		return append(b, 0), nil
	}
	games.RunOptimize()
	written, err := games.ToBytes()
	return append(binary.AppendUvarint(b, uint64(len(written))), written...), err
}

var errOccupancy = fmt.Errorf("%w: occupancy bitmaps", ErrDamaged)

// ReadOccupancy decodes an occupancy, which shares the memory of b. Errors
// match [ErrDamaged].
func ReadOccupancy(b []byte) (s Occupancy, err error) {
	if len(b) < checksumSize || binary.BigEndian.Uint32(b) != crc32.Checksum(b[checksumSize:], castagnoli) {
		return nil, errOccupancy
	}
	for b = b[checksumSize:]; len(b) > 0; {
		var of intervalOccupancy
		if of.present, b, err = readGames(b); err == nil {
			of.changed, b, err = readGames(b)
		}
		if err != nil {
			return nil, err
		}
		s = append(s, of)
	}
	return s, nil
}

func readGames(b []byte) (games *roaring.Bitmap, rest []byte, err error) {
	n, width := binary.Uvarint(b)
	if width <= 0 || n > uint64(len(b)-width) {
		return nil, nil, errOccupancy
	}
	games = roaring.New()
	if n > 0 {
		_, err = games.FromBuffer(b[width : width+int(n)])
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errOccupancy, err)
	}
	return games, b[width+int(n):], nil
}

// inInterval returns the occupancy in one interval, which may be empty.
func (s Occupancy) inInterval(span int) intervalOccupancy {
	if span < len(s) {
		return s[span]
	}
	return noStay()
}

func noStay() intervalOccupancy { return intervalOccupancy{roaring.New(), roaring.New()} }

// union returns the union of several terms in an interval. A game counts as
// changed if any of the terms changed, unless one of the other terms was
// present throughout.
func union(of map[string]Occupancy, terms []string, span int) intervalOccupancy {
	if len(terms) == 1 {
		return of[terms[0]].inInterval(span)
	}
	one, throughout := noStay(), roaring.New()
	for _, term := range terms {
		s := of[term].inInterval(span)
		one.present.Or(s.present)
		throughout.Or(roaring.AndNot(s.present, s.changed))
	}
	one.changed = roaring.AndNot(one.present, throughout)
	return one
}

// matchOccupancies finds the games in which a position has one term of each
// set: the games that certainly have such a position, and those that perhaps
// do. It is certain in an interval if all sets except one are present
// throughout.
func matchOccupancies(games *roaring.Bitmap, sets [][]string, of map[string]Occupancy) (sure, perhaps *roaring.Bitmap) {
	sure, perhaps = roaring.New(), roaring.New()
	rest := games.Clone() // not certain yet
	for span := 0; span < spans && !rest.IsEmpty(); span++ {
		had := rest
		once, twice := roaring.New(), roaring.New() // games in which one set, or at least two sets, changed
		for _, set := range sets {
			present := union(of, set, span)
			if had = roaring.And(had, present.present); had.IsEmpty() {
				break
			}
			twice.Or(roaring.And(once, present.changed))
			once.Or(present.changed)
		}
		perhaps.Or(roaring.And(had, twice))
		had = roaring.AndNot(had, twice)
		sure.Or(had)
		rest = roaring.AndNot(rest, had)
	}
	perhaps.And(rest)
	return sure, perhaps
}
