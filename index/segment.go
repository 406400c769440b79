package index

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"runtime/debug"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleveindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"

	"assay/index/postings"
	"assay/index/tape"
)

// segmentPlugin is Assay's segment format for Bleve. A segment file is one of
// Bleve's own format (zap) with text fields and stored fields, and within it,
// before its footer, a section of postings with position keys and piece-square
// terms:
//
//	zap data | postings | zap footer
//
// zap's offsets count from the beginning of the file and its footer has a fixed
// size, so that zap reads its part of the file as if nothing else were there.
// zap's checksum covers zap's part.
//
// The format also has safeguards, because Bleve writes and merges in goroutines
// of its own, where nothing could be recovered: checksums are verified before
// reading, panics become errors, and a merge waits for free space.
type segmentPlugin struct{ *zap.ZapPlugin }

var _ scorch.SegmentPlugin = segmentPlugin{}

func init() { scorch.RegisterSegmentPlugin(segmentPlugin{&zap.ZapPlugin{}}, true) }

// Type returns the name of the format in Bleve's list of segments.
func (segmentPlugin) Type() string { return "assay" }

// Version returns the version of the format.
func (segmentPlugin) Version() uint32 { return 1 }

// gameDocument is the document of a game. Bleve analyses its text fields; the
// numbers go into the postings as they are.
type gameDocument struct {
	*document.Document
	game           int64
	keys, sideKeys []uint64
	salt           uint64 // of the keys
	placements     []tape.Placement
}

// numberFields are the fields in the postings of a segment.
var numberFields = []struct {
	name  string
	width int // of the terms in bytes
	add   func(all []postings.Posting, d *gameDocument, number uint32) []postings.Posting
}{
	{KeyField, 8, func(all []postings.Posting, d *gameDocument, number uint32) []postings.Posting {
		return appendKeys(all, d.keys, d.salt, number)
	}},
	{SideField, 8, func(all []postings.Posting, d *gameDocument, number uint32) []postings.Posting {
		return appendKeys(all, d.sideKeys, d.salt, number)
	}},
	{PlacedField, 2, func(all []postings.Posting, d *gameDocument, number uint32) []postings.Posting {
		for _, p := range d.placements {
			all = append(all, postings.Posting{Term: placementTerm(p), Document: number})
		}
		return all
	}},
}

func appendKeys(all []postings.Posting, keys []uint64, salt uint64, number uint32) []postings.Posting {
	for _, key := range keys {
		all = append(all, postings.Posting{Term: key ^ salt, Document: number})
	}
	return all
}

// New is NewUsing without a configuration.
func (s segmentPlugin) New(documents []bleveindex.Document) (segment.Segment, uint64, error) {
	return s.NewUsing(documents, nil)
}

// NewUsing builds a segment in memory. It numbers the documents in the order of
// their games, because Bleve passes them in any order.
func (s segmentPlugin) NewUsing(documents []bleveindex.Document, config map[string]any) (
	segment.Segment, uint64, error) {
	game := func(d bleveindex.Document) int64 {
		if g, ok := d.(*gameDocument); ok {
			return g.game
		}
		return 0
	}
	slices.SortFunc(documents, func(a, b bleveindex.Document) int { return cmp.Compare(game(a), game(b)) })
	text, size, err := s.ZapPlugin.NewUsing(documents, config)
	if err != nil {
		return nil, 0, err
	}
	base, ok := text.(*zap.SegmentBase)
	if !ok {
		return nil, 0, fmt.Errorf("segment of kind %T", text)
	}
	var section bytes.Buffer
	if err := writeNumbers(postings.NewWriter(&section), documents); err != nil {
		return nil, 0, err
	}
	numbers, err := postings.Open(section.Bytes())
	return &memorySegment{base, numbers}, size + uint64(section.Len()), err
}

// writeNumbers writes the postings of documents.
func writeNumbers(w *postings.Writer, documents []bleveindex.Document) error {
	var all, spare []postings.Posting
	for _, f := range numberFields {
		all = all[:0]
		for number, d := range documents {
			if g, ok := d.(*gameDocument); ok {
				all = f.add(all, g, uint32(number))
			}
		}
		if len(all) == 0 {
			continue
		}
		spare = slices.Grow(spare[:0], len(all))[:len(all)]
		w.Begin(f.name, f.width)
		w.AddSorted(postings.Sort(all, spare))
	}
	return w.Close()
}

