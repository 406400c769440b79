package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
)

const (
	webhookColumns  = `webhooks.id, address, secret, former, kinds, off, told, failing, due, created`
	noticeColumns   = `notices.number, notices.at, kind, game, object`
	dispatchColumns = `webhook, notice, attempts, state, status, message, dispatches.at`
)

// nextNotice is the notice of each webhook that comes next: one that is to be
// sent once more, else the first that it was not told of. More conditions may
// follow.
const nextNotice = `SELECT ` + webhookColumns + `, ` + noticeColumns + `
	FROM webhooks JOIN notices ON number = coalesce(
		(SELECT min(notice) FROM dispatches WHERE webhook = webhooks.id AND state = 'again'),
		(SELECT min(number) FROM notices WHERE number > told AND (kinds = '' OR instr(' ' || kinds || ' ', ' ' || kind || ' ') > 0)))
	WHERE NOT off AND due <= ? ORDER BY due, webhooks.id LIMIT 1`

func scanWebhook(scan func(...any) error, more ...any) (*store.Webhook, error) {
	w := new(store.Webhook)
	var failing, due, created int64
	err := scan(append([]any{&w.ID, &w.Address, &w.Secret, &w.Former, &w.Kinds, &w.Off, &w.Told, &failing, &due, &created}, more...)...)
	w.Failing, w.Due, w.Created = row.Moment(failing), row.Moment(due), row.Instant(created)
	return w, err
}

func scanDispatch(scan func(...any) error) (*store.Dispatch, error) {
	d := new(store.Dispatch)
	var at int64
	err := scan(&d.Webhook, &d.Notice, &d.Attempts, &d.State, &d.Status, &d.Message, &at)
	d.At = row.Instant(at)
	return d, err
}

func (s *Archive) AddWebhook(ctx context.Context, w store.Webhook) (*store.Webhook, error) {
	err := s.write(ctx, 0, func(tx *sql.Tx) error {
		created := clock().UnixMilli()
		w.Created = row.Instant(created)
		return tx.QueryRowContext(ctx, `INSERT INTO webhooks (address, secret, former, kinds, off, told, failing, due, created)
			VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) FROM notices), 0, 0, ?) RETURNING id, told`,
			w.Address, w.Secret, w.Former, w.Kinds, w.Off, created).Scan(&w.ID, &w.Told)
	})
	if err != nil {
		return nil, err
	}
	return &w, nil
}

func (s *Archive) ChangeWebhook(ctx context.Context, id int64, change func(*store.Webhook)) (now *store.Webhook, err error) {
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		now, err = changeWebhook(ctx, tx, id, change)
		return err
	})
	if err != nil {
		return nil, err
	}
	return now, nil
}

func changeWebhook(ctx context.Context, tx *sql.Tx, id int64, change func(*store.Webhook)) (*store.Webhook, error) {
	w, err := scanWebhook(tx.QueryRowContext(ctx, `SELECT `+webhookColumns+` FROM webhooks WHERE id = ?`, id).Scan)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoWebhook
	case err != nil:
		return nil, err
	}
	change(w)
	_, err = tx.ExecContext(ctx, `UPDATE webhooks SET address = ?, secret = ?, former = ?, kinds = ?, off = ?, told = ?, failing = ?, due = ? WHERE id = ?`,
		w.Address, w.Secret, w.Former, w.Kinds, w.Off, w.Told, row.Milliseconds(w.Failing), row.Milliseconds(w.Due), id)
	return w, err
}

func (s *Archive) RemoveWebhook(ctx context.Context, id int64) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM dispatches WHERE webhook = ?`, id); err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, `DELETE FROM webhooks WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(store.ErrNoWebhook, err)
		}
		return nil
	})
}

func (s *Archive) Webhooks(ctx context.Context) (all []store.Webhook, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+webhookColumns+` FROM webhooks ORDER BY id`)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		w, err := scanWebhook(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *w)
	}
	return all, s.fault(ctx, rows.Err())
}

