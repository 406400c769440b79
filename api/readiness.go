package api

import (
	"context"
	"fmt"
)

// Ready is the status of an archive whose index follows it.
const Ready = "ready"

// Readiness reports whether the archive can be read and the index follows it.
type Readiness struct {
	Status  string   `json:"status"` // ready, or not ready
	Reasons []string `json:"reasons,omitempty"`
	Changes int64    `json:"changes"` // of the archive
	Indexed int64    `json:"indexed"` // of them taken in by the index
	Faults  int64    `json:"-"`       // of the index that were met and reported
	Err     error    `json:"-"`       // that keeps the archive from being read
}

// Ready looks at archive and index, and waits for neither.
func (a *Archive) Ready(ctx context.Context) Readiness {
	r := Readiness{Status: Ready, Faults: a.faults.Load()}
	if r.Changes, r.Err = a.store.Sequence(ctx); r.Err != nil {
		r.Reasons = append(r.Reasons, "archive: "+r.Err.Error())
	}
	state := a.indexState()
	r.Indexed = state.Cursor
	switch trouble := a.trouble(); {
	case state.Fault != nil:
		r.Reasons = append(r.Reasons, state.Fault.Error())
	case trouble != nil:
		r.Reasons = append(r.Reasons, trouble.Error())
	}
	if state.Rebuilding {
		r.Reasons = append(r.Reasons, fmt.Sprintf("index: it is being rebuilt, and has %d of %d changes", r.Indexed, r.Changes))
	}
	if a.index.Load() == nil && len(r.Reasons) == 0 {
		r.Reasons = append(r.Reasons, "index: it is not open yet")
	}
	if len(r.Reasons) > 0 {
		r.Status = "not ready"
	}
	return r
}
