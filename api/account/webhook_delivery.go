package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// RetryDelays are the delays between delivery attempts, each varied by up to 20
// %. After the last attempt, three days later, the delivery has failed.
var RetryDelays = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour,
	20 * time.Hour, 20 * time.Hour,
}

const (
	deliveryPollInterval = time.Second         // polling interval
	deliveryWorkers      = 4                   // webhooks served in parallel
	DeliveryLease        = time.Minute         // lease on a webhook, excluding other processes
	disableAfter         = 5 * 24 * time.Hour  // until a failing webhook is disabled
	eventRetention       = 30 * 24 * time.Hour // age at which events are deleted
	statusGone           = 410                 // status code that disables a webhook
)

// WebhookMessage is the body of a webhook request.
type WebhookMessage struct {
	Type      store.WebhookEventKind `json:"type"`
	Timestamp time.Time              `json:"timestamp"`
	Data      WebhookData            `json:"data"`
}

// WebhookData says what an event is about.
type WebhookData struct {
	Event      int64 `json:"notice"`
	Game       int64 `json:"game,omitempty"`
	Annotation int64 `json:"annotation,omitempty"`
	Ruling     int64 `json:"ruling,omitempty"` // number within the game
	Submission int64 `json:"submission,omitempty"`
	Deleted    bool  `json:"deleted,omitempty"` // whether the submission's game is deleted now
}

// newWebhookData returns the data of an event's message.
func newWebhookData(e *store.WebhookEvent) WebhookData {
	d := WebhookData{Event: e.Number, Game: e.Game}
	switch {
	case e.Kind == store.GameRuled || e.Kind == store.GameUnruled:
		d.Ruling = e.Object
	case strings.HasPrefix(string(e.Kind), "submission."):
		d.Submission, d.Deleted = e.Object, e.Deleted
	default:
		d.Annotation = e.Object
	}
	return d
}

// WebhookSender posts a body to a URL and returns the status code of the
// response, 0 if there was none.
type WebhookSender func(ctx context.Context, address string, headers map[string]string, body []byte) (status int,
	err error)

