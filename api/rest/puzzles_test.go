package rest

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/api"
	"assay/api/analyse"
	"assay/api/drill"
	"assay/api/puzzles"
	"assay/api/request"
)

// makePuzzles archives two games, and makes their puzzles.
func makePuzzles(t *testing.T, a *api.Archive, c *client) {
	t.Helper()
	if got := c.post("/api/v1/games", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. f3 e5 2. g4 Qh4# 0-1\n"); got.status != 201 {
		t.Fatal(got.status, string(got.body))
	}
	if _, err := a.Puzzles.Make(t.Context(), 0, func(search func(*puzzles.Source) error) error {
		for game := range int64(2) {
			r, err := a.Replay(t.Context(), game+1)
			if err != nil {
				return err
			}
			s, err := a.Puzzles.SourceOf(t.Context(), r)
			if err != nil {
				return err
			}
			if err := search(s); err != nil {
				return err
			}
		}
		return nil
	}, func(*puzzles.Made) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestPuzzles reads puzzles that were made from an archived game.
func TestPuzzles(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	for path, status := range map[string]int{"puzzles": 200, "puzzles/daily": 404, "puzzles/gi5p3nrwcw": 404} {
		if got := c.get("/api/v1/" + path); got.status != status {
			t.Errorf("%s without puzzles: %d %s", path, got.status, got.body)
		}
	}
	makePuzzles(t, a, c)
	var page puzzles.Page
	c.get("/api/v1/puzzles?limit=1").into(t, &page)
	if len(page.Puzzles) != 1 || page.Total != 2 || page.Next == "" {
		t.Fatalf("%+v", page)
	}
	first := page.Puzzles[0].ID
	c.get("/api/v1/puzzles?limit=1&cursor="+string(page.Next)).into(t, &page)
	if len(page.Puzzles) != 1 || page.Puzzles[0].ID == first || page.Next != "" {
		t.Errorf("second page: %+v", page)
	}
	for query, n := range map[string]int{"variant=chess": 2, "variant=shogi": 0, "theme=mateIn1": 2, "theme=fork": 0,
		"game=2": 1, "ratingFrom=2000": 0, "ratingTo=2000": 2} {
		if c.get("/api/v1/puzzles?"+query).into(t, &page); len(page.Puzzles) != n || page.Total != n {
			t.Errorf("%s: %+v", query, page)
		}
	}
	var one, daily puzzles.Puzzle
	c.get("/api/v1/puzzles/gi5p3nrwcw").into(t, &one)
	if one.Line != "1. Qxf7#" || one.Proof.Method != "complete search" {
		t.Errorf("%+v", one)
	}
	if c.get("/api/v1/puzzles/daily?game=1").into(t, &daily); daily.ID != one.ID {
		t.Errorf("%+v", daily)
	}
	const remembered = `"progress":{"x":{"stability":1,"difficulty":5,"reviewed":"2026-01-01T00:00:00Z","due":"2026-01-02T00:00:00Z","reviews":1,"lapses":0},"m1-5":{"stability":1,"difficulty":5,"reviewed":"2026-01-01T00:00:00Z","due":"2026-01-02T00:00:00Z","reviews":1,"lapses":0}}}`
	guest := request.WithCaller(t.Context(), request.Guest())
	for _, variant := range []string{"", "CHESS", "orthodox chess", "shogi"} {
		var q drill.Query
		if err := json.Unmarshal([]byte(`{"deck":"puzzles","limit":5,`+remembered), &q); err != nil {
			t.Fatal(err)
		}
		q.Variant = variant
		want := map[bool]int{true: 2}[variant != "shogi"]
		if s, err := a.Training.Next(guest, q); err != nil || len(s.Cards) != want || s.Seen+s.Due != 0 {
			t.Errorf("training of %q with unknown cards: %+v, %v", variant, s, err)
		}
		q.Progress = map[string]*drill.Memory{one.ID: q.Progress["x"]}
		if s, err := a.Training.Next(guest, q); err != nil || len(s.Cards) != want || s.Seen != want/2 || s.Due != want/2 {
			t.Errorf("training of %q with a known card: %+v, %v", variant, s, err)
		}
	}
	if got := c.send("PUT", "/api/v1/training/puzzles/cards/m1-5", `{"rating":3}`); got.status != 400 {
		t.Errorf("an exercise as a card: %d %s", got.status, got.body)
	}
	for path, says := range map[string]string{"?limit=0": "limit", "?theme=a+b": "theme", "?cursor=x": "cursor",
		"?ratingTo=10000": "ratingTo", "/daily?theme=a+b": "theme"} {
		if got := c.get("/api/v1/puzzles" + path); got.status != 400 || !strings.Contains(string(got.body), says) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

// TestMistakes lists the blunder of an analysed game as an exercise.
func TestMistakes(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	if got := c.post("/api/v1/games", "[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. e4 *\n"); got.status != 201 {
		t.Fatal(got.status, string(got.body))
	}
	analyser := a.NewAnalyser(1)
	defer analyser.Close()
	r, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AnalyseGame(t.Context(), analyser, r, analyse.AnalysisLimits{Nodes: 2000}, nil); err != nil {
		t.Fatal(err)
	}
	var page puzzles.MistakePage
	for query, n := range map[string]int{"": 2, "game=1": 2, "player=ben": 1, "player=ben&side=second": 1, "player=ada&side=second": 0,
		"game=1&side=first": 1, "variant=shogi": 0, "game=2": 0, "cursor=1": 0, "cursor=2": 2, "limit=1": 2} {
		if c.get("/api/v1/puzzles/mistakes?"+query).into(t, &page); len(page.Puzzles) != n || page.Next != "" {
			t.Errorf("%s: %+v", query, page)
		}
	}
	c.get("/api/v1/puzzles/mistakes").into(t, &page)
	z := page.Puzzles[1]
	if z.ID != "m1-5" || z.Goal != "Black has a better move than 3... Nf6" || z.Played != "f1c4" || z.Kind != "mistake" || len(z.Moves) != 1 {
		t.Errorf("%+v", z)
	}
	var one puzzles.Puzzle
	if c.get("/api/v1/puzzles/m1-5").into(t, &one); one.Line != z.Line || one.Line == "" {
		t.Errorf("%+v", one)
	}
	if next, err := a.Puzzles.Following(t.Context(), puzzles.Filter{}, "m1-5"); err != nil || next.ID != "m1-5" {
		t.Errorf("%+v, %v", next, err)
	}
	for path, status := range map[string]int{"mistakes?side=white": 400, "mistakes?cursor=x": 400, "mistakes?limit=0": 400,
		"mistakes?game=9": 404, "mistakes?variant=nonesuch": 400, "m1-4": 404, "m1-": 404, "m9-1": 404, "m2-0": 404} {
		if got := c.get("/api/v1/puzzles/" + path); got.status != status {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	text := "[White \"Ben\"]\n[Black \"Ben II\"]\n\n1. e4 e5 1-0\n\n[White \"Cid\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
	if got := c.post("/api/v1/games", text); got.status != 201 {
		t.Fatal(got.status, string(got.body))
	}
	for _, id := range []int64{3, 4} {
		if r, err = a.Replay(t.Context(), id); err == nil {
			_, err = a.AnalyseGame(t.Context(), analyser, r, analyse.AnalysisLimits{Nodes: 2000}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if c.get("/api/v1/puzzles/mistakes?player=ben").into(t, &page); len(page.Puzzles) != 2 || page.Puzzles[0].ID != "m4-5" {
		t.Errorf("after a game of namesakes: %+v", page)
	}
	if got := c.send("DELETE", "/api/v1/games/4", ""); got.status != 204 {
		t.Fatal(got.status, string(got.body))
	}
	for _, path := range []string{"mistakes?game=4", "m4-5"} {
		if got := c.get("/api/v1/puzzles/" + path); got.status != 410 {
			t.Errorf("%s of a deleted game: %d %s", path, got.status, got.body)
		}
	}
}

// TestSolve solves problems, and rejects bad ones.
func TestSolve(t *testing.T) {
	c := start(t, newArchive(t), ServerConfig{})
	for body, want := range map[string]struct {
		status int
		says   string
	}{
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","stipulation":"#2"}`:                        {200, `"line":"1. Kf7 Kh7 2. Rh1#"`},
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","stipulation":"#2","variations":true}`:      {200, `"defence":"Kh7"`},
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","stipulation":"#1"}`:                        {200, `"solutions":[],`},
		`{"variant":"chess","stipulation":"#3","nodes":100}`:                                                        {200, `"complete":false`},
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1"}`:                                           {400, "stipulation"},
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","stipulation":"#"}`:                         {400, "stipulation"},
		`{"variant":"chess","position":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","stipulation":"#2","solutions":0}`:          {400, "solutions"},
		`{"variant":"chess","position":"R6k/8/6K1/8/8/8/8/8 b - - 0 1","stipulation":"#2"}`:                         {400, "the game is over"},
		`{"variant":"chess","position":"rn1qkbnr/ppp1pppp/3p4/8/4P3/8/PPPP1PPP/RNBQKBNR b","stipulation":"dia3.5"}`: {200, `"line":"1. `},
		`{"variant":"shogi","position":"4k4/9/4P4/9/9/9/9/9/4K4[G] w - 1","stipulation":"#1"}`:                      {200, `"line":"1. ５二金打"`},
		`{"variant":"chess","position":"nonsense","stipulation":"#2"}`:                                              {400, "position"},
		`{"variant":"chess","position":"7k/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"h#1","solutions":1}`:          {200, `"line":"1. Kg8 Ra8#"`},
	} {
		if got := c.post("/api/v1/positions/solve", body); got.status != want.status || !strings.Contains(string(got.body), want.says) {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
}

// TestTraining makes a repertoire, checks a game against it and trains it, as a
// person and as a guest.
func TestTraining(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	if got := c.post("/api/v1/games", "1. e4 e5 2. f4 1-0\n"); got.status != 201 {
		t.Fatal(got.status, string(got.body))
	}
	const text = `{"name":"Mine","side":"white","text":"1. e4 e5 2. Nf3 (2. Bc4) *"}`
	for _, row := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"POST", "repertoires", text, 201, `"added":2`},
		{"POST", "repertoires", text, 201, `"added":0`},
		{"POST", "repertoires", `{"name":"Mine","side":"black","text":"1. e4 e5 *"}`, 400, "another name"},
		{"POST", "repertoires", `{"name":"Other","side":"up","text":"1. e4 e5 *"}`, 400, "White, Black, first or second"},
		{"POST", "repertoires", `{"name":"Other","side":"white","games":[9]}`, 404, "9"},
		{"POST", "repertoires", `{"side":"white"}`, 400, "name"},
		{"GET", "repertoires", "", 200, `"name":"Mine"`},
		{"GET", "repertoires/1", "", 200, `"conflictCount":1`},
		{"GET", "repertoires/2", "", 404, "Repertoire not found"},
		{"GET", "repertoires/1/departures", "", 200, `"by":"player"`},
		{"GET", "repertoires/1/departures?query=nonsense(", "", 400, "query"},
		{"GET", "repertoires/1/departures?limit=0", "", 400, "limit"},
		{"GET", "repertoires/2/departures", "", 404, "Repertoire not found"},
		{"POST", "training/next", `{"deck":"1","limit":5}`, 200, `"stored":true`},
		{"POST", "training/next", `{"deck":"1","limit":99}`, 400, "limit"},
		{"POST", "training/next", `{"deck":"x","limit":1}`, 400, "deck"},
		{"POST", "training/next", `{"deck":"3","limit":1}`, 404, "Repertoire not found"},
		{"PUT", "training/1/cards/x", `{"rating":3}`, 400, "card"},
		{"PUT", "training/puzzles/cards/x", `{"rating":3}`, 404, "Puzzle not found"},
		{"DELETE", "repertoires/2", "", 404, "Repertoire not found"},
	} {
		got := c.send(row.method, "/api/v1/"+row.path, row.body)
		if got.status != row.status || !strings.Contains(string(got.body), row.says) {
			t.Errorf("%s %s: %d %s", row.method, row.path, got.status, got.body)
		}
	}
	var session drill.Session
	c.post("/api/v1/training/next", `{"deck":"1","limit":5}`).into(t, &session)
	if len(session.Cards) != 2 || session.Cards[1].Played != "e7e5" {
		t.Fatalf("%+v", session)
	}
	path := "/api/v1/training/1/cards/" + session.Cards[0].ID
	for _, row := range []struct {
		body   string
		status int
	}{{`{"rating":5}`, 400}, {`{"rating":3}`, 200}, {`{}`, 400}} {
		if got := c.send("PUT", path, row.body); got.status != row.status {
			t.Errorf("%s: %d %s", row.body, got.status, got.body)
		}
	}
	c.post("/api/v1/training/next", `{"deck":"1","limit":5}`).into(t, &session)
	if len(session.Cards) != 1 || session.Seen != 1 || session.NextDue == nil {
		t.Errorf("%+v", session)
	}
	if got := c.send("DELETE", "/api/v1/repertoires/1", ""); got.status != 204 {
		t.Error(got.status, string(got.body))
	}
}
