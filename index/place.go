package index

import (
	"cmp"
	"context"
	"fmt"
)

// Place is where an index stands in the changes of its archive.
type Place struct {
	Cursor  int64  // the last change taken in
	Lineage string // what the archive said of its history up to there
}

// Related reports whether a source is of the archive and of the history that
// the index of a path has followed. The error is an [*Error] that matches
// [ErrForeign] where it is not.
func (p Place) Related(ctx context.Context, source Source, path string) error {
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
	// pageSize is how many changes are asked of the source at once at most, and
	// firstPage how many at first, as games may be very long.
	pageSize  = 256
	firstPage = 32
	// pagePositions is how many positions the next page may well have.
	pagePositions = 1 << 14
)

// Read gives take the changes after a sequence number, until it has enough at
// the end of what was asked for at once, or there are no more, and tells the
// place after them. They are all of one history: an archive that is replaced
// meanwhile has another lineage.
func Read(ctx context.Context, source Source, after int64, take func(Change) (more bool)) (Place, error) {
	newest, err := source.Sequence(ctx)
	if err != nil {
		return Place{}, err
	}
	lineage, err := source.Lineage(ctx, newest)
	if err != nil {
		return Place{}, err
	}
	p := Place{Cursor: after}
	left, wanted := true, true
	for size := firstPage; left && wanted; {
		changes, err := source.Changes(ctx, p.Cursor, size)
		if err != nil {
			return Place{}, err
		}
		left = len(changes) == size
		positions := 0
		for _, c := range changes {
			if c.Sequence <= p.Cursor {
				return Place{}, fmt.Errorf("the archive gave change %d after change %d", c.Sequence, p.Cursor)
			}
			if c.Sequence > newest {
				left = false
				break // of the next batch
			}
			p.Cursor = c.Sequence
			positions += len(c.Document.Keys)
			wanted = take(c)
		}
		size = min(2*size, pageSize, max(1, size*pagePositions/max(1, positions)))
	}
	if !left { // nothing is left up to there, whatever has come since
		p.Cursor = max(p.Cursor, newest)
	}
	if p.Lineage, err = source.Lineage(ctx, p.Cursor); err != nil {
		return Place{}, err
	}
	if again, err := source.Lineage(ctx, newest); err != nil || again != lineage {
		return Place{}, fmt.Errorf("the archive was replaced while it was read: %w", cmp.Or(err, ErrForeign))
	}
	return p, nil
}
