package rest

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"assay/api/present"
	"assay/api/publish"
	"assay/store"
)

// TestPublishOverREST exports a game and collections, and rejects invalid
// requests.
func TestPublishOverREST(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{MaxExport: 3, MaxFrames: 20})
	for _, record := range []string{
		"[Event \"Cup\"]\n[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 {[%foo bar] [%cal Ge4e5]} e5 2. Nf3 *\n",
		"[Event \"Cup\"]\n[White \"Ben\"]\n[Black \"Cy\"]\n\n1. d4 d5 *\n",
		"Variant=csg-1\n1. Pawn f3 - f4\n",
	} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct {
		path, mediaType string
		status          int
		holds           []string
	}{
		{"games/1/export?as=html", "text/html", 200, []string{"<h1>Ada – Ben, Cup</h1>", policyElement()}},
		{"games/1/export?as=markdown&plies=0", "text/markdown", 200, []string{"# Ada – Ben, Cup", "![Starting position](data:image/svg+xml;base64,"}},
		{"games/1/export?as=gif&plies=1-3&delay=1s&size=12", "image/gif", 200, []string{"GIF89a"}},
		{"games/1/export?as=svg&ply=1", "image/svg+xml", 200, []string{`fill-opacity=".85"`}},
		{"games/1/export?as=svg&ply=1&annotations=none", "image/svg+xml", 200, []string{"<svg"}},
		{"games/1/export?as=html&ply=1", "application/problem+json", 400, []string{"contains whole games"}},
		{"games/1/export?as=html&plies=x", "application/problem+json", 400, []string{"plies"}},
		{"games/1/export?as=gif&plies=7-9", "application/problem+json", 404, []string{"none of the requested positions"}},
		{"games/1/export?as=gif&delay=0s", "application/problem+json", 400, []string{"delay"}},
		{"games/1/export?as=gif&delay=2h", "application/problem+json", 400, []string{"delay"}},
		{"games/1/export?as=svg&size=4", "application/problem+json", 400, []string{"size"}},
		{"games/1/export?as=pdf", "application/problem+json", 400, []string{"pdf"}},
		{"export?as=html&player=ben&title=Ben%27s", "text/html", 200, []string{"<h1>Ben&#39;s</h1>", `href="#g2">Ben – Cy, Cup</a>`}},
		{"export?as=markdown&event=cup&plies=none", "text/markdown", 200, []string{"# Games: cup", "## Ben – Cy, Cup"}},
		{"export?as=pgn&games=2,1", "text/plain", 200, []string{"1. d4 d5 *\n\n[Event \"Cup\"]"}},
		{"export?as=json&games=1,3", "application/x-ndjson", 200, []string{"\n{"}},
		{"export?as=numbered&query=player:cy", "text/plain", 200, []string{"Pawn d2 - d4"}},
		{"export?as=numbered&query=player:ben&event=cup&player=ada", "text/plain", 200, []string{"Pawn e2 - e4"}},
		{"export?as=pgn&variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+w+KQkq+-+0+2", "text/plain", 200, []string{"1. e4 "}},
		{"export?as=pgn&variant=chess&position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+b+-+-+0+2&without_side=true&event=cup&player=cy", "text/plain", 200, nil},
		{"export?as=pgn&position=x", "application/problem+json", 400, []string{"variant"}},
		{"export?as=pgn&sideLines=x&query=player:cy", "application/problem+json", 400, []string{"sideLines"}},
		{"export?as=pgn&sideLines=true", "application/problem+json", 400, []string{"position"}},
		{"export?as=pgn&games=1&query=player:ben", "application/problem+json", 400, []string{"no filter, search"}},
		{"export?as=text&variant=csg-1", "text/plain", 200, []string{"   1. Pawn f3 - f4"}},
		{"export?as=gif&player=ben", "application/problem+json", 400, []string{"contains only one game"}},
		{"export?as=pgn&games=1,x", "application/problem+json", 400, []string{"games"}},
		{"export?as=pgn&games=1&player=ben", "application/problem+json", 400, []string{"no filter, search"}},
		{"export?as=pgn&games=9", "application/problem+json", 404, []string{"game-not-found"}},
		{"export?as=kif&games=1", "application/problem+json", 422, []string{"kif cannot express"}},
		{"export?games=1", "application/problem+json", 400, []string{"expected courier"}},
		{"export?as=pgn&query=))", "application/problem+json", 400, []string{"query"}},
		{"export?as=pgn&games=1,2,3,1", "application/problem+json", 413, []string{`"limit":3`}},
	} {
		got := c.get("/api/v1/" + row.path)
		if got.status != row.status || !strings.HasPrefix(got.header.Get("Content-Type"), row.mediaType) {
			t.Errorf("%s: %d %s %.300s", row.path, got.status, got.header.Get("Content-Type"), got.body)
		}
		for _, part := range row.holds {
			if !strings.Contains(string(got.body), part) {
				t.Errorf("%s: no %q in %.3000s", row.path, part, got.body)
			}
		}
		if strings.Contains(row.path, "annotations=none") && strings.Contains(string(got.body), `fill-opacity=".85"`) {
			t.Errorf("%s draws annotations", row.path)
		}
	}
	for path, name := range map[string]string{"games/1/export?as=markdown": "game-1.md", "export?as=numbered&games=1,2": "games.txt"} {
		if got := c.get("/api/v1/" + path).header.Get("Content-Disposition"); got != `inline; filename="`+name+`"` {
			t.Errorf("%s is called %s", path, got)
		}
	}
	page := c.get("/api/v1/games/1/export?as=html")
	if policy := page.header.Get("Content-Security-Policy"); policy != publish.ContentPolicy()+"; frame-ancestors 'none'; sandbox allow-scripts" {
		t.Error(policy)
	}
	if losses := page.header.Get("Assay-Losses"); losses != `["1 command"]` {
		t.Error(losses)
	}
	var long strings.Builder
	long.WriteString("1. ")
	for range 8 {
		long.WriteString("Nf3 Nf6 Ng1 Ng8 ")
	}
	if got := c.post("/api/v1/games", "[Event \"Long\"]\n\n"+long.String()+"*\n"); got.status != http.StatusCreated {
		t.Fatalf("%d %s", got.status, got.body)
	}
	if got := c.get("/api/v1/games/4/export?as=gif"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %.300s", got.status, got.body)
	}
	if got := c.get("/api/v1/export?as=pgn"); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("%d %.300s", got.status, got.body)
	}
}

