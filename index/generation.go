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

// generation is one Bleve index: the current one, or the next during a rebuild.
// Bleve writes in its own goroutines; their errors arrive at [generation.fail].
// A failed generation must be closed and may be reopened.
type generation struct {
	path    string // folder of the whole index, for errors
	folder  string
	number  uint64
	bleve   bleve.Index
	low     bleveindex.Index // Bleve's lower level: whole batches in, segments out
	failed  chan struct{}    // closed at the first error
	closing chan struct{}    // closed before the generation is closed
	forced  chan struct{}    // holds a token while a merge is requested
	bulk    atomic.Bool      // bulk write: return read pages to the system at once

	mu    sync.Mutex
	ready bool // Bleve has opened it; before that, Bleve closes what fails
	place Checkpoint
	fault error                   // the first error
	files map[string]verifiedFile // segments by path
}

// checkpointKey is the internal key of the checkpoint in Bleve.
var checkpointKey = []byte("place")

// maxSegmentGames bounds merged segments and so the time and the free space of
// a merge. An archive of a million games has about forty such segments, and
// each lookup visits all.
const maxSegmentGames = 50_000

// merging returns the merge policy. Segments of up to 50 games count as equal,
// instead of up to 2,000. Otherwise, when games arrive one by one, a large
// segment would be rewritten for every few of them. Merging 5 segments at a
// time instead of 10 costs one more pass over the terms. It keeps the number of
// segments small, and each lookup visits every segment.
func merging() *mergeplan.MergePlanOptions {
	o := mergeplan.DefaultMergePlanOptions
	o.MaxSegmentsPerTier, o.SegmentsPerMergeTask = 5, 5
	o.MaxSegmentSize, o.FloorSegmentSize = maxSegmentGames, 50
	return &o
}

// config returns Bleve's configuration.
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

// callback is the registered name of functions that Bleve calls from its
// goroutines.
const callback = "assay"

func init() {
	scorch.RegistryAsyncErrorCallbacks[callback] = func(err error, store string) {
		generationOf(filepath.Join(store, "*")).stall(err)
	}
	// Bleve reads segments as mapped files. A truncated file then panics, which
	// Bleve recovers, instead of ending the process.
	scorch.RegistryEventCallbacks[callback] = func(scorch.Event) bool {
		debug.SetPanicOnFault(true)
		return true
	}
}

// opened maps the folders of open generations to the generations.
var opened sync.Map

// generationOf returns the generation of a segment file, or a closed one if it
// is no longer open.
func generationOf(segment string) *generation {
	if g, ok := opened.Load(filepath.Dir(filepath.Dir(segment))); ok {
		return g.(*generation)
	}
	return newGeneration("", "", 0)
}

func newGeneration(path, folder string, number uint64) *generation {
	return &generation{
		path: path, folder: folder, number: number,
		failed: make(chan struct{}), closing: make(chan struct{}), forced: make(chan struct{}, 1),
		files: map[string]verifiedFile{},
	}
}

// createGeneration creates an empty generation before the first change.
func createGeneration(path, folder string, number uint64) (*generation, error) {
	if err := checkSpace(folder, 1<<17); err != nil {
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

// openGeneration opens an existing generation and verifies its files.
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
		err = g.readCheckpoint()
	}
	if fault := g.broken(); fault != nil {
		err = fault
	}
	if err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

// fromSystem reports whether an error concerns the operating system and not the
// files: too many open files, or no memory.
func fromSystem(err error) bool {
	var system *os.PathError
	return errors.As(err, &system) && !errors.Is(err, fs.ErrNotExist)
}

// open lets Bleve open its index.
func (g *generation) open(bleveOpen func() (bleve.Index, error)) (err error) {
	opened.Store(g.folder, g)
	defer recoverFaults(g.path, &err)()
	b, err := bleveOpen()
	if err != nil {
		return err // b is a typed nil pointer here
	}
	g.mu.Lock()
	g.ready = true
	g.mu.Unlock()
	g.bleve = b
	g.low, err = b.Advanced()
	return err
}

// fail stores the first error.
func (g *generation) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fault == nil {
		g.fault = err
		close(g.failed)
	}
}

