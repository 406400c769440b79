package table

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"assay/store"
	"assay/store/row"
)

const (
	webhookColumns = `webhooks.id, address, secret, former, kinds, off, told, failing, due, created`
	noticeColumns  = `notices.number, notices.at, kind, game, object,
		EXISTS (SELECT 1 FROM games WHERE games.id = notices.game AND games.deleted IS NOT NULL)`
	dispatchColumns = `webhook, notice, attempts, state, status, message, dispatches.at`
)

// asked selects the events that a webhook subscribes to and has not received.
const asked = `number > told AND (kinds = '' OR ' ' || kinds || ' ' LIKE '% ' || kind || ' %')`

// behind selects active webhooks that skipped a thousand events they do not
// subscribe to; passed is the last of these.
const (
	passed = `coalesce((SELECT min(number) - 1 FROM notices WHERE ` + asked + `), (SELECT max(number) FROM notices), told)`
	behind = `NOT off AND kinds <> '' AND ` + passed + ` >= told + 1000`
)

// nextNotice selects the next event of each webhook: one to be sent again, else
// the first not received.
const nextNotice = `SELECT ` + webhookColumns + `, ` + noticeColumns + `
	FROM webhooks JOIN notices ON number = coalesce(
		(SELECT min(notice) FROM dispatches WHERE webhook = webhooks.id AND state = 'again'),
		(SELECT min(number) FROM notices WHERE ` + asked + `))
	WHERE NOT off AND due <= clock() ORDER BY due, webhooks.id LIMIT 1`

func scanWebhook(r Row, more ...any) (*store.Webhook, error) {
	w := new(store.Webhook)
	var failing, due, created int64
	err := r.Scan(append([]any{&w.ID, &w.Address, &w.Secret, &w.Former, &w.Kinds, &w.Off, &w.Told, &failing, &due, &created}, more...)...)
	w.Failing, w.Due, w.Created = row.Moment(failing), row.Moment(due), row.Instant(created)
	return w, err
}

func scanDispatch(r Row) (*store.Dispatch, error) {
	d := new(store.Dispatch)
	var at int64
	err := r.Scan(&d.Webhook, &d.Notice, &d.Attempts, &d.State, &d.Status, &d.Message, &at)
	d.At = row.Instant(at)
	return d, err
}

func (t Tables) AddWebhook(ctx context.Context, h store.Webhook) (*store.Webhook, error) {
	err := t.db.Write(ctx, 0, func(tx Transaction) error {
		h.Created = row.Instant(tx.Now())
		id, err := number(ctx, tx, "webhooks")
		if err != nil {
			return err
		}
		return tx.Row(ctx, `INSERT INTO webhooks (id, address, secret, former, kinds, off, told, failing, due, created)
			VALUES ($1, $2, $3, $4, $5, $6, (SELECT coalesce(max(number), 0) FROM notices), 0, 0, $7) RETURNING id, told`,
			id, h.Address, h.Secret, h.Former, h.Kinds, h.Off, tx.Now()).Scan(&h.ID, &h.Told)
	})
	if err != nil {
		return nil, err
	}
	return &h, nil
}

func (t Tables) ChangeWebhook(ctx context.Context, id int64, change func(*store.Webhook)) (now *store.Webhook, err error) {
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		now, err = changeWebhook(ctx, tx, id, change)
		return err
	})
	if err != nil {
		return nil, err
	}
	return now, nil
}

func changeWebhook(ctx context.Context, tx Transaction, id int64, change func(*store.Webhook)) (*store.Webhook, error) {
	h, err := scanWebhook(tx.Row(ctx, `SELECT `+webhookColumns+` FROM webhooks WHERE id = $1`, id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, store.ErrNoWebhook
	case err != nil:
		return nil, err
	}
	change(h)
	return h, exec(ctx, tx, `UPDATE webhooks SET address = $1, secret = $2, former = $3, kinds = $4, off = $5, told = $6, failing = $7, due = $8 WHERE id = $9`,
		h.Address, h.Secret, h.Former, h.Kinds, h.Off, h.Told, row.Milliseconds(h.Failing), row.Milliseconds(h.Due), id)
}

func (t Tables) RemoveWebhook(ctx context.Context, id int64) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if err := exec(ctx, tx, `DELETE FROM dispatches WHERE webhook = $1`, id); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `DELETE FROM webhooks WHERE id = $1`, id)
		if err == nil && n == 0 {
			err = store.ErrNoWebhook
		}
		return err
	})
}