// TestExportLeavesOut exports collections with games that the format cannot
// express: the others are written, and the losses name those.
func TestExportLeavesOut(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, record := range []string{"1. d4 d5 *\n", unsupportedRecord} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for _, row := range []struct {
		query         string
		status        int
		holds, losses string
	}{
		{"as=pgn", 200, "1. d4 d5 *\n", "game 2: left out: the record is unsupported"},
		{"as=pgn&games=2,1,2", 200, "1. d4 d5 *\n", "game 2: left out"},
		{"as=position&games=1,2", 200, "/3P4/", "game 2: left out"},
		{"as=json", 200, "\n{", ""},
		{"as=pgn&games=2", 404, "not-replayable", ""},
		{"as=kif", 422, "not-expressible", ""},
		{"as=pgn&games=1,3", 404, "game-not-found", ""},
	} {
		got := c.get("/api/v1/export?" + row.query)
		losses := got.header.Get("Assay-Losses")
		if got.status != row.status || !strings.Contains(string(got.body), row.holds) || !strings.Contains(losses, row.losses) || losses != "" && row.losses == "" {
			t.Errorf("%s: %d, losses %s: %.300s", row.query, got.status, losses, got.body)
		}
		if n := strings.Count(string(got.body), "1. d4"); row.status == 200 && strings.HasPrefix(row.query, "as=pgn") && n != 1 {
			t.Errorf("%s: written %d times", row.query, n)
		}
	}
}

// TestExportDeletedMeanwhile deletes a game listed for a collection: it is
// skipped, unless the request named it.
func TestExportDeletedMeanwhile(t *testing.T) {
	a := newArchive(t)
	server := NewServer(a, ServerConfig{})
	c := serveOn(t, server)
	for _, record := range []string{"1. d4 d5 *\n", "1. e4 e5 *\n"} {
		if got := c.post("/api/v1/games", record); got.status != http.StatusCreated {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	if err := a.Delete(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for named, want := range map[bool]error{false: nil, true: store.ErrGone} {
		file, _, err := server.collect(t.Context(), []int64{1, 2}, named, "", present.ExportOptions{Format: "pgn"})
		if !errors.Is(err, want) || err == nil && !strings.Contains(string(file), "1. e4") {
			t.Errorf("named %v: %v, want %v: %s", named, err, want, file)
		}
	}
}
