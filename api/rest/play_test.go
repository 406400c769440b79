package rest

import (
	"encoding/json"
	"fmt"
	"slices"
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
		if test.position != "" && (v.Position != test.position || string(v.Last) != test.last) || len(v.Moves) != test.legal || result != test.result {
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

// TestDrawing plays moves of every kind and checks the drawing: the notation of
// its moves, and the places of the next ones, walls included.
func TestDrawing(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		keys   string
		status int
		plies  string
		text   string // of the last ply
		says   string // in the response
	}{
		{`"variant":"chess","moves":["e4","e7e5","Ng1-f3"]`, 200, "Pawn e2 - e4, Pawn e7 - e5, Knight g1 - f3", "Nf3", `"last":"Nf3"`},
		{`"variant":"chess","moves":["e4"]`, 200, "Pawn e2 - e4", "e4", `"turn":1`},
		{`"variant":"makruk","moves":["Bia e3 - e4"]`, 200, "Bia e3 - e4", "e4", ""},
		{`"variant":"csg-1","moves":["Pawn f3 - f4"]`, 200, "Pawn f3 - f4", "Pawn f3 - f4", ""},
		{`"variant":"chess","moves":["f3","e5","g4","Qh4"]`, 200, "Pawn f2 - f3, Pawn e7 - e5, Pawn g2 - g4, Queen d8 - h4", "Qh4#", `"result":"0-1"`},
		{`"variant":"duck"`, 200, "", "", `"label":"1."`},
		{`"variant":"shogi","moves":["7g7f"],"notation":"hodges"`, 200, "Pawn c3 - c4", "P-7f", `"byPlies":true`},
		{`"variant":"shogi","moves":["P-7f"]`, 200, "Pawn c3 - c4", "７六歩(77)", ""},
		{`"variant":"xiangqi","moves":["h2e2"],"notation":"iccs"`, 200, "Cannon h3 - e3", "H2-E2", ""},
		{`"variant":"janggi","moves":["Pass"]`, 200, "Pass", "Pass", `"squares":[]`},
		{`"variant":"janggi"`, 200, "", "", `"pass":"W`},
		{`"variant":"crazyhouse","position":"4k3/8/8/8/8/8/8/4K3[P] w - - 0 1","moves":["P@e5"]`, 200, "Pawn * e5", "P@e5", `["hand1.P","e5"]`},
		{`"variant":"chess","notation":"runes"`, 400, "", "", "figurine"},
		{`"variant":"chess","set":"runes"`, 400, "", "", "set"},
		{`"variant":"nope"`, 400, "", "", "nope"},
		{`"variant":"chess","moves":["e4","e4"]`, 422, "", "", "move 2"},
	} {
		got := c.post("/api/v1/positions/play", `{"drawing":true,"roomy":true,`+row.keys+`}`)
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %.300s", row.keys, got.status, got.body)
		}
		if row.status != 200 {
			continue
		}
		var view present.PositionView
		got.into(t, &view)
		var plies []string
		for _, ply := range view.Drawing.Plies {
			plies = append(plies, ply.Move)
		}
		if strings.Join(plies, ", ") != row.plies || row.text != "" && view.Drawing.Plies[len(plies)-1].Text != row.text {
			t.Errorf("%s: %v", row.keys, view.Drawing.Plies)
		}
		if len(view.Moves) != len(view.Drawing.Paths) || len(view.Moves) != len(view.Drawing.Numbered) {
			t.Errorf("%s: %d moves, %d paths, %d numbered", row.keys, len(view.Moves), len(view.Drawing.Paths), len(view.Drawing.Numbered))
		}
		if strings.Contains(row.keys, "duck") && slices.ContainsFunc(view.Drawing.Paths, func(way []int) bool { return len(way) != 3 }) {
			t.Errorf("a duck is put nowhere: %v", view.Drawing.Paths)
		}
	}
}

