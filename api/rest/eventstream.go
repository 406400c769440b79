package rest

import (
	"context"
	"slices"
	"sync"
	"time"

	"assay/api/request"
)

// streamLimit bounds the number of open event streams. At the limit, a client
// with more streams than the new one loses its oldest stream; guests lose
// theirs to people. Browsers reconnect later.
type streamLimit struct {
	max  int
	wait time.Duration // Retry-After for a refused client

	mu   sync.Mutex
	open []*openStream // oldest first
}

type openStream struct {
	client request.Client
	end    context.CancelCauseFunc
}

// enter opens a stream of a client; leave closes it. end is called if another
// client takes its place. The error is a [*BusyError].
func (s *streamLimit) enter(client request.Client, end context.CancelCauseFunc) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= s.max {
		at := s.victim(client)
		if at < 0 {
			return nil, &BusyError{Wait: s.wait}
		}
		s.open[at].end(&BusyError{Wait: s.wait})
		s.open = slices.Delete(s.open, at, at+1)
	}
	one := &openStream{client, end}
	s.open = append(s.open, one)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.open = slices.DeleteFunc(s.open, func(other *openStream) bool { return other == one })
	}, nil
}

// victim returns the index of the stream to end in favour of a new client, or
// -1 for none.
func (s *streamLimit) victim(newcomer request.Client) int {
	streams := map[request.Client]int{}
	for _, one := range s.open {
		streams[one.client]++
	}
	found := -1
	for i, one := range s.open {
		c := one.client
		fair := c.Guest == newcomer.Guest && streams[c] > streams[newcomer]+1 || c.Guest && !newcomer.Guest
		if !fair {
			continue
		}
		if found < 0 || c.Guest && !s.open[found].client.Guest ||
			c.Guest == s.open[found].client.Guest && streams[c] > streams[s.open[found].client] {
			found = i
		}
	}
	return found
}
