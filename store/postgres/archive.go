// Package postgres keeps an archive in a PostgreSQL database, which several
// servers may share.
//
// Who writes holds the one row of table assay until the commit: changes become
// visible in the order of their numbers, and none is missing before one that is
// seen. Readers never wait.
package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
)

// Options are how an archive is opened. The zero value is right for most.
type Options struct {
	ReadOnly    bool // neither create, migrate nor write
	Unfinished  bool // to go on with a copy that was cut short
	Connections int  // at once; when 0, twice the processors but at least 4
}

// Archive is an open archive: methods that have no comment do what
// [store.Archive] says of them.
type Archive struct {
	table.Tables
	name     string // its address without a password
	pool     *pgxpool.Pool
	readOnly bool
	resumes  bool          // a copy that was cut short
	patience time.Duration // with a writer that holds the archive's row and asks for nothing
	writers  chan struct{} // who waits for the row or has it: half of the connections are left to who reads
}

// patience is as long as writers wait for another that asks for nothing: a
// server that stands still, or can no longer be reached, is then cut off, and
// nothing of its transaction is kept.
const patience = 30 * time.Second

// Address reports whether the name of an archive is an address of PostgreSQL's.
func Address(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Name is an address as it may be shown: without its password.
func Name(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the postgres:// address"
	}
	if values := u.Query(); values.Has("password") {
		values.Set("password", "xxxxx")
		u.RawQuery = values.Encode()
	}
	return u.Redacted()
}

// Open opens the archive of a database by its address, creating it in one that
// has no tables unless o.ReadOnly, and bringing its schema up to date. Its
// errors match [store.ErrNotArchive], [store.ErrNewer], [store.ErrOlder],
// [store.ErrUnfinished], [store.ErrReadOnly], [store.ErrDenied],
// [store.ErrAway], [store.ErrDisk], [store.ErrFull], [store.ErrMemory],
// [store.ErrBusy] or [store.ErrMissing].
func Open(ctx context.Context, address string, o Options) (*Archive, error) {
	s := &Archive{name: Name(address), readOnly: o.ReadOnly, resumes: o.Unfinished, patience: patience}
	s.Tables = table.Of(database{s})
	var err error
	if s.pool, err = Connect(ctx, address, o); err != nil {
		return nil, err
	}
	s.writers = make(chan struct{}, max(1, s.pool.Config().MaxConns/2))
	if err := s.prepare(ctx, migrations); err != nil {
		s.Close()
		return nil, s.fault(ctx, err)
	}
	return s, nil
}

// Connect gives connections to a database, which is not to compile statements,
// as what it takes to be long seldom is, to give all that lists of GIN have, to
// show who waited for others what they wrote, to take texts as they are written
// here, and to read many rows of an index ahead, where its system lets it. Its
// errors are those of [Open].
func Connect(ctx context.Context, address string, o Options) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil { // which tells the password
		return nil, &store.Error{Path: Name(address), Kind: store.ErrMissing, Err: errors.New("not the address of a database")}
	}
	if o.Connections == 0 {
		o.Connections = max(4, 2*runtime.GOMAXPROCS(0))
	}
	config.MaxConns = int32(o.Connections)
	watch(config.ConnConfig)
	config.ConnConfig.RuntimeParams["application_name"] = "assay"
	config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, `SET jit = off; SET gin_fuzzy_search_limit = 0; SET default_transaction_isolation = 'read committed';
			SELECT set_config('client_encoding', 'UTF8', false) WHERE current_setting('server_encoding') = 'UTF8';
			SELECT set_config('effective_io_concurrency', '256', false) WHERE current_setting('effective_io_concurrency') <> '0'`)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	return pool, Fault(ctx, Name(address), err)
}

func (s *Archive) Close() error {
	s.pool.Close()
	return nil
}

// writing is a transaction that holds the archive's row.
type writing struct {
	pgx.Tx
	ctx      context.Context
	sequence int64 // of the last change, those of the transaction included
	now      int64 // the database's time as the row was had, in milliseconds since 1970
}

// next is the number of one more change.
func (w *writing) next() int64 {
	w.sequence++
	return w.sequence
}

func (w *writing) exec(statement string, args ...any) error {
	_, err := w.Exec(w.ctx, statement, args...)
	return err
}

func (w *writing) row(query string, args ...any) pgx.Row { return w.QueryRow(w.ctx, query, args...) }

// write runs f in a transaction that holds the archive's row. When ctx ends
// meanwhile, nothing is written and the error is the context's cause. The key
// of the call that ctx is of is kept in the same transaction.
func (s *Archive) write(ctx context.Context, f func(*writing) error) error {
	if s.readOnly {
		return &store.Error{Path: s.name, Kind: store.ErrReadOnly, Err: errors.New("opened for reading")}
	}
	select {
	case s.writers <- struct{}{}:
		defer func() { <-s.writers }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	marking := store.MarkingOf(ctx)
	err := s.transact(ctx, func(tx pgx.Tx) error {
		w := &writing{Tx: tx, ctx: ctx}
		if err := w.row(`WITH held AS (SELECT sequence FROM assay FOR UPDATE) SELECT sequence, `+now+`, `+Waiting+` FROM held`,
			s.patience.Milliseconds()).Scan(&w.sequence, &w.now, nil); err != nil {
			return err
		}
		before := w.sequence
		if err := table.Begin(ctx, w.tables(), marking); err != nil {
			return err
		}
		if err := f(w); err != nil {
			return err
		}
		if w.sequence == before {
			return nil
		}
		// Changes of one transaction share their lineage: an archive has either
		// all of them or none.
		if err := w.exec(`INSERT INTO lineage (sequence, value) VALUES ($1, $2)`, w.sequence, draw()); err != nil {
			return err
		}
		if err := w.exec(`SELECT pg_notify($1, current_schema())`, channel); err != nil {
			return err
		}
		return w.exec(`UPDATE assay SET sequence = $1`, w.sequence)
	})
	if err == nil {
		marking.Made()
	}
	return s.fault(ctx, err)
}

// transact runs f in a transaction of which each statement sees what was
// committed before it. It is committed to the end though ctx ends meanwhile, as
// else nobody could tell whether it is.
func (s *Archive) transact(ctx context.Context, f func(pgx.Tx) error) error {
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if err := f(tx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	last, done := context.WithTimeout(context.WithoutCancel(ctx), s.patience)
	defer done()
	return tx.Commit(last)
}

// Waiting has the database end a transaction that asks for nothing for so many
// milliseconds. It is said within the transaction, as poolers refuse what is
// said before.
const Waiting = `set_config('idle_in_transaction_session_timeout', $1::bigint::text, true)`

// now is the database's time in milliseconds since 1970: the clocks of servers
// that share an archive may differ.
const now = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

func (s *Archive) Now(ctx context.Context) (time.Time, error) {
	var at int64
	err := s.pool.QueryRow(ctx, `SELECT `+now).Scan(&at)
	return row.Instant(at), s.fault(ctx, err)
}

// draw gives 16 random bytes.
func draw() []byte {
	value := make([]byte, 16)
	rand.Read(value) // never fails
	return value
}

// querier is a transaction or the pool of connections.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
}

// each calls f for every row of a query.
func each(ctx context.Context, q querier, f func(pgx.Rows) error, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
