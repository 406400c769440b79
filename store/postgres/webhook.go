package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"assay/store"
	"assay/store/row"
)

const (
	webhookColumns  = `webhooks.id, address, secret, former, kinds, off, told, failing, due, created`
	noticeColumns   = `notices.number, notices.at, kind, game, object`
	dispatchColumns = `webhook, notice, attempts, state, status, message, dispatches.at`
)

// nextNotice is the notice of each webhook that comes next: one that is to be
// sent once more, else the first that it was not told of.
const nextNotice = `SELECT ` + webhookColumns + `, ` + noticeColumns + `
	FROM webhooks JOIN notices ON number = coalesce(
		(SELECT min(notice) FROM dispatches WHERE webhook = webhooks.id AND state = 'again'),
		(SELECT min(number) FROM notices WHERE number > told AND (kinds = '' OR strpos(' ' || kinds || ' ', ' ' || kind || ' ') > 0)))
	WHERE NOT off AND due <= ` + now + ` ORDER BY due, webhooks.id LIMIT 1`

func scanWebhook(rows pgx.Row, more ...any) (*store.Webhook, error) {
	w := new(store.Webhook)
	var failing, due, created int64
	err := rows.Scan(append([]any{&w.ID, (*text)(&w.Address), (*text)(&w.Secret), (*text)(&w.Former), (*text)(&w.Kinds), &w.Off, &w.Told, &failing, &due, &created}, more...)...)
	w.Failing, w.Due, w.Created = row.Moment(failing), row.Moment(due), row.Instant(created)
	return w, err
}

func scanDispatch(rows pgx.Row) (*store.Dispatch, error) {
	d := new(store.Dispatch)
	var at int64
	err := rows.Scan(&d.Webhook, &d.Notice, &d.Attempts, &d.State, &d.Status, (*text)(&d.Message), &at)
	d.At = row.Instant(at)
	return d, err
}

// archived keeps the notices of games that were added from a change on.
func (w *writing) archived(sequence int64) error {
	return w.exec(`INSERT INTO notices (number, at, kind, game, object)
		SELECT (SELECT coalesce(max(number), 0) FROM notices) + row_number() OVER (ORDER BY id), $1, $2, id, 0
		FROM games WHERE sequence >= $3 AND EXISTS (SELECT 1 FROM webhooks)`, w.now, string(store.GameArchived), sequence)
}

func (s *Archive) AddWebhook(ctx context.Context, h store.Webhook) (*store.Webhook, error) {
	err := s.write(ctx, func(w *writing) error {
		h.Created = row.Instant(w.now)
		return w.row(`INSERT INTO webhooks (id, address, secret, former, kinds, off, told, failing, due, created)
			VALUES ((SELECT coalesce(max(id), 0) + 1 FROM webhooks), $1, $2, $3, $4, $5, (SELECT coalesce(max(number), 0) FROM notices), 0, 0, $6) RETURNING id, told`,
			text(h.Address), text(h.Secret), text(h.Former), text(h.Kinds), h.Off, w.now).Scan(&h.ID, &h.Told)
	})
	if err != nil {
		return nil, err
	}
	return &h, nil
}

func (s *Archive) ChangeWebhook(ctx context.Context, id int64, change func(*store.Webhook)) (now *store.Webhook, err error) {
	err = s.write(ctx, func(w *writing) error {
		now, err = w.changeWebhook(id, change)
		return err
	})
	if err != nil {
		return nil, err
	}
	return now, nil
}

