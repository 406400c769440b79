// Package postgres keeps the index of an archive in the PostgreSQL database
// that the archive is in, so that servers have nothing of their own.
//
// Each game is one row: the keys of its positions and what stood where in them
// are arrays under GIN, its words are a tsvector, and its tape lies beside
// them. Nothing joins one game with another, and nothing but plain SQL is used,
// so that the table may be distributed by game: in partitions on several
// servers, or by an extension that does that.
//
// Whoever follows the archive's changes holds the one row that has the place
// until what it writes is committed, with the place after it: several servers
// may follow, of which one at a time does, and the others find it done.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	_ "embed"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"assay/index"
	"assay/store"
	"assay/store/postgres"
)

// format is the layout of the tables and of what is in them. A change that an
// older or newer program would misread needs another number.
const format = 2

// Schema is the statements that make the tables, for who distributes them.
//
//go:embed schema.sql
var Schema string

// Index is an open index. Its methods may be called from several goroutines.
type Index struct {
	name    string // the address without a password
	pool    *pgxpool.Pool
	source  index.Source
	options index.Options
	// patience is as long as others wait for one that holds the place and asks
	// the database for nothing, before that cuts it off: one that stands still,
	// or can no longer be reached. Games of a batch are replayed in less.
	patience time.Duration

	closing context.Context
	close   context.CancelFunc
	closed  sync.Once

	explored   index.Explorations
	parts      atomic.Pointer[parts] // the last ones that were seen
	cursor     atomic.Int64          // the last one that was seen
	whole      atomic.Bool
	rebuilding atomic.Int32 // rebuilds under way here
	fault      atomic.Pointer[error]
}

// Open opens the index in a database by its address, and makes its tables where
// there are none. It does not catch up with the source.
//
// The error is an [*index.Error] with the problem [index.ErrVersion] where the
// tables are of another program's, else of the kinds that
// [assay/store/postgres.Open] tells.
func Open(ctx context.Context, address string, source index.Source, o index.Options) (*Index, error) {
	if o.BatchPositions <= 0 {
		o.BatchPositions = index.BatchPositions
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	pool, err := postgres.Connect(ctx, address, postgres.Options{})
	if err != nil {
		return nil, err
	}
	x := &Index{name: postgres.Name(address), pool: pool, source: source, options: o, patience: 2 * time.Minute}
	x.closing, x.close = context.WithCancel(context.Background())
	if err := x.prepare(ctx); err != nil {
		pool.Close()
		return nil, postgres.Fault(ctx, x.name, err)
	}
	return x, nil
}

// preparing is the advisory lock of who makes the tables ("Assi").
const preparing = 0x41737369

// prepare makes the tables, or looks whether they can be used. The table of
// games may be there already, distributed as its database's keeper wants it.
func (x *Index) prepare(ctx context.Context) error {
	err := x.look(ctx)
	if errors.Is(err, errNone) {
		if err = x.make(ctx); err == nil {
			err = x.look(ctx)
		}
	}
	if err == nil {
		err = x.addLater(ctx)
	}
	return err
}

// make makes what is not there.
func (x *Index) make(ctx context.Context) error {
	return pgx.BeginFunc(ctx, x.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, preparing); err != nil {
			return err
		}
		var games bool
		err := tx.QueryRow(ctx, `SELECT to_regclass('index_games') IS NOT NULL`).Scan(&games)
		if err == nil {
			_, err = tx.Exec(ctx, statements(games))
		}
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO index_place (id, format, cursor, lineage, build, whole)
				VALUES (1, $1, 0, '', 1, false) ON CONFLICT (id) DO NOTHING`, format)
		}
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO index_round (id, number, since, cursor, build)
				VALUES (1, 0, 0, 0, 0) ON CONFLICT (id) DO NOTHING`)
		}
		return err
	})
}

// addLater makes what versions before did not have. Who may not make it, or
// would wait long for those that write, does without.
func (x *Index) addLater(ctx context.Context) error {
	for name, statements := range later() {
		var there bool
		if err := x.pool.QueryRow(ctx, `SELECT to_regclass($1) IS NOT NULL`, name).Scan(&there); err != nil {
			return err
		}
		if !there {
			_, _ = x.pool.Exec(ctx, `SET LOCAL lock_timeout = '10s'; `+statements)
		}
	}
	return ctx.Err()
}

