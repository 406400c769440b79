package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"assay/store"
	"assay/store/table"
)

// database implements [table.Database].
type database struct{ s *Archive }

func (d database) Row(ctx context.Context, query string, args ...any) table.Row {
	return transaction{querier: d.s.reader}.Row(ctx, query, args...)
}

func (d database) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return transaction{querier: d.s.reader}.Each(ctx, f, query, args...)
}

func (d database) Write(ctx context.Context, size int64, f func(table.Transaction) error) error {
	return d.s.write(ctx, size, func(tx *sql.Tx) error { return f(writeTransaction(tx)) })
}

func (d database) Prepare(games []*store.Game) (table.Packed, error) { return prepare(games) }

func (d database) Name() string { return d.s.path }

func (d database) Fault(ctx context.Context, err error) error { return d.s.fault(ctx, err) }

// transaction implements [table.Transaction] and [table.Querier]. It replaces
// $1 by SQLite's ?1.
type transaction struct {
	querier
	tx  *sql.Tx // nil if read-only
	now int64   // start of the transaction, in milliseconds since 1970
}

func writeTransaction(tx *sql.Tx) transaction { return transaction{tx, tx, clock().UnixMilli()} }

func numbered(statement string) string { return strings.ReplaceAll(statement, "$", "?") }

func (t transaction) Row(ctx context.Context, query string, args ...any) table.Row {
	return t.QueryRowContext(ctx, numbered(query), args...)
}

func (t transaction) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return each(ctx, t, f, numbered(query), args...)
}

// each calls f for every row of a query.
func each(ctx context.Context, q querier, f func(table.Row) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
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

func (t transaction) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	done, err := t.tx.ExecContext(ctx, numbered(statement), args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

func (t transaction) Now() int64 { return t.now }

// Next derives the number from the games. Their rows are never removed, so the
// maximum only grows.
func (t transaction) Next(ctx context.Context) (next int64, err error) {
	err = t.Row(ctx, `SELECT coalesce(max(sequence), 0) + 1 FROM games`).Scan(&next)
	return next, err
}

// querier is a transaction or a pool of connections.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}
