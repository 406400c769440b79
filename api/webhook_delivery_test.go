package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"assay/api/account"
	"assay/api/request"
	"assay/store"
)

// receiver is a local HTTP server that receives webhook requests.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	status  int // status code of its responses
	secrets []string
	heard   []account.WebhookMessage
	ids     []string
	faults  []string
}

func listen(t *testing.T) *receiver {
	l := &receiver{status: http.StatusNoContent}
	l.Server = httptest.NewServer(l)
	t.Cleanup(l.Close)
	return l
}

func (l *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	for _, secret := range l.secrets {
		key, err := standardwebhooks.NewWebhook(secret)
		if err == nil {
			err = key.Verify(body, r.Header)
		}
		if err != nil {
			l.faults = append(l.faults, err.Error())
		}
	}
	var m account.WebhookMessage
	if err := json.Unmarshal(body, &m); err != nil || r.Header.Get("Content-Type") != "application/json" {
		l.faults = append(l.faults, fmt.Sprint(err, r.Header))
	}
	l.heard, l.ids = append(l.heard, m), append(l.ids, r.Header.Get("webhook-id"))
	w.WriteHeader(l.status)
}

// post sends without checking the address.
func post(_ context.Context, address string, headers map[string]string, body []byte) (int, error) {
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// ageWebhooks lets time pass for webhooks: it moves their times into the past.
func ageWebhooks(t *testing.T, a *Archive, long time.Duration) {
	t.Helper()
	all, err := a.store.Webhooks(t.Context())
	for _, w := range all {
		if err == nil {
			_, err = a.store.ChangeWebhook(t.Context(), w.ID, func(w *store.Webhook) {
				if !w.Due.IsZero() {
					w.Due = w.Due.Add(-long)
				}
				if !w.Failing.IsZero() {
					w.Failing = w.Failing.Add(-long)
				}
			})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// deliverAll delivers all due events and returns their number.
func deliverAll(t *testing.T, a *Archive, send account.WebhookSender) (n int) {
	t.Helper()
	for {
		told, err := a.DeliverNext(t.Context(), send)
		if err != nil {
			t.Fatal(err)
		}
		if !told {
			return n
		}
		n++
	}
}

// TestWebhooks delivers events signed and in order. It retries with growing
// delays after failures, resends on request, and signs with both secrets while
// they rotate.
func TestWebhooks(t *testing.T) {
	ctx := t.Context()
	a := newArchive(t)
	submit(t, a, []string{scholars})
	l := listen(t)
	hook, err := a.AddWebhook(ctx, account.WebhookInput{Address: l.URL + "/a"})
	if err != nil {
		t.Fatal(err)
	}
	l.secrets = []string{hook.Secret}
	if n := deliverAll(t, a, post); n != 0 {
		t.Errorf("%d notices before anything happened", n)
	}
	if err := a.Delete(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if err := a.Restore(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if n := deliverAll(t, a, post); n != 2 || len(l.faults) > 0 {
		t.Fatalf("%d told, faults %q", n, l.faults)
	}
	if m := l.heard[0]; m.Type != store.GameDeleted || m.Data != (account.WebhookData{Event: 1, Game: 1}) || m.Timestamp.IsZero() || l.heard[1].Type != store.GameRestored {
		t.Errorf("heard %+v", l.heard)
	}

	// It fails: the event is retried with growing delays, then dropped.
	l.status, l.heard = http.StatusInternalServerError, nil
	if err := a.Delete(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if err := a.Restore(ctx, 1); err != nil {
		t.Fatal(err)
	}
	last := time.Duration(0)
	for i, pause := range account.RetryDelays {
		if n := deliverAll(t, a, post); n != 1 {
			t.Fatalf("attempt %d: %d told", i+1, n)
		}
		ageWebhooks(t, a, pause*7/10)
		if n := deliverAll(t, a, post); n != 0 {
			t.Errorf("attempt %d is made again too early", i+1)
		}
		ageWebhooks(t, a, pause/2+time.Second)
		last += pause
	}
	if last < 70*time.Hour || last > 74*time.Hour {
		t.Errorf("a notice is given up after %v", last)
	}
	l.mu.Lock()
	for i, m := range l.heard {
		if m.Data.Event != 3 || l.ids[2+i] != l.ids[2] {
			t.Errorf("attempt %d is of notice %d, as %s", i+1, m.Data.Event, l.ids[2+i])
		}
	}
	l.mu.Unlock()
	if n := deliverAll(t, a, post); n != 2 { // it is dropped, and the next one follows
		t.Errorf("at last %d told", n)
	}
	page, err := a.Deliveries(ctx, hook.ID, "", 2)
	if err != nil || len(page.Deliveries) != 2 || page.Next != "3" || page.Deliveries[1].State != store.DeliveryFailed || page.Deliveries[1].Attempts != len(account.RetryDelays)+1 ||
		page.Deliveries[0].State != store.DeliveryRetrying || page.Deliveries[0].Status != 500 {
		t.Errorf("%+v, %v", page, err)
	}
	if n, err := a.WebhookCounts(ctx); err != nil || n != (account.WebhookCounts{Failing: 1}) {
		t.Errorf("%+v, %v", n, err)
	}

	// The receiver works again.
	l.status = http.StatusOK
	ageWebhooks(t, a, time.Hour)
	if n := deliverAll(t, a, post); n != 1 {
		t.Errorf("%d told", n)
	}
	if all, err := a.Webhooks(ctx); err != nil || all.Webhooks[0].Failing != nil || all.Webhooks[0].Told != 4 || all.Webhooks[0].Secret != "" {
		t.Errorf("%+v, %v", all, err)
	}
	l.heard = nil
	if err := a.Redeliver(ctx, hook.ID, account.RedeliverInput{Notice: 3}); err != nil {
		t.Fatal(err)
	}
	deliverAll(t, a, post)
	long := time.Now().Add(-time.Hour)
	if err := a.Redeliver(ctx, hook.ID, account.RedeliverInput{From: &long}); err != nil {
		t.Fatal(err)
	}
	deliverAll(t, a, post)
	said := ""
	for _, m := range l.heard {
		said += fmt.Sprint(m.Data.Event, " ")
	}
	if said != "3 1 2 3 4 " {
		t.Errorf("once more: %s", said)
	}

	// After rotation, requests are signed with both secrets, later only with
	// the new one.
	rotated, err := a.ChangeWebhook(ctx, hook.ID, account.WebhookChange{Rotate: true})
	if err != nil || rotated.Secret == hook.Secret || !rotated.Rotated {
		t.Fatalf("%+v, %v", rotated, err)
	}
	l.secrets = []string{hook.Secret, rotated.Secret}
	again := func() {
		t.Helper()
		if err := a.Redeliver(ctx, hook.ID, account.RedeliverInput{Notice: 1}); err != nil {
			t.Fatal(err)
		}
		if n := deliverAll(t, a, post); n != 1 {
			t.Fatalf("%d told", n)
		}
	}
	if again(); len(l.faults) > 0 {
		t.Errorf("by two secrets: %q", l.faults)
	}
	if _, err := a.ChangeWebhook(ctx, hook.ID, account.WebhookChange{Retire: true}); err != nil {
		t.Fatal(err)
	}
	if again(); len(l.faults) != 1 { // the former secret no longer matches
		t.Errorf("by the newest: %q", l.faults)
	}

	// The response 410 disables the webhook.
	l.secrets = nil
	if err := a.Delete(ctx, 1); err != nil {
		t.Fatal(err)
	}
	l.status = http.StatusGone
	deliverAll(t, a, post)
	if all, err := a.Webhooks(ctx); err != nil || !all.Webhooks[0].Off {
		t.Errorf("gone: %+v, %v", all, err)
	}
}

// TestDisableFailingWebhook disables a webhook that has failed for five days.
func TestDisableFailingWebhook(t *testing.T) {
	a := newArchive(t)
	submit(t, a, []string{scholars})
	l := listen(t)
	l.status = http.StatusServiceUnavailable
	if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: l.URL}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := a.Delete(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if err := a.Restore(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	for day := range 7 {
		if day > 0 {
			ageWebhooks(t, a, 24*time.Hour)
		}
		deliverAll(t, a, post)
		n, err := a.WebhookCounts(t.Context())
		if want := (account.WebhookCounts{Failing: 1}); err != nil || day < 5 && n != want {
			t.Errorf("day %d: %+v, %v", day, n, err)
		}
	}
	if n, err := a.WebhookCounts(t.Context()); err != nil || n.Off != 1 {
		t.Errorf("at last %+v, %v", n, err)
	}
}

// TestDeliverWebhooks delivers while the program runs, and delivers interrupted
// events later.
func TestDeliverWebhooks(t *testing.T) {
	a := newArchive(t)
	l := listen(t)
	if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: l.URL, Kinds: []store.WebhookEventKind{store.GameArchived}}); err != nil {
		t.Fatal(err)
	}
	submit(t, a, []string{scholars})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.DeliverWebhooks(ctx, post, func(err error) { t.Error(err) })
	}()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		all, err := a.store.Webhooks(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if all[0].LastEvent == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("nothing is heard")
		}
	}
	stop()
	<-done
	// Interrupted between request and response: it is delivered again.
	if err := a.Redeliver(t.Context(), 1, account.RedeliverInput{Notice: 1}); err != nil {
		t.Fatal(err)
	}
	if w, _, _, err := a.store.TakeWebhookEvent(t.Context(), account.DeliveryLease); err != nil || w == nil {
		t.Fatalf("%+v, %v", w, err)
	}
	if n := deliverAll(t, a, post); n != 0 {
		t.Errorf("two tell one webhook at once")
	}
	ageWebhooks(t, a, account.DeliveryLease)
	if n := deliverAll(t, a, post); n != 1 {
		t.Errorf("%d told after a stop", n)
	}
}

// TestWebhookInput rejects invalid URLs and event kinds.
func TestWebhookInput(t *testing.T) {
	a := newArchive(t)
	for _, address := range []string{"", "ftp://club.example", "https://", "https://ada:secret@club.example", "//club.example", "https://club.example/#x", "file:///etc/passwd", "https://" + strings.Repeat("a", 2000), "\x00"} {
		if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: address}); !errors.As(err, new(*request.InputError)) {
			t.Errorf("%.30q: %v", address, err)
		}
	}
	for _, kinds := range [][]store.WebhookEventKind{{"game"}, {store.GameCorrected, store.GameCorrected}} {
		if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: "https://club.example", Kinds: kinds}); !errors.As(err, new(*request.InputError)) {
			t.Errorf("%q: %v", kinds, err)
		}
	}
}

// TestSignatureTime signs with the archive's time: receivers reject signatures
// that are minutes too old or too new.
func TestSignatureTime(t *testing.T) {
	const ahead = time.Hour
	a := newArchive(t)
	l := listen(t)
	if _, err := a.AddWebhook(t.Context(), account.WebhookInput{Address: l.URL}); err != nil {
		t.Fatal(err)
	}
	submit(t, a, []string{scholars})
	a = NewArchive(a.Arbiter, skewedClock{a.store, ahead})
	signed := time.Time{}
	deliverAll(t, a, func(_ context.Context, _ string, headers map[string]string, _ []byte) (int, error) {
		seconds, err := strconv.ParseInt(headers[standardwebhooks.HeaderWebhookTimestamp], 10, 64)
		signed = time.Unix(seconds, 0)
		return http.StatusNoContent, err
	})
	if off := time.Until(signed) - ahead; off.Abs() > time.Minute {
		t.Errorf("signed %v off the archive's clock", off)
	}
}
