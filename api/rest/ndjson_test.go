package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/api/records"
)

// line has the keys of all lines of streams.
type line struct {
	ID, Game int64
	Cursor   string
	Archived *archived
	Type     string // of a problem
}

// TestStreams requests more games than a page has, as JSON lines, and resumes
// from a line.
func TestStreams(t *testing.T) {
	a := newArchive(t)
	const games = 1203
	var texts []string
	for i := range games {
		texts = append(texts, fmt.Sprintf("[Event \"Cup %d\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n", i))
	}
	submit(t, a, texts)
	c := start(t, a, ServerConfig{})
	c.indexed()
	if err := a.Delete(t.Context(), 600); err != nil {
		t.Fatal(err)
	}
	c.indexed()
	search := func(cursor string) string {
		return fmt.Sprintf(`{"variant":"chess","query":"white knight on f3","cursor":%q}`, cursor)
	}
	for _, row := range []struct {
		path string
		body func(cursor string) string // nil for GET
		want int
	}{
		{"games?variant=chess", nil, games - 1},
		{"games?limit=1&player=A", nil, games - 1},
		{"games?skip=1000", nil, games - 1001},
		{"games?sort=-event", nil, games - 1},
		{"positions/search", search, games - 1},
		{"export?as=json", nil, games - 1},
		{"export?as=pgn&variant=chess&query=" + "white+knight+on+f3&event=Cup", nil, games - 1},
		{"export?as=text&games=7,5,9", nil, 3},
		{"games?variant=shogi", nil, 0},
	} {
		packing := "gzip"
		ask := func(cursor string) (lines []line) {
			t.Helper()
			var got *answer
			switch {
			case row.body != nil:
				got = c.send("POST", "/api/v1/"+row.path, row.body(cursor), "Accept", ndjson)
			case cursor != "":
				path, _ := strings.CutPrefix(row.path, "games?skip=1000")
				if path == "" {
					path = "games?"
				}
				got = c.send("GET", "/api/v1/"+path+"&cursor="+cursor, "", "Accept", ndjson)
			default:
				got = c.send("GET", "/api/v1/"+row.path, "", "Accept", ndjson, "Accept-Encoding", packing)
				if got.header.Get("Content-Encoding") != packing {
					t.Errorf("%s: not in %s", row.path, packing)
				}
			}
			body, err := unpacked(got.header.Get("Content-Encoding"), got.body)
			if err != nil || got.status != 200 || got.header.Get("Content-Type") != ndjson {
				t.Fatalf("%s: %d %v %v", row.path, got.status, got.header, err)
			}
			for text := range bytes.Lines(body) {
				var l line
				if err := json.Unmarshal(text, &l); err != nil || l.Type != "" {
					t.Fatalf("%s: %v in %s", row.path, err, text)
				}
				if l.Archived != nil {
					l.Game, l.Cursor = l.Archived.Game, l.Archived.Cursor
				}
				lines = append(lines, l)
			}
			return lines
		}
		all := ask("")
		if len(all) != row.want {
			t.Errorf("%s: %d lines, want %d", row.path, len(all), row.want)
		}
		packing = "zstd"
		if again := ask(""); len(again) != len(all) {
			t.Errorf("%s: %d lines in zstd, %d in gzip", row.path, len(again), len(all))
		}
		for _, at := range []int{0, 1, 600, len(all) - 1} {
			if at < 0 || at >= len(all) {
				continue
			}
			if rest := ask(all[at].Cursor); len(rest) != len(all)-at-1 || !slices.EqualFunc(rest, all[at+1:], func(x, y line) bool { return x.ID == y.ID && x.Game == y.Game }) {
				t.Errorf("%s: %d lines behind line %d", row.path, len(rest), at)
			}
		}
	}

	for _, row := range []struct{ path, accept string }{
		{"games?cursor=x", ndjson}, {"export?as=html", ndjson}, {"export?as=pgn&cursor=x", ndjson}, {"export?as=pgn&games=1&cursor=Ag", ndjson},
	} {
		if got := c.send("GET", "/api/v1/"+row.path, "", "Accept", row.accept); got.status != 400 {
			t.Errorf("%s: %d %s", row.path, got.status, got.body)
		}
	}
	if got := c.send("GET", "/api/v1/games", "", "Accept", "*/*"); got.header.Get("Content-Type") != "application/json" {
		t.Error(got.header)
	}

	// Streamed records in Assay's format can be archived elsewhere unchanged.
	got := c.send("GET", "/api/v1/export?as=json", "", "Accept", ndjson)
	other := newArchive(t)
	submission, err := other.Submit(t.Context(), "mirror", bytes.NewReader(got.body), records.Reading{}, false)
	if err != nil || submission.Added() != games-1 {
		t.Errorf("%d games, %v", submission.Added(), err)
	}
}

// TestStreamHeld holds at most one part of a stream, and no slot while it waits
// for the client.
func TestStreamHeld(t *testing.T) {
	a := newArchive(t)
	var records []string
	for i := range 600 {
		records = append(records, fmt.Sprintf("[Event \"%s %d\"]\n\n1. e4 e5 *\n", strings.Repeat("x", 10_000), i))
	}
	submit(t, a, records)
	s := NewServer(a, ServerConfig{})
	c := serveOn(t, s)
	s.budget.size = 1 << 20
	if got := c.send("GET", "/api/v1/export?as=pgn", "", "Accept", ndjson); got.status != 200 || bytes.Count(got.body, []byte("\n")) != 600 {
		t.Errorf("%d, %d bytes", got.status, len(got.body))
	}
	if held := s.budget.used(); held != 0 {
		t.Errorf("%d bytes are held behind the end", held)
	}
}