func (t Tables) Webhooks(ctx context.Context) ([]store.Webhook, error) {
	return list(ctx, t, func(r Row) (*store.Webhook, error) { return scanWebhook(r) }, `SELECT `+webhookColumns+` FROM webhooks ORDER BY id`)
}

// scanNext reads the due event.
func scanNext(r Row) (*store.Webhook, *store.Notice, error) {
	e := new(store.Notice)
	var at int64
	h, err := scanWebhook(r, &e.Number, &at, &e.Kind, &e.Game, &e.Object, &e.Deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	e.At = row.Instant(at)
	return h, e, err
}

// passOver skips events that webhooks do not subscribe to, so that they are not
// read again.
func (t Tables) passOver(ctx context.Context) error {
	var some bool
	if err := t.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM webhooks WHERE `+behind+`)`).Scan(&some); err != nil || !some {
		return t.db.Fault(ctx, err)
	}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		return exec(ctx, tx, `UPDATE webhooks SET told = `+passed+` WHERE `+behind)
	})
}

func (t Tables) TakeNotice(ctx context.Context, lease time.Duration) (h *store.Webhook, e *store.Notice, d *store.Dispatch, err error) {
	if err := t.passOver(ctx); err != nil {
		return nil, nil, nil, err
	}
	if h, _, err = scanNext(t.db.Row(ctx, nextNotice)); err != nil || h == nil { // usually there is nothing
		return nil, nil, nil, t.db.Fault(ctx, err)
	}
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if h, e, err = scanNext(tx.Row(ctx, nextNotice)); err != nil || h == nil {
			return err
		}
		d, err = scanDispatch(tx.Row(ctx, `SELECT `+dispatchColumns+` FROM dispatches WHERE webhook = $1 AND notice = $2`, h.ID, e.Number))
		if errors.Is(err, sql.ErrNoRows) {
			d, err = &store.Dispatch{Webhook: h.ID, Notice: e.Number}, nil
		}
		if err != nil {
			return err
		}
		return exec(ctx, tx, `UPDATE webhooks SET due = $1 WHERE id = $2`, tx.Now()+lease.Milliseconds(), h.ID)
	})
	if err != nil || h == nil {
		return nil, nil, nil, err
	}
	return h, e, d, nil
}

func (t Tables) EndDispatch(ctx context.Context, d store.Dispatch, change func(*store.Webhook, time.Time)) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if _, err := changeWebhook(ctx, tx, d.Webhook, func(h *store.Webhook) { change(h, row.Instant(tx.Now())) }); err != nil {
			return err
		}
		return exec(ctx, tx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = $3, state = $4, status = $5, message = $6, at = $7`,
			d.Webhook, d.Notice, d.Attempts, d.State, d.Status, d.Message, tx.Now())
	})
}

func (t Tables) Dispatches(ctx context.Context, webhook, before int64, limit int) ([]store.Dispatch, error) {
	return list(ctx, t, scanDispatch, `SELECT `+dispatchColumns+` FROM dispatches
		WHERE webhook = $1 AND (notice < $2 OR $2 = 0) ORDER BY notice DESC LIMIT $3`, webhook, before, limit)
}

func (t Tables) Redispatch(ctx context.Context, webhook, notice int64, from time.Time) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		h, err := changeWebhook(ctx, tx, webhook, func(h *store.Webhook) { h.Due = time.Time{} })
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at)
			SELECT $1, number, 0, 'again', 0, '', $2 FROM notices
			WHERE number <= $3 AND CASE CAST($4 AS bigint) WHEN 0 THEN at >= $5 AND (CAST($6 AS text) = '' OR ' ' || CAST($6 AS text) || ' ' LIKE '% ' || kind || ' %') ELSE number = $4 END
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = 0, state = 'again'`,
			webhook, tx.Now(), h.Told, notice, row.Milliseconds(from), h.Kinds)
		if err == nil && n == 0 {
			err = store.ErrNoNotice
		}
		return err
	})
}

func (t Tables) ForgetNotices(ctx context.Context, age time.Duration) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		before := tx.Now() - age.Milliseconds()
		if err := exec(ctx, tx, `DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)`, before); err != nil {
			return err
		}
		return exec(ctx, tx, `DELETE FROM dispatches WHERE (at < $1 OR state = 'again') AND notice NOT IN (SELECT number FROM notices)`, before)
	})
}
