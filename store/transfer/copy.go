// Package transfer copies archives from one store to another, row by row.
package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
)

// Endpoint is an archive that can be copied from and to.
type Endpoint interface {
	// Identity identifies the archive and its copies.
	Identity(ctx context.Context) ([]byte, error)

	// AdoptIdentity copies the identity of another archive to an empty one.
	// Until Finish, only a copy can open it.
	AdoptIdentity(ctx context.Context, identity []byte) error

	// Complete reports whether the archive is open to everyone.
	Complete(ctx context.Context) (bool, error)

	// Finish opens an archive to everyone again.
	Finish(ctx context.Context) error

	// LastGame returns the largest ID of a game, or 0.
	LastGame(ctx context.Context) (int64, error)

	// LastUpload returns the largest ID of an upload, or 0.
	LastUpload(ctx context.Context) (int64, error)

	// LastStep returns the change number of the last step of a submission.
	LastStep(ctx context.Context) (int64, error)

	// Rows returns rows of a table in key order: the rows of a range of games
	// or uploads, or all rows of a table that belongs to neither.
	Rows(ctx context.Context, t *Table, from, to int64) ([][]any, error)

	// Put writes rows in the order of the parts, all or none, with derived
	// data.
	Put(ctx context.Context, parts []Batch) error

	// Sequence returns the number of the last change.
	Sequence(ctx context.Context) (int64, error)
}

// Unfinished is added to an archive's schema number from Become to Finish.
// Other programs then regard the schema as newer than their own and do not open
// it.
const Unfinished = 1_000_000

// Batch is a number of rows of a table.
type Batch struct {
	Table *Table
	Rows  [][]any
}

// Summary is the result of a copy.
type Summary struct {
	Games int64 // number of games, deleted ones included
	There int64 // of them copied by an earlier run
}

// Reasons to refuse or abort a copy.
var (
	ErrOther     = errors.New("the target is another archive: copy to a new one, or continue an interrupted copy")
	ErrDifferent = errors.New("the copy differs from the original")
	ErrChanged   = errors.New(
		"the archive changed during the copy: start again with a new target while no process writes")
)

// at is the number of game IDs copied at once, filesAtOnce the number of
// uploads, which contain whole files.
const (
	at          = 200
	filesAtOnce = 8
)

// Copy copies an archive to a new one, or continues an interrupted copy. It
// verifies that every row is equal before anyone else can open the copy.
// Programs that follow the changes of the archive can continue with the copy.
// progress receives the numbers of finished and of all game IDs. The error may
// match [ErrOther], [ErrDifferent] or [ErrChanged].
func Copy(ctx context.Context, from, to Endpoint, progress func(done, total int64)) (Summary, error) {
	before, err := state(ctx, from)
	if err != nil {
		return Summary{}, err
	}
	writes, err := begin(ctx, from, to)
	if err != nil {
		return Summary{}, err
	}
	last, err := from.LastGame(ctx)
	if err != nil {
		return Summary{}, err
	}
	there, err := to.LastGame(ctx)
	if err != nil {
		return Summary{}, err
	}
	tally := Summary{}
	for first := int64(1); first <= max(last, there); first += at {
		n, err := move(ctx, from, to, gameTables, first, first+at-1, writes && first > there)
		if err != nil {
			return tally, err
		}
		if tally.Games += n; first <= there {
			tally.There += n
		}
		progress(min(first+at-1, last), last)
	}
	known := false
	for _, t := range otherTables {
		rows, err := to.Rows(ctx, t, 0, 0)
		if err != nil {
			return tally, err
		}
		known = known || len(rows) > 0
	}
	if _, err := move(ctx, from, to, otherTables, 0, 0, writes && !known); err != nil {
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

// state returns the numbers of the last changes of games and submissions.
func state(ctx context.Context, of Endpoint) (last [2]int64, err error) {
	if last[0], err = of.Sequence(ctx); err != nil {
		return last, err
	}
	last[1], err = of.LastStep(ctx)
	return last, err
}

// deliver copies the uploads with their submissions.
func deliver(ctx context.Context, from, to Endpoint, writes bool) error {
	last, err := from.LastUpload(ctx)
	if err != nil {
		return err
	}
	there, err := to.LastUpload(ctx)
	if err != nil {
		return err
	}
	for first := int64(1); first <= max(last, there); first += filesAtOnce {
		if _, err := move(ctx, from, to, uploadTables, first, first+filesAtOnce-1, writes &&
			first > there); err != nil {
			return err
		}
	}
	return nil
}

// begin copies the identity of the source to a new archive; any other target
// must be empty. A finished copy is compared but not written, because others
// may have it open.
func begin(ctx context.Context, from, to Endpoint) (writes bool, err error) {
	want, err := from.Identity(ctx)
	if err != nil {
		return false, err
	}
	got, err := to.Identity(ctx)
	if err != nil {
		return false, err
	}
	if bytes.Equal(got, want) {
		whole, err := to.Complete(ctx)
		return !whole, err
	}
	games, err := to.LastGame(ctx)
	if err != nil {
		return false, err
	}
	deliveries, err := to.LastUpload(ctx)
	if err != nil {
		return false, err
	}
	others := 0
	for _, t := range otherTables {
		rows, err := to.Rows(ctx, t, 0, 0)
		if err != nil {
			return false, err
		}
		others += len(rows)
	}
	if games > 0 || deliveries > 0 || others > 0 {
		return false, ErrOther
	}
	return true, to.AdoptIdentity(ctx, want)
}

// move copies new rows of some tables and verifies that they are equal. n is
// the number of rows of the first table.
func move(ctx context.Context, from, to Endpoint, tables []*Table, first, last int64, fresh bool) (n int64, err error) {
	parts := make([]Batch, len(tables))
	for i, t := range tables {
		rows, err := from.Rows(ctx, t, first, last)
		if err != nil {
			return 0, err
		}
		parts[i] = Batch{t, rows}
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
