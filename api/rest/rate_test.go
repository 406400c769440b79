package rest

import (
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"assay/store"
)

// TestRate sends requests until they are rejected: RateLimit and Retry-After
// are exact.
func TestRate(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{Rate: 30})
	now := time.Now()
	s.rates.now = func() time.Time { return now }
	c := serveOn(t, s)
	for n := 29; n >= 0; n-- {
		got := c.get("/api/v1/variants/csg-1")
		if want := fmt.Sprintf(`"client";r=%d;t=%d`, n, (30-n)*2); got.status != 200 || got.header.Get("RateLimit") != want || got.header.Get("RateLimit-Policy") != `"client";q=30;w=60` {
			t.Fatalf("%d %v, want %s", got.status, got.header, want)
		}
	}
	for range 3 {
		got := c.get("/api/v1/games")
		wait, err := strconv.Atoi(got.header.Get("Retry-After"))
		if got.status != 429 || err != nil || wait != 2 {
			t.Fatalf("%d %v %s", got.status, got.header, got.body)
		}
		if now = now.Add(time.Duration(wait)*time.Second - time.Millisecond); c.get("/api/v1/games").status != 429 {
			t.Error("answered before it was said")
		}
		if now = now.Add(time.Millisecond); c.get("/api/v1/games").status != 200 {
			t.Error("refused when it was said to be answered")
		}
	}
	for range 50 {
		if got := c.get("/api/v1/healthz"); got.status != 200 || got.header.Get("RateLimit") != "" {
			t.Fatalf("%d %v", got.status, got.header)
		}
	}
}

// TestRateOfRejected counts rejected requests: without credentials and from
// other origins by address, of people by person.
func TestRateOfRejected(t *testing.T) {
	s, sessions := peopled(t, ServerConfig{Rate: 3})
	now := time.Now()
	s.rates.now = func() time.Time { return now }
	for _, row := range []struct{ name, session, method, path, header, value string }{
		{"a token that is none", "", "GET", "/api/v1/people", "Authorization", "Bearer none"},
		{"no token", "", "GET", "/api/v1/people", "Authorization", "none"},
		{"a guest", "", "GET", "/api/v1/people", "Accept", "*/*"},
		{"a page elsewhere", "", "POST", "/api/v1/people", "Origin", "https://evil.example"},
		{"another name", "", "GET", ".evil.example/api/v1/people", "Accept", "*/*"},
		{"a reader", sessions[store.Reader], "GET", "/api/v1/people", "Accept", "*/*"},
	} {
		now = now.Add(time.Minute)
		for n := range 5 {
			got := of(s, row.session, row.method, row.path, "", row.header, row.value)
			if late := got.Code == 429; late != (n >= 3) || got.Header().Get("RateLimit") == "" {
				t.Errorf("call %d by %s: %d %v", n+1, row.name, got.Code, got.Header())
			}
		}
	}
	if got := of(s, sessions[store.Administrator], "GET", "/api/v1/people", ""); got.Code != 200 {
		t.Errorf("somebody else: %d %s", got.Code, got.Body)
	}
}

// TestRateOfServers alternates between two servers of an archive: together they
// allow no more than one, apart from requests not yet charged, and the excess
// is paid back. A server that cannot charge counts alone.
func TestRateOfServers(t *testing.T) {
	const limit, portion = 200, 10
	a := newArchive(t)
	now := time.Now()
	servers := make([]*Server, 2)
	for i := range servers {
		servers[i] = NewServer(a, ServerConfig{Rate: limit, Shared: true})
		servers[i].rates.now = func() time.Time { return now }
	}
	call := func(s *Server) bool {
		_, _, err := s.rates.acquire("somebody")
		s.rates.charging.Wait()
		return err == nil
	}
	// The archive's clock runs while the servers' stand still, so slightly more
	// may be allowed: rounded as there.
	began := time.Now()
	let := 0
	for n := range 2 * limit {
		if call(servers[n%2]) {
			let++
		}
	}
	since := int(math.Round(time.Since(began).Minutes() * limit))
	if let < limit-portion || let > limit+portion+since {
		t.Errorf("%d calls were let through in %v, want %d", let, time.Since(began), limit)
	}
	if now = now.Add(time.Minute / 4); !call(servers[0]) || !call(servers[1]) {
		t.Error("refused a quarter of a minute later")
	}

	servers[0].rates.charge = func(string, int) (time.Duration, error) { return 0, errors.New("away") }
	now = now.Add(time.Hour)
	for n := range limit + 1 {
		if answered := call(servers[0]); answered != (n < limit) {
			t.Fatalf("call %d of a server alone: %v", n+1, answered)
		}
	}
	if !call(servers[1]) {
		t.Error("another server refuses what it was not told of")
	}
}

// TestRateOfOneServer allows the whole limit at once on a server that charges,
// while time passes.
func TestRateOfOneServer(t *testing.T) {
	for _, limit := range []int{1, 20, 100} {
		s := NewServer(newArchive(t), ServerConfig{Rate: limit, Shared: true})
		var ahead time.Duration
		began := time.Now()
		s.rates.now = func() time.Time {
			ahead += time.Millisecond
			return began.Add(ahead)
		}
		for n := range limit {
			_, _, err := s.rates.acquire("somebody")
			if s.rates.charging.Wait(); err != nil {
				t.Errorf("call %d of %d is refused: %v", n+1, limit, err)
			}
		}
	}
}

// TestRateClients counts clients separately, and bounds their number.
func TestRateClients(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{Rate: 60})
	now := time.Now()
	s.rates.now = func() time.Time { return now }
	for i := range maxClients + 100 {
		if _, _, err := s.rates.acquire(strconv.Itoa(i)); (err != nil) != (i >= maxClients+60) {
			t.Fatalf("client %d: %v", i, err)
		}
	}
	if n := len(s.rates.clients); n > maxClients+1 {
		t.Errorf("%d clients are known", n)
	}
	if _, _, err := s.rates.acquire(personPrefix + "Ada"); err != nil {
		t.Errorf("guests use up what a person may call: %v", err)
	}
	now = now.Add(time.Minute)
	if _, _, err := s.rates.acquire("new"); errors.As(err, new(*RateError)) || len(s.rates.clients) != 1 {
		t.Errorf("%v, %d clients", err, len(s.rates.clients))
	}
	for _, row := range []struct{ x, y string }{
		{"[2001:db8::1]:80", "[2001:db8::ffff:2]:90"}, {"192.0.2.1:1", "192.0.2.1:2"}, {"192.0.2.1:1", "[::ffff:192.0.2.1]:2"},
	} {
		of := func(remote string) string {
			c, _ := gin.CreateTestContext(httptest.NewRecorder())
			c.Request = httptest.NewRequest("GET", "/", nil)
			c.Request.RemoteAddr = remote
			return clientKey(c)
		}
		if of(row.x) == "" || of(row.x) != of(row.y) {
			t.Errorf("%s is %s, %s is %s", row.x, of(row.x), row.y, of(row.y))
		}
	}
}
