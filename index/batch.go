package index

import (
	"context"
	"strconv"

	"assay/analysis/crash"

	"github.com/blevesearch/bleve/v2/document"
	bleveindex "github.com/blevesearch/bleve_index_api"
)

// batch is a number of changes that are written together, or the error that
// ended reading.
type batch struct {
	ops        *bleveindex.Batch
	checkpoint Checkpoint // after these changes
	size       int        // number of changes and positions
	err        error
	texts      *textCache
}

// maxBytes returns an upper bound of the bytes that a batch takes on disk:
// about 20 per position, and an overhead per change.
func (b *batch) maxBytes() uint64 { return 64*uint64(b.size) + 1<<18 }

// readBatches reads all changes of the source, one batch ahead of writing.
func readBatches(ctx context.Context, source Source, after int64, positions int, batches chan<- batch) {
	defer close(batches)
	texts := newTextCache()
	for {
		b := readBatch(ctx, source, after, positions, texts)
		if b.err == nil && b.checkpoint.Cursor == after {
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
		after = b.checkpoint.Cursor
	}
}

// readBatch reads changes until they have enough positions.
func readBatch(ctx context.Context, source Source, after int64, positions int, texts *textCache) (b batch) {
	defer crash.Recover(&b.err)
	b = batch{ops: bleveindex.NewBatch(), texts: texts}
	b.checkpoint, b.err = Read(ctx, source, after, func(c Change) bool {
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
	for _, f := range b.texts.textFieldsOf(&c.Document) {
		d.AddField(f)
	}
	d.AddField(&stored{field: field{name: GameField}, value: EncodeEntry(c)})
	b.ops.Update(&gameDocument{
		Document: d, game: c.Game, keys: c.Document.Keys, sideKeys: c.Document.SideKeys, salt: salt(c.Document.Rules),
		placements: c.Document.searchedPlacements(),
	})
}
