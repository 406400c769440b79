package table

import (
	"context"

	"assay/store"
	"assay/store/row"
)

func (t Tables) Audit(ctx context.Context, d store.AuditEntry) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		return exec(ctx, tx, `INSERT INTO deeds (number, at, person, action, object, address)
			VALUES ((SELECT coalesce(max(number), 0) + 1 FROM deeds), $1, $2, $3, $4, $5)`,
			tx.Now(), d.Person, d.Action, d.Object, d.From)
	})
}

func (t Tables) AuditLog(ctx context.Context, before int64, limit int) ([]store.AuditEntry, error) {
	return list(ctx, t, func(r Row) (*store.AuditEntry, error) {
		d := new(store.AuditEntry)
		var at int64
		err := r.Scan(&d.Number, &at, &d.Person, &d.Action, &d.Object, &d.From)
		d.At = row.Instant(at)
		return d, err
	}, `SELECT number, at, person, action, object, address FROM deeds
		WHERE number < $1 OR $1 = 0 ORDER BY number DESC LIMIT $2`, before, limit)
}
