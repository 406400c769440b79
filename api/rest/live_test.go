package rest

import (
	"net/http"
	"strings"
	"testing"

	"assay/api/live"
	"assay/api/records"
)

// TestLive shows followed games as they stand, streams their changes, and
// serves their records; without sources there are none.
func TestLive(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	if got := c.get("/api/v1/live"); got.status != http.StatusOK || string(got.body) != `{"boards":[]}`+"\n" {
		t.Errorf("%d %s", got.status, got.body)
	}
	follower := live.New(a.Arbiter, a, records.Reading{}, func(*live.Event) error { return nil })
	c = start(t, a, ServerConfig{Live: follower})
	show := func(moves, result string) {
		t.Helper()
		text := "[Event \"Cup\"]\n[Round \"3\"]\n[White \"Ada\"]\n[Black \"Ben\"]\n\n" + moves + " " + result + "\n"
		if err := follower.Snapshot(t.Context(), "/secret/round.pgn", []byte(text), true); err != nil {
			t.Fatal(err)
		}
	}
	show("1. e4", "*")
	next, end := c.stream("/api/v1/live/events", "")
	defer end()
	if id, data := next(); id != "0" || data != "" {
		t.Errorf("%s %s", id, data)
	}
	if _, data := next(); !strings.Contains(data, `"move":"Pawn e2 - e4"`) || strings.Contains(data, "secret") {
		t.Errorf("%s", data)
	}
	show("1. e4 e5", "*")
	id, data := next()
	if !strings.Contains(data, `"ply":2,`) {
		t.Errorf("%s", data)
	}
	show("1. e4 e5 2. Qh5 Ke7 3. Qxe5#", "1-0")
	var boards live.Boards
	c.get("/api/v1/live").into(t, &boards)
	if len(boards.Boards) != 1 || boards.Boards[0].Result != "1-0" || boards.Boards[0].Game != 1 || boards.Boards[0].Round != "3" {
		t.Errorf("%+v", boards)
	}
	again, stop := c.stream("/api/v1/live/events", id)
	defer stop()
	if first, _ := again(); first != id {
		t.Errorf("resumes after %s, not %s", first, id)
	}
	if _, data := again(); !strings.Contains(data, `"result":"1-0"`) {
		t.Errorf("%s", data)
	}
	records := c.get("/api/v1/live/records")
	if !strings.HasSuffix(string(records.body), "3. Qxe5# 1-0\n\n") || records.header.Get("ETag") == "" ||
		records.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%v %s", records.header, records.body)
	}
	if got := c.send("GET", "/api/v1/live/records", "", "If-None-Match", records.header.Get("ETag")); got.status != http.StatusNotModified {
		t.Errorf("%d", got.status)
	}
	if got := c.send("GET", "/api/v1/live/events", "", "Last-Event-ID", "x"); got.status != http.StatusBadRequest {
		t.Errorf("%d %s", got.status, got.body)
	}
}
