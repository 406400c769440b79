package table

import (
	"context"

	"assay/store"
)

func (t Tables) Pairings(ctx context.Context, each func(store.Pairing) error) error {
	return t.db.Fault(ctx, t.db.Each(ctx, func(r Row) error {
		var p store.Pairing
		if err := r.Scan(&p.First, &p.Second, &p.Year, &p.Games); err != nil {
			return err
		}
		return each(p)
	}, `SELECT first, second, substr(date, 1, 4), count(*) FROM games
		WHERE deleted IS NULL AND (first <> '' OR second <> '') GROUP BY 1, 2, 3`))
}
