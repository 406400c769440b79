package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"assay/analysis/rules"
)

// The occupancy bitmaps of one variant in a segment are stored in a file next
// to the segments. The file contains, in this order: magic, the checksum of the
// segment, and the size of the table; for each term, the term and the end of
// its bitmaps; a checksum of all that; the bitmaps. Game numbers are document
// numbers.
const (
	occupancyMagic   = "stays\x00\x00\x00"
	occupancyPreface = len(occupancyMagic) + 4 + 4
	occupancyPointer = 2 + 8
)

// occupancyFolder is their folder within a generation.
const occupancyFolder = "stays"

// occupancyPath returns the file for a segment and rules.
func (g *generation) occupancyPath(s *scorch.SegmentSnapshot, r *rules.Rules) string {
	h := fnv.New64a()
	h.Write([]byte(OccupanciesName(r)))
	return filepath.Join(g.folder, occupancyFolder, fmt.Sprintf("%s-%016x", segmentName(s), h.Sum64()))
}

func segmentName(s *scorch.SegmentSnapshot) string { return fmt.Sprintf("%012x", s.Id()) }

// segmentChecksum returns the checksum of a segment, false if it is not yet in
// a file.
func segmentChecksum(s *scorch.SegmentSnapshot) (uint32, bool) {
	m, ok := s.Segment().(mappedSegment)
	if !ok {
		return 0, false
	}
	return m.checksum(), true
}

// occupancyFile is an open file of occupancy bitmaps.
type occupancyFile struct {
	*os.File
	pointers []byte
	begin    int64 // offset of the first bitmap
}

// openOccupancies opens the file of a segment. It returns an error if there is
// none or it cannot be used.
func openOccupancies(path string, segment uint32) (*occupancyFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f, err := readStayFile(file, segment)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

func readStayFile(file *os.File, segment uint32) (*occupancyFile, error) {
	f := &occupancyFile{File: file}
	preface := make([]byte, occupancyPreface)
	if _, err := io.ReadFull(f, preface); err != nil {
		return nil, err
	}
	of, size := binary.BigEndian.Uint32(preface[len(occupancyMagic):]),
		binary.BigEndian.Uint32(preface[len(occupancyMagic)+4:])
	if string(preface[:len(occupancyMagic)]) != occupancyMagic || of != segment || size%occupancyPointer != 0 ||
		size > 1<<16*occupancyPointer {
		return nil, errOccupancy
	}
	head := make([]byte, size+crc32.Size)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, err
	}
	f.pointers = head[:size]
	if crc32.Update(crc32.Checksum(preface, castagnoli), castagnoli,
		f.pointers) != binary.BigEndian.Uint32(head[size:]) {
		return nil, errOccupancy
	}
	f.begin = int64(occupancyPreface + len(head))
	return f, nil
}

// occupancy reads the occupancy of a term; it is empty if there is none.
func (f *occupancyFile) occupancy(term string) (Occupancy, error) {
	pointer := func(n int) []byte { return f.pointers[n*occupancyPointer : (n+1)*occupancyPointer] }
	n := len(f.pointers) / occupancyPointer
	at := sort.Search(n, func(i int) bool { return string(pointer(i)[:2]) >= term })
	if at == n || string(pointer(at)[:2]) != term {
		return nil, nil
	}
	from, end := int64(0), int64(binary.BigEndian.Uint64(pointer(at)[2:]))
	if at > 0 {
		from = int64(binary.BigEndian.Uint64(pointer(at - 1)[2:]))
	}
	b := make([]byte, end-from)
	if _, err := f.ReadAt(b, f.begin+from); err != nil {
		return nil, err
	}
	return ReadOccupancy(b)
}

// writeOccupancies writes the file of a segment.
func writeOccupancies(path string, segment uint32, occupancies map[string]Occupancy) error {
	var head, body []byte
	for _, term := range slices.Sorted(maps.Keys(occupancies)) {
		if len(term) != 2 {
			continue // posting lists answer those
		}
		var err error
		if body, err = occupancies[term].AppendTo(body); err != nil {
			return err
		}
		head = binary.BigEndian.AppendUint64(append(head, term...), uint64(len(body)))
	}
	preface := binary.BigEndian.AppendUint32([]byte(occupancyMagic), segment)
	preface = binary.BigEndian.AppendUint32(preface, uint32(len(head)))
	head = append(preface, head...)
	head = binary.BigEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	if err := checkSpace(path, uint64(len(head)+len(body))); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	half := path + ".half"
	err := os.WriteFile(half, slices.Concat(head, body), 0o644)
	if err == nil {
		err = os.Rename(half, path)
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(half))
	}
	return err
}

var _ OccupancyReader = (*view)(nil)

// Occupancies reads the existing files. It deletes unreadable ones.
func (v *view) Occupancies(ctx context.Context, r *rules.Rules, terms []string, tell func(Occupancies)) error {
	for i, s := range v.segments() {
		if err := ctx.Err(); err != nil {
			return err
		}
		sum, ok := segmentChecksum(s)
		if !ok {
			continue
		}
		path := v.generation.occupancyPath(s, r)
		f, err := openOccupancies(path, sum)
		if err != nil {
			continue
		}
		of, err := staysOf(s, f, terms)
		f.Close()
		if err != nil {
			_ = os.Remove(path)
			continue
		}
		tell(Occupancies{Part: v.part(s), Numbers: v.contents[i], Of: of})
	}
	return nil
}

