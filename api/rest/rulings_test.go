package rest

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/games"
	"assay/api/records"
)

// TestRulingsOverREST makes and revokes a ruling on an illegal ply.
func TestRulingsOverREST(t *testing.T) {
	a := newArchive(t)
	const text = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n"
	if _, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
	c := start(t, a, ServerConfig{})
	const rulings = "/api/v1/games/1/rulings"
	for _, row := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"author":"Cy","ply":6,"ruling":"W-0"}`, 400, "reason"},
		{`{"author":"Cy","ply":6,"ruling":"W-0","reason":" "}`, 400, "reason"},
		{`{"author":"Cy","ply":4,"ruling":"W-0","reason":"r"}`, 422, "ruling-rejected"},
		{`{"author":"Cy","ply":6,"ruling":"W-5","reason":"r"}`, 422, "W-0, the rule that ply 6 breaks"},
		{`{"author":"Cy","ply":6,"ruling":"W-0","move":"Pawn a5 - a6","reason":"r"}`, 422, "no piece stands on a5"},
	} {
		if got := c.post(rulings, row.body); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %s", row.body, got.status, got.body)
		}
	}
	var done records.Ruled
	got := c.post(rulings, `{"author":"Cy","ply":6,"ruling":"W-0","reason":"nobody saw it"}`)
	if got.into(t, &done); got.status != 201 || got.header.Get("Location") != rulings || done.Report.Verdict != analysis.Ruled ||
		len(done.Report.Rulings) != 1 || done.Report.Rulings[0].Arbiter != "Cy" {
		t.Fatalf("ruled: %d %s", got.status, got.body)
	}
	var page games.GamePage
	if c.get("/api/v1/games?verdict=ruled").into(t, &page); page.Total != 1 || page.Games[0].Verdict != analysis.Ruled {
		t.Errorf("ruled games %+v", page)
	}
	var list records.RulingList
	if c.get(rulings).into(t, &list); len(list.Rulings) != 1 || !list.Rulings[0].Held {
		t.Errorf("rulings %+v", list)
	}
	if got := c.get(rulings + "/1"); got.status != 200 || !strings.Contains(string(got.body), `"rule":"W-0"`) {
		t.Errorf("the ruling: %d %s", got.status, got.body)
	}
	// White's queen gives check, and the king was left in it.
	const exposed = "r1bqkbnr/1ppp1Qpp/p1n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 4"
	if got := c.post("/api/v1/positions/search", `{"variant":"chess","position":"`+exposed+`"}`); got.status != 200 || !strings.Contains(string(got.body), `"total":1`) {
		t.Errorf("searched by what was played: %d %s", got.status, got.body)
	}
	for _, path := range []string{
		"/api/v1/games/1", "/api/v1/games/1/positions/6", "/api/v1/games/1/positions/7", "/api/v1/games/1/export?as=pgn", "/api/v1/games/1/export?as=html",
		"/api/v1/diagram.svg?variant=chess&position=" + strings.ReplaceAll(exposed, " ", "+"),
		"/api/v1/explorer?variant=chess&position=" + strings.ReplaceAll(exposed, " ", "+"),
	} {
		if got := c.get(path); got.status != 200 {
			t.Errorf("%s of a ruled game: %d %s", path, got.status, got.body)
		}
	}
	if got := c.send("DELETE", rulings+"/1", ""); got.status != 400 {
		t.Errorf("taken back without a reason: %d %s", got.status, got.body)
	}
	got = c.send("DELETE", rulings+"/1?author=Di&reason=seen", "")
	if got.into(t, &done); got.status != 200 || done.Report.Verdict != analysis.Illegal || done.Ruling.Lifter != "Di" {
		t.Errorf("taken back: %d %s", got.status, got.body)
	}
	for path, want := range map[string]int{rulings + "/1?reason=r": 410, rulings + "/2?reason=r": 404, "/api/v1/games/9/rulings/1?reason=r": 404} {
		if got := c.send("DELETE", path, ""); got.status != want {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}
