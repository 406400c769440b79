package index

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// generation is one Bleve index: the current one or the next.
type generation struct {
	path     string // of the whole index, for errors
	folder   string
	number   uint64
	bleve    bleve.Index
	low      bleveindex.Index // what bleve wraps: whole batches in, segments out
	cursor   atomic.Int64
	contents contents
}

// cursorKey names the cursor among what Bleve keeps beside the documents.
var cursorKey = []byte("cursor")

// pageSize is how many changes are asked of the source at once.
const pageSize = 256

// maxSegmentGames bounds the segments that are merged, and so the memory that a merge takes: the dictionary of the new
// segment is built in memory, some 20 bytes a position. An archive of a million games has some twenty such segments, in
// each of which a term is looked up.
const maxSegmentGames = 100_000

// config is Bleve's own. Small merges (5 segments instead of 10) cost one pass more over the terms and keep the share of
// unmerged segments low, in which a term with one hit takes 37 bytes instead of 17.
func config() map[string]any {
	return map[string]any{
		"bolt_timeout": "1s",
		"scorchMergePlanOptions": map[string]any{
			"MaxSegmentsPerTier":   5,
			"SegmentsPerMergeTask": 5,
			"MaxSegmentSize":       maxSegmentGames,
			"TierGrowth":           10.0,
			"FloorSegmentSize":     2000,
			"ReclaimDeletesWeight": 2.0,
		},
	}
}

func createGeneration(path, folder string, number uint64) (*generation, error) {
	mapping := bleve.NewIndexMapping()
	mapping.DefaultMapping = bleve.NewDocumentStaticMapping()
	b, err := bleve.NewUsing(folder, mapping, scorch.Name, scorch.Name, config())
	if err != nil {
		return nil, err
	}
	return newGeneration(path, folder, number, b)
}

func openGeneration(path, folder string, number uint64) (g *generation, err error) {
	defer damage(path, &err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	b, err := bleve.OpenUsing(folder, config())
	if err != nil {
		return nil, &Error{Path: path, Problem: ErrDamaged, Cause: err}
	}
	return newGeneration(path, folder, number, b)
}

func newGeneration(path, folder string, number uint64, b bleve.Index) (*generation, error) {
	low, err := b.Advanced()
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	g := &generation{path: path, folder: folder, number: number, bleve: b, low: low}
	cursor, err := g.readCursor()
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	g.cursor.Store(cursor)
	return g, nil
}

func (g *generation) close() error { return g.bleve.Close() }

// snapshot is the index as it is now; to be closed.
func (g *generation) snapshot() (*scorch.IndexSnapshot, error) {
	reader, err := g.low.Reader()
	if err != nil {
		return nil, err
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok {
		return nil, errors.Join(fmt.Errorf("index of kind %T", reader), reader.Close())
	}
	return snapshot, nil
}

func (g *generation) readCursor() (int64, error) {
	snapshot, err := g.snapshot()
	if err != nil {
		return 0, err
	}
	value, err := snapshot.GetInternal(cursorKey)
	if err := errors.Join(err, snapshot.Close()); err != nil {
		return 0, err
	}
	switch len(value) {
	case 0:
		return 0, nil
	case 8:
		return int64(binary.BigEndian.Uint64(value)), nil
	default:
		return 0, &Error{Path: g.path, Problem: ErrDamaged, Cause: fmt.Errorf("cursor of %d bytes", len(value))}
	}
}

// batch is a run of changes that is written at once, or the error that ended the reading of them.
type batch struct {
	ops    *bleveindex.Batch
	cursor int64
	err    error
}

// newest is the sequence number of the source's newest change, which the cursor may not have passed.
func (g *generation) newest(ctx context.Context, source Source) (int64, error) {
	newest, err := source.Sequence(ctx)
	if err != nil {
		return 0, err
	}
	if cursor := g.cursor.Load(); cursor > newest {
		return 0, &Error{Path: g.path, Problem: ErrAhead, Cause: fmt.Errorf("change %d is taken in, %d is the archive's last", cursor, newest)}
	}
	return newest, nil
}

func (g *generation) catchUp(ctx context.Context, source Source, positions int, progress func(done, total int64)) error {
	newest, err := g.newest(ctx, source)
	if err != nil {
		return err
	}
	start := g.cursor.Load()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	batches := make(chan batch)
	go readBatches(ctx, source, start, positions, batches)
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if err := g.low.Batch(b.ops); err != nil {
			return err
		}
		g.cursor.Store(b.cursor)
		if progress != nil {
			newest = max(newest, b.cursor)
			progress(b.cursor-start, newest-start)
		}
	}
	return ctx.Err()
}

// readBatches reads the source to its end, one batch ahead of the writing.
func readBatches(ctx context.Context, source Source, after int64, positions int, batches chan<- batch) {
	defer close(batches)
	for {
		b := readBatch(ctx, source, after, positions)
		if b.err == nil && b.cursor == after {
			return
		}
		select {
		case batches <- b:
		case <-ctx.Done():
			return
		}
		if b.err != nil {
			return
		}
		after = b.cursor
	}
}

// readBatch reads changes until they hold enough positions or there are no more.
func readBatch(ctx context.Context, source Source, after int64, positions int) batch {
	b := batch{ops: bleveindex.NewBatch(), cursor: after}
	for count := 0; count < positions; {
		changes, err := source.Changes(ctx, b.cursor, pageSize)
		if err != nil {
			return batch{err: err}
		}
		for _, c := range changes {
			if c.Sequence <= b.cursor {
				return batch{err: fmt.Errorf("the archive gave change %d after change %d", c.Sequence, b.cursor)}
			}
			b.cursor = c.Sequence
			b.add(c)
			count += 1 + len(c.Document.Keys)
		}
		if len(changes) < pageSize {
			break
		}
	}
	b.ops.SetInternal(cursorKey, binary.BigEndian.AppendUint64(nil, uint64(b.cursor)))
	return b
}

func (b *batch) add(c Change) {
	id := strconv.FormatInt(c.Game, 10)
	if c.Deleted {
		b.ops.Delete(id)
		return
	}
	d := document.NewDocument(id)
	for _, f := range fieldsOf(c.Document) {
		d.AddField(f)
	}
	d.AddField(&stored{field: field{name: gameField}, value: writeEntry(c.Document)})
	b.ops.Update(d)
}
