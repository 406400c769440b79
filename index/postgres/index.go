// Package postgres keeps the index of an archive in the archive's PostgreSQL
// database, so that servers have no local state.
//
// Each game is one row: the keys of its positions and its piece-square terms
// are arrays with GIN indexes, its words are a tsvector, and its tape is a
// column. There are no joins between games and only plain SQL, so the table can
// be distributed by game: in partitions on several servers, or by an extension.
//
// A server that follows the archive locks the row of the checkpoint until its
// batch is committed with the new checkpoint. Several servers may follow; one
// works at a time, and the others find the work done.
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

	"assay/analysis/crash"
	"assay/index"
	"assay/store"
	"assay/store/postgres"
)

// format is the version of the tables and their content. Increase it with every
// incompatible change.
const format = 2

// Schema is the SQL that creates the tables, for administrators who want to
// distribute them.
//
//go:embed schema.sql
var Schema string

// Index is an open index. Its methods are safe for concurrent use.
type Index struct {
	name    string // connection URL without the password
	pool    *pgxpool.Pool
	source  index.Source
	options index.Options
	// lockTimeout bounds the time for which other servers wait for a server
	// that holds the checkpoint and sends no statements. The database then
	// disconnects that server. Replaying a batch takes less time.
	lockTimeout time.Duration

	closing context.Context
	close   context.CancelFunc
	closed  sync.Once

	explored   index.Explorations
	parts      atomic.Pointer[parts] // the last known ones
	cursor     atomic.Int64          // the last known one
	whole      atomic.Bool
	rebuilding atomic.Int32 // running rebuilds of this process
	fault      atomic.Pointer[error]
}

// Open opens the index in a database and creates its tables if they are
// missing. It does not catch up.
//
// The error is an [*index.Error] with the problem [index.ErrVersion] if the
// tables have another version's format, else an error of
// [assay/store/postgres.Open].
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
	x := &Index{name: postgres.Redacted(address), pool: pool, source: source, options: o, lockTimeout: 2 * time.Minute}
	x.closing, x.close = context.WithCancel(context.Background())
	if err := x.prepare(ctx); err != nil {
		pool.Close()
		return nil, postgres.Fault(ctx, x.name, err)
	}
	return x, nil
}

// schemaLock is the advisory lock for creating the tables ("Assi").
const schemaLock = 0x41737369

// prepare creates the tables or checks that they are usable. The table of games
// may exist already, distributed by an administrator.
func (x *Index) prepare(ctx context.Context) error {
	err := x.checkVersion(ctx)
	if errors.Is(err, errNone) {
		if err = x.make(ctx); err == nil {
			err = x.checkVersion(ctx)
		}
	}
	if err == nil {
		err = x.addLater(ctx)
	}
	return err
}

// make creates missing tables.
func (x *Index) make(ctx context.Context) error {
	return pgx.BeginFunc(ctx, x.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, schemaLock); err != nil {
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

// addLater creates tables and indexes that earlier versions did not have.
// Without the privilege, or if writers would block the statement for long, the
// index works without them.
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

// errNone: there are no tables yet.
var errNone = errors.New("no tables")

// checkVersion reads the checkpoint and checks the format.
func (x *Index) checkVersion(ctx context.Context) error {
	var there bool
	if err := x.pool.QueryRow(ctx,
		`SELECT to_regclass('index_place') IS NOT NULL AND to_regclass('index_round') IS NOT NULL`).
		Scan(&there); err != nil {
		return err
	}
	if !there {
		return errNone
	}
	at, err := x.readCheckpoint(ctx, x.pool, "")
	if err == nil {
		x.publishState(at)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return errNone
	}
	return err
}

// checkpoint is the row of the checkpoint.
type checkpoint struct {
	index.Checkpoint
	build int64
	whole bool
}

// querier is a transaction or a connection pool.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// readCheckpoint reads the checkpoint with a locking clause.
func (x *Index) readCheckpoint(ctx context.Context, q querier, locking string) (at checkpoint, err error) {
	var found int
	var lineage []byte
	err = q.QueryRow(ctx, `SELECT format, cursor, lineage, build, whole FROM index_place `+locking).
		Scan(&found, &at.Cursor, &lineage, &at.build, &at.whole)
	if err == nil && found != format {
		err = &index.Error{Path: x.name, Problem: index.ErrVersion,
			Cause: fmt.Errorf("format %d, not %d; without the tables index_place and index_games it is made anew",
				found, format)}
	}
	at.Lineage = string(lineage)
	return at, err
}

// lockCheckpoint reads the checkpoint and locks it for writing.
func (x *Index) lockCheckpoint(ctx context.Context, tx pgx.Tx) (checkpoint, error) {
	if _, err := tx.Exec(ctx, `SELECT `+postgres.SetIdleTimeout, x.lockTimeout.Milliseconds()); err != nil {
		return checkpoint{}, err
	}
	return x.readCheckpoint(ctx, tx, "FOR UPDATE")
}

// publishState stores the state for State.
func (x *Index) publishState(at checkpoint) {
	x.cursor.Store(at.Cursor)
	x.whole.Store(at.whole)
}

// State returns the last known status without waiting.
func (x *Index) State() index.State {
	s := index.State{Cursor: x.cursor.Load(), Rebuilding: x.rebuilding.Load() > 0 || !x.whole.Load() &&
		x.cursor.Load() > 0}
	if fault := x.fault.Load(); fault != nil {
		s.Fault = *fault
	}
	return s
}

// Close cancels running work, waits for it, and closes the index. Closing twice
// is harmless.
func (x *Index) Close() error {
	x.close()
	x.closed.Do(x.pool.Close)
	return nil
}

// doing runs work with a context that ends with ctx and with the index. It
// converts panics and database errors.
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
	defer crash.Recover(&err)
	return x.unusable(within, work(within))
}

// unusable marks a database error as one of the index. If the database does not
// answer at all, the archive in it does not either, and the error is an error
// of the archive.
func (x *Index) unusable(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	fault := postgres.Fault(ctx, x.name, err)
	var said *pgconn.PgError
	ended := !errors.As(err, &said) ||
		said.SeverityUnlocalized == "FATAL" // not an error from another server that holds some games
	if ctx.Err() == nil && errors.Is(fault, store.ErrAway) && ended {
		return fault
	}
	if ctx.Err() == nil && (fault != err || errors.As(err, new(*pgconn.PgError))) {
		return &index.Error{Path: x.name, Problem: index.ErrUnusable, Cause: err}
	}
	return fault
}

// noteOutcome stores the outcome of the last write.
func (x *Index) noteOutcome(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		x.fault.Store(&err)
	}
	return err
}
