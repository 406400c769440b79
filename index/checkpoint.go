package index

import (
	"cmp"
	"context"
	"fmt"
)

// Checkpoint says up to which change an index has followed its archive.
type Checkpoint struct {
	Cursor  int64  // the last indexed change
	Lineage string // the archive's lineage up to it
}

// Verify reports whether a source is the archive that the index at path
// followed, with the same history. If not, it returns an [*Error] that matches
// [ErrForeign].
func (p Checkpoint) Verify(ctx context.Context, source Source, path string) error {
	if p.Cursor == 0 {
		return nil
	}
	lineage, err := source.Lineage(ctx, p.Cursor)
	if err != nil || lineage == p.Lineage {
		return err
	}
	return &Error{Path: path, Problem: ErrForeign,
		Cause: fmt.Errorf("change %d is of %q, and was of %q when it was taken in", p.Cursor, lineage, p.Lineage)}
}

const (
	// pageSize is the largest number of changes per request to the source,
	// firstPage the size of the first request, because games may be very long.
	pageSize  = 256
	firstPage = 32
	// pagePositions is the target number of positions per request.
	pagePositions = 1 << 14
)

// Read calls take with each change after a sequence number and returns the
// checkpoint. It ends when no change is left, or at the end of a request if
// take has returned false. All changes belong to one history: if the archive is
// replaced meanwhile, the lineage differs.
func Read(ctx context.Context, source Source, after int64, take func(Change) (more bool)) (Checkpoint, error) {
	newest, err := source.Sequence(ctx)
	if err != nil {
		return Checkpoint{}, err
	}
	lineage, err := source.Lineage(ctx, newest)
	if err != nil {
		return Checkpoint{}, err
	}
	p := Checkpoint{Cursor: after}
	left, wanted := true, true
	for size := firstPage; left && wanted; {
		changes, err := source.Changes(ctx, p.Cursor, size)
		if err != nil {
			return Checkpoint{}, err
		}
		left = len(changes) == size
		positions := 0
		for _, c := range changes {
			if c.Sequence <= p.Cursor {
				return Checkpoint{}, fmt.Errorf("the archive gave change %d after change %d", c.Sequence, p.Cursor)
			}
			if c.Sequence > newest {
				left = false
				break // for the next batch
			}
			p.Cursor = c.Sequence
			positions += len(c.Document.Keys)
			wanted = take(c)
		}
		size = min(2*size, pageSize, max(1, size*pagePositions/max(1, positions)))
	}
	if !left { // nothing is left up to there, even if more has arrived
		p.Cursor = max(p.Cursor, newest)
	}
	if p.Lineage, err = source.Lineage(ctx, p.Cursor); err != nil {
		return Checkpoint{}, err
	}
	if again, err := source.Lineage(ctx, newest); err != nil || again != lineage {
		return Checkpoint{}, fmt.Errorf("the archive was replaced while it was read: %w", cmp.Or(err, ErrForeign))
	}
	return p, nil
}
