package table

import (
	"context"

	"assay/store"
)

// Database is the database of an archive. In statements, $1 is the first
// argument and clock() the current time; texts may contain any bytes.
type Database interface {
	Querier

	// Write runs f in an exclusive write transaction that stores about size
	// bytes. If ctx ends, nothing is written and the error is the context's
	// cause.
	Write(ctx context.Context, size int64, f func(Transaction) error) error

	// Prepare packs games outside a transaction.
	Prepare(games []*store.Game) (Packed, error)

	// Name returns the archive's name for errors.
	Name() string

	// Fault classifies an error of the database.
	Fault(ctx context.Context, err error) error
}

// Querier is a transaction, or reads committed data.
type Querier interface {
	Row(ctx context.Context, query string, args ...any) Row

	// Each calls f for every row of a query.
	Each(ctx context.Context, f func(Row) error, query string, args ...any) error
}

// Row is the result row of a query. Without one, the error matches
// [sql.ErrNoRows].
type Row interface {
	Scan(into ...any) error
}

// Transaction is a write transaction.
type Transaction interface {
	Querier

	// Exec returns the number of rows written.
	Exec(ctx context.Context, statement string, args ...any) (int64, error)

	// Now returns the archive's time in milliseconds since 1970.
	Now() int64

	// Next returns the number of a new change.
	Next(ctx context.Context) (int64, error)
}

// Packed is a batch of games with everything computed that needs no
// transaction.
type Packed interface {
	// Size returns the stored size in bytes.
	Size() int64

	// Archive adds the games; see Add of [store.Archive].
	Archive(ctx context.Context, tx Transaction) ([]store.Added, error)

	// Rewrite replaces the record of a game by the packed one.
	Rewrite(ctx context.Context, tx Transaction, g *store.Game) error
}

// Tables are the shared tables of an archive. Methods without a comment are
// documented in [store.Archive].
type Tables struct{ db Database }

// Of returns the tables of a database.
func Of(db Database) Tables { return Tables{db} }

// exec runs a statement and ignores the number of rows.
func exec(ctx context.Context, tx Transaction, statement string, args ...any) error {
	_, err := tx.Exec(ctx, statement, args...)
	return err
}

// savedAt returns the time, in milliseconds since 1970, with which a change is
// saved: that of [store.SavedAt], or now.
func savedAt(ctx context.Context, tx Transaction) int64 {
	if at, ok := store.SavingTime(ctx); ok {
		return at.UnixMilli()
	}
	return tx.Now()
}

// list returns what scan makes of each row.
func list[T any](ctx context.Context, t Tables, scan func(Row) (*T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := t.db.Each(ctx, func(r Row) error {
		one, err := scan(r)
		if err == nil {
			all = append(all, *one)
		}
		return err
	}, query, args...)
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return all, nil
}

// classified returns the value that was read or, if there is an error, the
// classified error.
func classified[T any](ctx context.Context, t Tables, read *T, err error) (*T, error) {
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return read, nil
}
