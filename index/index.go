// Package index finds archived games by a position they reached, by what a
// position was like, and by the words of their headers and comments.
//
// The index holds nothing of its own: it is derived from the archive, whose
// changes it pulls in order ([Source]), and it may be deleted and rebuilt at
// any time. It is a Bleve index with one document a game. Every position of the
// game is a term of that document, as are what stood on which square, the words
// of its headers, its variant and its verdict; nothing is scored or counted. A
// query for a position is answered by intersecting posting lists, so that
// totals are exact. With each document its tape is stored: what its plies
// change. A condition is run through the tapes of the games that the lists
// leave, and the explorer and the search for similar positions read them too.
//
// Position keys are compared, positions are not: two positions with the same
// key are one to the index, and a caller who must be certain replays the games
// it is given. The index never misses a game that its source has and whose
// change it has taken in.
//
// An index heals itself. What is wrong with its files is noticed when it is
// opened, when they change under it, or by a search that meets it; whatever
// goes wrong in writing, the generation of files is closed and opened again by
// the next [Index.CatchUp]. Where that does not help, the index begins anew,
// and searches see what it has until it is whole.
//
// An index belongs to one process at a time. Within the process every method
// may be called from any goroutine: searches run during a catch-up and during a
// rebuild, and see the index as it was after some whole batch of changes.
package index

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"assay/analysis/rules"
	"assay/index/tape"
)

// Source is what the index needs of the archive.
type Source interface {
	// Changes returns, in ascending order of Sequence, up to limit changes that
	// come after the given sequence number, and none when there are none. It
	// must give the last change of every game; it may leave out a change that a
	// later change of the same game supersedes.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)
	// Outline is Changes without documents.
	Outline(ctx context.Context, after int64, limit int) ([]Change, error)
	// Sequence is the sequence number of the newest change, 0 if there never
	// was one.
	Sequence(ctx context.Context) (int64, error)
	// Lineage stands for the archive and its history up to a change. It never
	// alters; another archive, or this one with another history up to there,
	// has another one.
	Lineage(ctx context.Context, sequence int64) (string, error)
}

// Change is one change of the archive: the state of one game after it.
type Change struct {
	// Sequence orders the changes; it is positive and no two changes share it.
	Sequence int64
	// Game is the game's number in the archive, positive.
	Game int64
	// Deleted says that the game is in the archive no longer; Document is then
	// empty.
	Deleted bool
	// Document is what the game is found by.
	Document Document
}

// Document is what a game is found by.
type Document struct {
	// Variant is the variant's id.
	Variant string
	// Verdict is the verdict on the record: "legal", "ruled", "illegal",
	// "unreadable", "unsupported" or [Damaged].
	Verdict string
	// Rules are those by which Tape numbers pieces and squares; nil where there
	// is no tape.
	Rules *rules.Rules
	// Keys holds the key of the position at every ply of the game, ply 0 being
	// the start. The order does not matter.
	Keys []uint64
	// SideKeys holds those of the side lines.
	SideKeys []uint64
	// Tape is the game's plies, side lines included, and Placements are what
	// stood where in them.
	Tape       tape.Tape
	Placements []tape.Placement
	// Opinions are what an engine thinks of the game; nil for nothing.
	Opinions *tape.Opinions
	// Result is the game's result: "1-0", "0-1", "1/2-1/2", or anything else
	// for none.
	Result string
	// Earliest and Latest are the days between which the game was played, as
	// yyyymmdd; 0 where nothing is known.
	Earliest, Latest int
	// Ratings are those of the players, by their sides, 0 where one is not
	// known.
	Ratings [2]int
	// Opening is what the record calls the game's opening.
	Opening Opening
	// Headers holds the record's headers by name ("player1", "event", "date"
	// …).
	Headers map[string]string
	// Comments is the text of the record's comments.
	Comments string
}

// Options tune an index. The zero value is ready to use.
type Options struct {
	// LockWait is how long Open waits for another process to close the index; 0
	// means one second.
	LockWait time.Duration
	// BatchPositions is how many positions are written at once; 0 means
	// [BatchPositions]. A batch takes some 400 bytes of memory a position while
	// it is written.
	BatchPositions int
	// Memory bounds in bytes what is held of tapes, and of what was found in
	// them; 0 means [DefaultMemory], and below 0 nothing is held.
	Memory int64
	// Report is told of faults that the index heals by itself; nil for nobody.
	Report func(error)
}

const defaultLockWait = time.Second

// BatchPositions is how many positions, and games, are written at once where
// [Options] do not say.
const BatchPositions = 1 << 14

