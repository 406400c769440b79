package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// secretPrefix begins the secret of a webhook (Standard Webhooks 1.0.0);
// secretBytes random bytes follow.
const (
	secretPrefix = "whsec_"
	secretBytes  = 32
)

// maxWebhooks bounds the webhooks of an archive.
const maxWebhooks = 100

// WebhookStore stores webhooks, their events, and the time of all servers.
type WebhookStore interface {
	store.Webhooks
	Now(ctx context.Context) (time.Time, error)
}

// Notifier manages webhooks and delivers events to them.
type Notifier struct{ store WebhookStore }

// NewNotifier returns the notifier of the webhooks in s.
func NewNotifier(s WebhookStore) *Notifier { return &Notifier{s} }

// WebhookInput is a webhook to add.
type WebhookInput struct {
	Address string                   `json:"address"`
	Kinds   []store.WebhookEventKind `json:"kinds"` // none for all
}

// WebhookChange is a change of a webhook; nil fields are left as they are.
type WebhookChange struct {
	Address *string                   `json:"address"`
	Kinds   *[]store.WebhookEventKind `json:"kinds"`
	Off     *bool                     `json:"off"`
	Rotate  bool                      `json:"rotate"` // adds a new secret; requests are signed with both
	Retire  bool                      `json:"retire"` // signs requests with the newest secret alone
}

// WebhookView is a webhook.
type WebhookView struct {
	ID      int64                    `json:"id"`
	Address string                   `json:"address"`
	Kinds   []store.WebhookEventKind `json:"kinds"` // none for all
	Off     bool                     `json:"off"`
	Failing *time.Time               `json:"failing"` // since when; null if it works
	Told    int64                    `json:"told"`    // number of the last processed event
	Rotated bool                     `json:"rotated"` // requests are signed with two secrets
	Created time.Time                `json:"created"`
	Secret  string                   `json:"secret,omitempty"` // only shown when it is created
}

// WebhooksView lists all webhooks.
type WebhooksView struct {
	Webhooks []WebhookView `json:"webhooks"`
	request.Paged
}

// DeliveryView is the delivery of an event to a webhook.
type DeliveryView struct {
	Notice   int64               `json:"notice"`
	State    store.DeliveryState `json:"state"`
	Attempts int                 `json:"attempts"`
	Status   optional.Number     `json:"status"`  // of the last response
	Message  optional.Text       `json:"message"` // why it failed
	Updated  time.Time           `json:"updated"`
	At       time.Time           `json:"at"` // former name of Updated
}

// DeliveryPage is a page of deliveries, latest event first.
type DeliveryPage struct {
	Deliveries []DeliveryView `json:"dispatches"`
	request.Paged
}

func viewWebhook(w *store.Webhook) WebhookView {
	v := WebhookView{ID: w.ID, Address: w.URL, Kinds: []store.WebhookEventKind{}, Off: w.Disabled, Told: w.LastEvent,
		Rotated: w.FormerSecret != "", Created: w.Created}
	for _, kind := range strings.Fields(w.Kinds) {
		v.Kinds = append(v.Kinds, store.WebhookEventKind(kind))
	}
	if !w.Failing.IsZero() {
		v.Failing = &w.Failing
	}
	return v
}

