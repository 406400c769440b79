package rest

import (
	"strings"
	"testing"

	"assay/api/puzzles"
)

// TestPuzzles reads puzzles that were made from an archived game.
func TestPuzzles(t *testing.T) {
	a := newArchive(t)
	c := start(t, a, ServerConfig{})
	for path, status := range map[string]int{"puzzles": 200, "puzzles/daily": 404, "puzzles/gi5p3nrwcw": 404} {
		if got := c.get("/api/v1/" + path); got.status != status {
			t.Errorf("%s without puzzles: %d %s", path, got.status, got.body)
		}
	}
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
	for path, says := range map[string]string{"?limit=0": "limit", "?theme=a+b": "theme", "?cursor=x": "cursor",
		"?ratingTo=10000": "ratingTo", "/daily?theme=a+b": "theme"} {
		if got := c.get("/api/v1/puzzles" + path); got.status != 400 || !strings.Contains(string(got.body), says) {
			t.Errorf("%s: %d %s", path, got.status, got.body)
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
		`{"variant":"chess","position":"nonsense","stipulation":"#2"}`:                                              {400, "position"},
		`{"variant":"chess","position":"7k/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"h#1","solutions":1}`:          {200, `"line":"1. Kg8 Ra8#"`},
	} {
		if got := c.post("/api/v1/positions/solve", body); got.status != want.status || !strings.Contains(string(got.body), want.says) {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
}
