package index

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/document"
	bleveindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"

	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/index/tape"
)

// twoSegments are the same documents in Assay's format and in Bleve's, where
// numbers are terms of text fields.
type twoSegments struct{ own, plain segment.Segment }

// randomSegments returns segments of random games in memory.
func randomSegments(t *testing.T, r *rand.Rand, first int) twoSegments {
	t.Helper()
	chess := games.Rules(t, "chess", "")
	var own, plain []bleveindex.Document
	for game := first; game < first+1+r.IntN(300); game++ {
		c := Change{Sequence: int64(game), Game: int64(game), Document: randomDocument(r, r.IntN(60))}
		d := &c.Document
		if r.IntN(3) > 0 {
			d.Rules = chess
		}
		for range r.IntN(20) {
			d.SideKeys = append(d.SideKeys, r.Uint64N(500))
			piece, square := rules.Piece(r.IntN(20)), rules.Square(r.IntN(64))
			d.Placements = append(d.Placements, tape.Placement{Piece: piece, Square: square})
		}
		b := batch{ops: bleveindex.NewBatch(), texts: newTextCache()}
		b.add(c)
		id := strconv.Itoa(game)
		own = append(own, b.ops.IndexOps[id])
		p := document.NewDocument(id)
		Terms(d, func(name string, terms []string) { p.AddField(&field{name: name, terms: terms}) })
		plain = append(plain, p)
	}
	for _, d := range slices.Concat(own, plain) {
		d.AddIDField()
		d.VisitFields(func(f bleveindex.Field) { f.Analyze() })
	}
	r.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] }) // as Bleve does
	var two twoSegments
	var err, other error
	two.own, _, err = segmentPlugin{}.New(own)
	two.plain, _, other = new(zap.ZapPlugin).New(plain)
	if err := errors.Join(err, other); err != nil {
		t.Fatal(err)
	}
	return two
}

// compare compares all terms and their documents, except some.
func (two twoSegments) compare(t *testing.T, r *rand.Rand) {
	t.Helper()
	count := two.plain.Count()
	if two.own.Count() != count {
		t.Fatalf("%d documents, want %d", two.own.Count(), count)
	}
	except := []*roaring.Bitmap{nil, randomBitmap(r, count)}
	fields := []string{KeyField, SideField, PlacedField, WordField, VerdictField, VariantField, RulesField, "_id", "none"}
	for _, field := range fields {
		own, err := two.own.Dictionary(field)
		plain, other := two.plain.Dictionary(field)
		if err := errors.Join(err, other); err != nil {
			t.Fatal(err)
		}
		var start, end []byte
		if r.IntN(2) == 0 {
			start, end = []byte{byte(r.IntN(128))}, []byte{byte(128 + r.IntN(100)), byte(r.IntN(256))}
		}
		terms := own.AutomatonIterator(nil, start, end)
		entries := plain.AutomatonIterator(nil, start, end)
		for {
			want, err := entries.Next()
			entry, other := terms.Next()
			if err := errors.Join(err, other); err != nil {
				t.Fatal(err)
			}
			if want == nil && entry == nil {
				break
			}
			if want == nil || entry == nil || entry.Term != want.Term {
				t.Fatalf("field %s: entry %v, want %v", field, entry, want)
			}
			for _, except := range except {
				got, want := listed(t, own, entry.Term, except), listed(t, plain, entry.Term, except)
				if !slices.Equal(got, want) {
					t.Fatalf("field %s, term %q: documents %v, want %v", field, entry.Term, got, want)
				}
			}
		}
		for _, term := range []string{"", "a", "ab", "abcdefgh", "abcdefghi"} {
			want, err := plain.Contains([]byte(term))
			got, other := own.Contains([]byte(term))
			if err := errors.Join(err, other); err != nil || got != want {
				t.Fatalf("field %s contains %q: %v, %v, want %v", field, term, got, err, want)
			}
		}
	}
	for number := range count {
		got, err := two.own.DocID(number)
		want, other := two.plain.DocID(number)
		if err := errors.Join(err, other); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("document %d: %s, %v, want %s", number, got, err, want)
		}
	}
}

func randomBitmap(r *rand.Rand, size uint64) *roaring.Bitmap {
	b := roaring.New()
	for range r.IntN(30) {
		b.Add(uint32(r.Uint64N(max(size, 1))))
	}
	return b
}

