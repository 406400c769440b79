package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"assay/store"
	"assay/store/row"
	"assay/store/table"
	"assay/store/transfer"
)

// Identity returns the identity that the archive shares only with its copies.
func (s *Archive) Identity(ctx context.Context) (identity []byte, err error) {
	err = s.reader.QueryRowContext(ctx, `SELECT value FROM identity`).Scan(&identity)
	return identity, s.fault(ctx, err)
}

// AdoptIdentity implements [transfer.End].
func (s *Archive) AdoptIdentity(ctx context.Context, identity []byte) error {
	return s.fault(ctx, transact(ctx, s.writer, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE identity SET value = ?`, identity); err != nil {
			return err
		}
		return addToVersion(ctx, tx, transfer.Unfinished)
	}))
}

// Complete implements [transfer.End].
func (s *Archive) Complete(ctx context.Context) (whole bool, err error) {
	err = s.reader.QueryRowContext(ctx, `SELECT user_version < ? FROM pragma_user_version`, transfer.Unfinished).
		Scan(&whole)
	return whole, s.fault(ctx, err)
}

// Finish implements [transfer.End].
func (s *Archive) Finish(ctx context.Context) error {
	return s.fault(ctx, transact(ctx, s.writer, func(tx *sql.Tx) error { return addToVersion(ctx, tx, 0) }))
}

// addToVersion adds by to the schema version, after removing the mark of an
// unfinished copy.
func addToVersion(ctx context.Context, tx *sql.Tx, by int) error {
	var version int
	if err := tx.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA user_version = %d`, version%transfer.Unfinished+by))
	return err
}

// Rows implements [transfer.End].
func (s *Archive) Rows(ctx context.Context, t *transfer.Table, from, to int64) (all [][]any, err error) {
	var args []any
	if t.Ranged() {
		args = []any{from, to}
	}
	err = each(ctx, s.reader, func(r table.Row) error {
		values, into := make([]any, len(t.Columns)), make([]any, len(t.Columns))
		for i := range values {
			into[i] = &values[i]
		}
		all = append(all, values)
		return r.Scan(into...)
	}, t.Query("?", "?"), args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

// Put implements [transfer.End]. It also indexes the words of games.
func (s *Archive) Put(ctx context.Context, parts []transfer.Batch) error {
	size := int64(0)
	games := map[int64]*store.Game{}
	for _, part := range parts {
		for _, values := range part.Rows {
			for _, value := range values {
				if b, ok := value.([]byte); ok {
					size += int64(len(b))
				}
			}
		}
	}
	if err := s.checkSpace(size); err != nil {
		return err
	}
	return s.fault(ctx, transact(ctx, s.writer, func(tx *sql.Tx) error {
		for _, part := range parts {
			if err := put(ctx, tx, part, games); err != nil {
				return err
			}
		}
		return nil
	}))
}

// put writes the rows of one part. It adds games to the map, because their
// search words come from both tables.
func put(ctx context.Context, tx *sql.Tx, part transfer.Batch, games map[int64]*store.Game) error {
	columns, marks := part.Table.Names(), numbered(table.Placeholders(len(part.Table.Columns)))
	if part.Table == transfer.Contents {
		columns, marks = columns+`, words`, numbered(table.Placeholders(len(part.Table.Columns)+1))
	}
	insert, err := tx.PrepareContext(ctx,
		fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, part.Table.Name, columns, marks))
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, values := range part.Rows {
		switch part.Table {
		case transfer.Games:
			g := transfer.Named(values)
			games[g.ID] = g
		case transfer.Contents:
			g, err := transfer.Tagged(games, values)
			if err != nil {
				return err
			}
			rest := row.Rest(g)
			values = append(values[:len(values):len(values)], rest)
			if _, err := tx.ExecContext(ctx, insertWords, g.ID, indexedWords(g.First), indexedWords(g.Second),
				indexedWords(g.Event), indexedWords(rest)); err != nil {
				return err
			}
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return nil
}