// stall stores the error and blocks Bleve's goroutine until the generation is
// closed. Otherwise the goroutine would retry at once.
func (g *generation) stall(err error) {
	g.fail(err)
	g.mu.Lock()
	ready := g.ready
	g.mu.Unlock()
	if !ready || errors.Is(err, scorch.ErrAsyncPanic) {
		return // Bleve ends
	}
	select {
	case <-g.closing:
	case <-time.After(time.Minute):
	}
}

// broken returns the first error, or nil.
func (g *generation) broken() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.fault
}

// noteVerified stores the state of a segment file at the time of its checksum
// test.
func (g *generation) noteVerified(path string, file verifiedFile) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.files[path] = file
}

// verifyChanged verifies the checksums of segments again whose files have
// changed or may have changed. Nothing should write to these files.
func (g *generation) verifyChanged() error {
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
		if err == nil && was.timeReliable && os.SameFile(was.FileInfo, now) && now.Size() == was.Size() &&
			now.ModTime().Equal(was.ModTime()) {
			continue
		}
		held, err := g.checkInUse(path)
		if err != nil {
			return err
		}
		g.noteVerified(path, held)
	}
	return nil
}

// verifySegments verifies the checksums of all segments.
func (g *generation) verifySegments() error {
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

// checkInUse verifies the checksum of a segment that is still in use. Bleve
// deletes merged segments, and these are ignored.
func (g *generation) checkInUse(path string) (verifiedFile, error) {
	held, err := checkSegment(path)
	if errors.Is(err, fs.ErrNotExist) {
		if inUse, fault := g.segmentFiles(); fault == nil && !inUse[path] {
			return held, nil
		}
	}
	return held, err
}

// segmentFiles returns the files of the segments in use.
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

// closeWait is the time limit for closing a failed generation. After a panic in
// one of Bleve's goroutines, others may wait for it for ever.
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
		defer recoverFaults(g.path, &err)()
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

// snapshot returns the current Bleve snapshot; close it.
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

// checkpoint returns the current checkpoint.
func (g *generation) checkpoint() Checkpoint {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.place
}

// readCheckpoint reads the stored checkpoint.
func (g *generation) readCheckpoint() error {
	snapshot, err := g.snapshot()
	if err != nil {
		return err
	}
	value := snapshot.Internal()[string(checkpointKey)]
	if len(value) < 12 || crc32.ChecksumIEEE(value[4:]) != binary.BigEndian.Uint32(value) {
		err = &Error{Path: g.path, Problem: ErrDamaged, Cause: fmt.Errorf("place %x", value)}
	} else {
		g.place = Checkpoint{Cursor: int64(binary.BigEndian.Uint64(value[4:])), Lineage: string(value[12:])}
	}
	return errors.Join(err, snapshot.Close())
}

func (p Checkpoint) bytes() []byte {
	value := binary.BigEndian.AppendUint64(make([]byte, 4), uint64(p.Cursor))
	value = append(value, p.Lineage...)
	binary.BigEndian.PutUint32(value, crc32.ChecksumIEEE(value[4:]))
	return value
}

// write writes a batch and its checkpoint durably. After an error the
// generation must be closed; the batch may have been written nevertheless.
func (g *generation) write(b batch) error {
	if err := checkSpace(g.folder, b.maxBytes()); err != nil {
		return err
	}
	b.ops.SetInternal(checkpointKey, b.checkpoint.bytes())
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer recoverFaults(g.path, &err)()
		err = g.low.Batch(b.ops)
	}()
	var err error
	select {
	case err = <-done:
	case <-g.failed: // Bleve's goroutines may have ended and never answer
		err = g.broken()
	}
	if err != nil {
		g.fail(err)
		return err
	}
	g.mu.Lock()
	g.place = b.checkpoint
	g.mu.Unlock()
	return nil
}

// catchUp indexes the changes after the generation's checkpoint.
func (g *generation) catchUp(ctx context.Context, source Source, positions int,
	progress func(done, total int64)) error {
	start := g.checkpoint()
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
		if b.size >= positions { // more will follow
			g.bulk.Store(true)
		}
		if err := g.write(b); err != nil {
			return err
		}
		if progress != nil {
			newest = max(newest, b.checkpoint.Cursor)
			progress(b.checkpoint.Cursor-start.Cursor, newest-start.Cursor)
		}
	}
	return ctx.Err()
}
