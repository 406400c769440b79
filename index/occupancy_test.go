package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis"
	"assay/analysis/rules"
	fixture "assay/fixtures/games"
	"assay/index/tape"
)

func TestSpans(t *testing.T) {
	last := -1
	for n := range spans {
		got, first, end := intervalOf(last + 1)
		if got != n || first != last+1 || end < first {
			t.Fatalf("span %d: %d from %d to %d, behind %d", n, got, first, end, last)
		}
		if n, first, again := intervalOf(end); n != got || first != last+1 || again != end {
			t.Errorf("ply %d: span %d from %d to %d, not %d", end, n, first, again, got)
		}
		last = end
	}
	if last != math.MaxInt {
		t.Errorf("they end with ply %d", last)
	}
}

// TestStays holds what stays tell of random games to what stood where at each
// ply, written and read again.
func TestStays(t *testing.T) {
	for _, id := range []string{"chess", "crazyhouse", "shogi", "atomic", "duck", "csg-1"} {
		t.Run(id, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			r := fixture.Rules(t, id, "")
			w := NewOccupancyWriter(r)
			var boards [][]map[string]bool // by game and ply
			for game := range uint32(90) {
				p := r.Start()
				var recorder Recorder
				recorder.Begin(p)
				stood := func() map[string]bool {
					on := map[string]bool{}
					for q := range w.squares {
						if pc := p.At(rules.Square(q)); pc != 0 {
							on[placementTerms([]tape.Placement{{Piece: pc, Square: rules.Square(q)}})[0]] = true
						}
					}
					return on
				}
				at := []map[string]bool{stood()}
				for range random.IntN(260) {
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					m := moves[random.IntN(len(moves))]
					recorder.Ply(p, []analysis.Node{{Move: m, Holds: true}})
					p.Play(m)
					recorder.Played(p, nil)
					at = append(at, stood())
				}
				boards = append(boards, at)
				if err := w.Add(game, "legal", EncodeEntry(Change{Sequence: 1, Document: recorder.Document(r)})); err != nil {
					t.Fatal(err)
				}
				if game == 50 {
					w.settle()
				}
			}
			of := map[string]Occupancy{}
			var terms []string
			for term, stay := range w.Occupancies() {
				b, err := stay.AppendTo(nil)
				if err != nil {
					t.Fatal(err)
				}
				if of[term], err = ReadOccupancy(b); err != nil {
					t.Fatal(err)
				}
				if len(term) == 2 {
					terms = append(terms, term)
				}
			}
			slices.Sort(terms)
			if games := of["legal"].inInterval(0).present; games.GetCardinality() != 90 || !games.Equals(of[""].inInterval(0).present) {
				t.Errorf("legal games: %v", games)
			}
			all, open := uint64(0), uint64(0)
			for range 250 {
				sets := make([][]string, 1+random.IntN(4))
				first := boards[random.IntN(len(boards))]
				common := slices.Sorted(maps.Keys(first[random.IntN(len(first))]))
				for i := range sets {
					for range 1 + random.IntN(2) {
						sets[i] = append(sets[i], terms[random.IntN(len(terms))])
					}
					sets[i][0] = common[random.IntN(len(common))]
				}
				want := roaring.New()
				for game, at := range boards {
					for _, on := range at {
						if !slices.ContainsFunc(sets, func(set []string) bool { return !on[set[0]] && !on[set[len(set)-1]] }) {
							want.Add(uint32(game))
							break
						}
					}
				}
				sure, perhaps := matchOccupancies(of[""].inInterval(0).present, sets, of)
				if missed, wrong := roaring.AndNot(want, roaring.Or(sure, perhaps)), roaring.AndNot(sure, want); !missed.IsEmpty() || !wrong.IsEmpty() || sure.Intersects(perhaps) {
					t.Fatalf("%q: sure %v, perhaps %v, want %v", sets, sure, perhaps, want)
				}
				all, open = all+want.GetCardinality(), open+perhaps.GetCardinality()
			}
			if open*4 > all {
				t.Errorf("%d of %d are open", open, all)
			}
		})
	}
}

// TestDamagedStay: each byte counts.
func TestDamagedStay(t *testing.T) {
	for _, s := range []Occupancy{nil, {noStay()}, {noStay(), {roaring.BitmapOf(1, 2, 3, 70_000), roaring.BitmapOf(2)}}} {
		b, err := s.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ReadOccupancy(b); err != nil || len(got) != len(s) {
			t.Errorf("%v: %v, %v", s, got, err)
		}
		for at := range b {
			spoilt := bytes.Clone(b)
			spoilt[at] ^= 4
			for _, b := range [][]byte{spoilt, b[:at]} {
				if _, err := ReadOccupancy(b); !errors.Is(err, ErrDamaged) {
					t.Errorf("%v at %d: %v", s, at, err)
				}
			}
		}
	}
}

// ForgeOccupancies empties the bitmaps of ply 0 in a file, whose checksums stay
// correct.
func ForgeOccupancies(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	segment := binary.BigEndian.Uint32(text[len(occupancyMagic):])
	f, err := openOccupancies(path, segment)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string]Occupancy{}
	for at := 0; at < len(f.pointers); at += occupancyPointer {
		term := string(f.pointers[at : at+2])
		if all[term], err = f.occupancy(term); err != nil {
			t.Fatal(err)
		}
		if len(all[term]) > 0 {
			all[term][0] = noStay()
		}
	}
	if err := writeOccupancies(path, segment, all); err != nil {
		t.Fatal(err)
	}
}
