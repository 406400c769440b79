package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"assay/api/request"
	"assay/store"
)

// retryDelays are the delays between delivery attempts, each varied by up to 20
// %. After the last attempt, three days later, the delivery has failed.
var retryDelays = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 20 * time.Hour,
}

const (
	deliveryPollInterval = time.Second         // polling interval
	deliveryWorkers      = 4                   // webhooks served in parallel
	deliveryLease        = time.Minute         // lease on a webhook, excluding other processes
	disableAfter         = 5 * 24 * time.Hour  // until a failing webhook is disabled
	eventRetention       = 30 * 24 * time.Hour // age at which events are deleted
	statusGone           = 410                 // status code that disables a webhook
)

// webhookMessage is the body of a webhook request.
type webhookMessage struct {
	Type      store.WebhookEventKind `json:"type"`
	Timestamp time.Time              `json:"timestamp"`
	Data      webhookData            `json:"data"`
}

type webhookData struct {
	Event      int64 `json:"notice"`
	Game       int64 `json:"game,omitempty"`
	Annotation int64 `json:"annotation,omitempty"`
	Ruling     int64 `json:"ruling,omitempty"` // number within the game
	Submission int64 `json:"submission,omitempty"`
	Deleted    bool  `json:"deleted,omitempty"` // whether the submission's game is deleted now
}

// newWebhookData returns the data of an event's message.
func newWebhookData(e *store.WebhookEvent) webhookData {
	d := webhookData{Event: e.Number, Game: e.Game}
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
type WebhookSender func(ctx context.Context, address string, headers map[string]string, body []byte) (status int, err error)

// DeliverWebhooks delivers webhook events until ctx ends. Each webhook gets its
// events in order and at least once.
func (a *Archive) DeliverWebhooks(ctx context.Context, send WebhookSender, report func(error)) {
	var workers sync.WaitGroup
	defer workers.Wait()
	for range deliveryWorkers {
		workers.Go(func() {
			for ctx.Err() == nil {
				delivered, err := a.deliverNext(ctx, send)
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
			if err := a.store.DeleteWebhookEvents(ctx, eventRetention); err != nil && ctx.Err() == nil {
				report(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// deliverNext delivers the next event of the webhook that is due. It reports
// whether there was one.
func (a *Archive) deliverNext(ctx context.Context, send WebhookSender) (bool, error) {
	w, e, d, err := a.store.TakeWebhookEvent(ctx, deliveryLease)
	if err != nil || w == nil {
		return false, err
	}
	now, err := a.store.Now(ctx)
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
		case d.Attempts > len(retryDelays) || d.Status == statusGone:
			d.State = store.DeliveryFailed
		case resent:
			d.State = store.DeliveryRequeued
		default:
			d.State = store.DeliveryRetrying
		}
		if d.State != store.DeliveryFailed {
			pause = time.Duration(float64(retryDelays[d.Attempts-1]) * (0.8 + 0.4*rand.Float64()))
		}
	}
	failed := err != nil
	err = a.store.SaveWebhookDelivery(ctx, *d, func(w *store.Webhook, now time.Time) {
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

// sendEvent sends a signed event (Standard Webhooks 1.0.0) and returns the
// status code of the response, 0 for none. Any status but 2xx is an error.
func sendEvent(ctx context.Context, send WebhookSender, w *store.Webhook, e *store.WebhookEvent, now time.Time) (int, error) {
	body, err := json.Marshal(webhookMessage{e.Kind, e.At, newWebhookData(e)})
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

// Telling counts webhooks by state.
type Telling struct{ On, Off, Failing int }

// Telling counts the webhooks by state.
func (a *Archive) Telling(ctx context.Context) (n Telling, err error) {
	all, err := a.store.Webhooks(ctx)
	for _, w := range all {
		switch {
		case w.Disabled:
			n.Off++
		case !w.Failing.IsZero():
			n.Failing++
		default:
			n.On++
		}
	}
	return n, err
}
