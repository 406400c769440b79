package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// generation is one Bleve index: the current one or the next. Bleve writes in
// goroutines of its own. What goes wrong there comes to [generation.fail], and
// a generation that has failed is to be closed: it may be opened again.
type generation struct {
	path    string // of the whole index, for errors
	folder  string
	number  uint64
	bleve   bleve.Index
	low     bleveindex.Index // what bleve wraps: whole batches in, segments out
	failed  chan struct{}    // closed by the first fault
	closing chan struct{}    // closed when the generation is to be closed
	forced  chan struct{}    // holds a token while merging is asked for
	bulk    atomic.Bool      // much is written, and read pages are given back at once

	mu    sync.Mutex
	ready bool // opened by Bleve, which until then closes itself what it cannot open
	place Place
	fault error               // the first
	files map[string]heldFile // segments by path
}

// placeKey names the place among what Bleve keeps beside the documents.
var placeKey = []byte("place")

// maxSegmentGames bounds the segments that are merged, and so the memory that a
// merge takes: the dictionary of a field of the new segment is built in memory,
// some 14 bytes a position for all of [keyParts] together. An archive of a
// million games has some forty such segments, in each of which a term is looked
// up.
const maxSegmentGames = 50_000

// merging says which segments are merged. Small merges (5 segments instead of
// 10) cost one pass more over the terms and keep the share of unmerged segments
// low, in which a term with one hit takes 37 bytes instead of 17. Segments of
// up to 50 games count as equal, instead of 2,000: where games come one by one,
// as large a one would be written anew for every few of them.
func merging() *mergeplan.MergePlanOptions {
	o := mergeplan.DefaultMergePlanOptions
	o.MaxSegmentsPerTier, o.SegmentsPerMergeTask = 5, 5
	o.MaxSegmentSize, o.FloorSegmentSize = maxSegmentGames, 50
	return &o
}

// config is Bleve's own.
func config() map[string]any {
	o := merging()
	return map[string]any{
		"bolt_timeout":           "1s",
		"asyncErrorCallbackName": callback,
		"eventCallbackName":      callback,
		"scorchMergePlanOptions": map[string]any{
			"MaxSegmentsPerTier":   o.MaxSegmentsPerTier,
			"SegmentsPerMergeTask": o.SegmentsPerMergeTask,
			"MaxSegmentSize":       o.MaxSegmentSize,
			"FloorSegmentSize":     o.FloorSegmentSize,
		},
	}
}

// callback names what Bleve calls from its goroutines.
const callback = "assay"

func init() {
	scorch.RegistryAsyncErrorCallbacks[callback] = func(err error, store string) { generationOf(filepath.Join(store, "*")).stall(err) }
	// Bleve's goroutines read segments as mapped files. One that was cut
	// meanwhile is then a panic, which Bleve recovers, and not the end of the
	// process.
	scorch.RegistryEventCallbacks[callback] = func(scorch.Event) bool {
		debug.SetPanicOnFault(true)
		return true
	}
}

// opened holds the generations that are open, by their folders.
var opened sync.Map

// generationOf is the generation of a segment's file. There always is one, if
// only a closed one that nobody asks any more.
func generationOf(segment string) *generation {
	if g, ok := opened.Load(filepath.Dir(filepath.Dir(segment))); ok {
		return g.(*generation)
	}
	return newGeneration("", "", 0)
}

func newGeneration(path, folder string, number uint64) *generation {
	return &generation{
		path: path, folder: folder, number: number,
		failed: make(chan struct{}), closing: make(chan struct{}), forced: make(chan struct{}, 1), files: map[string]heldFile{},
	}
}