// TestSetUp sets up positions from text and pieces, valid or not.
func TestSetUp(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		keys   string
		status int
		says   string
	}{
		{`"variant":"csg-1"`, 200, `"places"`},
		{`"variant":"csg-1","position":"x"`, 400, "position"},
		{`"variant":"checkers"`, 400, "checkers"},
		{`"variant":"chess","position":"8/8/8/8/8/8/8/Q7 b KQkq - 0 1"`, 200, `"problem":"position, column`},
		{`"variant":"chess","position":"KK6/KK6/8/8/8/8/8/Q7 b - - 0 1"`, 200, `"filled":[[0,`},
		{`"variant":"chess","position":"8/8/8/8/8/8/8/8 w - - 0 1"`, 200, `"filled":[]`},
		{`"variant":"chess","position":"nonsense"`, 400, "position"},
		{`"variant":"chess","pieces":["e1:K","e8:k","a1:Q"],"turn":"1","fields":"- - 0 7"`, 200, `"position":"4k3/8/8/8/8/8/8/Q3K3 b - - 0 7"`},
		{`"variant":"chess","pieces":["e1:K"],"turn":"0","fields":"- - 0 1"`, 200, `"position":"8/8/8/8/8/8/8/4K3 w - - 0 1"`},
		{`"variant":"chess","pieces":["i1:K"],"turn":"0"`, 400, "i1:K"},
		{`"variant":"chess","pieces":["e1:K"],"turn":"2"`, 400, "turn"},
		{`"variant":"crazyhouse","pieces":["e1:K","e8:k","hand1:P","hand1:P","hand2:q"],"turn":"0","fields":"- - 0 1"`, 200, `"position":"4k3/8/8/8/8/8/8/4K3[PPq] w - - 0 1"`},
		{`"variant":"crazyhouse","pieces":["hand1:K"],"turn":"0"`, 200, `"problem":"position, column`},
		{`"variant":"csg-1","pieces":["x2:G","t1:w"],"turn":"0"`, 200, `[3G26w] w"`},
		{`"variant":"pocket-shogi-copper","pieces":["pocket2:s"],"turn":"1"`, 200, ` b -/s`},
		{`"variant":"crazyhouse"`, 200, `"side":"white","kind":"Q~"`},
	} {
		if got := c.post("/api/v1/positions/setup", "{"+row.keys+"}"); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s: %d %.300s", row.keys, got.status, got.body)
		}
	}
	for path, want := range map[string]string{
		"variant=shogi":                       "200 sente rook on e5",
		"variant=all-classic&options=drops=x": "400 drops",
		"variant=checkers":                    "400 checkers",
	} {
		got := c.get("/api/v1/query/examples?" + path)
		status, text, _ := strings.Cut(want, " ")
		if fmt.Sprint(got.status) != status || !strings.Contains(string(got.body), text) {
			t.Errorf("%s: %d %.300s", path, got.status, got.body)
		}
	}
}

// TestConvertText converts a record, and rejects an illegal one.
func TestConvertText(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for _, row := range []struct {
		as, plies string
		status    int
		says      string
	}{
		{"pgn", `{"text":"Pawn e2 - e4"},{"text":"Pawn e7 - e5"}`, 200, `1. e4 e5 *`},
		{"numbered", `{"text":"Pawn e2 - e4"}`, 200, `1. Pawn e2 - e4`},
		{"kif", `{"text":"Pawn e2 - e4"}`, 422, "kif"},
		{"html", `{"text":"Pawn e2 - e4"}`, 400, "html"},
		{"pgn", `{"text":"Pawn e2 - e5"}`, 422, "e5"},
	} {
		body := `{"assay":1,"notation":"numbered","variant":"chess","plies":[` + row.plies + `]}`
		if got := c.post("/api/v1/text?format=json&as="+row.as, body); got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s: %d %s", row.as, row.plies, got.status, got.body)
		}
	}
}