// DeliverWebhooks delivers webhook events until ctx ends. Each webhook gets its
// events in order and at least once.
func (n *Notifier) DeliverWebhooks(ctx context.Context, send WebhookSender, report func(error)) {
	var workers sync.WaitGroup
	defer workers.Wait()
	for range deliveryWorkers {
		workers.Go(func() {
			for ctx.Err() == nil {
				delivered, err := n.DeliverNext(ctx, send)
				if err != nil && ctx.Err() == nil {
					report(err)
				}
				if delivered && err == nil {
					continue
				}
				request.Sleep(ctx, deliveryPollInterval)
			}
		})
	}
	cleanup := time.NewTicker(time.Hour)
	defer cleanup.Stop()
	for {
		select {
		case <-cleanup.C:
			if err := n.store.DeleteWebhookEvents(ctx, eventRetention); err != nil && ctx.Err() == nil {
				report(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// DeliverNext delivers the next event of the webhook that is due. It reports
// whether there was one.
func (n *Notifier) DeliverNext(ctx context.Context, send WebhookSender) (bool, error) {
	w, e, d, err := n.store.TakeWebhookEvent(ctx, DeliveryLease)
	if err != nil || w == nil {
		return false, err
	}
	now, err := n.store.Now(ctx)
	if err != nil {
		return false, err
	}
	d.Status, err = sendEvent(ctx, send, w, e, now)
	if ctx.Err() != nil {
		return true, nil // not counted as an attempt
	}
	d.Message, d.State = "", store.DeliveryDone
	d.Attempts++
	resent := e.Number <= w.LastEvent
	var pause time.Duration
	if err != nil {
		d.Message = strings.ToValidUTF8(err.Error(), "\uFFFD")
		switch {
		case d.Attempts > len(RetryDelays) || d.Status == statusGone:
			d.State = store.DeliveryFailed
		case resent:
			d.State = store.DeliveryRequeued
		default:
			d.State = store.DeliveryRetrying
		}
		if d.State != store.DeliveryFailed {
			pause = time.Duration(float64(RetryDelays[d.Attempts-1]) * (0.8 + 0.4*rand.Float64()))
		}
	}
	failed := err != nil
	err = n.store.SaveWebhookDelivery(ctx, *d, func(w *store.Webhook, now time.Time) {
		w.Due = time.Time{}
		switch {
		case !failed:
			w.Failing = time.Time{}
		case w.Failing.IsZero():
			w.Failing = now
		}
		if pause > 0 {
			w.Due = now.Add(pause)
		}
		if (d.State == store.DeliveryDone || d.State == store.DeliveryFailed) && !resent {
			w.LastEvent = max(w.LastEvent, e.Number)
		}
		if failed && (d.Status == statusGone || now.Sub(w.Failing) > disableAfter) {
			w.Disabled = true
		}
	})
	if errors.Is(err, store.ErrNoWebhook) { // the webhook was deleted meanwhile
		err = nil
	}
	return true, err
}

// TestResult is the response to a test event.
type TestResult struct {
	Status  optional.Number `json:"status"`  // of the response
	Message optional.Text   `json:"message"` // why the delivery failed, none if it did not
}

// testEvent is the type of test events.
const testEvent store.WebhookEventKind = "webhook.test"

// TestWebhook sends a signed test event to a webhook, even a disabled one, once
// and outside the order of its events. The error is [store.ErrNoWebhook].
func (n *Notifier) TestWebhook(ctx context.Context, id int64, send WebhookSender) (*TestResult, error) {
	webhooks, err := n.store.Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(webhooks, func(w store.Webhook) bool { return w.ID == id })
	if i < 0 {
		return nil, store.ErrNoWebhook
	}
	now, err := n.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	status, err := sendEvent(ctx, send, &webhooks[i], &store.WebhookEvent{Kind: testEvent, At: now}, now)
	r := &TestResult{Status: optional.Number(status)}
	if err != nil {
		r.Message = optional.Text(strings.ToValidUTF8(err.Error(), "\uFFFD"))
	}
	return r, nil
}

// sendEvent sends a signed event (Standard Webhooks 1.0.0) and returns the
// status code of the response, 0 for none. Any status but 2xx is an error.
func sendEvent(ctx context.Context, send WebhookSender, w *store.Webhook, e *store.WebhookEvent, now time.Time) (int,
	error) {
	body, err := json.Marshal(WebhookMessage{e.Kind, e.At, newWebhookData(e)})
	if err != nil {
		return 0, err
	}
	id := fmt.Sprintf("msg_%d_%d", e.Number, e.At.UnixMilli())
	var signatures []string
	for _, secret := range []string{w.Secret, w.FormerSecret} {
		if secret == "" {
			continue
		}
		key, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			return 0, err
		}
		signature, err := key.Sign(id, now, body)
		if err != nil {
			return 0, err
		}
		signatures = append(signatures, signature)
	}
	status, err := send(ctx, w.URL, map[string]string{
		"Content-Type":                          "application/json",
		"User-Agent":                            "Assay",
		standardwebhooks.HeaderWebhookID:        id,
		standardwebhooks.HeaderWebhookTimestamp: strconv.FormatInt(now.Unix(), 10),
		standardwebhooks.HeaderWebhookSignature: strings.Join(signatures, " "),
	}, body)
	if err == nil && (status < 200 || status > 299) {
		err = fmt.Errorf("status %d", status)
	}
	return status, err
}

// WebhookCounts counts webhooks by state.
type WebhookCounts struct{ On, Off, Failing int }

// WebhookCounts counts the webhooks by state.
func (n *Notifier) WebhookCounts(ctx context.Context) (count WebhookCounts, err error) {
	all, err := n.store.Webhooks(ctx)
	for _, w := range all {
		switch {
		case w.Disabled:
			count.Off++
		case !w.Failing.IsZero():
			count.Failing++
		default:
			count.On++
		}
	}
	return count, err
}
