// Package index finds archived games by a position that they reached, by
// properties of positions, and by words of headers and comments.
//
// The index holds no data of its own. It pulls the changes of the archive in
// order ([Source]); delete and rebuild it at any time. It is a Bleve index with
// one document per game. The terms of a document are the keys of its positions,
// its piece-square terms, the words of its headers, its variant and its
// verdict. Nothing is scored. An exact position search intersects posting
// lists, so totals are exact.
//
// Each document also stores the game's tape: a delta-encoded log of what each
// ply changes. Conditions are evaluated on the tapes of the games that the
// posting lists leave. The explorer and the similarity search read tapes too.
//
// The index compares position keys, not positions: two positions with the same
// key are one to it. If certainty is needed, replay the games. The index
// never misses an indexed game.
//
// An index repairs itself. Damage is noticed when it is opened, when its files
// change, or when a search meets it. After any write error the generation of
// files is closed and reopened by the next [Index.CatchUp]. If that does not
// help, the index is rebuilt, and searches see the finished part.
//
// One process at a time may open an index. Within it, every method is safe for
// concurrent use. Searches run during a catch-up or rebuild and see the state
// after some whole batch.
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

// Source is the archive as the index needs it.
type Source interface {
	// Changes returns up to limit changes after a sequence number, in ascending
	// order. It must return the last change of every game and may omit
	// superseded ones.
	Changes(ctx context.Context, after int64, limit int) ([]Change, error)
	// Outline is Changes without documents.
	Outline(ctx context.Context, after int64, limit int) ([]Change, error)
	// Sequence returns the sequence number of the newest change, 0 without
	// changes.
	Sequence(ctx context.Context) (int64, error)
	// Lineage identifies the archive and its history up to a change. It never
	// changes; another archive or another history has a different one.
	Lineage(ctx context.Context, sequence int64) (string, error)
}

// Change is one change of the archive: the state of one game after it.
type Change struct {
	// Sequence orders the changes; it is positive and unique.
	Sequence int64
	// Game is the ID of the game, positive.
	Game int64
	// Deleted reports that the game was deleted; Document is then empty.
	Deleted bool
	// Document is the indexed content of the game.
	Document Document
}

// Document is the indexed content of a game.
type Document struct {
	// Variant is the ID of the variant.
	Variant string
	// Verdict is "legal", "ruled", "illegal", "unreadable", "unsupported" or
	// [Damaged].
	Verdict string
	// Rules are the rules by which Tape encodes pieces and squares; nil without
	// a tape.
	Rules *rules.Rules
	// Keys are the position keys of the main line, ply 0 included, in any
	// order.
	Keys []uint64
	// SideKeys are the position keys of variations.
	SideKeys []uint64
	// Tape encodes the plies, variations included. Placements are their
	// piece-square terms.
	Tape       tape.Tape
	Placements []tape.Placement
	// Analysis is the engine analysis of the game; nil without one.
	Analysis *tape.Analysis
	// Result is "1-0", "0-1", "1/2-1/2", "0-0", or anything else for none.
	Result string
	// Earliest and Latest bound the day on which the game was played (yyyymmdd,
	// 0 if unknown).
	Earliest, Latest int
	// Ratings are the players' ratings by side, 0 if unknown.
	Ratings [2]int
	// Opening is the opening that the record states.
	Opening Opening
	// Headers are the record's headers by name ("player1", "event", "date" …).
	Headers map[string]string
	// Comments is the text of all comments.
	Comments string
}

// Options configure an index. The zero value is valid.
type Options struct {
	// LockWait bounds how long Open waits for another process to close the
	// index; 0 means one second.
	LockWait time.Duration
	// BatchPositions is the number of positions per batch; 0 means
	// [BatchPositions]. Writing a batch takes about 400 bytes of memory per
	// position.
	BatchPositions int
	// Memory is the size of the tape cache in bytes; 0 means [DefaultMemory], a
	// negative value disables it.
	Memory int64
	// Report receives errors that the index repairs by itself; may be nil.
	Report func(error)
}

