package index

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/fixtures/games"
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
	got := wordTerms(nil, strings.Repeat("A good move, a GOOD idea: 1/2-\n1/2 and 名人\n戦!\n", 1000), headerTerms)
	want := []string{"comment:a", "comment:good", "comment:move", "comment:idea", "comment:1/2", "comment:and", "comment:名", "comment:人", "comment:名人", "comment:戦"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestOfferInNoOrder gives the pages of documents whose games stand in
// no order, as batches and merges leave them.
func TestOfferInNoOrder(t *testing.T) {
	const blocks = 20
	r := rand.New(rand.NewPCG(4, 4))
	var games []int64
	for _, b := range r.Perm(blocks) {
		for _, n := range r.Perm(blockSize) {
			games = append(games, int64(3*(b*blockSize+n)+1))
		}
	}
	games = games[:len(games)-1000] // the last block is short
	for _, share := range []float64{1, 0.1, 0.0005} {
		documents := roaring.New()
		var wanted []int64
		for i, game := range games {
			if r.Float64() < share {
				documents.Add(uint32(i))
				wanted = append(wanted, game)
			}
		}
		slices.Sort(wanted)
		for _, after := range []int64{0, 1, 7, wanted[len(wanted)/2], wanted[len(wanted)/2] + 1, wanted[len(wanted)-1]} {
			for _, limit := range []int{0, 1, 50, len(games)} {
				p := page{after: after, limit: limit}
				newContent(games).offer(&p, documents)
				got, next := p.result()
				from, found := slices.BinarySearch(wanted, after)
				if found {
					from++
				}
				want := wanted[from:min(from+limit, len(wanted))]
				if !slices.Equal(got, want) || limit > 0 && (next != 0) != (from+limit < len(wanted)) {
					t.Errorf("share %v, after %d, limit %d: %d games, next %d, want %d", share, after, limit, len(got), next, len(want))
				}
			}
		}
	}
}

func TestBesidePage(t *testing.T) {
	full := page{after: 10, limit: 2, more: true, bound: 30}
	for _, test := range []struct {
		page   page
		span   span
		beside bool
	}{
		{page{after: 10, limit: 2}, span{11, 99}, false},
		{page{after: 10, limit: 2}, span{1, 11}, false},
		{page{after: 10, limit: 2}, span{1, 10}, true},
		{page{after: 10}, span{11, 99}, true},
		{full, span{1, 11}, false},
		{full, span{30, 99}, false},
		{full, span{31, 99}, true},
	} {
		if got := test.page.excludes(test.span); got != test.beside {
			t.Errorf("%+v of %+v: %v", test.span, test.page, got)
		}
	}
}
