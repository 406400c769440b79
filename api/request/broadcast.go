package request

import (
	"context"
	"sync"
	"time"
)

// Broadcast broadcasts changes to waiting goroutines.
type Broadcast struct {
	mu      sync.Mutex
	changed chan struct{} // closed at the next change; nil without waiters
}

// Notify wakes all waiting goroutines.
func (n *Broadcast) Notify() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.changed != nil {
		close(n.changed)
		n.changed = nil
	}
}

// Wait returns a channel that is closed at the next change.
func (n *Broadcast) Wait() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.changed == nil {
		n.changed = make(chan struct{})
	}
	return n.changed
}

// WaitForChange waits for a change, and a little longer to combine several.
func WaitForChange(ctx context.Context, changed <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(PollInterval):
		return nil
	case <-changed:
	}
	return Sleep(ctx, 200*time.Millisecond)
}

// Sleep sleeps. It returns the cause of ctx if that ends first.
func Sleep(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(wait):
		return nil
	}
}

// PollInterval is the interval at which a watched job is read again, because
// another process may change it.
const PollInterval = 2 * time.Second
