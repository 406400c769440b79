package index

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strconv"

	"github.com/blevesearch/bleve/v2/document"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// batch is a run of changes that is written at once, or the error that ended
// the reading of them.
type batch struct {
	ops   *bleveindex.Batch
	place place // after it
	size  int   // changes and positions
	err   error
}

// pageSize is how many changes are asked of the source at once.
const pageSize = 256

// room is how many bytes a batch may take on disk: some 37 a position before
// segments are merged, and what is said of each.
func (b *batch) room() uint64 { return 64*uint64(b.size) + 1<<18 }

// readBatches reads the source to its end, one batch ahead of the writing.
func readBatches(ctx context.Context, source Source, after int64, positions int, batches chan<- batch) {
	defer close(batches)
	for {
		b := readBatch(ctx, source, after, positions)
		if b.err == nil && b.place.cursor == after {
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
		after = b.place.cursor
	}
}

// readBatch reads changes until they hold enough positions or there are no
// more. They are all of one history: an archive that is replaced meanwhile has
// another lineage.
func readBatch(ctx context.Context, source Source, after int64, positions int) (b batch) {
	defer func() {
		if r := recover(); r != nil {
			b = batch{err: &PanicError{Value: r, Stack: debug.Stack()}}
		}
	}()
	newest, err := source.Sequence(ctx)
	if err != nil {
		return batch{err: err}
	}
	lineage, err := source.Lineage(ctx, newest)
	if err != nil {
		return batch{err: err}
	}
	b = batch{ops: bleveindex.NewBatch(), place: place{cursor: after}}
	more := true
	for more && b.size < positions {
		changes, err := source.Changes(ctx, b.place.cursor, pageSize)
		if err != nil {
			return batch{err: err}
		}
		more = len(changes) == pageSize
		for _, c := range changes {
			if c.Sequence <= b.place.cursor {
				return batch{err: fmt.Errorf("the archive gave change %d after change %d", c.Sequence, b.place.cursor)}
			}
			if c.Sequence > newest {
				more = false
				break // of the next batch
			}
			b.place.cursor = c.Sequence
			b.add(c)
		}
	}
	if !more { // nothing is left up to there, whatever has come since
		b.place.cursor = max(b.place.cursor, newest)
	}
	if b.place.lineage, err = source.Lineage(ctx, b.place.cursor); err != nil {
		return batch{err: err}
	}
	if again, err := source.Lineage(ctx, newest); err != nil || again != lineage {
		return batch{err: fmt.Errorf("the archive was replaced while it was read: %w", cmp.Or(err, ErrForeign))}
	}
	return b
}

func (b *batch) add(c Change) {
	b.size += 1 + len(c.Document.Keys)
	id := strconv.FormatInt(c.Game, 10)
	if c.Deleted {
		b.ops.Delete(id)
		return
	}
	d := document.NewDocument(id)
	for _, f := range fieldsOf(c.Document) {
		d.AddField(f)
	}
	d.AddField(&stored{field: field{name: gameField}, value: writeEntry(c)})
	b.ops.Update(d)
}
