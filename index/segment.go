package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// segments is Bleve's own format of segments, with guards: what is read is held
// to its checksum first, a panic is an error, and a merge waits until there is
// room for it. Bleve has a goroutine for merges of its own from which nothing
// is recovered.
type segments struct{ *zap.ZapPlugin }

var _ scorch.SegmentPlugin = segments{}

func init() { scorch.RegisterSegmentPlugin(segments{&zap.ZapPlugin{}}, true) }

// OpenUsing opens a segment whose checksum holds. What is wrong is told to the
// generation too: Bleve goes on without the segments that it cannot open.
func (s segments) OpenUsing(path string, config map[string]any) (opened segment.Segment, err error) {
	g := generationOf(path)
	defer func() {
		if err != nil {
			g.fail(err)
		}
	}()
	defer guard(path, &err)()
	info, err := checkSegment(path)
	if err != nil {
		return nil, err
	}
	g.watch(path, info)
	one, err := s.ZapPlugin.OpenUsing(path, config)
	if err != nil {
		return nil, err
	}
	file, ok := one.(*zap.Segment)
	if !ok {
		return nil, errors.Join(fmt.Errorf("segment of kind %T", one), one.Close())
	}
	giveBack(file.Data()) // whoever touches what was just written may map all of it
	return mapped{file}, nil
}

// mapped is a segment in a mapped file. Bleve asks for numbers of documents in
// a goroutine of its own and keeps them: they are read with faults as panics,
// and do not lie in the file.
type mapped struct{ *zap.Segment }

func (m mapped) DocNumbers(ids []string) (numbers *roaring.Bitmap, err error) {
	debug.SetPanicOnFault(true) // in that goroutine, and for ever
	defer guard(m.Path(), &err)()
	if numbers, err = m.Segment.DocNumbers(ids); err == nil {
		numbers.CloneCopyOnWriteContainers()
	}
	if generationOf(m.Path()).bulk.Load() {
		giveBack(m.Data())
	}
	return numbers, err
}

// Open is OpenUsing without a configuration.
func (s segments) Open(path string) (segment.Segment, error) { return s.OpenUsing(path, nil) }

// MergeUsing writes several segments as one. Segments in files are held to
// their checksums, before and again when they have been read, so that no damage
// gets a checksum that holds; where there is no room for the new one, it waits
// until there is, or the index is closed.
func (s segments) MergeUsing(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
	r segment.StatsReporter, config map[string]any) (numbers [][]uint64, size uint64, err error) {
	g := generationOf(path)
	defer func() {
		if err != nil && !errors.Is(err, segment.ErrClosed) {
			g.fail(err)
		}
	}()
	defer guard(path, &err)()
	var need int64
	var files []mapped
	bare := slices.Clone(from)
	for i, one := range from {
		stored, ok := one.(mapped)
		if !ok {
			continue // in memory, and written by whoever waits for it
		}
		bare[i] = stored.Segment
		info, err := checkSegment(stored.Path())
		if err != nil {
			return nil, 0, err
		}
		need += info.Size()
		files = append(files, stored)
	}
	for need > 0 && roomFor(path, uint64(need)) != nil {
		select {
		case <-closing:
			return nil, 0, segment.ErrClosed
		case <-time.After(roomWait):
		}
	}
	e := &easing{StatsReporter: r, files: files}
	numbers, size, err = s.ZapPlugin.MergeUsing(bare, drops, path, closing, e, config)
	e.ease()
	if err != nil {
		return nil, 0, err
	}
	for _, file := range files {
		if _, err := checkSegment(file.Path()); err != nil && !errors.Is(err, fs.ErrNotExist) { // Bleve may have deleted it
			return nil, 0, err
		}
	}
	return numbers, size, nil
}

// easeBytes is after how many bytes a merge gives back the pages that it has
// read.
const easeBytes = 4 << 20

// easing is told what a merge has written, which reads through its segments
// once, and gives back meanwhile what they take in memory: it counts as the
// process's own until the system wants it. Who reads a page again finds it in
// the system's cache.
type easing struct {
	segment.StatsReporter // nil for none
	files                 []mapped
	written               uint64
}

// ReportBytesWritten is called at every write.
func (e *easing) ReportBytesWritten(bytes uint64) {
	if e.StatsReporter != nil {
		e.StatsReporter.ReportBytesWritten(bytes)
	}
	if e.written += bytes; e.written >= easeBytes {
		e.ease()
	}
}

func (e *easing) ease() {
	for _, file := range e.files {
		giveBack(file.Data())
	}
	e.written = 0
}

// Merge is MergeUsing without a configuration.
func (s segments) Merge(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
	r segment.StatsReporter) ([][]uint64, uint64, error) {
	return s.MergeUsing(from, drops, path, closing, r, nil)
}

// roomWait is how often a merge looks for room.
const roomWait = time.Second

// heldFile is a segment's file as it was when its checksum was held.
type heldFile struct {
	fs.FileInfo
	settled bool // a write since then shows in the time of its last change
}

// settleTime is how long file systems at most may give two writes one time.
const settleTime = 2 * time.Second

// checkSegment holds a segment's file to the checksum at its end.
func checkSegment(path string) (held heldFile, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return held, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	if err != nil {
		return held, err
	}
	defer f.Close()
	if held.FileInfo, err = f.Stat(); err != nil {
		return held, err
	}
	held.settled = time.Since(held.ModTime()) > settleTime
	length := held.Size() - crc32.Size
	if length < zap.FooterSize {
		return held, &Error{Path: path, Problem: ErrDamaged, Cause: fmt.Errorf("it has only %d bytes", held.Size())}
	}
	sum := crc32.NewIEEE()
	in := bufio.NewReaderSize(f, 1<<18)
	var said [crc32.Size]byte
	if _, err := io.CopyN(sum, in, length); err != nil {
		return held, err
	}
	if _, err := io.ReadFull(in, said[:]); err != nil {
		return held, err
	}
	if found, want := sum.Sum32(), binary.BigEndian.Uint32(said[:]); found != want {
		return held, &Error{Path: path, Problem: ErrDamaged, Cause: fmt.Errorf("its checksum is %08x, not %08x", found, want)}
	}
	return held, nil
}

// space is replaced in tests, which have the writing itself fail.
var space = spaceBeside

// roomFor reports whether so many bytes may be written beside a path. Some are
// left to the archive: a sixteenth of the file system, 64 MiB at most.
func roomFor(path string, bytes uint64) error {
	free, total, known := space(filepath.Dir(path))
	if reserve := min(total/16, 64<<20); known && free < bytes+reserve {
		return &SpaceError{Path: path, Free: free, Need: bytes + reserve}
	}
	return nil
}
