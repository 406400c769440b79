package table

import (
	"context"
	"database/sql"
	"errors"

	"assay/store"
	"assay/store/row"
)

// uploadColumns are the columns of an upload.
const uploadColumns = `id, person, name, event, comment, reading, hash, file, size, length, sent, sum`

// scanUpload reads deliveryColumns. It returns an altered upload with its
// error.
func scanUpload(r Row) (*store.Upload, error) {
	d := new(store.Upload)
	var hash, packed []byte
	var event, size sql.Null[int64]
	var sent, sum int64
	err := r.Scan(&d.ID, &d.Person, &d.Name, &event, &d.Comment, &d.Reading, &hash, &packed, &size, &d.Size, &sent,
		&sum)
	if err != nil {
		return d, err
	}
	copy(d.Hash[:], hash)
	d.Event, d.Sent = event.V, row.Instant(sent)
	length, _ := size.Value()
	if err = row.ErrChecksum; sum == row.UploadSum(d, packed, length, sent) {
		d.File, err = row.Unpack(packed, size)
	}
	if err != nil {
		return d, errors.Join(&store.SubmissionError{ID: d.ID, Kind: store.ErrCorrupt}, err)
	}
	return d, nil
}

func (t Tables) Upload(ctx context.Context, id int64) (*store.Upload, error) {
	d, err := scanUpload(t.db.Row(ctx, `SELECT `+uploadColumns+` FROM deliveries WHERE id = $1`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.SubmissionError{ID: id, Kind: store.ErrNotFound}
	}
	return classified(ctx, t, d, err)
}

func (t Tables) AddUpload(ctx context.Context, once *store.IdempotencyKey, d store.Upload, sent []store.UploadedRecord,
	answer func(*store.Upload, []store.Submission, []store.Added) ([]byte, error)) (kept []byte, err error) {
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
			if kept, err = savedResponse(ctx, tx, *once); err != nil || kept != nil {
				return err
			}
		}
		if err := tx.Row(ctx, `SELECT coalesce(max(id), 0) + 1 FROM deliveries`).Scan(&d.ID); err != nil {
			return err
		}
		d.Sent, d.Size = row.Instant(tx.Now()), len(d.File)
		if err := exec(ctx, tx, `INSERT INTO deliveries (`+uploadColumns+
			`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			d.ID, d.Person, d.Name, row.Number(d.Event), d.Comment, row.Present(d.Reading), d.Hash[:], file, fileSize,
			d.Size,
			d.Sent.UnixMilli(), row.UploadSum(&d, file, fileSize, d.Sent.UnixMilli())); err != nil {
			return err
		}
		archived, err := packed.Archive(ctx, tx)
		if err != nil {
			return err
		}
		saved, added, err := t.putUploadedRecords(ctx, tx, &d, sent, archived)
		if err != nil {
			return err
		}
		if kept, err = answer(&d, saved, added); err != nil || once == nil {
			return err
		}
		return saveResponse(ctx, tx, *once, kept)
	})
	if err != nil {
		return nil, err
	}
	return kept, nil
}

// putUploadedRecords saves the records of an upload; archived holds the results
// of those with a game, in order.
func (t Tables) putUploadedRecords(ctx context.Context, tx Transaction, d *store.Upload, sent []store.UploadedRecord,
	archived []store.Added) ([]store.Submission, []store.Added, error) {
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
		if step.Correction != nil {
			var err error
			if added[i], err = t.correct(ctx, tx, *step.Correction); err != nil {
				return nil, nil, err
			}
			now.Game = added[i].ID
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

// LastUpload returns the largest ID of an upload, or 0.
func (t Tables) LastUpload(ctx context.Context) (last int64, err error) {
	err = t.db.Row(ctx, `SELECT coalesce(max(id), 0) FROM deliveries`).Scan(&last)
	return last, t.db.Fault(ctx, err)
}
