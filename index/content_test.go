package index

import (
	"errors"
	"testing"
)

// TestReadEntryFindsChangedBits holds what is stored with a document to its
// checksum: no bit of it is another without being noticed.
func TestReadEntryFindsChangedBits(t *testing.T) {
	d, _ := shuffled(chessRules(t), 12)
	d.Earliest, d.Latest = 20250101, 20251231
	whole := writeEntry(Change{Sequence: 7, Document: d})
	e, err := readEntry(whole)
	if err != nil || e.sequence != 7 || e.earliest != 20250101 || e.latest != 20251231 || entryResults[e.result] != d.Result || string(e.tape) != string(d.Tape) {
		t.Fatalf("%+v, %v", e, err)
	}
	for i := range 8 * len(whole) {
		whole[i/8] ^= 1 << (i % 8)
		if _, err := readEntry(whole); !errors.Is(err, ErrDamaged) {
			t.Errorf("bit %d is another: %v", i, err)
		}
		whole[i/8] ^= 1 << (i % 8)
	}
	for n := range whole {
		if _, err := readEntry(whole[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes of %d: %v", n, len(whole), err)
		}
	}
}
