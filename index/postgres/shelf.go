package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"assay/index"
)

// shelf is the table of counts, read in a search's transaction.
type shelf struct {
	tx   pgx.Tx
	pool *pgxpool.Pool
}

// Recall reads what was noted by an id.
func (s *shelf) Recall(ctx context.Context, id []byte) (map[index.Part][]byte, error) {
	rows, err := s.tx.Query(ctx, `SELECT first, until, round, found FROM index_counts WHERE id = $1`, id)
	if err != nil {
		return nil, err
	}
	noted := map[index.Part][]byte{}
	var of part
	var found []byte
	_, err = pgx.ForEachRow(rows, []any{&of.first, &of.end, &of.round, &found}, func() error {
		noted[of] = found
		found = nil
		return nil
	})
	return noted, err
}

// Note writes in the place of what was noted of parts that are others now. Who
// may not write, or waits in vain, leaves it.
func (s *shelf) Note(ctx context.Context, id []byte, parts []index.Part, found map[index.Part][]byte) {
	var now, these [3][]int64
	var texts [][]byte
	for _, p := range parts {
		p := p.(part)
		if p.round == 0 {
			return // a place tells it, which is soon another one
		}
		at := [3]int64{p.first, p.end, p.round}
		text, noted := found[p]
		for i, n := range at {
			now[i] = append(now[i], n)
			if noted {
				these[i] = append(these[i], n)
			}
		}
		if noted {
			texts = append(texts, text)
		}
	}
	_, _ = s.pool.Exec(ctx, `WITH other AS (DELETE FROM index_counts
			WHERE id = $1 AND (first, until, round) NOT IN (SELECT * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])))
		INSERT INTO index_counts (id, first, until, round, found)
		SELECT $1, * FROM unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[]) ON CONFLICT DO NOTHING`,
		id, now[0], now[1], now[2], these[0], these[1], these[2], texts)
}
