package index

import (
	"context"
	"strconv"

	"github.com/blevesearch/bleve/v2/document"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// batch is a run of changes that is written at once, or the error that ended
// the reading of them.
type batch struct {
	ops   *bleveindex.Batch
	place Place // after it
	size  int   // changes and positions
	err   error
}

// room is how many bytes a batch may take on disk: some 37 a position before
// segments are merged, and what is said of each.
func (b *batch) room() uint64 { return 64*uint64(b.size) + 1<<18 }

// readBatches reads the source to its end, one batch ahead of the writing.
func readBatches(ctx context.Context, source Source, after int64, positions int, batches chan<- batch) {
	defer close(batches)
	for {
		b := readBatch(ctx, source, after, positions)
		if b.err == nil && b.place.Cursor == after {
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
		after = b.place.Cursor
	}
}

// readBatch reads a batch whose changes hold enough positions.
func readBatch(ctx context.Context, source Source, after int64, positions int) (b batch) {
	defer Survive(&b.err)
	b = batch{ops: bleveindex.NewBatch()}
	b.place, b.err = Read(ctx, source, after, func(c Change) bool {
		b.add(c)
		return b.size < positions
	})
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
	d.AddField(&stored{field: field{name: GameField}, value: EncodeEntry(c)})
	b.ops.Update(d)
}
