package rest

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"assay/api/request"
)

// RateError reports that a client exceeded its rate limit.
type RateError struct {
	Limit int           // requests a minute
	Wait  time.Duration // until the next request is allowed
}

func (e *RateError) Error() string {
	return fmt.Sprintf("more than %d requests a minute; try again in %d s", e.Limit, e.seconds())
}

func (e *RateError) seconds() int { return ceil(e.Wait) }

// ceil returns a time in whole seconds, at least one.
func ceil(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

// maxClients bounds the number of tracked clients. Guests above it share one
// bucket; people always have their own.
const maxClients = 1 << 14

// personPrefix is the prefix of people's bucket keys.
const personPrefix = "person "

// rateLimiter allows each client a number of requests a minute, in bursts too
// (token bucket).
type rateLimiter struct {
	limit   int // a minute
	now     func() time.Time
	mu      sync.Mutex
	clients map[string]*bucket

	// charge adds a client's requests to the count shared by all servers of the
	// archive, and returns the time to a full bucket; nil with one server. It
	// runs in batches after the responses, so that no request waits for it.
	charge   func(client string, calls int) (whole time.Duration, err error)
	charging sync.WaitGroup
}

// bucket is the token bucket of a client.
type bucket struct {
	*rate.Limiter
	uncharged int // requests not yet charged
	charging  bool
}

func newRates(limit int) *rateLimiter {
	return &rateLimiter{limit: limit, now: time.Now, clients: map[string]*bucket{}}
}

// batchSize is the number of requests of a client that are charged together.
// Each additional server may exceed the burst by this number.
func (r *rateLimiter) batchSize() int { return max(1, r.limit/20) }

// chargeBucket charges the requests of a client that are not charged yet. If
// that fails, the server's own count applies.
func (r *rateLimiter) chargeBucket(client string, l *bucket) {
	owed := l.uncharged
	l.uncharged, l.charging = 0, true
	r.charging.Go(func() {
		whole, err := r.charge(client, owed)
		r.mu.Lock()
		defer r.mu.Unlock()
		if l.charging = false; err != nil {
			return
		}
		now := r.now()
		left := float64(r.limit)*(1-whole.Minutes()) - float64(l.uncharged)
		if less := int(math.Round(l.TokensAt(now) - left)); less > 0 {
			l.ReserveN(now, min(less, r.limit))
		}
	})
}

// acquire counts a request of a client. It returns the number of further
// requests allowed at once, and the time until the bucket is full. The error is
// a [*RateError].
func (r *rateLimiter) acquire(client string) (left int, whole time.Duration, err error) {
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
			l = &bucket{Limiter: rate.NewLimiter(rate.Limit(a), r.limit)}
			r.clients[client] = l
		}
	}
	allowed := l.AllowN(now, 1)
	tokens := l.TokensAt(now)
	in := func(more float64) time.Duration { return time.Duration(math.Ceil(more / a * float64(time.Second))) }
	if !allowed {
		err = &RateError{Limit: r.limit, Wait: in(1 - tokens)}
	} else if l.uncharged++; r.charge != nil && l.uncharged >= r.batchSize() && !l.charging {
		r.chargeBucket(client, l)
	}
	return max(0, int(tokens)), in(float64(r.limit) - tokens), err
}

// rateKey returns the key of the caller's bucket: a person, or an address.
func rateKey(c *gin.Context) string {
	if name := request.CallerOf(c.Request.Context()).Name; name != "" {
		return personPrefix + name
	}
	return clientKey(c)
}

// limitRate rejects requests over the rate limit, and sets the RateLimit
// headers.
func (s *Server) limitRate(c *gin.Context) {
	if err := s.countRequest(c); err != nil {
		s.fail(c, err)
	}
}

// countRequest counts a request, except for monitoring. The error is a
// [*RateError].
func (s *Server) countRequest(c *gin.Context) error {
	switch strings.TrimPrefix(c.FullPath(), basePath) {
	case "/healthz", "/readyz", "/metrics":
		return nil
	}
	if s.rates.limit <= 0 {
		return nil
	}
	left, whole, err := s.rates.acquire(rateKey(c))
	c.Header("RateLimit-Policy", fmt.Sprintf(`"client";q=%d;w=60`, s.rates.limit))
	c.Header("RateLimit", fmt.Sprintf(`"client";r=%d;t=%d`, left, int(math.Ceil(whole.Seconds()))))
	return err
}