// TestLine extends variations and finds the places of every move.
func TestLine(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	const small = "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
	ways := func(all ...string) map[string]string {
		out := map[string]string{}
		for i := 0; i < len(all); i += 2 {
			out[all[i]] = all[i+1]
		}
		return out
	}
	for _, row := range []struct {
		name, record string
		ply          int
		instead      bool
		path         []string
		line, move   string
		want         string // the line
		status       int
		says         string // if it is rejected
		ways         map[string]string
	}{
		{"chess", "[Result \"*\"]\n\n1. e4 e5 2. Qh5 Nc6 *\n", 4, true, nil, "Nf6", "Queen h5 x e5", "Nf6 Qxe5+", 200, "", ways("Pawn f7 - f6", "", "Queen d8 - e7", "d8-e7")},
		{"castling", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *\n", 6, false, nil, "", "", "", 200, "", ways("King e1 - g1", "e1-g1")},
		{"a bench", "Variant=csg-1\nResult=*\n1. Pawn f3 - f4\n", 1, false, nil, "", "", "", 200, "", ways("Wildcard v9 - e5", "v9-e5")},
		{"a hand", "[Variant \"crazyhouse\"]\n[Result \"*\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n", 4, false, nil, "", "", "", 200, "", ways("Pawn * d4", "hand1.0-d4")},
		{"a pocket", "Variant=pocket-shogi-copper\nResult=*\n1. Copper pocket - a2\n1. Copper * a8\n", 2, false, nil, "", "", "", 200, "", ways("Silver c1 - pocket", "c1-pocket1")},
		{"out of a pocket", "Variant=pocket-shogi-copper\nResult=*\n1. Copper pocket - a2\n", 0, false, nil, "", "", "", 200, "", ways("Copper pocket - a2", "pocket1-a2")},
		{"a pass", "Variant=janggi\nResult=*\n1. Soldier a4 - a5\n", 1, false, nil, "", "Pass", "Pass", 200, "", ways("Pass", "")},
		{"a variation", small, 1, false, []string{"Pawn c7 - c5"}, "Bc4", "Pawn e7 - e6", "Bc4 e6", 200, "", ways("Bishop c4 x e6", "c4-e6")},
		{"an illegal line", small, 3, false, nil, "Nf6 Qxe6", "", "", 422, "e6", nil},
		{"a missing ply", small, 40, false, nil, "", "", "", 400, "ply", nil},
		{"instead of the start", small, 0, true, nil, "", "", "", 400, "instead", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			var in struct{ Games []struct{ ID int64 } }
			c.post("/api/v1/games", row.record).into(t, &in)
			id := in.Games[0].ID
			body, err := json.Marshal(map[string]any{"ply": row.ply, "path": row.path, "instead": row.instead, "line": row.line, "move": row.move})
			if err != nil {
				t.Fatal(err)
			}
			got := c.post(fmt.Sprintf("/api/v1/games/%d/line", id), string(body))
			if got.status != row.status || !strings.Contains(string(got.body), row.says) {
				t.Fatalf("status %d: %s", got.status, got.body)
			}
			if row.status != 200 {
				return
			}
			var view present.PositionView
			got.into(t, &view)
			if view.Line != row.want {
				t.Errorf("%q, want %q", view.Line, row.want)
			}
			if len(view.Moves) == 0 || len(view.Drawing.Paths) != len(view.Moves) {
				t.Fatalf("%d moves with %d paths", len(view.Moves), len(view.Drawing.Paths))
			}
			paths := map[string]string{}
			for i, move := range view.Drawing.Numbered {
				var names []string
				for _, place := range view.Drawing.Paths[i] {
					if place < 0 {
						t.Fatalf("%s leads from or to nowhere", move)
					}
					name := view.Drawing.View.Places[place]
					if names = append(names, name); !strings.HasPrefix(name, "hand") && !strings.Contains(move, strings.TrimRight(name, "12")) {
						t.Errorf("%s names no %s", move, name)
					}
				}
				paths[move] = strings.Join(names, "-")
			}
			for move, want := range row.ways {
				if way, legal := paths[move]; legal != (want != "" || move == "Pass") || way != want {
					t.Errorf("%s: %q %v, want %q", move, way, legal, want)
				}
			}
		})
	}
	if got := c.post("/api/v1/games/999/line", `{}`); got.status != 404 {
		t.Errorf("%d %s", got.status, got.body)
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