// next reads the notice that is due.
func next(ctx context.Context, q querier) (*store.Webhook, *store.Notice, error) {
	e := new(store.Notice)
	var at int64
	w, err := scanWebhook(q.QueryRowContext(ctx, nextNotice, clock().UnixMilli()).Scan, &e.Number, &at, &e.Kind, &e.Game, &e.Object)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	e.At = row.Instant(at)
	return w, e, err
}

func (s *Archive) TakeNotice(ctx context.Context, lease time.Duration) (w *store.Webhook, e *store.Notice, d *store.Dispatch, err error) {
	if w, _, err = next(ctx, s.reader); err != nil || w == nil { // most times there is nothing
		return nil, nil, nil, s.fault(ctx, err)
	}
	err = s.write(ctx, 0, func(tx *sql.Tx) error {
		if w, e, err = next(ctx, tx); err != nil || w == nil {
			return err
		}
		d, err = scanDispatch(tx.QueryRowContext(ctx, `SELECT `+dispatchColumns+` FROM dispatches WHERE webhook = ? AND notice = ?`, w.ID, e.Number).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			d, err = &store.Dispatch{Webhook: w.ID, Notice: e.Number}, nil
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE webhooks SET due = ? WHERE id = ?`, clock().Add(lease).UnixMilli(), w.ID)
		return err
	})
	if err != nil || w == nil {
		return nil, nil, nil, err
	}
	return w, e, d, nil
}

func (s *Archive) EndDispatch(ctx context.Context, d store.Dispatch, change func(*store.Webhook, time.Time)) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		now := clock().UnixMilli()
		if _, err := changeWebhook(ctx, tx, d.Webhook, func(w *store.Webhook) { change(w, row.Instant(now)) }); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
			ON CONFLICT DO UPDATE SET attempts = ?3, state = ?4, status = ?5, message = ?6, at = ?7`,
			d.Webhook, d.Notice, d.Attempts, d.State, d.Status, d.Message, now)
		return err
	})
}

func (s *Archive) Dispatches(ctx context.Context, webhook, before int64, limit int) (all []store.Dispatch, err error) {
	rows, err := s.reader.QueryContext(ctx, `SELECT `+dispatchColumns+` FROM dispatches
		WHERE webhook = ?1 AND (notice < ?2 OR ?2 = 0) ORDER BY notice DESC LIMIT ?3`, webhook, before, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		d, err := scanDispatch(rows.Scan)
		if err != nil {
			return nil, s.fault(ctx, err)
		}
		all = append(all, *d)
	}
	return all, s.fault(ctx, rows.Err())
}

func (s *Archive) Redispatch(ctx context.Context, webhook, notice int64, from time.Time) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		w, err := changeWebhook(ctx, tx, webhook, func(w *store.Webhook) { w.Due = time.Time{} })
		if err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at)
			SELECT ?1, number, 0, 'again', 0, '', ?2 FROM notices
			WHERE number <= ?3 AND CASE ?4 WHEN 0 THEN at >= ?5 AND (?6 = '' OR instr(' ' || ?6 || ' ', ' ' || kind || ' ') > 0) ELSE number = ?4 END
			ON CONFLICT DO UPDATE SET attempts = 0, state = 'again'`,
			webhook, clock().UnixMilli(), w.Told, notice, row.Milliseconds(from), w.Kinds)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(store.ErrNoNotice, err)
		}
		return nil
	})
}

func (s *Archive) ForgetNotices(ctx context.Context, age time.Duration) error {
	return s.write(ctx, 0, func(tx *sql.Tx) error {
		before := clock().Add(-age).UnixMilli()
		if _, err := tx.ExecContext(ctx, `DELETE FROM notices WHERE at < ? AND number < (SELECT max(number) FROM notices)`, before); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM dispatches WHERE at < ? AND notice NOT IN (SELECT number FROM notices)`, before)
		return err
	})
}