// listed returns the documents with a term by the iterator that Bleve uses.
func listed(t *testing.T, d segment.TermDictionary, term string, except *roaring.Bitmap) (documents []uint64) {
	t.Helper()
	list, err := d.PostingsList([]byte(term), except, nil)
	if err != nil {
		t.Fatal(err)
	}
	found, err := documentsOf(d, term, except)
	if err != nil || found != list.Count() {
		t.Fatalf("term %q: %d documents, %v, want %d", term, found, err, list.Count())
	}
	it := list.Iterator(false, false, false, nil)
	for p, err := it.Next(); p != nil || err != nil; p, err = it.Next() {
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, p.Number())
	}
	return documents
}

func documentsOf(d segment.TermDictionary, term string, except *roaring.Bitmap) (uint64, error) {
	found, err := documents(d, term, except)
	if err != nil {
		return 0, err
	}
	return found.GetCardinality(), nil
}

// TestSegmentEqualsZap builds, persists and merges segments of random games,
// some of which are deleted, in Assay's format and in Bleve's.
func TestSegmentEqualsZap(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 40))
	for round := range fixtures.Rounds(4, 20, 200) {
		folder := t.TempDir()
		var own, plain []segment.Segment
		var drops []*roaring.Bitmap
		for n := range 1 + r.IntN(4) {
			two := randomSegments(t, r, 1000*n+1)
			two.compare(t, r)
			if r.IntN(4) > 0 {
				path := filepath.Join(folder, strconv.Itoa(n))
				if err := two.own.(segment.UnpersistedSegment).Persist(path); err != nil {
					t.Fatal(err)
				}
				s, err := segmentPlugin{&zap.ZapPlugin{}}.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				two.own = s
				two.compare(t, r)
			}
			own, plain = append(own, two.own), append(plain, two.plain)
			drops = append(drops, randomBitmap(r, two.own.Count()))
		}
		path, reference := filepath.Join(folder, "merged"), filepath.Join(folder, "reference")
		numbers, size, err := segmentPlugin{&zap.ZapPlugin{}}.Merge(own, drops, path, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || uint64(info.Size()) != size {
			t.Errorf("%d bytes, want %v, %v", size, info, err)
		}
		want, _, err := new(zap.ZapPlugin).Merge(plain, drops, reference, nil, nil)
		if err != nil || fmt.Sprint(numbers) != fmt.Sprint(want) {
			t.Fatalf("round %d: documents are numbered otherwise: %v", round, err)
		}
		one, err := segmentPlugin{&zap.ZapPlugin{}}.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer one.Close()
		other, err := new(zap.ZapPlugin).Open(reference)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		twoSegments{one, other}.compare(t, r)
	}
}

// TestDamagedSegment changes each byte of a segment file in turn. Opening it
// fails every time, and so does a merge if the file changes after it was
// opened.
func TestDamagedSegment(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 41))
	path := filepath.Join(t.TempDir(), "segment")
	if err := randomSegments(t, r, 1).own.(segment.UnpersistedSegment).Persist(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	plugin := segmentPlugin{&zap.ZapPlugin{}}
	sound, err := plugin.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := merged(sound, path+"-merged")
	if err := errors.Join(err, sound.Close()); err != nil {
		t.Fatal(err)
	}
	for range fixtures.Rounds(200, 1000, 10_000) {
		at := r.IntN(len(whole))
		changed := bytes.Clone(whole)
		changed[at] ^= byte(1 + r.IntN(255))
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		sound, err := plugin.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, changed, 0o600); err != nil { // which the mapped file shows
			t.Fatal(err)
		}
		got, err := merged(sound, path+"-merged")
		if err == nil && !bytes.Equal(got, want) { // the table and the trailer are not read again
			t.Errorf("byte %d of %d: merged to something else", at, len(whole))
		} else if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d of %d, merged: %v", at, len(whole), err)
		}
		if err := sound.Close(); err != nil {
			t.Fatal(err)
		}
		if s, err := plugin.Open(path); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d of %d: %v, %v", at, len(whole), s, err)
		}
	}
}

// merged merges a segment alone and returns the bytes of its postings. Those of
// zap's part vary.
func merged(s segment.Segment, path string) ([]byte, error) {
	plugin := segmentPlugin{&zap.ZapPlugin{}}
	if _, _, err := plugin.Merge([]segment.Segment{s}, []*roaring.Bitmap{nil}, path, nil, nil); err != nil {
		return nil, err
	}
	one, err := plugin.Open(path)
	if err != nil {
		return nil, err
	}
	return bytes.Clone(one.(mappedSegment).numbers.Bytes()), one.Close()
}
