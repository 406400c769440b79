// Package postgres stores an archive in a PostgreSQL database, which several
// servers may share.
//
// A writer locks the only row of table assay until the commit. Changes
// therefore become visible in the order of their numbers and without gaps.
// Readers never wait.
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

// Options are the options of [Open]. The zero value is the default.
type Options struct {
	ReadOnly    bool // do not create, migrate or write
	Unfinished  bool // allow an interrupted copy, to continue it
	Connections int  // maximum; if 0, twice the processors but at least 4
}

// Archive is an open archive. Methods without a comment are documented in
// [store.Archive].
type Archive struct {
	table.Tables
	name        string // its URL without the password
	pool        *pgxpool.Pool
	readOnly    bool
	unfinished  bool          // may be an interrupted copy
	idleTimeout time.Duration // idle timeout of write transactions
	writers     chan struct{} // semaphore that leaves half of the connections to readers
}

// idleTimeout is the idle timeout of write transactions. A server that hangs or
// is unreachable is then disconnected, and its transaction is rolled back.
const idleTimeout = 30 * time.Second

// IsURL reports whether the name of an archive is a PostgreSQL URL.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Redacted returns a URL without its password.
func Redacted(address string) string {
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

// Open opens the archive at a database URL. Unless o.ReadOnly, it creates the
// archive in a database without tables and migrates its schema. Errors match
// [store.ErrNotArchive], [store.ErrNewer], [store.ErrOlder],
// [store.ErrUnfinished], [store.ErrReadOnly], [store.ErrDenied],
// [store.ErrAway], [store.ErrDisk], [store.ErrFull], [store.ErrMemory],
// [store.ErrBusy] or [store.ErrMissing].
func Open(ctx context.Context, address string, o Options) (*Archive, error) {
	s := &Archive{name: Redacted(address), readOnly: o.ReadOnly, unfinished: o.Unfinished, idleTimeout: idleTimeout}
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

// Connect opens a pool of connections to a database. It returns the errors of
// [Open].
//
// The settings of a connection disable JIT compilation, which rarely pays, and
// the limit on GIN results. They select read committed isolation, UTF-8 and,
// where the system supports it, prefetching.
func Connect(ctx context.Context, address string, o Options) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil { // err contains the password
		return nil, &store.Error{Path: Redacted(address), Kind: store.ErrMissing, Err: errors.New("not a database URL")}
	}
	if o.Connections == 0 {
		o.Connections = max(4, 2*runtime.GOMAXPROCS(0))
	}
	config.MaxConns = int32(o.Connections)
	setTimeouts(config.ConnConfig)
	config.ConnConfig.RuntimeParams["application_name"] = "assay"
	config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, `SET jit = off; SET gin_fuzzy_search_limit = 0; SET default_transaction_isolation = 'read committed';
			SELECT set_config('client_encoding', 'UTF8', false) WHERE current_setting('server_encoding') = 'UTF8';
			SELECT set_config('effective_io_concurrency', '256', false) WHERE current_setting('effective_io_concurrency') <> '0'`)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	return pool, Fault(ctx, Redacted(address), err)
}

func (s *Archive) Close() error {
	s.pool.Close()
	return nil
}

// writeTransaction is a transaction that has locked the archive's row.
type writeTransaction struct {
	pgx.Tx
	ctx      context.Context
	sequence int64 // of the last change, including this transaction
	now      int64 // database time when the lock was acquired, in milliseconds since 1970
}

// next returns the number of a new change.
func (w *writeTransaction) next() int64 {
	w.sequence++
	return w.sequence
}

func (w *writeTransaction) exec(statement string, args ...any) error {
	_, err := w.Exec(w.ctx, statement, args...)
	return err
}

func (w *writeTransaction) row(query string, args ...any) pgx.Row {
	return w.QueryRow(w.ctx, query, args...)
}

// write runs f in a transaction that has locked the archive's row. If ctx ends
// before the commit, nothing is written and the error is the context's cause.
// The request key in ctx is stored in the same transaction.
func (s *Archive) write(ctx context.Context, f func(*writeTransaction) error) error {
	if s.readOnly {
		return &store.Error{Path: s.name, Kind: store.ErrReadOnly, Err: errors.New("opened for reading")}
	}
	select {
	case s.writers <- struct{}{}:
		defer func() { <-s.writers }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	marking := store.KeyedRequestOf(ctx)
	err := s.transact(ctx, func(tx pgx.Tx) error {
		w := &writeTransaction{Tx: tx, ctx: ctx}
		if err := w.row(`WITH held AS (SELECT sequence FROM assay FOR UPDATE) SELECT sequence, `+now+`, `+
			SetIdleTimeout+` FROM held`,
			s.idleTimeout.Milliseconds()).Scan(&w.sequence, &w.now, nil); err != nil {
			return err
		}
		before := w.sequence
		if err := table.SaveKey(ctx, w.tables(), marking); err != nil {
			return err
		}
		if err := f(w); err != nil {
			return err
		}
		if w.sequence == before {
			return nil
		}
		// Changes of one transaction share their lineage, because an archive
		// has either all or none of them.
		if err := w.exec(`INSERT INTO lineage (sequence, value) VALUES ($1, $2)`, w.sequence,
			randomValue()); err != nil {
			return err
		}
		if err := w.exec(`SELECT pg_notify($1, current_schema())`, channel); err != nil {
			return err
		}
		return w.exec(`UPDATE assay SET sequence = $1`, w.sequence)
	})
	if err == nil {
		marking.MarkStored()
	}
	return s.fault(ctx, err)
}

// transact runs f in a transaction with read committed isolation. The commit
// continues even if ctx ends, because its outcome would be unknown otherwise.
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
	last, done := context.WithTimeout(context.WithoutCancel(ctx), s.idleTimeout)
	defer done()
	return tx.Commit(last)
}

// SetIdleTimeout sets the idle timeout of a transaction in milliseconds. It is
// set inside the transaction, because poolers reject it as a startup parameter.
const SetIdleTimeout = `set_config('idle_in_transaction_session_timeout', $1::bigint::text, true)`

// now is the database's time in milliseconds since 1970. The clocks of servers
// that share an archive may differ.
const now = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

func (s *Archive) Now(ctx context.Context) (time.Time, error) {
	var at int64
	err := s.pool.QueryRow(ctx, `SELECT `+now).Scan(&at)
	return row.Instant(at), s.fault(ctx, err)
}

// randomValue returns 16 random bytes.
func randomValue() []byte {
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
