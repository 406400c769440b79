package web

import (
	"strings"
	"testing"

	"assay/api/records"
	"assay/api/twins"
)

// TestTwinPages lists and compares twins, and shows a merged game.
func TestTwinPages(t *testing.T) {
	site, a := serve(t)
	if status, body := read(t, site+"/twins"); status != 200 || !strings.Contains(body, "No twins.") {
		t.Errorf("%d %s", status, body)
	}
	const moves = "\n\n1. e4 c6 2. d3 d5 3. Nd2 e5 4. Ngf3 Nd7 5. d4 dxe4 6. Nxe4 exd4 7. Qxd4 Ngf6 8. Bg5 Be7 9. O-O-O O-O 10. Nd6 Qa5 "
	text := "[White \"Tal, M\"]\n[Date \"1959.10.05\"]" + moves + "11. Bc4 1-0\n\n[White \"<Tal>, Mikhail\"]\n[Date \"1959.10.05\"]" +
		moves + "1-0\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
	if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		path   string
		status int
		says   string
	}{
		{"/twins", 200, `<a href="/games/1/twins/2">1 = 2</a>`},
		{"/twins?variant=shogi", 200, "No twins."},
		{"/twins?cursor=x", 400, "cursor"},
		{"/games/2/twins/1", 200, `name="header White" value="2" checked> <bdi>&lt;Tal&gt;, Mikhail</bdi>`},
		{"/games/1/twins/2", 200, `data-decision="merge"`},
		{"/games/1/twins/2", 200, "Bishop f1 - c4"},
		{"/games/1/twins/9", 404, "Game not found"},
		{"/games/1/twins/x", 404, "Not found"},
		{"/games/1/twins/1", 400, "another game"},
	} {
		if status, body := read(t, site+row.path); status != row.status || !strings.Contains(body, row.says) {
			t.Errorf("%s: %d %s", row.path, status, body)
		}
	}
	if _, err := a.Twins.Decide(t.Context(), 1, 2, 1, twins.DecisionInput{Author: "Ada", Decision: twins.Merge}); err != nil {
		t.Fatal(err)
	}
	for path, says := range map[string]string{"/games/2": "&lt;Tal&gt;, Mikhail", "/games/1/twins/2": `data-decision="undo"`,
		"/twins": "No twins."} {
		if status, body := read(t, site+path); status != 200 || !strings.Contains(body, says) {
			t.Errorf("%s after the merge: %d %s", path, status, body)
		}
	}
}
