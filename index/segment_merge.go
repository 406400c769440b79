package index

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"

	"assay/index/postings"
)

// Merge is MergeUsing without a configuration.
func (s segmentPlugin) Merge(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
	r segment.StatsReporter) ([][]uint64, uint64, error) {
	return s.MergeUsing(from, drops, path, closing, r, nil)
}

// spaceCheckInterval is the interval at which a merge checks for free space.
const spaceCheckInterval = time.Second

// MergeUsing merges segments: first zap's parts, then the postings, which it
// inserts before zap's footer. It verifies the checksums of zap's parts before
// and after reading them, so that damaged data never get a valid checksum.
// Postings are verified as they are read. If there is too little disk space, it
// waits until there is enough or the index is closed.
func (s segmentPlugin) MergeUsing(from []segment.Segment, drops []*roaring.Bitmap, path string, closing chan struct{},
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
	text := make([]segment.Segment, len(from))
	sections := make([]*postings.Section, len(from))
	for i, one := range from {
		switch one := one.(type) {
		case *memorySegment:
			text[i], sections[i] = one.SegmentBase, one.numbers
		case mappedSegment:
			text[i], sections[i] = one.Segment, one.numbers
			info, err := checkText(one.Path())
			if err != nil {
				return nil, 0, err
			}
			need += info.Size()
			files = append(files, one)
		default:
			return nil, 0, fmt.Errorf("segment of kind %T", one)
		}
	}
	for need > 0 && checkSpace(path, uint64(need)) != nil {
		select {
		case <-closing:
			return nil, 0, segment.ErrClosed
		case <-time.After(spaceCheckInterval):
		}
	}
	e := &pageReleaser{StatsReporter: r, files: files}
	defer e.ease()
	if numbers, size, err = s.ZapPlugin.MergeUsing(text, drops, path, closing, e, config); err != nil {
		return nil, 0, err
	}
	for _, file := range files {
		_, err := checkText(file.Path())
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // Bleve may have deleted it
			return nil, 0, errors.Join(err, os.Remove(path))
		}
	}
	added, err := insertNumbers(path, sections, numbers, closing, e)
	return numbers, size + added, err
}

// insertNumbers merges postings into a segment file that has only zap's part,
// durably. After an error it deletes the file.
func insertNumbers(path string, sections []*postings.Section, numbers [][]uint64, closing chan struct{},
	e *pageReleaser) (size uint64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(path)
		}
	}()
	end, err := f.Seek(-zap.FooterSize, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	var footer [zap.FooterSize]byte
	if _, err := f.ReadAt(footer[:], end); err != nil {
		return 0, err
	}
	out := bufio.NewWriterSize(io.MultiWriter(f, e), 1<<18)
	w := postings.NewWriter(out)
	if numbers != nil { // documents are left
		err = postings.Merge(w, sections, numbers, closing)
	}
	switch {
	case errors.Is(err, postings.ErrStopped):
		return 0, segment.ErrClosed
	case errors.Is(err, postings.ErrDamaged):
		return 0, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	case err != nil:
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	if _, err := out.Write(footer[:]); err != nil {
		return 0, err
	}
	if err := out.Flush(); err != nil {
		return 0, err
	}
	return w.Size(), f.Sync()
}

// releaseInterval is the number of written bytes after which a merge returns
// the pages that it has read.
const releaseInterval = 4 << 20

// pageReleaser returns mapped pages to the system during a merge, which reads
// its segments once. Otherwise they would count as the process's memory. A page
// that is read again comes from the system's cache.
type pageReleaser struct {
	segment.StatsReporter // may be nil
	files                 []mappedSegment
	written               uint64
}

// ReportBytesWritten is called at every write of zap.
func (e *pageReleaser) ReportBytesWritten(bytes uint64) {
	if e.StatsReporter != nil {
		e.StatsReporter.ReportBytesWritten(bytes)
	}
	if e.written += bytes; e.written >= releaseInterval {
		e.ease()
	}
}

// Write is called at every write of postings.
func (e *pageReleaser) Write(b []byte) (int, error) {
	e.ReportBytesWritten(uint64(len(b)))
	return len(b), nil
}

func (e *pageReleaser) ease() {
	for _, file := range e.files {
		returnPages(file.Data())
	}
	e.written = 0
}
