package store

import (
	"errors"
	"time"
)

// WebhookEventKind is the kind of a webhook event.
type WebhookEventKind string

// The kinds of webhook events, except submission events.
const (
	GameArchived        WebhookEventKind = "game.archived"
	GameVerified        WebhookEventKind = "game.verified" // again
	GameCorrected       WebhookEventKind = "game.mended"
	GameDeleted         WebhookEventKind = "game.deleted"
	GameRestored        WebhookEventKind = "game.restored"
	GameRuled           WebhookEventKind = "game.ruled"   // a ruling was made
	GameUnruled         WebhookEventKind = "game.unruled" // a ruling was revoked
	AnnotationAdded     WebhookEventKind = "annotation.added"
	AnnotationChanged   WebhookEventKind = "annotation.changed"
	AnnotationWithdrawn WebhookEventKind = "annotation.withdrawn"
)

// SubmissionEventKind returns the kind of event for a submission that reaches a
// state.
func SubmissionEventKind(state SubmissionState) WebhookEventKind {
	return WebhookEventKind("submission." + state)
}

// WebhookEventKinds are all kinds of webhook events.
var WebhookEventKinds = []WebhookEventKind{
	GameArchived, GameVerified, GameCorrected, GameDeleted, GameRestored, GameRuled, GameUnruled,
	AnnotationAdded, AnnotationChanged, AnnotationWithdrawn,
	SubmissionEventKind(SubmissionNew), SubmissionEventKind(SubmissionReturned),
	SubmissionEventKind(SubmissionRepaired), SubmissionEventKind(SubmissionRuled),
	SubmissionEventKind(SubmissionAccepted), SubmissionEventKind(SubmissionRefused),
}

// WebhookEvent is an event for webhooks. It is saved only if a webhook exists.
type WebhookEvent struct {
	Number int64 // from 1, in the order of the events
	At     time.Time
	Kind   WebhookEventKind
	Game   int64 // 0 for none
	Object int64 // ID of the annotation or submission, or number of the ruling; 0 for none

	Deleted bool // whether the game is deleted now
}

// AnnotationEventKind returns the kind of event for a revision of an
// annotation.
func AnnotationEventKind(revision int64, deleted bool) WebhookEventKind {
	switch {
	case deleted:
		return AnnotationWithdrawn
	case revision == 1:
		return AnnotationAdded
	}
	return AnnotationChanged
}

// Webhook is a subscription. Its events are sent to a URL one after the other.
type Webhook struct {
	ID           int64
	URL          string
	Secret       string // signs requests
	FormerSecret string // the previous secret, which also signs requests; "" for none
	Kinds        string // space-separated; "" for all
	Disabled     bool   // nothing is sent
	LastEvent    int64  // number of the last event that was delivered or skipped
	Failing      time.Time
	Due          time.Time // time of the next delivery at the earliest, by the archive's clock
	Created      time.Time
}

// WebhookDelivery is the state of an event's delivery to a webhook.
type WebhookDelivery struct {
	Webhook  int64
	Event    int64
	Attempts int
	State    DeliveryState
	Status   int    // HTTP status of the last response; 0 for none
	Message  string // error message; "" for none
	At       time.Time
}

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states of deliveries.
const (
	DeliveryRetrying DeliveryState = "trying" // failed, to be retried
	DeliveryRequeued DeliveryState = "again"  // requested again
	DeliveryDone     DeliveryState = "dispatched"
	DeliveryFailed   DeliveryState = "lost" // given up
)

// Errors of webhooks and their events.
var (
	ErrNoWebhook      = errors.New("no such webhook")
	ErrNoWebhookEvent = errors.New("no such event, or it has been deleted")
)
