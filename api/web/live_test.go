package web

import (
	"net/http/httptest"
	"strings"
	"testing"

	"assay/api/live"
	"assay/api/records"
	"assay/api/rest"
)

// TestLivePage shows a board for each followed game, and that there are none.
func TestLivePage(t *testing.T) {
	site, a := serve(t)
	if _, body := read(t, site+"/live"); !strings.Contains(body, "No games are followed.") {
		t.Errorf("%s", body)
	}
	follower := live.New(a.Arbiter, a, records.Reading{}, func(*live.Event) error { return nil })
	for _, text := range []string{"[White \"A <b>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n", "[White \"C\"]\n[Black \"D\"]\n\n1. d4 Ke5 *\n"} {
		if err := follower.Snapshot(t.Context(), text[:20], []byte(text), true); err != nil {
			t.Fatal(err)
		}
	}
	server := rest.NewServer(a, rest.ServerConfig{Live: follower, Pages: New(a, Config{Live: follower})})
	w := httptest.NewRecorder()
	server.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/live", nil))
	body := w.Body.String()
	for _, part := range []string{
		`A &lt;b&gt;</bdi> – <bdi>B</bdi> <strong>1-0</strong>`, `5. Queen h5 x e5 · <a href="/games/1">Game 1</a>`,
		`src="/api/v1/diagram.svg?variant=chess&amp;position=rnbq1bnr%2fppppkppp%2f8%2f4Q3%2f`, `1. Pawn d2 - d4`, `<p class="warnings">`, `live.js`,
	} {
		if !strings.Contains(body, part) {
			t.Errorf("%s is missing:\n%s", part, body)
		}
	}
	if strings.Count(body, "/diagram.svg?") != 2 {
		t.Errorf("%s", body)
	}
}
