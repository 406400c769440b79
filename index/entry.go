package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"assay/index/tape"
)

// Entry is the stored field of a game. It contains the data for scanning the
// game's positions.
type Entry struct {
	sequence int64 // sequence number of its change; 0 in the cache
	facts
	code, opening []byte    // opening; empty if unknown
	analysis      []byte    // encoded by [tape.Analysis]; nil without an analysis
	tape          tape.Tape // nil if the game cannot be played
	fingerprints  []tape.Fingerprint
	materials     []uint32 // of the main line, as numbers in order
}

// facts are the numeric values of an entry.
type facts struct {
	ratings          [2]int32 // 0 if unknown
	earliest, latest int32
	result           byte // index into entryResults
}

// entryResults are the results of games by their number in an entry.
var entryResults = []string{"", "1-0", "0-1", "1/2-1/2", "0-0"}

// castagnoli is the polynomial of the checksums; processors compute it in
// hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksumSize is the length of an entry's leading checksum in bytes.
const checksumSize = 4

// EncodeEntry encodes the entry of a game after a change.
func EncodeEntry(c Change) []byte {
	d := &c.Document
	b := make([]byte, checksumSize, checksumSize+24+len(d.Tape))
	b = binary.AppendUvarint(b, uint64(c.Sequence))
	b = append(b, byte(max(0, slices.Index(entryResults, d.Result))))
	b = binary.AppendUvarint(b, uint64(d.Earliest))
	b = binary.AppendUvarint(b, uint64(d.Latest))
	for _, rating := range d.Ratings {
		b = binary.AppendUvarint(b, uint64(rating))
	}
	for _, text := range []string{d.Opening.Code, d.Opening.Name} {
		if len(text) > math.MaxUint8 {
			text = "" // no real opening name
		}
		b = append(append(b, byte(len(text))), text...)
	}
	analysis := d.Analysis.Append(nil)
	b = append(binary.AppendUvarint(b, uint64(len(analysis))), analysis...)
	b = append(b, d.Tape...)
	binary.BigEndian.PutUint32(b, crc32.Checksum(b[checksumSize:], castagnoli))
	return b
}

var errEntry = fmt.Errorf("%w: a stored game", ErrDamaged)

// ReadEntry decodes an entry, which shares the memory of b. Errors match
// [ErrDamaged].
func ReadEntry(b []byte) (e Entry, err error) {
	if len(b) <= checksumSize || binary.BigEndian.Uint32(b) != crc32.Checksum(b[checksumSize:], castagnoli) {
		return e, errEntry
	}
	sequence, width := binary.Uvarint(b[checksumSize:])
	if width <= 0 {
		return e, errEntry
	}
	e.sequence, b = int64(sequence), b[checksumSize+width:]
	if len(b) == 0 || int(b[0]) >= len(entryResults) {
		return e, errEntry
	}
	e.result, b = b[0], b[1:]
	for _, day := range []*int32{&e.earliest, &e.latest} {
		n, width := binary.Uvarint(b)
		if width <= 0 || n > 99991231 {
			return e, errEntry
		}
		*day, b = int32(n), b[width:]
	}
	for side := range e.ratings {
		n, width := binary.Uvarint(b)
		if width <= 0 || n > math.MaxInt32 {
			return e, errEntry
		}
		e.ratings[side], b = int32(n), b[width:]
	}
	for _, text := range []*[]byte{&e.code, &e.opening} {
		if len(b) == 0 || len(b)-1 < int(b[0]) {
			return e, errEntry
		}
		*text, b = b[1:1+int(b[0])], b[1+int(b[0]):]
	}
	size, width := binary.Uvarint(b)
	if width <= 0 || size > uint64(len(b)-width) {
		return e, errEntry
	}
	if b = b[width:]; size > 0 {
		e.analysis, b = b[:size], b[size:]
	}
	if len(b) > 0 {
		e.tape = b
	}
	return e, nil
}
