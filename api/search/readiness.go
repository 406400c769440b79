package search

import (
	"context"
	"fmt"
)

// Ready is the status of a server with a readable archive and an up-to-date
// index.
const Ready = "ready"

// Public reasons why the index is not up to date.
const (
	indexFaulty   = "index: it is not up to date with the archive"
	indexUnopened = "index: it is not open yet"
)

// Readiness reports whether the archive can be read and the index is up to
// date.
type Readiness struct {
	Status  string   `json:"status"` // "ready" or "not ready"
	Reasons []string `json:"reasons,omitempty"`
	Changes int64    `json:"changes"` // of the archive
	Indexed int64    `json:"indexed"` // number of them that are indexed
	Faults  int64    `json:"-"`       // index errors reported so far
	Err     error    `json:"-"`       // reading the archive
	public  []string // reasons without paths and error texts
}

// Public returns the readiness without details.
func (r Readiness) Public() Readiness {
	r.Reasons = r.public
	return r
}

// Ready checks archive and index, without waiting for either.
func (f *Finder) Ready(ctx context.Context) Readiness {
	r := Readiness{Status: Ready, Faults: f.errorCount.Load()}
	add := func(public, detail string) {
		r.Reasons, r.public = append(r.Reasons, detail), append(r.public, public)
	}
	if r.Changes, r.Err = f.store.Sequence(ctx); r.Err != nil {
		add("archive: it cannot be read", "archive: "+r.Err.Error())
	}
	state := f.indexState()
	r.Indexed = state.Cursor
	switch followErr := f.lastError(); {
	case state.Fault != nil:
		add(indexFaulty, state.Fault.Error())
	case followErr != nil:
		add(indexFaulty, followErr.Error())
	}
	if state.Rebuilding {
		message := fmt.Sprintf("index: it is being rebuilt; %d of %d changes are indexed", r.Indexed, r.Changes)
		add(message, message)
	}
	if f.index.Load() == nil && len(r.Reasons) == 0 {
		add(indexUnopened, indexUnopened)
	}
	if len(r.Reasons) > 0 {
		r.Status = "not ready"
	}
	return r
}
