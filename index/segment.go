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

// guardedPlugin is Bleve's segment format (zap) with safeguards: checksums are
// verified before reading, panics become errors, and a merge waits for free
// space. Bleve merges in a goroutine of its own, in which nothing could be
// recovered.
type guardedPlugin struct{ *zap.ZapPlugin }

var _ scorch.SegmentPlugin = guardedPlugin{}

func init() { scorch.RegisterSegmentPlugin(guardedPlugin{&zap.ZapPlugin{}}, true) }

// OpenUsing opens a segment after verifying its checksum. It also reports
// errors to the generation, because Bleve continues without segments that it
// cannot open.
func (s guardedPlugin) OpenUsing(path string, config map[string]any) (opened segment.Segment, err error) {
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
	returnPages(file.Data()) // reading the checksum has mapped the whole file
	return mappedSegment{file}, nil
}

// mappedSegment is a segment in a mapped file. Bleve reads document numbers in
// a goroutine of its own and keeps them, so they are copied, and page faults
// there become panics.
type mappedSegment struct{ *zap.Segment }

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

// Open is OpenUsing without a configuration.
func (s guardedPlugin) Open(path string) (segment.Segment, error) { return s.OpenUsing(path, nil) }

// MergeUsing merges segments. It verifies the checksums of segment files before
// and after reading them, so that damage never gets a valid checksum. Without
// free space it waits, until there is some or the index is closed.
func (s guardedPlugin) MergeUsing(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
	r segment.StatsReporter, config map[string]any) (numbers [][]uint64, size uint64, err error) {
	g := generationOf(path)
	defer func() {
		if err != nil && !errors.Is(err, segment.ErrClosed) {
			g.fail(err)
		}
	}()
	defer recoverFaults(path, &err)()
	var need int64
	var files []mappedSegment
	bare := slices.Clone(from)
	for i, one := range from {
		stored, ok := one.(mappedSegment)
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
	for need > 0 && checkSpace(path, uint64(need)) != nil {
		select {
		case <-closing:
			return nil, 0, segment.ErrClosed
		case <-time.After(spaceCheckInterval):
		}
	}
	e := &pageReleaser{StatsReporter: r, files: files}
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

// releaseInterval is after how many written bytes a merge returns the pages it
// has read.
const releaseInterval = 4 << 20

// pageReleaser returns mapped pages to the system during a merge, which reads
// its segments once. Otherwise they would count as the process's memory. A page
// that is read again comes from the system's cache.
type pageReleaser struct {
	segment.StatsReporter // may be nil
	files                 []mappedSegment
	written               uint64
}

// ReportBytesWritten is called at every write.
func (e *pageReleaser) ReportBytesWritten(bytes uint64) {
	if e.StatsReporter != nil {
		e.StatsReporter.ReportBytesWritten(bytes)
	}
	if e.written += bytes; e.written >= releaseInterval {
		e.ease()
	}
}

func (e *pageReleaser) ease() {
	for _, file := range e.files {
		returnPages(file.Data())
	}
	e.written = 0
}

// Merge is MergeUsing without a configuration.
func (s guardedPlugin) Merge(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
	r segment.StatsReporter) ([][]uint64, uint64, error) {
	return s.MergeUsing(from, drops, path, closing, r, nil)
}

// spaceCheckInterval is the interval at which a merge checks for free space.
const spaceCheckInterval = time.Second

// verifiedFile is the state of a segment file when its checksum was verified.
type verifiedFile struct {
	fs.FileInfo
	timeReliable bool // a later write shows in the modification time
}

// timeResolution is the coarsest resolution of modification times.
const timeResolution = 2 * time.Second

// checkSegment verifies the checksum at the end of a segment file.
func checkSegment(path string) (held verifiedFile, err error) {
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
	held.timeReliable = time.Since(held.ModTime()) > timeResolution
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

// freeSpace is replaced in tests in which the write itself fails.
var freeSpace = diskSpace

// checkSpace returns an error unless that many bytes may be written next to a
// path. A reserve is kept for the archive: a sixteenth of the file system, at
// most 64 MiB.
func checkSpace(path string, bytes uint64) error {
	free, total, known := freeSpace(filepath.Dir(path))
	if reserve := min(total/16, 64<<20); known && free < bytes+reserve {
		return &SpaceError{Path: path, Free: free, Need: bytes + reserve}
	}
	return nil
}
