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

// segments is Bleve's segment format (zap) with safeguards: checksums are
// verified before reading, panics become errors, and a merge waits for free
// space. Bleve merges in a goroutine of its own, where nothing could be
// recovered.
type segments struct{ *zap.ZapPlugin }

var _ scorch.SegmentPlugin = segments{}

func init() { scorch.RegisterSegmentPlugin(segments{&zap.ZapPlugin{}}, true) }

// OpenUsing opens a segment after verifying its checksum. It also reports
// errors to the generation, because Bleve continues without segments that it
// cannot open.
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
	giveBack(file.Data()) // reading the checksum has mapped the whole file
	return mapped{file}, nil
}

// mapped is a segment in a mapped file. Bleve reads document numbers in a
// goroutine of its own and keeps them, so they are copied, and page faults
// there become panics.
type mapped struct{ *zap.Segment }

func (m mapped) DocNumbers(ids []string) (numbers *roaring.Bitmap, err error) {
	debug.SetPanicOnFault(true) // in that goroutine, for good
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

// MergeUsing merges segments. It verifies the checksums of segment files before
// and after reading them, so that damage never gets a valid checksum. Without
// free space it waits, until there is some or the index is closed.
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
			continue // in memory; its writer persists it
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

// easeBytes is after how many written bytes a merge returns the pages it has
// read.
const easeBytes = 4 << 20

// easing returns mapped pages to the system during a merge, which reads its
// segments once. Otherwise they would count as the process's memory. A page
// that is read again comes from the system's cache.
type easing struct {
	segment.StatsReporter // may be nil
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

// roomWait is the interval at which a merge checks for free space.
const roomWait = time.Second

// heldFile is the state of a segment file when its checksum was verified.
type heldFile struct {
	fs.FileInfo
	settled bool // a later write shows in the modification time
}

// settleTime is the coarsest resolution of modification times.
const settleTime = 2 * time.Second

// checkSegment verifies the checksum at the end of a segment file.
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

// space is replaced in tests in which the write itself fails.
var space = spaceBeside

// roomFor returns an error unless that many bytes may be written next to a
// path. A reserve stays for the archive: a sixteenth of the file system, at
// most 64 MiB.
func roomFor(path string, bytes uint64) error {
	free, total, known := space(filepath.Dir(path))
	if reserve := min(total/16, 64<<20); known && free < bytes+reserve {
		return &SpaceError{Path: path, Free: free, Need: bytes + reserve}
	}
	return nil
}
