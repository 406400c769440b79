package api

import (
	"context"
	"fmt"
)

// Ready is the status of an archive whose index follows it.
const Ready = "ready"

// What anybody is told of an index that does not follow.
const (
	indexFaulty   = "index: it does not follow the archive"
	indexUnopened = "index: it is not open yet"
)

// Readiness reports whether the archive can be read and the index follows it.
type Readiness struct {
	Status  string   `json:"status"` // ready, or not ready
	Reasons []string `json:"reasons,omitempty"`
	Changes int64    `json:"changes"` // of the archive
	Indexed int64    `json:"indexed"` // of them taken in by the index
	Faults  int64    `json:"-"`       // of the index that were met and reported
	Err     error    `json:"-"`       // that keeps the archive from being read
	public  []string // the reasons, without where things lie and how they fail
}

// Public is what anybody is told of it.
func (r Readiness) Public() Readiness {
	r.Reasons = r.public
	return r
}

// Ready looks at archive and index, and waits for neither.
func (a *Archive) Ready(ctx context.Context) Readiness {
	r := Readiness{Status: Ready, Faults: a.errorCount.Load()}
	say := func(public, whole string) {
		r.Reasons, r.public = append(r.Reasons, whole), append(r.public, public)
	}
	if r.Changes, r.Err = a.store.Sequence(ctx); r.Err != nil {
		say("archive: it cannot be read", "archive: "+r.Err.Error())
	}
	state := a.indexState()
	r.Indexed = state.Cursor
	switch trouble := a.lastError(); {
	case state.Fault != nil:
		say(indexFaulty, state.Fault.Error())
	case trouble != nil:
		say(indexFaulty, trouble.Error())
	}
	if state.Rebuilding {
		rebuilt := fmt.Sprintf("index: it is being rebuilt, and has %d of %d changes", r.Indexed, r.Changes)
		say(rebuilt, rebuilt)
	}
	if a.index.Load() == nil && len(r.Reasons) == 0 {
		say(indexUnopened, indexUnopened)
	}
	if len(r.Reasons) > 0 {
		r.Status = "not ready"
	}
	return r
}
