package index

import (
	"assay/fixtures/games"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestReadEntryFindsChangedBits holds what is stored with a document to its
// checksum: no bit of it is another without being noticed.
func TestReadEntryFindsChangedBits(t *testing.T) {
	d, _ := shuffled(games.Rules(t, "chess", ""), 12)
	d.Earliest, d.Latest = 20250101, 20251231
	whole := EncodeEntry(Change{Sequence: 7, Document: d})
	e, err := ReadEntry(whole)
	if err != nil || e.sequence != 7 || e.earliest != 20250101 || e.latest != 20251231 || entryResults[e.result] != d.Result || string(e.tape) != string(d.Tape) {
		t.Fatalf("%+v, %v", e, err)
	}
	for i := range 8 * len(whole) {
		whole[i/8] ^= 1 << (i % 8)
		if _, err := ReadEntry(whole); !errors.Is(err, ErrDamaged) {
			t.Errorf("bit %d is another: %v", i, err)
		}
		whole[i/8] ^= 1 << (i % 8)
	}
	for n := range whole {
		if _, err := ReadEntry(whole[:n]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes of %d: %v", n, len(whole), err)
		}
	}
}

// TestWordsOfComments gives each word of the comments once, however long they
// are; none of them goes on in the next line.
func TestWordsOfComments(t *testing.T) {
	got := wordTerms(nil, strings.Repeat("A good move, a GOOD idea: 1/2-\n1/2 and 名人\n戦!\n", 1000))
	want := []string{"comment:a", "comment:good", "comment:move", "comment:idea", "comment:1/2", "comment:and", "comment:名", "comment:人", "comment:名人", "comment:戦"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
