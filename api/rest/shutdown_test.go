package rest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"assay/api/records"
)

// TestDisconnect stops computing after a disconnect, grants the slot to the
// next request, and logs nothing.
func TestDisconnect(t *testing.T) {
	a := twoSlots(t)
	var log strings.Builder
	s := NewServer(a, ServerConfig{Log: &log})
	c := serveOn(t, s)
	if got := c.post("/api/v1/games", readFile(t, board3)); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address+"/api/v1/games/1/export?as=gif&plies=all", nil)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			answer, err := http.DefaultClient.Do(request)
			if err == nil {
				answer.Body.Close()
			}
			ended <- err
		}()
		waitFor(t, func() bool { return running(s.long) > 0 })
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the call ended with %v", err)
		}
		waitFor(t, func() bool { return occupants(s.long) == 0 })
	}
	counted := string(c.get("/metrics").body)
	if want := `status="503"} 3`; !strings.Contains(counted, `route="/api/v1/games/:id/export",`+want) {
		t.Errorf("no %s in %s", want, counted)
	}
	if log.Len() > 0 {
		t.Errorf("the log says %s", log.String())
	}
}

// TestStopping cancels requests that outlast the shutdown timeout, and leaves
// none running.
func TestStopping(t *testing.T) {
	s := NewServer(twoSlots(t), ServerConfig{})
	s.closeLimit = time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	at := "http://" + listener.Addr().String() + "/api/v1/"
	if _, err := s.archive.Submit(ctx, "game", strings.NewReader(readFile(t, board3)), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	called := make(chan error, 1)
	go func() {
		answer, err := http.Get(at + "games/1/export?as=gif&plies=all")
		if err == nil {
			answer.Body.Close()
		}
		called <- err
	}()
	waitFor(t, func() bool { return running(s.long) > 0 })
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("serve: %v", err)
	}
	if occupants(s.long) > 0 {
		t.Error("a call goes on")
	}
	if err := <-called; err == nil {
		t.Error("the call was answered")
	}
}