const defaultLockWait = time.Second

// BatchPositions is the default number of positions, and of games, per batch.
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
	root    *root // nil after Close
	source  Source
	options Options

	// writer holds one token. Its holder may write, rebuild, check or close.
	writer chan struct{}
	// closing ends the token holder's work when the index is closed.
	closing context.Context
	close   context.CancelFunc

	cache       *blockCache
	explored    Explorations
	suspected   atomic.Pointer[error] // possible damage that a search met
	falseAlarms int                   // how often it was none; guarded by writer

	looking sync.Mutex   // held while a snapshot is built
	mu      sync.RWMutex // guards the fields below
	current *generation  // nil after Close and if none can be opened
	visible *view        // what searches see; nil before the first search
	state   State
	// relapses is the number of write failures of the generation since its last
	// success.
	relapses int
}

// State is the status of an index.
type State struct {
	// Cursor is the sequence number of the last change that searches see; 0 for
	// none.
	Cursor int64
	// Fault is the error of the last catch-up or rebuild, or nil.
	Fault error
	// Rebuilding reports a rebuild in progress.
	Rebuilding bool
}

// Open opens or creates the index in a folder and verifies it against its
// checksums and the source. It does not catch up.
//
// The error is an [*Error] with the problem [ErrLocked], [ErrDamaged],
// [ErrVersion] or [ErrForeign] in these cases; [Renew] cures the last three.
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

// Renew creates an empty index in a folder and deletes its former content. The
// folder must contain nothing else.
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
	x := &Index{path: r.path, root: r, source: source, options: o, writer: make(chan struct{}, 1),
		cache: newBlockCache(o.Memory), current: g}
	x.closing, x.close = context.WithCancel(context.Background())
	return x
}

// State returns the status of the index without waiting.
func (x *Index) State() State {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := x.state
	switch {
	case x.visible != nil:
		s.Cursor = x.visible.cursor
	case x.current != nil: // the first search will see everything
		s.Cursor = x.current.checkpoint().Cursor
	}
	return s
}

// Close cancels a running catch-up, rebuild or check, waits for it, and closes
// the index. Closing twice is harmless.
func (x *Index) Close() error {
	x.close()
	x.writer <- struct{}{}
	defer func() { <-x.writer }()
	x.mu.Lock()
	g, open := x.current, x.root != nil
	x.current = nil
	x.mu.Unlock()
	x.setVisible(nil)
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

// exclusively runs work while nothing else writes. Its context ends with ctx
// and when the index is closed.
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

// CatchUp indexes every change of the source after the cursor. It repairs the
// generation first if necessary. Each batch is written durably together with
// its cursor, so that a crash loses and doubles nothing.
//
// If progress is not nil, it is called after each batch with the number of
// processed and of all sequence numbers.
func (x *Index) CatchUp(ctx context.Context, progress func(done, total int64)) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		g, err := x.repair(ctx)
		if err == nil {
			err = g.catchUp(ctx, x.source, x.options.BatchPositions, func(done, total int64) {
				x.update(ctx, g)
				if progress != nil {
					progress(done, total)
				}
			})
			if err != nil && g.broken() != nil {
				// Searches must see what was written, and Bleve must not retry
				// before the next call.
				x.dropCurrent(g)
				_, again := x.reopen(ctx)
				err = errors.Join(err, again)
			} else {
				x.update(ctx, g)
			}
		}
		x.noteOutcome(ctx, err)
		return err
	})
}

// Rebuild builds a new index from the source. The old one answers searches
// until the new one is complete and replaces it. A crash leaves one of the two.
func (x *Index) Rebuild(ctx context.Context, progress func(done, total int64)) error {
	return x.exclusively(ctx, func(ctx context.Context) error {
		x.mu.Lock()
		x.state.Rebuilding = true
		x.mu.Unlock()
		err := x.rebuild(ctx, progress)
		x.mu.Lock()
		x.state.Rebuilding = false
		x.mu.Unlock()
		x.noteOutcome(ctx, err)
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
