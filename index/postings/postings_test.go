package postings

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"assay/fixtures"
)

// model is a field: the documents of each term.
type model map[uint64][]uint32

// randomModel returns a field with rare and frequent terms.
func randomModel(r *rand.Rand, documents int) model {
	m := model{}
	random := func() uint64 { return r.Uint64() >> r.IntN(64) }
	for range r.IntN(3000) {
		m[random()] = []uint32{uint32(r.IntN(documents))}
	}
	for range r.IntN(100) {
		share := 1 / float64(1+r.IntN(documents))
		if r.IntN(4) == 0 {
			share = r.Float64()
		}
		var list []uint32
		for d := range documents {
			if r.Float64() < share {
				list = append(list, uint32(d))
			}
		}
		if len(list) > 0 {
			m[random()] = list
		}
	}
	return m
}

func written(t *testing.T, fields map[string]model) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("before the section")
	w := NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		w.Begin(name, 8)
		var all []Posting
		for term, documents := range fields[name] {
			for _, d := range documents {
				all = append(all, Posting{term, d}, Posting{term, d})
			}
		}
		w.AddSorted(Sort(all, make([]Posting, len(all))))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func opened(t *testing.T, b []byte) *Section {
	t.Helper()
	s, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := verify(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func verify(s *Section) error { return Verify(bytes.NewReader(s.Bytes()), uint64(len(s.Bytes()))) }

// check compares a field with its model, by lookups and by iteration.
func check(t *testing.T, f *Field, want model) {
	t.Helper()
	if f.Terms() != len(want) {
		t.Fatalf("%d terms, want %d", f.Terms(), len(want))
	}
	for term, documents := range want {
		got, err := f.Documents(term)
		if err != nil || got == nil || !slices.Equal(got.ToArray(), documents) {
			t.Fatalf("term %x: %v, %v, want %v", term, got, err, documents)
		}
		for _, other := range []uint64{term + 1, term - 1} {
			if got, err := f.Documents(other); err != nil || got != nil && want[other] == nil {
				t.Fatalf("term %x: %v, %v, want none", other, got, err)
			}
		}
	}
	terms := slices.Sorted(maps.Keys(want))
	for _, from := range []int{0, len(terms) / 3} {
		if len(terms) == 0 {
			break
		}
		it := f.Iterate(terms[from])
		for _, term := range terms[from:] {
			more, err := it.Next()
			if err != nil || !more || it.Term() != term {
				t.Fatalf("%v, %v, term %x, want %x", more, err, it.Term(), term)
			}
			count, err := it.Count()
			if err != nil || count != uint64(len(want[term])) {
				t.Fatalf("term %x: %d documents, %v, want %d", term, count, err, len(want[term]))
			}
			documents, err := it.AppendDocuments(nil)
			if err != nil || !slices.Equal(documents, want[term]) {
				t.Fatalf("term %x: %v, %v, want %v", term, documents, err, want[term])
			}
		}
		if more, err := it.Next(); more || err != nil {
			t.Fatalf("after the last term: %v, %v", more, err)
		}
	}
}

func TestSectionEqualsModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range fixtures.Rounds(20, 100, 1000) {
		fields := map[string]model{"a": randomModel(r, 2000), "b": randomModel(r, 3), "none": {}}
		fields["b"][0], fields["b"][math.MaxUint64] = []uint32{1}, []uint32{0, math.MaxUint32}
		s := opened(t, written(t, fields))
		for name, want := range fields {
			check(t, s.Field(name), want)
		}
		if s.Field("c") != nil {
			t.Error("a field that was not written")
		}
	}
}

func TestMergeEqualsModel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range fixtures.Rounds(20, 100, 1000) {
		var from []*Section
		var numbers [][]uint64
		want := map[string]model{"a": {}, "b": {}}
		next := uint64(0)
		shared := randomModel(r, 500) // so that sections have terms in common
		for range 1 + r.IntN(5) {
			fields := map[string]model{"a": randomModel(r, 500)}
			for term, documents := range shared {
				if r.IntN(2) == 0 {
					fields["a"][term] = documents
				}
			}
			if r.IntN(2) == 0 {
				fields["b"] = randomModel(r, 500)
			}
			from = append(from, opened(t, written(t, fields)))
			renumbered := make([]uint64, 500)
			for d := range renumbered {
				if r.IntN(3) == 0 {
					renumbered[d] = Dropped
				} else {
					renumbered[d] = next
					next++
				}
			}
			numbers = append(numbers, renumbered)
			for name, m := range fields {
				for term, documents := range m {
					for _, d := range documents {
						if n := renumbered[d]; n != Dropped {
							want[name][term] = append(want[name][term], uint32(n))
						}
					}
				}
			}
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		if err := errors.Join(Merge(w, from, numbers, nil), w.Close()); err != nil {
			t.Fatal(err)
		}
		s := opened(t, b.Bytes())
		for name, m := range want {
			if f := s.Field(name); f != nil {
				check(t, f, m)
			} else if len(m) > 0 {
				t.Errorf("field %s is missing", name)
			}
		}
	}
}

func TestMergeStops(t *testing.T) {
	s := opened(t, written(t, map[string]model{"a": {1: {2}}}))
	stop := make(chan struct{})
	close(stop)
	w := NewWriter(new(bytes.Buffer))
	if err := Merge(w, []*Section{s}, [][]uint64{{0, 1, 2}}, stop); !errors.Is(err, ErrStopped) {
		t.Error(err)
	}
	if err := Merge(w, []*Section{s}, [][]uint64{{0, 1}}, nil); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// failing fails to write after some bytes.
type failing int

var errFull = errors.New("full")

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > int(*f) {
		return 0, errFull
	}
	*f -= failing(len(b))
	return len(b), nil
}

func TestWriterFails(t *testing.T) {
	for room := range 51 { // one byte less than the section has
		f := failing(room)
		w := NewWriter(&f)
		w.Begin("a", 8)
		w.Add(1, []uint32{2})
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Fatalf("%d bytes: %v", room, err)
		}
	}
}

