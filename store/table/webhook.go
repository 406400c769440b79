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
	webhookColumns      = `webhooks.id, address, secret, former, kinds, off, told, failing, due, created`
	webhookEventColumns = `notices.number, notices.at, kind, game, object,
		EXISTS (SELECT 1 FROM games WHERE games.id = notices.game AND games.deleted IS NOT NULL)`
	webhookDeliveryColumns = `webhook, notice, attempts, state, status, message, dispatches.at`
)

// subscribed selects the events that a webhook subscribes to and has not
// received.
const subscribed = `number > told AND (kinds = '' OR ' ' || kinds || ' ' LIKE '% ' || kind || ' %')`

// lagging selects active webhooks that have a thousand unread events to which
// they do not subscribe. passed is the last of these events.
const (
	lastUnsubscribed = `coalesce((SELECT min(number) - 1 FROM notices WHERE ` + subscribed +
		`), (SELECT max(number) FROM notices), told)`
	lagging = `NOT off AND kinds <> '' AND ` + lastUnsubscribed + ` >= told + 1000`
)

// selectNextEvent selects the next event of each webhook: an event to be sent
// again, or else the first one that it has not received.
const selectNextEvent = `SELECT ` + webhookColumns + `, ` + webhookEventColumns + `
	FROM webhooks JOIN notices ON number = coalesce(
		(SELECT min(notice) FROM dispatches WHERE webhook = webhooks.id AND state = 'again'),
		(SELECT min(number) FROM notices WHERE ` + subscribed + `))
	WHERE NOT off AND due <= clock() ORDER BY due, webhooks.id LIMIT 1`

func scanWebhook(r Row, more ...any) (*store.Webhook, error) {
	w := new(store.Webhook)
	var failing, due, created int64
	err := r.Scan(append([]any{&w.ID, &w.URL, &w.Secret, &w.FormerSecret, &w.Kinds, &w.Disabled, &w.LastEvent, &failing,
		&due, &created}, more...)...)
	w.Failing, w.Due, w.Created = row.Moment(failing), row.Moment(due), row.Instant(created)
	return w, err
}

func scanWebhookDelivery(r Row) (*store.WebhookDelivery, error) {
	d := new(store.WebhookDelivery)
	var at int64
	err := r.Scan(&d.Webhook, &d.Event, &d.Attempts, &d.State, &d.Status, &d.Message, &at)
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
			id, h.URL, h.Secret, h.FormerSecret, h.Kinds, h.Disabled, tx.Now()).Scan(&h.ID, &h.LastEvent)
	})
	if err != nil {
		return nil, err
	}
	return &h, nil
}

func (t Tables) ChangeWebhook(ctx context.Context, id int64, change func(*store.Webhook)) (now *store.Webhook,
	err error) {
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
		h.URL, h.Secret, h.FormerSecret, h.Kinds, h.Disabled, h.LastEvent, row.Milliseconds(h.Failing),
		row.Milliseconds(h.Due), id)
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
	return list(ctx, t, func(r Row) (*store.Webhook, error) { return scanWebhook(r) },
		`SELECT `+webhookColumns+` FROM webhooks ORDER BY id`)
}

// scanNextEvent reads the due event.
func scanNextEvent(r Row) (*store.Webhook, *store.WebhookEvent, error) {
	e := new(store.WebhookEvent)
	var at int64
	h, err := scanWebhook(r, &e.Number, &at, &e.Kind, &e.Game, &e.Object, &e.Deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	e.At = row.Instant(at)
	return h, e, err
}

// skipUnsubscribed skips events to which webhooks do not subscribe, so that
// they are not read again.
func (t Tables) skipUnsubscribed(ctx context.Context) error {
	var some bool
	if err := t.db.Row(ctx, `SELECT EXISTS (SELECT 1 FROM webhooks WHERE `+lagging+`)`).Scan(&some); err != nil ||
		!some {
		return t.db.Fault(ctx, err)
	}
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		return exec(ctx, tx, `UPDATE webhooks SET told = `+lastUnsubscribed+` WHERE `+lagging)
	})
}

func (t Tables) TakeWebhookEvent(ctx context.Context, lease time.Duration) (h *store.Webhook, e *store.WebhookEvent,
	d *store.WebhookDelivery, err error) {
	if err := t.skipUnsubscribed(ctx); err != nil {
		return nil, nil, nil, err
	}
	if h, _, err = scanNextEvent(t.db.Row(ctx, selectNextEvent)); err != nil || h == nil { // usually there is nothing
		return nil, nil, nil, t.db.Fault(ctx, err)
	}
	err = t.db.Write(ctx, 0, func(tx Transaction) error {
		if h, e, err = scanNextEvent(tx.Row(ctx, selectNextEvent)); err != nil || h == nil {
			return err
		}
		d, err = scanWebhookDelivery(tx.Row(ctx,
			`SELECT `+webhookDeliveryColumns+` FROM dispatches WHERE webhook = $1 AND notice = $2`, h.ID, e.Number))
		if errors.Is(err, sql.ErrNoRows) {
			d, err = &store.WebhookDelivery{Webhook: h.ID, Event: e.Number}, nil
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

func (t Tables) SaveWebhookDelivery(ctx context.Context, d store.WebhookDelivery,
	change func(*store.Webhook, time.Time)) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		if _, err := changeWebhook(ctx, tx, d.Webhook,
			func(h *store.Webhook) { change(h, row.Instant(tx.Now())) }); err != nil {
			return err
		}
		return exec(ctx, tx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = $3, state = $4, status = $5, message = $6, at = $7`,
			d.Webhook, d.Event, d.Attempts, d.State, d.Status, d.Message, tx.Now())
	})
}

func (t Tables) WebhookDeliveries(ctx context.Context, webhook, before int64, limit int) ([]store.WebhookDelivery,
	error) {
	return list(ctx, t, scanWebhookDelivery, `SELECT `+webhookDeliveryColumns+` FROM dispatches
		WHERE webhook = $1 AND (notice < $2 OR $2 = 0) ORDER BY notice DESC LIMIT $3`, webhook, before, limit)
}

func (t Tables) Redeliver(ctx context.Context, webhook, notice int64, from time.Time) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		h, err := changeWebhook(ctx, tx, webhook, func(h *store.Webhook) { h.Due = time.Time{} })
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO dispatches (webhook, notice, attempts, state, status, message, at)
			SELECT $1, number, 0, 'again', 0, '', $2 FROM notices
			WHERE number <= $3 AND CASE CAST($4 AS bigint) WHEN 0 THEN at >= $5 AND (CAST($6 AS text) = '' OR ' ' || CAST($6 AS text) || ' ' LIKE '% ' || kind || ' %') ELSE number = $4 END
			ON CONFLICT (webhook, notice) DO UPDATE SET attempts = 0, state = 'again'`,
			webhook, tx.Now(), h.LastEvent, notice, row.Milliseconds(from), h.Kinds)
		if err == nil && n == 0 {
			err = store.ErrNoWebhookEvent
		}
		return err
	})
}

func (t Tables) DeleteWebhookEvents(ctx context.Context, age time.Duration) error {
	return t.db.Write(ctx, 0, func(tx Transaction) error {
		before := tx.Now() - age.Milliseconds()
		if err := exec(ctx, tx, `DELETE FROM notices WHERE at < $1 AND number < (SELECT max(number) FROM notices)`,
			before); err != nil {
			return err
		}
		return exec(ctx, tx, `DELETE FROM dispatches WHERE (at < $1 OR state = 'again') AND notice NOT IN (SELECT number FROM notices)`, before)
	})
}
