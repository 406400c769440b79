package account

import (
	"context"
	"time"

	"assay/analysis/optional"
	"assay/api/request"
	"assay/store"
)

// Audit adds an entry for the caller's action to the audit log.
func (a *Accounts) Audit(ctx context.Context, action, object, from string) error {
	return a.store.Audit(ctx,
		store.AuditEntry{Person: request.CallerOf(ctx).Name, Action: action, Object: object, From: from})
}

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	Number  int64         `json:"number"`
	Created time.Time     `json:"created"`
	At      time.Time     `json:"at"`     // former name of Created
	Person  optional.Text `json:"person"` // none if not logged in
	Action  string        `json:"action"`
	Object  string        `json:"object"`
	From    string        `json:"from"` // IP address of the caller
}

// AuditPage is a page of the audit log, newest entry first.
type AuditPage struct {
	Entries []AuditEntry `json:"deeds"`
	request.Paged
}

// AuditLog returns a page of the audit log; an empty cursor requests the newest
// entries. The error is an [*request.InputError] or [store.ErrCursor].
func (a *Accounts) AuditLog(ctx context.Context, cursor string, limit int) (*AuditPage, error) {
	if err := request.CheckBounds(request.Range("limit", limit, 1, request.MaxLimit)); err != nil {
		return nil, err
	}
	before, err := request.ReadNumberCursor(cursor)
	if err != nil {
		return nil, err
	}
	entries, err := a.store.AuditLog(ctx, before, limit)
	page := &AuditPage{Entries: []AuditEntry{}}
	for _, d := range entries {
		page.Entries = append(page.Entries,
			AuditEntry{d.Number, d.At, d.At, optional.Text(d.Person), d.Action, d.Object, d.From})
	}
	if len(entries) == limit && entries[limit-1].Number > 1 {
		page.Next = request.NumberCursor(entries[limit-1].Number)
	}
	return page, err
}