// TestDamage changes each byte of a section. The checksum of the section shows
// it, and no lookup answers wrongly.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	want := model{}
	for term, documents := range randomModel(r, 600) {
		if len(want) < 300 {
			want[term] = documents
		}
	}
	want[7] = nil
	for d := range uint32(600) {
		want[7] = append(want[7], d)
	}
	delete(want, 8)
	whole := written(t, map[string]model{"a": want})
	size, err := Size(whole)
	if err != nil {
		t.Fatal(err)
	}
	for at := len(whole) - int(size); at < len(whole); at++ {
		b := bytes.Clone(whole)
		b[at] ^= byte(1 + r.IntN(255))
		s, err := Open(b)
		if err != nil {
			continue
		}
		if err := verify(s); !errors.Is(err, ErrDamaged) {
			t.Fatalf("byte %d: %v", at, err)
		}
		f := s.Field("a")
		if f == nil || at >= len(whole)-int(size)+len(f.blocks) {
			continue // only the section's checksum covers the table and the index
		}
		for term, documents := range want {
			if got, err := f.Documents(term); err == nil && (got == nil || !slices.Equal(got.ToArray(), documents)) {
				t.Fatalf("byte %d, term %x: %v, want %v", at, term, got, documents)
			}
		}
	}
}

// FuzzOpen reads bytes as a section whose checksums are right.
func FuzzOpen(f *testing.F) {
	var b bytes.Buffer
	w := NewWriter(&b)
	w.Begin("key", 8)
	w.Add(3, []uint32{1})
	w.Add(1<<40, []uint32{1, 2, 70000})
	many := make([]uint32, 2*listDocuments)
	for i := range many {
		many[i] = uint32(3 * i)
	}
	w.Add(1<<50, many)
	w.Begin("placed", 2)
	w.Add(7, []uint32{5})
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Open(bytes.Clone(b))
		if err != nil {
			return
		}
		if err := verify(s); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		for _, f := range s.Fields() {
			begin := uint64(0)
			for n := range f.blockCount() { // correct the checksums
				end := f.end(n)
				binary.LittleEndian.PutUint32(f.entry(n)[16:], blockChecksum(f.entry(n)[:16], f.blocks[begin:end]))
				begin = end
			}
			it := f.Iterate(0)
			for more, err := it.Next(); more && err == nil; more, err = it.Next() {
				if _, err := it.Count(); err != nil {
					continue
				}
				_, _ = it.AppendDocuments(nil)
				_, _ = f.Documents(it.Term())
			}
		}
		numbers := make([]uint64, 1<<10)
		_ = Merge(NewWriter(new(bytes.Buffer)), []*Section{s}, [][]uint64{numbers}, nil)
	})
}