func staysOf(s *scorch.SegmentSnapshot, f *occupancyFile, terms []string) (of map[string]Occupancy, err error) {
	of = map[string]Occupancy{}
	for _, term := range terms {
		games := s.DocNumbersLive()
		switch {
		case len(term) == 2:
			of[term], err = f.occupancy(term)
		case term != "":
			games, err = Condition{Field: VerdictField, Terms: []string{term}}.find(s)
			fallthrough
		default:
			of[term] = Occupancy{{games, roaring.New()}}
		}
		if err != nil {
			return nil, err
		}
	}
	return of, nil
}

// missingOccupancies are the occupancy bitmaps of one segment that no file has
// yet.
type missingOccupancies struct {
	generation  *generation
	path        string
	segment     uint32 // checksum of the segment
	occupancies map[string]Occupancy
}

// writeMissingOccupancies writes the missing files of all segments while there
// is enough disk space, and deletes the files of removed segments.
func (x *Index) writeMissingOccupancies(ctx context.Context, r *rules.Rules, rest func(time.Duration) error) error {
	for {
		began := time.Now()
		m, err := seen(ctx, x, func(v *view) (*missingOccupancies, error) { return v.missingOccupancies(ctx, r) })
		if err != nil {
			return err
		}
		wrote := false
		err = x.exclusively(ctx, func(ctx context.Context) error {
			switch {
			case m == nil:
				_, err := seen(ctx, x, func(v *view) (any, error) { return nil, v.removeOccupancies() })
				return err
			case m.generation == x.current: // its folder is not being deleted
				wrote = writeOccupancies(m.path, m.segment, m.occupancies) == nil
			}
			return nil
		})
		if err == nil && wrote {
			err = rest(time.Since(began))
		}
		if err != nil || !wrote {
			return err
		}
	}
}

// missingOccupancies computes the occupancy bitmaps of the first large segment
// without a file; nil if there is none.
func (v *view) missingOccupancies(ctx context.Context, r *rules.Rules) (*missingOccupancies, error) {
	for _, s := range v.segments() {
		own, err := ownOf(s, r)
		if err != nil {
			return nil, err
		}
		m := &missingOccupancies{generation: v.generation, path: v.generation.occupancyPath(s, r)}
		var written bool
		if m.segment, written = segmentChecksum(s); !written || own.GetCardinality() < minOccupancyGames {
			continue
		}
		if f, err := openOccupancies(m.path, m.segment); err == nil {
			f.Close()
			continue
		}
		m.occupancies, err = computeOccupancies(ctx, s, own, r)
		return m, err
	}
	return nil, nil
}

// computeOccupancies computes the occupancy bitmaps of some documents of a
// segment.
func computeOccupancies(ctx context.Context, s *scorch.SegmentSnapshot, own *roaring.Bitmap,
	r *rules.Rules) (map[string]Occupancy, error) {
	w := NewOccupancyWriter(r)
	var entry []byte
	for it := own.Iterator(); it.HasNext(); {
		document := it.Next()
		var err error
		if entry, err = appendStored(entry[:0], s, document); err == nil {
			err = w.Add(document, "", entry)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
	}
	return w.Occupancies(), nil
}

// checkOccupancies compares the existing files for some rules with the games of
// their segments. The error matches [ErrDamaged] if they differ or a file
// cannot be used.
func checkOccupancies(ctx context.Context, g *generation, all map[string]*rules.Rules) (err error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	for _, s := range snapshot.Segments() {
		sum, ok := segmentChecksum(s)
		for _, r := range all {
			path := g.occupancyPath(s, r)
			if _, err := os.Stat(path); !ok || err != nil {
				continue
			}
			if err := checkOccupancyFile(ctx, s, path, sum, r); err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(path), err)
			}
		}
	}
	return nil
}

func checkOccupancyFile(ctx context.Context, s *scorch.SegmentSnapshot, path string, segment uint32,
	r *rules.Rules) error {
	f, err := openOccupancies(path, segment)
	if err != nil {
		return errors.Join(errOccupancy, err)
	}
	defer f.Close()
	own, err := ownOf(s, r)
	if err != nil {
		return err
	}
	expected, err := computeOccupancies(ctx, s, own, r)
	if err != nil {
		return err
	}
	for at := 0; at < len(f.pointers); at += occupancyPointer {
		if term := string(f.pointers[at : at+2]); expected[term] == nil {
			expected[term] = Occupancy{} // only of deleted games
		}
	}
	for term, want := range expected {
		if len(term) != 2 {
			continue // posting lists answer those
		}
		got, err := f.occupancy(term)
		if err != nil {
			return err
		}
		for n := range max(len(got), len(want)) {
			has, due := got.inInterval(n), want.inInterval(n)
			if !roaring.And(has.present, own).Equals(due.present) ||
				!roaring.And(has.changed, own).Equals(due.changed) {
				return fmt.Errorf("%w: term %x differs from the games in interval %d", errOccupancy, term, n)
			}
		}
	}
	return nil
}

// removeOccupancies deletes the files of removed segments.
func (v *view) removeOccupancies() error {
	if v.generation == nil {
		return nil
	}
	current := map[string]bool{}
	for _, s := range v.segments() {
		current[segmentName(s)] = true
	}
	folder := filepath.Join(v.generation.folder, occupancyFolder)
	files, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, f := range files {
		if segment, _, _ := strings.Cut(f.Name(), "-"); !current[segment] {
			err = errors.Join(err, os.Remove(filepath.Join(folder, f.Name())))
		}
	}
	return err
}

// minOccupancyGames is the least number of games of a variant in a segment for
// a file.
const minOccupancyGames = 500
