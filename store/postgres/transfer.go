package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/table"
	"assay/store/transfer"
)

// Identity implements [transfer.End].
func (s *Archive) Identity(ctx context.Context) (identity []byte, err error) {
	err = s.pool.QueryRow(ctx, `SELECT identity FROM assay`).Scan(&identity)
	return identity, s.fault(ctx, err)
}

// AdoptIdentity implements [transfer.End].
func (s *Archive) AdoptIdentity(ctx context.Context, identity []byte) error {
	_, err := s.pool.Exec(ctx,
		`UPDATE assay SET identity = $1, schema = schema % $2 + $2, compatible = compatible % $2 + $2`, identity,
		transfer.Unfinished)
	return s.fault(ctx, err)
}

// Complete implements [transfer.End].
func (s *Archive) Complete(ctx context.Context) (whole bool, err error) {
	err = s.pool.QueryRow(ctx, `SELECT schema < $1 FROM assay`, transfer.Unfinished).Scan(&whole)
	return whole, s.fault(ctx, err)
}

// Finish implements [transfer.End].
func (s *Archive) Finish(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `UPDATE assay SET schema = schema % $1, compatible = compatible % $1`,
		transfer.Unfinished)
	return s.fault(ctx, err)
}

// Rows implements [transfer.End].
func (s *Archive) Rows(ctx context.Context, t *transfer.Table, from, to int64) (all [][]any, err error) {
	var args []any
	if t.Ranged() {
		args = []any{from, to}
	}
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		for i, v := range values {
			switch v := v.(type) {
			case string:
				var read text
				if err := read.Scan(v); err != nil {
					return err
				}
				values[i] = string(read)
			case bool:
				values[i] = int64(0)
				if v {
					values[i] = int64(1)
				}
			}
		}
		all = append(all, values)
		return nil
	}, t.Query("$1", "$2"), args...)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	t.Sort(all)
	return all, nil
}

// Put implements [transfer.End]. It also indexes the words of games and
// advances the sequences of generated IDs.
func (s *Archive) Put(ctx context.Context, parts []transfer.Batch) error {
	games, words := map[int64]*store.Game{}, map[int64]string{}
	for _, part := range parts {
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
				words[g.ID] = wordsOf(g)
			}
		}
	}
	return s.fault(ctx, pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		batch := new(pgx.Batch)
		for _, part := range parts {
			put(batch, part, words)
		}
		batch.Queue(`UPDATE assay SET sequence = (SELECT coalesce(max(sequence), 0) FROM games)`)
		for _, name := range []string{"jobs", "comment_settings"} {
			batch.Queue(`SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM `+name+` HAVING max(id) > 0`,
				name)
		}
		return tx.SendBatch(ctx, batch).Close()
	}))
}

// put queues the rows of one part.
func put(batch *pgx.Batch, part transfer.Batch, words map[int64]string) {
	columns, values := part.Table.Names(), table.Placeholders(len(part.Table.Columns))
	if part.Table == transfer.Games {
		columns, values = columns+`, words`, fmt.Sprintf("%s, $%d::text::tsvector", values, len(part.Table.Columns)+1)
	}
	insert := fmt.Sprintf(`INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)`, part.Table.Name, columns, values)
	for _, values := range part.Rows {
		args := make([]any, len(values), len(values)+1)
		for i, v := range values {
			switch {
			case part.Table.Columns[i].Kind == transfer.Flag:
				args[i] = v != int64(0)
			case part.Table.Columns[i].Kind == transfer.Text:
				t, _ := v.(string)
				args[i] = text(t)
			default:
				args[i] = v
			}
		}
		if part.Table == transfer.Games {
			args = append(args, words[transfer.Named(values).ID])
		}
		batch.Queue(insert, args...)
	}
}
