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
	return reading{d.s.pool}.Row(ctx, query, args...)
}

func (d database) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return reading{d.s.pool}.Each(ctx, f, query, args...)
}

func (d database) Write(ctx context.Context, _ int64, f func(table.Transaction) error) error {
	return d.s.write(ctx, func(w *writing) error { return f(w.tables()) })
}

func (d database) Prepare(games []*store.Game) (table.Packed, error) { return prepare(games) }

func (d database) Name() string { return d.s.name }

func (d database) Fault(ctx context.Context, err error) error { return d.s.fault(ctx, err) }

// reading implements [table.Querier].
type reading struct{ q querier }

func (r reading) Row(ctx context.Context, query string, args ...any) table.Row {
	return texts{r.q.QueryRow(ctx, timed(query), asTexts(args)...)}
}

func (r reading) Each(ctx context.Context, f func(table.Row) error, query string, args ...any) error {
	return each(ctx, r.q, func(rows pgx.Rows) error { return f(texts{rows}) }, timed(query), asTexts(args)...)
}

// timed replaces clock() by the database's time.
func timed(statement string) string { return strings.ReplaceAll(statement, "clock()", now) }

// transaction implements [table.Transaction].
type transaction struct {
	reading
	w *writing
}

func (w *writing) tables() transaction { return transaction{reading{w}, w} }

func (t transaction) Exec(ctx context.Context, statement string, args ...any) (int64, error) {
	done, err := t.w.Exec(ctx, timed(statement), asTexts(args)...)
	return done.RowsAffected(), err
}

func (t transaction) Now() int64 { return t.w.now }

func (t transaction) Next(context.Context) (int64, error) { return t.w.next(), nil }

// texts is a row whose strings are unescaped.
type texts struct{ row pgx.Row }

func (t texts) Scan(into ...any) error {
	for i, to := range into {
		if s, ok := to.(*string); ok {
			into[i] = (*text)(s)
		}
	}
	return t.row.Scan(into...)
}

// asTexts escapes strings for PostgreSQL.
func asTexts(args []any) []any {
	for i, arg := range args {
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String {
			args[i] = text(v.String())
		}
	}
	return args
}