// errNone says that there are no tables yet.
var errNone = errors.New("no tables")

// look reads the place, and whether it is of this program.
func (x *Index) look(ctx context.Context) error {
	var there bool
	if err := x.pool.QueryRow(ctx, `SELECT to_regclass('index_place') IS NOT NULL AND to_regclass('index_round') IS NOT NULL`).Scan(&there); err != nil {
		return err
	}
	if !there {
		return errNone
	}
	at, err := x.standing(ctx, x.pool, "")
	if err == nil {
		x.show(at)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return errNone
	}
	return err
}

// place is the row of the place.
type place struct {
	index.Checkpoint
	build int64
	whole bool
}

// querier is a transaction or the pool of connections.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// standing reads the place, as what locks it says.
func (x *Index) standing(ctx context.Context, q querier, locking string) (at place, err error) {
	var found int
	var lineage []byte
	err = q.QueryRow(ctx, `SELECT format, cursor, lineage, build, whole FROM index_place `+locking).Scan(&found, &at.Cursor, &lineage, &at.build, &at.whole)
	if err == nil && found != format {
		err = &index.Error{Path: x.name, Problem: index.ErrVersion,
			Cause: fmt.Errorf("format %d, not %d; without the tables index_place and index_games it is made anew", found, format)}
	}
	at.Lineage = string(lineage)
	return at, err
}

// hold is standing for who is to write another place: nobody else does
// meanwhile.
func (x *Index) hold(ctx context.Context, tx pgx.Tx) (place, error) {
	if _, err := tx.Exec(ctx, `SELECT `+postgres.Waiting, x.patience.Milliseconds()); err != nil {
		return place{}, err
	}
	return x.standing(ctx, tx, "FOR UPDATE")
}

// show keeps how the index stands.
func (x *Index) show(at place) {
	x.cursor.Store(at.Cursor)
	x.whole.Store(at.whole)
}

// State tells how the index stood when it was last looked at. It waits for
// nothing.
func (x *Index) State() index.State {
	s := index.State{Cursor: x.cursor.Load(), Rebuilding: x.rebuilding.Load() > 0 || !x.whole.Load() && x.cursor.Load() > 0}
	if fault := x.fault.Load(); fault != nil {
		s.Fault = *fault
	}
	return s
}

// Close ends what is under way, waits for it, and closes the index. Closing
// twice is harmless.
func (x *Index) Close() error {
	x.close()
	x.closed.Do(x.pool.Close)
	return nil
}

// doing runs work whose context ends with ctx and with the closing of the
// index. Its panics are errors, and those of the database have their kinds.
func (x *Index) doing(ctx context.Context, work func(context.Context) error) (err error) {
	if x.closing.Err() != nil {
		return index.ErrClosed
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(x.closing, func() { cancel(index.ErrClosed) })()
	defer func() {
		if err != nil && x.closing.Err() != nil {
			err = index.ErrClosed
		}
	}()
	defer index.RecoverPanic(&err)
	return x.unusable(within, work(within))
}

// unusable has a fault of the database say that it is the index that cannot be
// used; but where it does not answer at all, the archive, which is in it, does
// not either. What the archive says of itself stays as it is.
func (x *Index) unusable(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	fault := postgres.Fault(ctx, x.name, err)
	var said *pgconn.PgError
	ended := !errors.As(err, &said) || said.SeverityUnlocalized == "FATAL" // and not told of another server, with a part of the games
	if ctx.Err() == nil && errors.Is(fault, store.ErrAway) && ended {
		return fault
	}
	if ctx.Err() == nil && (fault != err || errors.As(err, new(*pgconn.PgError))) {
		return &index.Error{Path: x.name, Problem: index.ErrUnusable, Cause: err}
	}
	return fault
}

// note keeps how the last work ended.
func (x *Index) note(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		x.fault.Store(&err)
	}
	return err
}
