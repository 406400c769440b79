package postgres

import (
	"context"
	"reflect"
	"strings"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/table"
)

// database implements [table.Database].
type database struct{ s *Archive }

func (d database) Row(ctx context.Context, query string, args ...any) table.Row {
	return reader{d.s.pool}.Row(ctx, query, args...)
}

func (d database) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return reader{d.s.pool}.Each(ctx, f, query, args...)
}

func (d database) Write(ctx context.Context, _ int64, f func(table.Transaction) error) error {
	return d.s.write(ctx, func(w *writeTransaction) error { return f(w.tables()) })
}

func (d database) Prepare(games []*store.Game) (table.Packed, error) { return prepare(games) }

func (d database) Name() string { return d.s.name }

func (d database) Fault(ctx context.Context, err error) error { return d.s.fault(ctx, err) }

// reader implements [table.Querier].
type reader struct{ q querier }

func (r reader) Row(ctx context.Context, query string, args ...any) table.Row {
	return textRow{r.q.QueryRow(ctx, withClock(query), escapeStrings(args)...)}
}

func (r reader) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return each(ctx, r.q, func(rows pgx.Rows) error { return f(textRow{rows}) }, withClock(query),
		escapeStrings(args)...)
}

// withClock replaces clock() by the database's time.
func withClock(statement string) string { return strings.ReplaceAll(statement, "clock()", now) }

// transaction implements [table.Transaction].
type transaction struct {
	reader
	w *writeTransaction
}

func (w *writeTransaction) tables() transaction { return transaction{reader{w}, w} }

func (t transaction) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	done, err := t.w.Exec(ctx, withClock(statement), escapeStrings(args)...)
	return done.RowsAffected(), err
}

func (t transaction) Now() int64 { return t.w.now }

func (t transaction) Next(context.Context) (int64, error) { return t.w.next(), nil }

// textRow is a row that unescapes strings.
type textRow struct{ row pgx.Row }

func (t textRow) Scan(into ...any) error {
	for i, to := range into {
		if s, ok := to.(*string); ok {
			into[i] = (*text)(s)
		}
	}
	return t.row.Scan(into...)
}

// escapeStrings escapes strings for PostgreSQL.
func escapeStrings(args []any) []any {
	for i, arg := range args {
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String {
			args[i] = text(v.String())
		}
	}
	return args
}
