package rest

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"assay/api"
)

// RateError says that a client calls too often.
type RateError struct {
	Limit int           // calls a minute
	Wait  time.Duration // until the next one is answered
}

func (e *RateError) Error() string {
	return fmt.Sprintf("more than %d calls a minute; try again in %d s", e.Limit, e.seconds())
}

func (e *RateError) seconds() int { return ceil(e.Wait) }

// ceil is a time in whole seconds, one at least.
func ceil(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

// maxClients bounds the number of tracked clients; further guests share one
// bucket. People have their own in any case.
const maxClients = 1 << 14

// personPrefix begins the names of buckets of people.
const personPrefix = "person "

// rates hold clients to a number of calls a minute, which may come at once.
type rates struct {
	limit   int // a minute
	now     func() time.Time
	mu      sync.Mutex
	clients map[string]*account

	// charge counts calls for all servers of the archive; nil where there is
	// one. It is told of them a portion at a time, after they were answered,
	// so that nobody waits for it, and answers what all servers know.
	charge   func(client string, calls int) (whole time.Duration, err error)
	charging sync.WaitGroup
}

// account is what is known of the calls of a client.
type account struct {
	*rate.Limiter
	owed     int // not yet charged
	charging bool
}

func newRates(limit int) *rates {
	return &rates{limit: limit, now: time.Now, clients: map[string]*account{}}
}

// portion is how many calls of a client a server answers before it tells the
// others: by so many more each of them lets through what came at once.
func (r *rates) portion() int { return max(1, r.limit/20) }

// settle charges what a client owes. Where that fails, it is left uncounted:
// the server goes on by what it has counted itself.
func (r *rates) settle(client string, l *account) {
	owed := l.owed
	l.owed, l.charging = 0, true
	r.charging.Go(func() {
		whole, err := r.charge(client, owed)
		r.mu.Lock()
		defer r.mu.Unlock()
		if l.charging = false; err != nil {
			return
		}
		now := r.now()
		left := float64(r.limit)*(1-whole.Minutes()) - float64(l.owed)
		if less := int(math.Round(l.TokensAt(now) - left)); less > 0 {
			l.ReserveN(now, min(less, r.limit))
		}
	})
}

// take counts a call of a client, and tells how many more are answered at once,
// and when all would be again. The error is a [*RateError].
func (r *rates) take(client string) (left int, whole time.Duration, err error) {
	now, a := r.now(), float64(r.limit)/60 // a second
	r.mu.Lock()
	defer r.mu.Unlock()
	l, known := r.clients[client]
	if !known {
		if len(r.clients) >= maxClients {
			for name, other := range r.clients {
				if other.TokensAt(now) >= float64(r.limit) {
					delete(r.clients, name)
				}
			}
		}
		if len(r.clients) >= maxClients && !strings.HasPrefix(client, personPrefix) {
			client = ""
		}
		if l = r.clients[client]; l == nil {
			l = &account{Limiter: rate.NewLimiter(rate.Limit(a), r.limit)}
			r.clients[client] = l
		}
	}
	allowed := l.AllowN(now, 1)
	tokens := l.TokensAt(now)
	in := func(more float64) time.Duration { return time.Duration(math.Ceil(more / a * float64(time.Second))) }
	if !allowed {
		err = &RateError{Limit: r.limit, Wait: in(1 - tokens)}
	} else if l.owed++; r.charge != nil && l.owed >= r.portion() && !l.charging {
		r.settle(client, l)
	}
	return max(0, int(tokens)), in(float64(r.limit) - tokens), err
}

// callerOf names for whom calls are counted: somebody who is known, or whoever
// is at an address.
func callerOf(c *gin.Context) string {
	if name := api.CallerOf(c.Request.Context()).Name; name != "" {
		return personPrefix + name
	}
	return clientOf(c)
}

// hold refuses calls of clients that call too often, and tells all how many
// they may still make.
func (s *Server) hold(c *gin.Context) {
	if err := s.counted(c); err != nil {
		s.fail(c, err)
	}
}

// counted counts a call. Whoever watches the server is not counted. The error
// is a [*RateError].
func (s *Server) counted(c *gin.Context) error {
	switch strings.TrimPrefix(c.FullPath(), basePath) {
	case "/healthz", "/readyz", "/metrics":
		return nil
	}
	if s.rates.limit <= 0 {
		return nil
	}
	left, whole, err := s.rates.take(callerOf(c))
	c.Header("RateLimit-Policy", fmt.Sprintf(`"client";q=%d;w=60`, s.rates.limit))
	c.Header("RateLimit", fmt.Sprintf(`"client";r=%d;t=%d`, left, int(math.Ceil(whole.Seconds()))))
	return err
}