// createGeneration makes an empty generation, which stands before the first
// change.
func createGeneration(path, folder string, number uint64) (*generation, error) {
	if err := roomFor(folder, 1<<17); err != nil {
		return nil, err
	}
	mapping := bleve.NewIndexMapping()
	mapping.DefaultMapping = bleve.NewDocumentStaticMapping()
	g := newGeneration(path, folder, number)
	err := g.open(func() (bleve.Index, error) {
		return bleve.NewUsing(folder, mapping, scorch.Name, scorch.Name, config())
	})
	if err == nil {
		err = g.write(batch{ops: bleveindex.NewBatch()})
	}
	if err != nil {
		return nil, errors.Join(err, g.close(), os.RemoveAll(folder))
	}
	return g, nil
}

// openGeneration opens a generation whose files hold what was written to them.
func openGeneration(path, folder string, number uint64) (g *generation, err error) {
	if err := checkPages(filepath.Join(folder, "store", "root.bolt")); fromSystem(err) {
		return nil, err
	} else if err != nil {
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	g = newGeneration(path, folder, number)
	err = g.open(func() (bleve.Index, error) {
		b, err := bleve.OpenUsing(folder, config())
		if err != nil && g.broken() == nil && !fromSystem(err) {
			err = &Error{Path: path, Problem: ErrDamaged, Cause: err}
		}
		return b, err
	})
	if err == nil {
		err = g.readPlace()
	}
	if fault := g.broken(); fault != nil {
		err = fault
	}
	if err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// fromSystem reports whether an error says nothing of the files: there are too
// many of them, or no memory.
func fromSystem(err error) bool {
	var system *os.PathError
	return errors.As(err, &system) && !errors.Is(err, fs.ErrNotExist)
}

// open has Bleve open its index.
func (g *generation) open(bleveOpen func() (bleve.Index, error)) (err error) {
	opened.Store(g.folder, g)
	defer guard(g.path, &err)()
	b, err := bleveOpen()
	if err != nil {
		return err // and b is a nil pointer, not nil
	}
	g.mu.Lock()
	g.ready = true
	g.mu.Unlock()
	g.bleve = b
	g.low, err = b.Advanced()
	return err
}

// fail notes what went wrong, the first time.
func (g *generation) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fault == nil {
		g.fault = err
		close(g.failed)
	}
}

// stall notes what went wrong and holds up the goroutine of Bleve's that would
// try again at once, until the generation is closed.
func (g *generation) stall(err error) {
	g.fail(err)
	g.mu.Lock()
	ready := g.ready
	g.mu.Unlock()
	if !ready || errors.Is(err, scorch.ErrAsyncPanic) {
		return // it ends
	}
	select {
	case <-g.closing:
	case <-time.After(time.Minute):
	}
}

// broken is the first fault, nil while there is none.
func (g *generation) broken() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.fault
}

// watch keeps how a segment's file was when its checksum was held.
func (g *generation) watch(path string, file heldFile) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.files[path] = file
}

// touched holds those segments to their checksums again whose files have
// changed or may have: nobody writes to them.
func (g *generation) touched() error {
	g.mu.Lock()
	files := maps.Clone(g.files)
	g.mu.Unlock()
	inUse, err := g.segmentFiles()
	if err != nil {
		return err
	}
	for path, was := range files {
		if !inUse[path] {
			g.mu.Lock()
			delete(g.files, path)
			g.mu.Unlock()
			continue
		}
		now, err := os.Stat(path)
		if err == nil && was.settled && os.SameFile(was.FileInfo, now) && now.Size() == was.Size() && now.ModTime().Equal(was.ModTime()) {
			continue
		}
		held, err := g.checkInUse(path)
		if err != nil {
			return err
		}
		g.watch(path, held)
	}
	return nil
}

// sound holds all segments to their checksums.
func (g *generation) sound() error {
	inUse, err := g.segmentFiles()
	if err != nil {
		return err
	}
	for path := range inUse {
		if _, err := g.checkInUse(path); err != nil {
			return err
		}
	}
	return nil
}