// newSecret returns a random secret.
func newSecret() string {
	secret := make([]byte, secretBytes)
	rand.Read(secret)
	return secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// checkWebhook validates a URL and event kinds, and returns the kinds as they
// are stored.
func checkWebhook(address string, kinds []store.WebhookEventKind) (string, error) {
	var errs []error
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil ||
		u.Fragment != "" || len(address) > 2000 {
		errs = append(errs, &request.InputError{Field: "address", Value: strings.ToValidUTF8(address, "\uFFFD"),
			Want: "a URL such as https://club.example/assay, without user name and password"})
	}
	return strings.Join(request.Words(kinds), " "),
		request.Joined(append(errs, checkEach("kinds", kinds, store.WebhookEventKinds)...)...)
}

// checkEach returns an error for each value that is not allowed or repeated.
func checkEach[N ~string](field string, values, allowed []N) (errs []error) {
	for i, v := range values {
		if !slices.Contains(allowed, v) || slices.Contains(values[:i], v) {
			errs = append(errs, request.AtKey(fmt.Sprintf("%s.%d", field, i), &request.InputError{Field: field,
				Value: string(v), Want: strings.Join(request.Words(allowed), ", ") + ", each once"}))
		}
	}
	return errs
}

// Webhooks returns all webhooks, without their secrets.
func (n *Notifier) Webhooks(ctx context.Context) (*WebhooksView, error) {
	webhooks, err := n.store.Webhooks(ctx)
	v := &WebhooksView{Webhooks: []WebhookView{}}
	for i := range webhooks {
		v.Webhooks = append(v.Webhooks, viewWebhook(&webhooks[i]))
	}
	return v, err
}

// Webhook returns one webhook, without its secrets. The error is
// [store.ErrNoWebhook].
func (n *Notifier) Webhook(ctx context.Context, id int64) (*WebhookView, error) {
	webhooks, err := n.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	for i := range webhooks.Webhooks {
		if webhooks.Webhooks[i].ID == id {
			return &webhooks.Webhooks[i], nil
		}
	}
	return nil, store.ErrNoWebhook
}

// AddWebhook adds a webhook for events from now on. The error is an
// [*request.InputError] or a [*request.LimitError].
func (n *Notifier) AddWebhook(ctx context.Context, in WebhookInput) (*WebhookView, error) {
	kinds, err := checkWebhook(in.Address, in.Kinds)
	if err != nil {
		return nil, err
	}
	webhooks, err := n.store.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	if len(webhooks) >= maxWebhooks {
		return nil, &request.LimitError{What: "webhooks", Limit: maxWebhooks}
	}
	w, err := n.store.AddWebhook(ctx, store.Webhook{URL: in.Address, Kinds: kinds, Secret: newSecret()})
	if err != nil {
		return nil, err
	}
	v := viewWebhook(w)
	v.Secret = w.Secret
	return &v, nil
}

// ChangeWebhook changes a webhook. A re-enabled webhook continues after its
// last event; events that are no longer stored are skipped. The error is an
// [*request.InputError] or [store.ErrNoWebhook].
func (n *Notifier) ChangeWebhook(ctx context.Context, id int64, change WebhookChange) (*WebhookView, error) {
	address, kinds, list := "https://unchanged.example", "", []store.WebhookEventKind{}
	if change.Address != nil {
		address = *change.Address
	}
	if change.Kinds != nil {
		list = *change.Kinds
	}
	kinds, err := checkWebhook(address, list)
	if err != nil {
		return nil, err
	}
	w, err := n.store.ChangeWebhook(ctx, id, func(w *store.Webhook) {
		if change.Address != nil {
			w.URL = address
		}
		if change.Kinds != nil {
			w.Kinds = kinds
		}
		if change.Off != nil {
			w.Disabled, w.Failing, w.Due = *change.Off, time.Time{}, time.Time{}
		}
		if change.Rotate {
			w.Secret, w.FormerSecret = newSecret(), w.Secret
		}
		if change.Retire {
			w.FormerSecret = ""
		}
	})
	if err != nil {
		return nil, err
	}
	v := viewWebhook(w)
	if change.Rotate {
		v.Secret = w.Secret
	}
	return &v, nil
}

// RemoveWebhook removes a webhook. The error is [store.ErrNoWebhook].
func (n *Notifier) RemoveWebhook(ctx context.Context, id int64) error {
	return n.store.RemoveWebhook(ctx, id)
}

// Deliveries returns a page of a webhook's deliveries; an empty cursor requests
// the latest. The error is [store.ErrNoWebhook], [store.ErrCursor] or an
// [*request.InputError].
func (n *Notifier) Deliveries(ctx context.Context, id int64, cursor string, limit int) (*DeliveryPage, error) {
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	before, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	webhooks, err := n.store.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(webhooks, func(w store.Webhook) bool { return w.ID == id }) {
		return nil, store.ErrNoWebhook
	}
	deliveries, err := n.store.WebhookDeliveries(ctx, id, before, limit)
	page := &DeliveryPage{Deliveries: []DeliveryView{}}
	for _, d := range deliveries {
		page.Deliveries = append(page.Deliveries, DeliveryView{d.Event, d.State, d.Attempts,
			optional.Number(d.Status), optional.Text(d.Message), d.At, d.At})
	}
	if len(deliveries) == limit {
		page.Next = request.NumberCursor(deliveries[limit-1].Event)
	}
	return page, err
}

// RedeliverInput selects events to deliver again: one by number, or all since a
// time.
type RedeliverInput struct {
	Notice int64      `json:"notice"`
	From   *time.Time `json:"from"`
}

// Redeliver delivers events to a webhook again. The error is an
// [*request.InputError], [store.ErrNoWebhook] or [store.ErrNoWebhookEvent].
func (n *Notifier) Redeliver(ctx context.Context, id int64, in RedeliverInput) error {
	var from time.Time
	if in.From != nil {
		from = *in.From
	}
	if in.Notice < 0 || (in.Notice == 0) == (in.From == nil) {
		return &request.InputError{Field: "notice", Value: fmt.Sprint(in.Notice),
			Want: "either an event number, or in \"from\" a time"}
	}
	return n.store.Redeliver(ctx, id, in.Notice, from)
}