func (o Options) withDefaults() Options {
	if o.LockWait <= 0 {
		o.LockWait = defaultLockWait
	}
	if o.BatchPositions <= 0 {
		o.BatchPositions = BatchPositions
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	return o
}

// Index is an open index.
type Index struct {
	path    string
	root    *root // nil once closed
	source  Source
	options Options

	// writer holds one token: whoever has it may write, rebuild, check or
	// close.
	writer chan struct{}
	// closing ends the work that holds the token when the index is to be
	// closed.
	closing context.Context
	close   context.CancelFunc

	hoard    *hoard
	explored Explorations
	doubts   atomic.Pointer[error] // what a search met that may be damage
	doubted  int                   // how often it was none; guarded by writer

	looking sync.Mutex   // held while a view is made
	mu      sync.RWMutex // guards all below
	current *generation  // nil once closed, and where none can be opened
	seen    *view        // by searches; nil before the first and where there is nothing to be seen
	state   State
	// relapses counts how often the generation was damaged in writing since it
	// last did well.
	relapses int
}

// State tells how an index does.
type State struct {
	// Cursor is the sequence number of the last change taken in that searches
	// find, 0 for none.
	Cursor int64
	// Fault is why the last catch-up or rebuild failed, nil if it did not.
	Fault error
	// Rebuilding says that the index is being built anew.
	Rebuilding bool
}

// Open opens the index in the folder path, or creates it there, empty, and
// holds what it finds to its checksums and to the source. It does not catch up
// with the source.
//
// The error is an [*Error] with the problem [ErrLocked], [ErrDamaged],
// [ErrVersion] or [ErrForeign] where one of these is the reason; the last three
// are cured by [Renew].
func Open(ctx context.Context, path string, source Source, o Options) (*Index, error) {
	o = o.withDefaults()
	r, err := openRoot(path, o.LockWait)
	if err != nil {
		return nil, err
	}
	g, err := r.open(ctx, source)
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	return newIndex(r, source, o, g), nil
}

// Renew opens an empty index in the folder path, whatever was in it before. The
// folder must hold nothing else.
//
// The error is an [*Error] with the problem [ErrLocked] if another process has
// the index open.
func Renew(path string, source Source, o Options) (*Index, error) {
	o = o.withDefaults()
	r, err := openRoot(path, o.LockWait)
	if errors.Is(err, ErrDamaged) {
		if err := os.Remove(rootPath(path)); err != nil {
			return nil, err
		}
		r, err = openRoot(path, o.LockWait)
	}
	if err != nil {
		return nil, err
	}
	g, err := r.renew()
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	x := newIndex(r, source, o, g)
	x.state.Rebuilding = true
	return x, nil
}

func newIndex(r *root, source Source, o Options, g *generation) *Index {
	x := &Index{path: r.path, root: r, source: source, options: o, writer: make(chan struct{}, 1), hoard: newHoard(o.Memory), current: g}
	x.closing, x.close = context.WithCancel(context.Background())
	return x
}

// State tells how the index does. It waits for nothing.
func (x *Index) State() State {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.state
	switch {
	case x.seen != nil:
		s.Cursor = x.seen.cursor
	case x.current != nil: // the first search will see all
		s.Cursor = x.current.standing().Cursor
	}
	return s
}

// Close ends a catch-up, rebuild or check that is under way, waits for it, and
// closes the index. Closing twice is harmless.
func (x *Index) Close() error {
	x.close()
	x.writer <- struct{}{}
	defer func() { <-x.writer }()
	x.mu.Lock()
	g, open := x.current, x.root != nil
	x.current = nil
	x.mu.Unlock()
	x.show(nil)
	if !open {
		return nil
	}
	var err error
	if g != nil {
		err = g.close()
	}
	err = errors.Join(err, x.root.close())
	x.root = nil
	return err
}

// exclusively runs work while nothing else writes. The context it passes on
// ends with ctx and with the closing of the index.
func (x *Index) exclusively(ctx context.Context, work func(context.Context) error) error {
	select {
	case x.writer <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-x.writer }()
	if x.closing.Err() != nil {
		return ErrClosed
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(x.closing, func() { cancel(ErrClosed) })()
	err := recovered(func() error { return work(ctx) })
	if err != nil && errors.Is(context.Cause(ctx), ErrClosed) {
		return ErrClosed
	}
	return err
}

// CatchUp takes in every change of the source after the cursor, in a generation
// that it has mended before where that was necessary. Each batch of changes
// becomes durable together with its cursor, so that nothing is lost or doubled
// whenever the process ends.
//
// The function progress, where not nil, is called after each batch with the
// sequence numbers passed and to pass since the call began.
func (x *Index) CatchUp(ctx context.Context, progress func(done, total int64)) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		g, err := x.mend(ctx)
		if err == nil {
			err = g.catchUp(ctx, x.source, x.options.BatchPositions, func(done, total int64) {
				x.update(ctx, g)
				if progress != nil {
					progress(done, total)
				}
			})
			if err != nil && g.broken() != nil {
				// Searches are to see what was written, and Bleve is not to try
				// again before this is called again.
				x.leave(g)
				_, again := x.reopen(ctx)
				err = errors.Join(err, again)
			} else {
				x.update(ctx, g)
			}
		}
		x.note(ctx, err)
		return err
	})
}

// Rebuild makes the index anew from its source, beside the old one, which
// answers searches until the new one is whole and takes its place. Whenever the
// process ends, one or the other remains.
func (x *Index) Rebuild(ctx context.Context, progress func(done, total int64)) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		x.mu.Lock()
		x.state.Rebuilding = true
		x.mu.Unlock()
		err := x.rebuild(ctx, progress)
		x.mu.Lock()
		x.state.Rebuilding = false
		x.mu.Unlock()
		x.note(ctx, err)
		return err
	})
}

func (x *Index) rebuild(ctx context.Context, progress func(done, total int64)) error {
	next, err := x.root.build(ctx, x.source, x.options, progress)
	if err != nil {
		return err
	}
	x.mu.Lock()
	old := x.current
	x.current = next
	x.mu.Unlock()
	x.update(ctx, next)
	if old == nil {
		return x.root.removeOthers(next.number)
	}
	return errors.Join(old.close(), os.RemoveAll(old.folder))
}