// memorySegment is a segment that is not yet in a file.
type memorySegment struct {
	*zap.SegmentBase
	numbers *postings.Section
}

var _ segment.UnpersistedSegment = (*memorySegment)(nil)

func (m *memorySegment) Size() int { return m.SegmentBase.Size() + len(m.numbers.Bytes()) }

func (m *memorySegment) Fields() []string { return allFields(m.SegmentBase, m.numbers) }

func (m *memorySegment) Dictionary(field string) (segment.TermDictionary, error) {
	if f := m.numbers.Field(field); f != nil {
		return dictionary{f, ""}, nil
	}
	return m.SegmentBase.Dictionary(field)
}

// Persist writes the segment to a file, durably.
func (m *memorySegment) Persist(path string) (err error) {
	var text bytes.Buffer
	if _, err := m.SegmentBase.WriteTo(&text); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(path)
		}
	}()
	data, footer := text.Bytes()[:text.Len()-zap.FooterSize], text.Bytes()[text.Len()-zap.FooterSize:]
	for _, part := range [][]byte{data, m.numbers.Bytes(), footer} {
		if _, err := f.Write(part); err != nil {
			return err
		}
	}
	return f.Sync()
}

// allFields returns the names of all fields of a segment.
func allFields(text segment.Segment, numbers *postings.Section) []string {
	names := slices.Clone(text.Fields())
	for _, f := range numbers.Fields() {
		names = append(names, f.Name())
	}
	return names
}

// Open is OpenUsing without a configuration.
func (s segmentPlugin) Open(path string) (segment.Segment, error) { return s.OpenUsing(path, nil) }

// OpenUsing opens a segment after it has verified its checksums. It also
// reports errors to the generation, because Bleve ignores segments that it
// cannot open.
func (s segmentPlugin) OpenUsing(path string, config map[string]any) (opened segment.Segment, err error) {
	g := generationOf(path)
	defer func() {
		if err != nil {
			g.fail(err)
		}
	}()
	defer recoverFaults(path, &err)()
	info, err := checkSegment(path)
	if err != nil {
		return nil, err
	}
	g.noteVerified(path, info)
	one, err := s.ZapPlugin.OpenUsing(path, config)
	if err != nil {
		return nil, err
	}
	file, ok := one.(*zap.Segment)
	if !ok {
		return nil, errors.Join(fmt.Errorf("segment of kind %T", one), one.Close())
	}
	data := file.Data()
	numbers, err := postings.Open(data[:len(data)-zap.FooterSize])
	if err != nil {
		return nil, errors.Join(&Error{Path: path, Problem: ErrDamaged, Cause: err}, file.Close())
	}
	returnPages(data) // reading the table has mapped some
	return mappedSegment{file, numbers}, nil
}

// mappedSegment is a segment in a mapped file. Bleve reads document numbers in
// its own goroutine and keeps them. So they are copied, and page faults there
// become panics.
type mappedSegment struct {
	*zap.Segment
	numbers *postings.Section
}

var _ segment.PersistedSegment = mappedSegment{}

func (m mappedSegment) Fields() []string { return allFields(m.Segment, m.numbers) }

func (m mappedSegment) Dictionary(field string) (segment.TermDictionary, error) {
	if f := m.numbers.Field(field); f != nil {
		return dictionary{f, m.Path()}, nil
	}
	return m.Segment.Dictionary(field)
}

func (m mappedSegment) DocNumbers(ids []string) (numbers *roaring.Bitmap, err error) {
	debug.SetPanicOnFault(true) // in that goroutine, for good
	defer recoverFaults(m.Path(), &err)()
	if numbers, err = m.Segment.DocNumbers(ids); err == nil {
		numbers.CloneCopyOnWriteContainers()
	}
	if generationOf(m.Path()).bulk.Load() {
		returnPages(m.Data())
	}
	return numbers, err
}

// checksum returns a checksum of the whole segment.
func (m mappedSegment) checksum() uint32 {
	data := m.Data()
	return crc32.Update(m.numbers.Checksum(), castagnoli, data[len(data)-crc32.Size:])
}
