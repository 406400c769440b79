package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// deliveryColumns are the columns of an upload.
const deliveryColumns = `id, person, name, event, comment, reading, hash, file, size, length, sent, sum`

// scanDelivery reads deliveryColumns. It returns an altered upload with its
// error.
func scanDelivery(r Row) (*store.Delivery, error) {
	d := new(store.Delivery)
	var hash, packed []byte
	var event, size sql.Null[int64]
	var sent, sum int64
	err := r.Scan(&d.ID, &d.Person, &d.Name, &event, &d.Comment, &d.Reading, &hash, &packed, &size, &d.Size, &sent, &sum)
	if err != nil {
		return d, err
	}
	copy(d.Hash[:], hash)
	d.Event, d.Sent = event.V, row.Instant(sent)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.DeliverySum(d, packed, length, sent) {
		d.File, err = row.Unpack(packed, size)
	}
	if err != nil {
		return d, errors.Join(&store.SubmissionError{ID: d.ID, Kind: store.ErrCorrupt}, err)
	}
	return d, nil
}

func (t Tables) Delivery(ctx context.Context, id int64) (*store.Delivery, error) {
	d, err := scanDelivery(t.db.Row(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	return one(ctx, t, d, err)
}

func (t Tables) Deliver(ctx context.Context, once *store.Once, d store.Delivery, sent []store.Sent,
	answer func(*store.Delivery, []store.Submission, []store.Added) ([]byte, error)) (kept []byte, err error) {
	var games []*store.Game
	for i := range sent {
		if g := sent[i].Step.Archive; g != nil {
			games = append(games, g)
		}
	}
	packed, err := t.db.Prepare(games)
	if err != nil {
		return nil, err
	}
	file, fileSize := row.Pack(d.File)
	err = t.db.Write(ctx, packed.Size()+int64(2*len(d.File)), func(tx Transaction) error {
		if once != nil {
			if kept, err = answered(ctx, tx, *once); err != nil || kept != nil {
				return err
			}
		}
		if err := tx.Row(ctx, `SELECT coalesce(max(id), 0) + 1 FROM deliveries`).Scan(&d.ID); err != nil {
			return err
		}
		d.Sent, d.Size = row.Instant(tx.Now()), len(d.File)
		if err := exec(ctx, tx, `INSERT INTO deliveries (`+deliveryColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			d.ID, d.Person, d.Name, row.Number(d.Event), d.Comment, row.Present(d.Reading), d.Hash[:], file, fileSize, d.Size,
			d.Sent.UnixMilli(), row.DeliverySum(&d, file, fileSize, d.Sent.UnixMilli())); err != nil {
			return err
		}
		archived, err := packed.Archive(ctx, tx)
		if err != nil {
			return err
		}
		saved, added, err := putSent(ctx, tx, &d, sent, archived)
		if err != nil {
			return err
		}
		if kept, err = answer(&d, saved, added); err != nil || once == nil {
			return err
		}
		return keep(ctx, tx, *once, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// putSent saves the records of an upload; archived holds the results of those
// with a game, in order.
func putSent(ctx context.Context, tx Transaction, d *store.Delivery, sent []store.Sent, archived []store.Added) ([]store.Submission, []store.Added, error) {
	var id, change int64
	if err := tx.Row(ctx, `SELECT (SELECT coalesce(max(id), 0) FROM submissions), (SELECT coalesce(max(change), 0) FROM steps)`).
		Scan(&id, &change); err != nil {
		return nil, nil, err
	}
	saved, added := make([]store.Submission, len(sent)), make([]store.Added, len(sent))
	for i := range sent {
		now, step := sent[i].Submission, sent[i].Step
		if step.Archive != nil {
			added[i], archived = archived[0], archived[1:]
			now.Game, now.Deleted = added[i].ID, added[i].Deleted
		}
		id, change = id+1, change+1
		now.ID, now.Delivery, now.Person, now.Created = id, d.ID, d.Person, d.Sent
		step.Change, step.At = change, d.Sent
		if err := putStep(ctx, tx, &now, &step); err != nil {
			return nil, nil, err
		}
		saved[i] = now
	}
	return saved, added, nil
}

// LastDelivery returns the largest ID of an upload, or 0.
func (t Tables) LastDelivery(ctx context.Context) (last int64, err error) {
	err = t.db.Row(ctx, `SELECT coalesce(max(id), 0) FROM deliveries`).Scan(&last)
	return last, t.db.Fault(ctx, err)
}
