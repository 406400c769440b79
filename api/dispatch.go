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

	"assay/store"
)

// pauses are the delays between delivery attempts, each varied by up to 20 %.
// After the last attempt, three days later, the delivery has failed.
var pauses = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 20 * time.Hour,
}

const (
	dispatchEvery  = time.Second         // polling interval
	dispatchAtOnce = 4                   // webhooks served in parallel
	dispatchLease  = time.Minute         // lease on a webhook, excluding other processes
	failsFor       = 5 * 24 * time.Hour  // until a failing webhook is disabled
	noticesKept    = 30 * 24 * time.Hour // age at which events are deleted
	gone           = 410                 // status code that disables a webhook
)

// message is the body of a webhook request.
type message struct {
	Type      store.WebhookEventKind `json:"type"`
	Timestamp time.Time              `json:"timestamp"`
	Data      messageData            `json:"data"`
}

type messageData struct {
	Notice     int64 `json:"notice"`
	Game       int64 `json:"game,omitempty"`
	Annotation int64 `json:"annotation,omitempty"`
	Ruling     int64 `json:"ruling,omitempty"` // number within the game
	Submission int64 `json:"submission,omitempty"`
	Deleted    bool  `json:"deleted,omitempty"` // whether the submission's game is deleted now
}

// dataOf returns the data of an event's message.
func dataOf(e *store.WebhookEvent) messageData {
	d := messageData{Notice: e.Number, Game: e.Game}
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

// Sender posts a body to a URL and returns the status code of the response, 0
// if there was none.
type Sender func(ctx context.Context, address string, headers map[string]string, body []byte) (status int, err error)

// Dispatch delivers webhook events until ctx ends. Each webhook gets its events
// in order and at least once.
func (a *Archive) Dispatch(ctx context.Context, send Sender, report func(error)) {
	var telling sync.WaitGroup
	defer telling.Wait()
	for range dispatchAtOnce {
		telling.Go(func() {
			for ctx.Err() == nil {
				told, err := a.dispatch(ctx, send)
				if err != nil && ctx.Err() == nil {
					report(err)
				}
				if told && err == nil {
					continue
				}
				linger(ctx, dispatchEvery)
			}
		})
	}
	forget := time.NewTicker(time.Hour)
	defer forget.Stop()
	for {
		select {
		case <-forget.C:
			if err := a.store.DeleteWebhookEvents(ctx, noticesKept); err != nil && ctx.Err() == nil {
				report(err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// dispatch delivers the next event of the webhook that is due. It reports
// whether there was one.
func (a *Archive) dispatch(ctx context.Context, send Sender) (bool, error) {
	w, e, d, err := a.store.TakeWebhookEvent(ctx, dispatchLease)
	if err != nil || w == nil {
		return false, err
	}
	now, err := a.store.Now(ctx)
	if err != nil {
		return false, err
	}
	d.Status, err = tell(ctx, send, w, e, now)
	if ctx.Err() != nil {
		return true, nil // not counted as an attempt
	}
	d.Message, d.State = "", store.DeliveryDone
	d.Attempts++
	again := e.Number <= w.LastEvent
	var pause time.Duration
	if err != nil {
		d.Message = strings.ToValidUTF8(err.Error(), "\uFFFD")
		switch {
		case d.Attempts > len(pauses) || d.Status == gone:
			d.State = store.DeliveryFailed
		case again:
			d.State = store.DeliveryRequeued
		default:
			d.State = store.DeliveryRetrying
		}
		if d.State != store.DeliveryFailed {
			pause = time.Duration(float64(pauses[d.Attempts-1]) * (0.8 + 0.4*rand.Float64()))
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
		if (d.State == store.DeliveryDone || d.State == store.DeliveryFailed) && !again {
			w.LastEvent = max(w.LastEvent, e.Number)
		}
		if failed && (d.Status == gone || now.Sub(w.Failing) > failsFor) {
			w.Disabled = true
		}
	})
	if errors.Is(err, store.ErrNoWebhook) { // the webhook was deleted meanwhile
		err = nil
	}
	return true, err
}

// tell sends a signed event (Standard Webhooks 1.0.0) and returns the status
// code of the response, 0 for none. Any status but 2xx is an error.
func tell(ctx context.Context, send Sender, w *store.Webhook, e *store.WebhookEvent, now time.Time) (int, error) {
	body, err := json.Marshal(message{e.Kind, e.At, dataOf(e)})
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