// checkInUse holds the file of a segment to its checksum, if the segment is
// still in use: Bleve deletes the files of those that it has merged.
func (g *generation) checkInUse(path string) (heldFile, error) {
	held, err := checkSegment(path)
	if errors.Is(err, fs.ErrNotExist) {
		if inUse, fault := g.segmentFiles(); fault == nil && !inUse[path] {
			return held, nil
		}
	}
	return held, err
}

// segmentFiles are the files of the segments in use.
func (g *generation) segmentFiles() (map[string]bool, error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for _, s := range snapshot.Segments() {
		if stored, ok := s.Segment().(interface{ Path() string }); ok {
			files[stored.Path()] = true
		}
	}
	return files, snapshot.Close()
}

// closeWait is how long a generation that has failed may take to close. After a
// panic in one of Bleve's goroutines others may wait for it for ever.
const closeWait = 5 * time.Second

func (g *generation) close() error {
	close(g.closing)
	opened.CompareAndDelete(g.folder, g)
	if g.bleve == nil {
		return nil
	}
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer guard(g.path, &err)()
		err = g.bleve.Close()
	}()
	if g.broken() == nil {
		return <-done
	}
	select {
	case err := <-done:
		return err
	case <-time.After(closeWait):
		return fmt.Errorf("index %s: it does not close: %w", g.folder, g.broken())
	}
}

// snapshot is the index as it is now; to be closed.
func (g *generation) snapshot() (*scorch.IndexSnapshot, error) {
	reader, err := g.low.Reader()
	if err != nil {
		return nil, err
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok || snapshot == nil {
		return nil, fmt.Errorf("index of kind %T", reader)
	}
	return snapshot, nil
}

// standing is where the generation stands.
func (g *generation) standing() Place {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.place
}

// readPlace reads where the generation stands.
func (g *generation) readPlace() error {
	snapshot, err := g.snapshot()
	if err != nil {
		return err
	}
	value := snapshot.Internal()[string(placeKey)]
	if len(value) < 12 || crc32.ChecksumIEEE(value[4:]) != binary.BigEndian.Uint32(value) {
		err = &Error{Path: g.path, Problem: ErrDamaged, Cause: fmt.Errorf("place %x", value)}
	} else {
		g.place = Place{Cursor: int64(binary.BigEndian.Uint64(value[4:])), Lineage: string(value[12:])}
	}
	return errors.Join(err, snapshot.Close())
}

func (p Place) bytes() []byte {
	value := binary.BigEndian.AppendUint64(make([]byte, 4), uint64(p.Cursor))
	value = append(value, p.Lineage...)
	binary.BigEndian.PutUint32(value, crc32.ChecksumIEEE(value[4:]))
	return value
}

// write writes a batch with the place after it, durably. After an error the
// generation is to be closed; the batch may have been written all the same.
func (g *generation) write(b batch) error {
	if err := roomFor(g.folder, b.room()); err != nil {
		return err
	}
	b.ops.SetInternal(placeKey, b.place.bytes())
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer guard(g.path, &err)()
		err = g.low.Batch(b.ops)
	}()
	var err error
	select {
	case err = <-done:
	case <-g.failed: // a batch waits for goroutines of Bleve's, which may have ended
		err = g.broken()
	}
	if err != nil {
		g.fail(err)
		return err
	}
	g.mu.Lock()
	g.place = b.place
	g.mu.Unlock()
	return nil
}

// catchUp takes in what the archive has behind the generation's place.
func (g *generation) catchUp(ctx context.Context, source Source, positions int, progress func(done, total int64)) error {
	start := g.standing()
	newest, err := source.Sequence(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan batch)
	go readBatches(ctx, source, start.Cursor, positions, batches)
	defer g.bulk.Store(false)
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if b.size >= positions { // and more are to come
			g.bulk.Store(true)
		}
		if err := g.write(b); err != nil {
			return err
		}
		if progress != nil {
			newest = max(newest, b.place.Cursor)
			progress(b.place.Cursor-start.Cursor, newest-start.Cursor)
		}
	}
	return ctx.Err()
}
