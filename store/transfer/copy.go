// Package transfer copies archives from one store to another, row by row.
package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
)

// End is an archive that can be copied from and to.
type End interface {
	// Identity tells the archive from all others but its copies.
	Identity(ctx context.Context) ([]byte, error)

	// Become gives an archive without rows the identity of another. From then
	// on only a copy opens it, until Finish.
	Become(ctx context.Context, identity []byte) error

	// Whole reports whether anybody opens the archive.
	Whole(ctx context.Context) (bool, error)

	// Finish has anybody open an archive again.
	Finish(ctx context.Context) error

	// LastGame is the greatest number that a game has, 0 where there is none.
	LastGame(ctx context.Context) (int64, error)

	// LastDelivery is the greatest number that a delivery has, 0 where there is
	// none.
	LastDelivery(ctx context.Context) (int64, error)

	// LastStep is the change of the last step of a submission.
	LastStep(ctx context.Context) (int64, error)

	// Rows gives rows of a table in the order of its key: those of games or
	// deliveries from one number to another, or all of a table that has none of
	// either.
	Rows(ctx context.Context, t *Table, from, to int64) ([][]any, error)

	// Put writes rows in the order of the parts, all or none, and what the
	// store derives from them.
	Put(ctx context.Context, parts []Part) error

	// Sequence is the number of the last change.
	Sequence(ctx context.Context) (int64, error)
}

// Unfinished is added to the number of an archive's schema from Become to
// Finish: programs that do not know of it take that for a schema to come, and
// open it neither.
const Unfinished = 1_000_000

// Part is some rows of a table.
type Part struct {
	Table *Table
	Rows  [][]any
}

// Tally is what a copy came to.
type Tally struct {
	Games int64 // that there are, deleted ones included
	There int64 // of them that an earlier copy had brought over
}

// Why a copy is refused, or is none.
var (
	ErrOther     = errors.New("it holds another archive: a copy goes to a new one, or on where one to it was cut short")
	ErrDifferent = errors.New("the copy is not equal")
	ErrChanged   = errors.New("the archive was changed while it was copied: begin with a new one, while nobody writes")
)

// at is how many numbers of games are copied at once, and filesAtOnce of
// deliveries, which are whole files.
const (
	at          = 200
	filesAtOnce = 8
)

// Copy copies an archive to a new one, or goes on where a copy to it was cut
// short, and proves every row of it equal: nobody else opens it before. The new
// archive is the same one to whoever follows its changes. progress is told how
// many numbers of games are done, of how many. The error may match [ErrOther],
// [ErrDifferent] or [ErrChanged].
func Copy(ctx context.Context, from, to End, progress func(done, total int64)) (Tally, error) {
	before, err := state(ctx, from)
	if err != nil {
		return Tally{}, err
	}
	writes, err := begin(ctx, from, to)
	if err != nil {
		return Tally{}, err
	}
	last, err := from.LastGame(ctx)
	if err != nil {
		return Tally{}, err
	}
	there, err := to.LastGame(ctx)
	if err != nil {
		return Tally{}, err
	}
	tally := Tally{}
	for first := int64(1); first <= max(last, there); first += at {
		n, err := move(ctx, from, to, ofGames, first, first+at-1, writes && first > there)
		if err != nil {
			return tally, err
		}
		if tally.Games += n; first <= there {
			tally.There += n
		}
		progress(min(first+at-1, last), last)
	}
	known := false
	for _, t := range ofNone {
		rows, err := to.Rows(ctx, t, 0, 0)
		if err != nil {
			return tally, err
		}
		known = known || len(rows) > 0
	}
	if _, err := move(ctx, from, to, ofNone, 0, 0, writes && !known); err != nil {
		return tally, err
	}
	if err := deliver(ctx, from, to, writes); err != nil {
		return tally, err
	}
	after, err := state(ctx, from)
	if err != nil {
		return tally, err
	}
	if after != before {
		return tally, ErrChanged
	}
	copied, err := state(ctx, to)
	if err == nil && copied != after {
		err = fmt.Errorf("%w: its last changes are %d, want %d", ErrDifferent, copied, after)
	}
	if err != nil {
		return tally, err
	}
	return tally, to.Finish(ctx)
}

// state is the numbers of the last change of games and of submissions.
func state(ctx context.Context, of End) (last [2]int64, err error) {
	if last[0], err = of.Sequence(ctx); err != nil {
		return last, err
	}
	last[1], err = of.LastStep(ctx)
	return last, err
}

// deliver copies the deliveries, with what became of them.
func deliver(ctx context.Context, from, to End, writes bool) error {
	last, err := from.LastDelivery(ctx)
	if err != nil {
		return err
	}
	there, err := to.LastDelivery(ctx)
	if err != nil {
		return err
	}
	for first := int64(1); first <= max(last, there); first += filesAtOnce {
		if _, err := move(ctx, from, to, ofDeliveries, first, first+filesAtOnce-1, writes && first > there); err != nil {
			return err
		}
	}
	return nil
}

// begin makes a new archive the same as one that is copied; one that is no copy
// of it has to be empty. One that is whole already is compared, and not written
// to: anybody may have it open.
func begin(ctx context.Context, from, to End) (writes bool, err error) {
	want, err := from.Identity(ctx)
	if err != nil {
		return false, err
	}
	got, err := to.Identity(ctx)
	if err != nil {
		return false, err
	}
	if bytes.Equal(got, want) {
		whole, err := to.Whole(ctx)
		return !whole, err
	}
	games, err := to.LastGame(ctx)
	if err != nil {
		return false, err
	}
	deliveries, err := to.LastDelivery(ctx)
	if err != nil {
		return false, err
	}
	others := 0
	for _, t := range ofNone {
		rows, err := to.Rows(ctx, t, 0, 0)
		if err != nil {
			return false, err
		}
		others += len(rows)
	}
	if games > 0 || deliveries > 0 || others > 0 {
		return false, ErrOther
	}
	return true, to.Become(ctx, want)
}

// move copies the rows of some tables where they are new, and proves them
// equal. n is how many rows the first of them has.
func move(ctx context.Context, from, to End, tables []*Table, first, last int64, fresh bool) (n int64, err error) {
	parts := make([]Part, len(tables))
	for i, t := range tables {
		rows, err := from.Rows(ctx, t, first, last)
		if err != nil {
			return 0, err
		}
		parts[i] = Part{t, rows}
	}
	if fresh {
		if err := to.Put(ctx, parts); err != nil {
			return 0, err
		}
	}
	for _, part := range parts {
		rows, err := to.Rows(ctx, part.Table, first, last)
		if err != nil {
			return 0, err
		}
		if !reflect.DeepEqual(rows, part.Rows) {
			return 0, fmt.Errorf("%w: table %s, %d to %d", ErrDifferent, part.Table.Name, first, last)
		}
	}
	return int64(len(parts[0].Rows)), nil
}