func (w *writing) changeWebhook(id int64, change func(*store.Webhook)) (*store.Webhook, error) {
	h, err := scanWebhook(w.row(`SELECT `+webhookColumns+` FROM webhooks WHERE id = $1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoWebhook
	case err != nil:
		return nil, err
	}
	change(h)
	return h, w.exec(`UPDATE webhooks SET address = $1, secret = $2, former = $3, kinds = $4, off = $5, told = $6, failing = $7, due = $8 WHERE id = $9`,
		text(h.Address), text(h.Secret), text(h.Former), text(h.Kinds), h.Off, h.Told, row.Milliseconds(h.Failing), row.Milliseconds(h.Due), id)
}

func (s *Archive) RemoveWebhook(ctx context.Context, id int64) error {
	return s.write(ctx, func(w *writing) error {
		if err := w.exec(`DELETE FROM dispatches WHERE webhook = $1`, id); err != nil {
			return err
		}
		done, err := w.Exec(ctx, `DELETE FROM webhooks WHERE id = $1`, id)
		if err == nil && done.RowsAffected() == 0 {
			err = store.ErrNoWebhook
		}
		return err
	})
}

func (s *Archive) Webhooks(ctx context.Context) (all []store.Webhook, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		h, err := scanWebhook(rows)
		all = append(all, *h)
		return err
	}, `SELECT `+webhookColumns+` FROM webhooks ORDER BY id`)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

// scanNext reads the notice that is due.
func scanNext(rows pgx.Row) (*store.Webhook, *store.Notice, error) {
	e := new(store.Notice)
	var at int64
	h, err := scanWebhook(rows, &e.Number, &at, &e.Kind, &e.Game, &e.Object)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	e.At = row.Instant(at)
	return h, e, err
}

func (s *Archive) TakeNotice(ctx context.Context, lease time.Duration) (h *store.Webhook, e *store.Notice, d *store.Dispatch, err error) {
	if h, _, err = scanNext(s.pool.QueryRow(ctx, nextNotice)); err != nil || h == nil { // most times there is nothing
		return nil, nil, nil, s.fault(ctx, err)
	}
	err = s.write(ctx, func(w *writing) error {
		if h, e, err = scanNext(w.row(nextNotice)); err != nil || h == nil {
			return err
		}
		d, err = scanDispatch(w.row(`SELECT `+dispatchColumns+` FROM dispatches WHERE webhook = $1 AND notice = $2`, h.ID, e.Number))
		if errors.Is(err, sql.ErrNoRows) {
			d, err = &store.Dispatch{Webhook: h.ID, Notice: e.Number}, nil
		}
		if err != nil {
			return err
		}
		return w.exec(`UPDATE webhooks SET due = $1 WHERE id = $2`, w.now+lease.Milliseconds(), h.ID)
	})
	if err != nil || h == nil {
		return nil, nil, nil, err
	}
	return h, e, d, nil
}

func (s *Archive) EndDispatch(ctx context.Context, d store.Dispatch, change func(*store.Webhook, time.Time)) error {
	return s.write(ctx, func(w *writing) error {
		if _, err := w.changeWebhook(d.Webhook, func(h *store.Webhook) { change(h, row.Instant(w.now)) }); err != nil {
			return err
		}
		return w.exec(`INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = $3, state = $4, status = $5, message = $6, at = $7`,
			d.Webhook, d.Notice, d.Attempts, string(d.State), d.Status, text(d.Message), w.now)
	})
}

func (s *Archive) Dispatches(ctx context.Context, webhook, before int64, limit int) (all []store.Dispatch, err error) {
	err = each(ctx, s.pool, func(rows pgx.Rows) error {
		d, err := scanDispatch(rows)
		all = append(all, *d)
		return err
	}, `SELECT `+dispatchColumns+` FROM dispatches WHERE webhook = $1 AND (notice < $2 OR $2 = 0) ORDER BY notice DESC LIMIT $3`, webhook, before, limit)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	return all, nil
}

func (s *Archive) Redispatch(ctx context.Context, webhook, notice int64, from time.Time) error {
	return s.write(ctx, func(w *writing) error {
		h, err := w.changeWebhook(webhook, func(h *store.Webhook) { h.Due = time.Time{} })
		if err != nil {
			return err
		}
		done, err := w.Exec(ctx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at)
			SELECT $1, number, 0, 'again', 0, '', $2 FROM notices
			WHERE number <= $3 AND CASE $4::bigint WHEN 0 THEN at >= $5 AND ($6::text = '' OR strpos(' ' || $6::text || ' ', ' ' || kind || ' ') > 0) ELSE number = $4 END
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = 0, state = 'again'`,
			webhook, w.now, h.Told, notice, row.Milliseconds(from), h.Kinds)
		if err == nil && done.RowsAffected() == 0 {
			err = store.ErrNoNotice
		}
		return err
	})
}

func (s *Archive) ForgetNotices(ctx context.Context, age time.Duration) error {
	return s.write(ctx, func(w *writing) error {
		before := w.now - age.Milliseconds()
		if err := w.exec(`DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)`, before); err != nil {
			return err
		}
		return w.exec(`DELETE FROM dispatches WHERE at < $1 AND notice NOT IN (SELECT number FROM notices)`, before)
	})
}
