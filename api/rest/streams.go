package rest

import (
	"context"
	"slices"
	"sync"
	"time"

	"assay/api"
)

// streams bounds how many event streams go on at once. When all places are
// taken, a client with more streams than the newcomer loses its oldest one;
// guests lose theirs to people. Browsers reconnect when there is room.
type streams struct {
	max  int
	wait time.Duration // after which a client that was refused may try again

	mu  sync.Mutex
	all []*openStream // the oldest first
}

type openStream struct {
	client api.Client
	end    context.CancelCauseFunc
}

// enter takes a place for a client; leave gives it back. end is called if
// another client takes the place. The error is a [*BusyError].
func (s *streams) enter(client api.Client, end context.CancelCauseFunc) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) >= s.max {
		at := s.victim(client)
		if at < 0 {
			return nil, &BusyError{Wait: s.wait}
		}
		s.all[at].end(&BusyError{Wait: s.wait})
		s.all = slices.Delete(s.all, at, at+1)
	}
	one := &openStream{client, end}
	s.all = append(s.all, one)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all = slices.DeleteFunc(s.all, func(other *openStream) bool { return other == one })
	}, nil
}

// victim returns the stream that ends so that a client gets a place, -1 for
// none.
func (s *streams) victim(newcomer api.Client) int {
	streams := map[api.Client]int{}
	for _, one := range s.all {
		streams[one.client]++
	}
	found := -1
	for i, one := range s.all {
		c := one.client
		fair := c.Guest == newcomer.Guest && streams[c] > streams[newcomer]+1 || c.Guest && !newcomer.Guest
		if !fair {
			continue
		}
		if found < 0 || c.Guest && !s.all[found].client.Guest ||
			c.Guest == s.all[found].client.Guest && streams[c] > streams[s.all[found].client] {
			found = i
		}
	}
	return found
}
