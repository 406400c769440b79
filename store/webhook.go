package store

import (
	"errors"
	"time"
)

// NoticeKind is what kind of thing happened, as webhooks tell of it.
type NoticeKind string

// The kinds of notices.
const (
	GameArchived        NoticeKind = "game.archived"
	GameVerified        NoticeKind = "game.verified" // anew
	GameMended          NoticeKind = "game.mended"
	GameDeleted         NoticeKind = "game.deleted"
	GameRestored        NoticeKind = "game.restored"
	GameRuled           NoticeKind = "game.ruled"   // a ply stands by a ruling
	GameUnruled         NoticeKind = "game.unruled" // a ruling was taken back
	AnnotationAdded     NoticeKind = "annotation.added"
	AnnotationChanged   NoticeKind = "annotation.changed"
	AnnotationWithdrawn NoticeKind = "annotation.withdrawn"
)

// NoticeOf is what kind of notice it is that a submission came to a state.
func NoticeOf(state SubmissionState) NoticeKind { return NoticeKind("submission." + state) }

// NoticeKinds are all kinds of notices.
var NoticeKinds = []NoticeKind{
	GameArchived, GameVerified, GameMended, GameDeleted, GameRestored, GameRuled, GameUnruled,
	AnnotationAdded, AnnotationChanged, AnnotationWithdrawn,
	NoticeOf(SubmissionNew), NoticeOf(SubmissionReturned), NoticeOf(SubmissionRepaired), NoticeOf(SubmissionRuled),
	NoticeOf(SubmissionAccepted), NoticeOf(SubmissionRefused),
}

// Notice is something that happened in an archive that has webhooks.
type Notice struct {
	Number int64 // from 1, in the order in which things happened
	At     time.Time
	Kind   NoticeKind
	Game   int64 // 0 for none
	Object int64 // an annotation, a ruling's number or a submission, by the kind; 0 for none

	Deleted bool // the game is deleted, as the notice is taken
}

// AnnotationNotice is what kind of notice a revision of an annotation is.
func AnnotationNotice(revision int64, deleted bool) NoticeKind {
	switch {
	case deleted:
		return AnnotationWithdrawn
	case revision == 1:
		return AnnotationAdded
	}
	return AnnotationChanged
}

// Webhook is an address that is told of notices, one after the other.
type Webhook struct {
	ID      int64
	Address string
	Secret  string // by which calls are signed
	Former  string // the secret before, by which they are signed as well; "" for none
	Kinds   string // apart by spaces, "" for all
	Off     bool   // nothing is sent
	Told    int64  // number of the last notice that was dealt with
	Failing time.Time
	Due     time.Time // before which nothing is sent, by the archive's clock
	Created time.Time
}

// Dispatch is what became of a notice at a webhook.
type Dispatch struct {
	Webhook  int64
	Notice   int64
	Attempts int
	State    DispatchState
	Status   int    // of the last answer, 0 where none came
	Message  string // what was wrong, "" for nothing
	At       time.Time
}

// DispatchState is what has become of a dispatch.
type DispatchState string

// The states of dispatches.
const (
	DispatchTrying DispatchState = "trying" // it failed, and is tried again
	DispatchAgain  DispatchState = "again"  // it is to be sent once more
	Dispatched     DispatchState = "dispatched"
	DispatchLost   DispatchState = "lost" // it was given up
)

// What can be wrong with a webhook or notice asked for.
var (
	ErrNoWebhook = errors.New("no such webhook")
	ErrNoNotice  = errors.New("no such event, or it has been deleted")
)
