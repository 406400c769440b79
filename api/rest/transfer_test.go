package rest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"assay/analysis/variant"
	"assay/api"
)

// dial opens a connection with a small receive buffer.
func dial(t *testing.T, c *client) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	tcp := conn.(*net.TCPConn)
	if err := tcp.SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	return tcp
}

// announce begins a request whose body has a length.
func announce(t *testing.T, conn net.Conn, path string, length int) {
	t.Helper()
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n", path, length); err != nil {
		t.Fatal(err)
	}
}

// twoSlots opens an archive whose server has two slots for long requests.
func twoSlots(t *testing.T) *api.Archive {
	t.Helper()
	a, err := open(t.Context(), api.Config{Data: t.TempDir(), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// TestSlowClients has twenty clients send and twenty receive extremely slowly:
// others are served all the same.
func TestSlowClients(t *testing.T) {
	c := start(t, twoSlots(t), ServerConfig{Pace: time.Hour})
	big := bytes.Repeat([]byte("nothing that is a record, at some length\n"), 300_000)
	for _, path := range []string{"/api/v1/games", "/api/v1/validate", "/api/v1/text", "/api/v1/variants/check", "/api/v1/games/1/annotations", "/api/v1/positions/search"} {
		for range 4 {
			conn := dial(t, c)
			announce(t, conn, path, 10_000)
			if _, err := io.WriteString(conn, "1. Pawn"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 6 {
		conn := dial(t, c)
		announce(t, conn, "/api/v1/text", len(big))
		if _, err := conn.Write(big); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReaderSize(conn, 16).ReadByte(); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		for _, row := range []struct {
			method, path, body string
		}{
			{"POST", "validate", readFile(t, board1)},
			{"POST", "text", "any"},
			{"POST", "games", readFile(t, board1)},
			{"GET", "games/1/export?as=svg", ""},
			{"GET", "export?as=numbered&games=1", ""},
			{"GET", "games/1/positions/3", ""},
			{"POST", "games/1/annotations", `{"author":"Ada","ply":3,"comment":"so"}`},
			{"POST", "positions/search", `{"query":"\"Copper\""}`},
			{"GET", "explorer?variant=csg-1", ""},
			{"POST", "variants/check", "id: x"},
		} {
			if got := c.send(row.method, "/api/v1/"+row.path, row.body); got.status != http.StatusOK && got.status != http.StatusCreated {
				t.Errorf("%s %s: %d %s", row.method, row.path, got.status, got.body)
			}
		}
	}
}

// TestMinimumRate disconnects clients below the minimum rate, reports it, and
// releases everything they held.
func TestMinimumRate(t *testing.T) {
	a := twoSlots(t)
	server := NewServer(a, ServerConfig{Pace: 500 * time.Millisecond})
	c := serveOn(t, server)
	for _, path := range []string{"/api/v1/games", "/api/v1/games/1/annotations"} {
		conn := dial(t, c)
		announce(t, conn, path, 10_000)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != http.StatusRequestTimeout || !bytes.Contains(body, []byte("64 KiB")) {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
	}
	// The minimum rate is enough, however long it takes.
	conn := dial(t, c)
	announce(t, conn, "/api/v1/validate", 8*paceBytes)
	for range 8 {
		if _, err := conn.Write(make([]byte, paceBytes)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(80 * time.Millisecond)
	}
	if answer, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%v %v", answer, err)
	}

	big := bytes.Repeat([]byte("x"), 12<<20)
	conn = dial(t, c)
	announce(t, conn, "/api/v1/text", len(big))
	if _, err := conn.Write(big); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return server.budget.used() == 0 && occupants(server.long) == 0 })
}

// TestBrokenBody distinguishes an incomplete body from one that is too large.
func TestBrokenBody(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, path := range []string{"games", "validate", "positions/search", "positions/similar", "positions/play", "analysis", "games/1/analysis", "games/1/annotations", "variants/check"} {
		conn := dial(t, c)
		announce(t, conn, "/api/v1/"+path, 1000)
		io.WriteString(conn, `{"variant":`)
		conn.CloseWrite()
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != http.StatusBadRequest || !bytes.Contains(body, []byte("ended early")) {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
	}
}

// TestLargeJSON is rejected by its limit, however much is sent, with or without
// a declared length.
func TestLargeJSON(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for path, limit := range map[string]int64{
		"positions/search": maxJSON, "positions/similar": maxJSON, "positions/play": maxJSON, "analysis": maxJSON, "games/1/analysis": maxJSON, "games/1/annotations": maxAnnotation, "variants/check": variant.MaxDefinition, "drafts": maxDraft, "variants/design": maxDraft,
	} {
		for _, length := range []int64{limit + 1, 32 << 20} {
			for _, announced := range []bool{true, false} {
				body := io.MultiReader(strings.NewReader(`{"query":"`), io.LimitReader(endless{}, length-10))
				request, err := http.NewRequest(http.MethodPost, c.address+"/api/v1/"+path, body)
				if err != nil {
					t.Fatal(err)
				}
				if announced {
					request.ContentLength = length
				}
				var p Problem
				got := c.do(request)
				if got.into(t, &p); got.status != http.StatusRequestEntityTooLarge || p.Limit < limit {
					t.Errorf("%s of %d bytes, announced %v: %d %s", path, length, announced, got.status, got.body)
				}
			}
		}
	}
}

// running returns how many requests hold a slot of a queue.
func running(q *queue) int {
	n, _ := q.counts()
	return n
}

// occupants returns how many requests hold a slot of a queue or wait for one.
func occupants(q *queue) int {
	n, waiting := q.counts()
	return n + waiting
}

// TestQueue runs two requests, lets three wait, and rejects others.
func TestQueue(t *testing.T) {
	q := newQueue(2, 3, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	leave, err := q.enter(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.enter(ctx); err != nil {
		t.Fatal(err)
	}
	q.averageHold.Store(int64(4 * time.Second))
	waited := make(chan error, 3)
	for range 3 {
		go func() {
			_, err := q.enter(ctx)
			waited <- err
		}()
	}
	waitFor(t, func() bool { return occupants(q) == 5 })
	var busy *BusyError
	if _, err := q.enter(ctx); !errors.As(err, &busy) || busy.Wait != 10*time.Second {
		t.Errorf("the sixth: %v, of five with two slots and 4 s each", err)
	}
	leave()
	leave()
	if err := <-waited; err != nil {
		t.Errorf("the third: %v", err)
	}
	cancel()
	for range 2 {
		if err := <-waited; !errors.Is(err, context.Canceled) {
			t.Errorf("who is gone: %v", err)
		}
	}
	if occupants(q) != 2 || running(q) != 2 {
		t.Errorf("%d places and %d slots are taken", occupants(q), running(q))
	}
	late := newQueue(1, 1, time.Millisecond)
	if _, err := late.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := late.enter(t.Context()); !errors.As(err, &busy) || occupants(late) != 1 {
		t.Errorf("who waited too long: %v", err)
	}
}

// TestBusy checks Retry-After.
func TestBusy(t *testing.T) {
	s := NewServer(newArchive(t), ServerConfig{})
	s.long, s.brief = newQueue(1, 1, time.Millisecond), newQueue(1, 0, time.Millisecond)
	for _, q := range []*queue{s.long, s.brief} {
		if _, err := q.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		q.averageHold.Store(int64(7 * time.Second))
		q.reserved = 0
	}
	for path, status := range map[string]int{
		"POST /api/v1/validate": 503, "POST /api/v1/games": 503, "GET /api/v1/export?as=pgn": 503, "GET /api/v1/explorer?variant=csg-1": 503,
		"GET /healthz": 200, "GET /metrics": 200, "GET /api/v1/games": 200,
	} {
		method, path, _ := strings.Cut(path, " ")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, "http://localhost"+path, strings.NewReader("x")))
		if w.Code != status || status == 503 && w.Header().Get("Retry-After") != "7" {
			t.Errorf("%s %s: %d, Retry-After %q", method, path, w.Code, w.Header().Get("Retry-After"))
		}
	}
	// Bodies are bounded by the byte budget.
	s = NewServer(newArchive(t), ServerConfig{})
	s.budget.size = 1000
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://localhost/api/v1/validate", strings.NewReader(strings.Repeat("x", 1001))))
	if w.Code != http.StatusServiceUnavailable || s.budget.used() != 0 {
		t.Errorf("a body without room: %d, %d bytes are held", w.Code, s.budget.used())
	}
}
