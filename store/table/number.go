package table

import "context"

// number returns a number that no row of a table has had, removed rows
// included.
func number(ctx context.Context, tx Transaction, name string) (n int64, err error) {
	err = tx.Row(ctx, `INSERT INTO numbers (name, last) VALUES ($1, (SELECT coalesce(max(id), 0) + 1 FROM `+name+`))
		ON CONFLICT (name) DO UPDATE SET last = CASE WHEN numbers.last < excluded.last THEN excluded.last ELSE numbers.last + 1 END
		RETURNING last`, name).Scan(&n)
	return n, err
}
