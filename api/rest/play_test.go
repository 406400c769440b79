package rest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"assay/api/present"
)

// TestPlay plays moves in any mix of notations, and reports the one that is
// invalid.
func TestPlay(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, test := range []struct {
		body     string
		position string
		last     string
		legal    int
		result   string
	}{
		{`{"variant":"chess"}`, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 20, ""},
		{`{"variant":"chess","moves":["e2e4","e5","Nf3"]}`, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Knight g1 - f3", 29, ""},
		{`{"variant":"chess","moves":["f3","e5","g4","Qh4"]}`, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Queen d8 - h4", 0, "0-1"},
		{`{"variant":"chess","position":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1","moves":["a7a8q"]}`, "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", "Pawn a7 - a8 = Queen", 3, ""},
		{`{"variant":"duck","moves":["e2e4,e4e5"]}`, "rnbqkbnr/pppppppp/8/4*3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "Pawn e2 - e4 / duck e5", 589, ""},
		{`{"variant":"shogi","moves":["7g7f","△３四歩","2g2f"]}`, "", "", 39, ""},
		{`{"variant":"janggi","notation":"uci","position":"1nb3b2/1r1aa4/5kc2/p4p3/9/3p5/P1P1Bp3/R3C2C1/3KA4/4A1BN1 w - - 0 23","moves":["a3b3"]}`, "1nb3b2/1r1aa4/5kc2/p4p3/9/3p5/P1P1Bp3/1R2C2C1/3KA4/4A1BN1 b - - 1 23", "a3b3", 36, ""},
		{`{"variant":"xiangqi","position":"4k4/4a4/3n5/6p1P/2p1r3P/9/c8/3A5/3K5/6r2 w - - 2 37","moves":["i6h6"]}`, "4k4/4a4/3n5/6p1P/2p1r2P1/9/c8/3A5/3K5/6r2 b - - 3 37", "Soldier i6 - h6", 53, ""},
		{`{"variant":"xiangqi","notation":"uci","position":"4k4/4a4/3n5/6p1P/2p1r3P/9/c8/3A5/3K5/6r2 w - - 2 37","moves":["i6h6"]}`, "4k4/4a4/3n5/6p1P/2p1r2P1/9/c8/3A5/3K5/6r2 b - - 3 37", "i6h6", 53, ""},
		{`{"variant":"xiangqi","notation":"iccs","position":"4k4/4a4/3n5/6p1P/2p1r3P/9/c8/3A5/3K5/6r2 w - - 2 37","moves":["i6h6"]}`, "4k4/4a4/3n5/6pP1/2p1r3P/9/c8/3A5/3K5/6r2 b - - 3 37", "I6-H6", 54, ""},
		{`{"variant":"xiangqi","moves":["炮二平五","h9g7","h0g2"]}`, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2", "Horse h1 - g3", 42, ""},
	} {
		got := c.post("/api/v1/positions/play", test.body)
		var v present.PositionView
		if err := json.Unmarshal(got.body, &v); err != nil || got.status != 200 {
			t.Errorf("%s: %d %s", test.body, got.status, got.body)
			continue
		}
		result := ""
		if v.Outcome != nil {
			result = v.Outcome.Result
		}
		if test.position != "" && (v.Position != test.position || v.Last != test.last) || len(v.Moves) != test.legal || result != test.result {
			t.Errorf("%s: %s after %q, %d moves, %s", test.body, v.Position, v.Last, len(v.Moves), result)
		}
	}
	many := strings.Repeat(`"e4",`, present.MaxPlayed) + `"e5"`
	thrice := strings.Repeat(`"Rook e5 - e6","King i8 - i7","Rook e6 - e5","King i7 - i8",`, 3)
	for body, want := range map[string]string{
		`{"moves":["e4"]}`:                                         "400 variant",
		`{"variant":"nope"}`:                                       "400 nope",
		`{"variant":"chess","position":"8/8 w"}`:                   "400 position",
		`{"variant":"chess","move":["e4"]}`:                        "400 moves",
		`{"variant":"chess","moves":["e4","e4"]}`:                  "422 move 2",
		`{"variant":"xiangqi","notation":"uci","moves":["h2e2"]}`:  "422 move 1",
		`{"variant":"xiangqi","notation":"iccs","moves":["h3h4"]}`: "422 move 1",
		`{"variant":"xiangqi","moves":["h2e2","h8e8"]}`:            "422 move 2",
		`{"variant":"chess","moves":["e4 e5"]}`:                    "400 one move",
		`{"variant":"chess","moves":["e4","null"]}`:                "422 there is no pass",
		`{"variant":"chess","moves":["f3","e5","g4","Qh4","a3"]}`:  "422 over",
		fmt.Sprintf(`{"variant":"chess","moves":[%s]}`, many):      "400 at most 2000",
		fmt.Sprintf(`{"variant":"pocket-shogi-copper","position":"9/8k/9/9/4R4/9/9/9/K8[] w -/-","moves":[%s"Rook e5 - e6"]}`, thrice): "422 move 13: G-3",
	} {
		got := c.post("/api/v1/positions/play", body)
		status, text, _ := strings.Cut(want, " ")
		if fmt.Sprint(got.status) != status || !strings.Contains(string(got.body), text) {
			t.Errorf("%s: %d %s, want %s", body[:min(len(body), 80)], got.status, got.body, want)
		}
	}
}

// TestPerftAndSample streams perft counts and games, and rejects values out of
// range. A disconnect ends the computation.
func TestPerftAndSample(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	got := c.post("/api/v1/positions/count", `{"variant":"chess","depth":3}`)
	lines := strings.Split(strings.TrimSpace(string(got.body)), "\n")
	if got.status != 200 || lines[len(lines)-1] != `{"depth":3,"nodes":8902,"done":true,"cut":false}` || !strings.Contains(string(got.body), `"nodes":400,"done":true`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	got = c.post("/api/v1/positions/sample", `{"variant":"chess","games":3,"plies":20,"seed":5}`)
	lines = strings.Split(strings.TrimSpace(string(got.body)), "\n")
	if got.status != 200 || len(lines) != 4 || !strings.Contains(lines[3], `"summary":{"games":3,`) {
		t.Errorf("%d %s", got.status, got.body)
	}
	for body, want := range map[string]string{
		`count {"variant":"chess","depth":21}`:                         "400 depth",
		`count {"variant":"chess","position":"8/8 w"}`:                 "400 position",
		`count {"depth":2}`:                                            "400 variant",
		`sample {"variant":"chess","games":201}`:                       "400 games",
		`sample {"variant":"chess","by":"oracle"}`:                     "400 by",
		`sample {"variant":"chess","by":"engine","nodes":1000000}`:     "400 nodes",
		`sample {"variant":"chess","seed":-1}`:                         "400 seed",
		`sample {"variant":"draft:nobody"}`:                            "400 draft:nobody",
		`sample {"variant":"chess","games":1,"plies":4,"times":"ten"}`: "400 times",
	} {
		name, body, _ := strings.Cut(body, " ")
		status, word, _ := strings.Cut(want, " ")
		if got := c.post("/api/v1/positions/"+name, body); fmt.Sprint(got.status) != status || !strings.Contains(string(got.body), word) {
			t.Errorf("%s %s: %d %s, want %s", name, body, got.status, got.body, want)
		}
	}
}
