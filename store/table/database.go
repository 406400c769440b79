package table

import (
	"context"

	"assay/store"
)

// Database is the database of an archive. In its statements $1 stands for the
// first argument, clock() for what Now is; texts may be any bytes.
type Database interface {
	Querier

	// Write runs f, which is to store some bytes, in a transaction that no
	// other writes beside. When ctx ends meanwhile, nothing is written and the
	// error is the context's cause.
	Write(ctx context.Context, size int64, f func(Transaction) error) error

	// Prepare packs games, for which nobody else need wait.
	Prepare(games []*store.Game) (Packed, error)

	// Name is what errors call the archive.
	Name() string

	// Fault gives an error of the database its kind.
	Fault(ctx context.Context, err error) error
}

// Querier is a transaction, or reads what was committed.
type Querier interface {
	Row(ctx context.Context, query string, args ...any) Row

	// Each calls f for every row of a query.
	Each(ctx context.Context, f func(Row) error, query string, args ...any) error
}

// Row is a row that was found. Where there is none, the error matches
// [sql.ErrNoRows].
type Row interface {
	Scan(into ...any) error
}

// Transaction is one that writes.
type Transaction interface {
	Querier

	// Exec gives how many rows a statement wrote.
	Exec(ctx context.Context, statement string, args ...any) (int64, error)

	// Now is the archive's time, in milliseconds since 1970.
	Now() int64

	// Next is the number of one more change.
	Next(ctx context.Context) (int64, error)
}

// Packed are games with all that can be computed before a transaction begins.
type Packed interface {
	// Size is how many bytes they are stored in.
	Size() int64

	// Archive adds them, as Add of [store.Archive] does.
	Archive(ctx context.Context, tx Transaction) ([]store.Added, error)

	// Rewrite gives a game the record of the one that is packed, and all that
	// is known of it.
	Rewrite(ctx context.Context, tx Transaction, g *store.Game) error
}

// Tables are the tables of one archive: methods that have no comment do what
// [store.Archive] says of them.
type Tables struct{ db Database }

// Of gives the tables of a database.
func Of(db Database) Tables { return Tables{db} }

// exec is Exec of a statement whose rows nobody counts.
func exec(ctx context.Context, tx Transaction, statement string, args ...any) error {
	_, err := tx.Exec(ctx, statement, args...)
	return err
}

// list gives what scan makes of each row of a query.
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

// one gives what was read, if it was.
func one[T any](ctx context.Context, t Tables, read *T, err error) (*T, error) {
	if err != nil {
		return nil, t.db.Fault(ctx, err)
	}
	return read, nil
}
