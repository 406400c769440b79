package api

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"assay/analysis/rules"
	"assay/api/games"
	"assay/api/records"
	"assay/api/request"
	"assay/api/search"
)

// TestExplore compares the explorer with a count over the moves of every game.
func TestExplore(t *testing.T) {
	a := newArchive(t)
	book, random := newBook(), rand.New(rand.NewPCG(21, 21))
	var texts []string
	for i := range 60 {
		for _, id := range []string{"csg-1", "minishogi", "chess"} {
			result := []string{"1-0", "0-1", "1/2-1/2", "*"}[random.IntN(4)]
			text := randomRecord(t, book, random, id, 3+random.IntN(6))
			texts = append(texts, fmt.Sprintf("Date=%d.%02d.??\nResult=%s\n", 1990+i%7, 1+i%12, result)+text)
		}
	}
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(texts, "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	type count struct{ games, first, second, drawn int }
	reached := map[string]int{}              // number of games by position
	played := map[string]map[string]*count{} // by position, then by next position
	asked := map[string]*rules.Position{}
	name := func(p *rules.Position) string { return p.Rules().Definition().ID + fmt.Sprintf(" %x", p.Key()) }
	for id := int64(1); id <= int64(len(texts)); id++ {
		g, err := a.store.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		game, err := a.Playable(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		p := game.Start()
		seen, went := map[string]bool{}, map[string]bool{}
		for ply := 0; ; ply++ {
			at := name(p)
			asked[at] = p.Clone()
			if !seen[at] {
				seen[at] = true
				reached[at]++
			}
			if ply == len(game.Moves) {
				break
			}
			p.Play(game.Moves[ply])
			next := name(p)
			if went[at+next] {
				continue
			}
			went[at+next] = true
			if played[at] == nil {
				played[at] = map[string]*count{}
			}
			if played[at][next] == nil {
				played[at][next] = new(count)
			}
			c := played[at][next]
			c.games++
			switch g.Result {
			case "1-0":
				c.first++
			case "0-1":
				c.second++
			case "1/2-1/2":
				c.drawn++
			}
		}
	}
	for at, p := range asked {
		d := p.Rules().Definition()
		got, err := a.Explore(t.Context(), search.ExploreQuery{Variant: d.ID, Position: p.Text()})
		if err != nil {
			t.Fatal(err)
		}
		if got.Games != reached[at] || len(got.Moves) != len(played[at]) || got.Cut {
			t.Fatalf("%s: %d games and %d moves, want %d and %d", p.Text(), got.Games, len(got.Moves), reached[at], len(played[at]))
		}
		for i, m := range got.Moves {
			next, err := p.Rules().ParsePosition(m.Position)
			if err != nil {
				t.Fatal(err)
			}
			want := played[at][name(next)]
			if want == nil || *want != (count{m.Games, m.First, m.Second, m.Drawn}) {
				t.Fatalf("%s: %+v, want %+v", p.Text(), m, want)
			}
			if i > 0 && m.Games > got.Moves[i-1].Games {
				t.Fatalf("%s: moves out of order", p.Text())
			}
			last, err := a.store.Game(t.Context(), m.Last.Game)
			if err != nil || last.Date != string(m.Last.Date) {
				t.Fatalf("last played %+v, game's date %q, %v", m.Last, last.Date, err)
			}
		}
	}
	if len(asked) < 500 {
		t.Errorf("only %d positions", len(asked))
	}
}

// TestExploreTransposition counts a move by the games that played it there, not
// by those that reach both positions.
func TestExploreTransposition(t *testing.T) {
	a := newArchive(t)
	for i, moves := range []string{
		"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *",      // repeats the starting position: two moves from it
		"1. e4 Nf6 *",                        //
		"1. Nc3 Nc6 2. Nf3 Nf6 3. Nb1 Nb8 *", // transposes to 1. Nf3 Nf6
		"1. Nf3 Nf6 2. Nc3 Nc6 3. Nb1 Nb8 *", // transposes as well
	} {
		pgn := fmt.Sprintf("[Event \"%d\"]\n\n%s\n", i, moves)
		if _, err := a.Submit(t.Context(), fmt.Sprint(i), strings.NewReader(pgn), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
	}
	got, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"Knight g1 - f3": 2, "Pawn e2 - e4": 2, "Knight b1 - c3": 1}
	if got.Games != 4 || len(got.Moves) != len(want) {
		t.Fatalf("%+v", got)
	}
	for _, m := range got.Moves {
		if m.Games != want[m.Move] {
			t.Errorf("%s: %d games, want %d", m.Move, m.Games, want[m.Move])
		}
	}
}

// TestColours finds a player's games of one side in explorer, searches and
// lists, by every name of the side.
func TestColours(t *testing.T) {
	a := newArchive(t)
	for i, text := range []string{
		"[White \"Tal, M\"]\n[Black \"Botvinnik, M\"]\n\n1. e4 c6 1-0\n",
		"[White \"Botvinnik, M\"]\n[Black \"Tal, M\"]\n\n1. c4 Nf6 0-1\n",
		"[White \"Tal, M\"]\n[Black \"Tal, J\"]\n\n1. d4 d5 *\n",
		"Variant=pocket-shogi-copper\nBlack=Tal\nWhite=Ben\n\n" + randomRecord(t, newBook(), rand.New(rand.NewPCG(1, 1)), "pocket-shogi-copper", 4),
	} {
		if _, err := a.Submit(t.Context(), fmt.Sprint(i), strings.NewReader(text), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, row := range []struct {
		variant, player, colour string
		want                    int // games; -1 for an error
	}{
		{"chess", "tal", "", 3}, {"chess", "tal", "white", 2}, {"chess", "tal", "Black", 2}, {"chess", "tal", "first", 2},
		{"chess", "tal m", "second", 1}, {"chess", "tal b", "white", 0}, {"pocket-shogi-copper", "tal", "black", 1},
		{"pocket-shogi-copper", "tal", "white", 0}, {"pocket-shogi-copper", "tal", "first", 1},
		{"chess", "tal", "red", -1}, {"chess", "tal", "green", -1}, {"chess", "", "white", -1}, {"chess", "tal", "Cho", -1},
	} {
		filter := search.GameFilter{Player: row.player, Colour: row.colour}
		got := map[string]int{"explorer": -1, "search": -1, "list": -1, "query": row.want}
		if found, err := a.Explore(t.Context(), search.ExploreQuery{Variant: row.variant, Games: filter}); err == nil {
			got["explorer"] = found.Games
		}
		start := startText(t, a, row.variant)
		if found, err := a.Search(t.Context(), search.SearchQuery{Variant: row.variant, Position: start, Games: filter}); err == nil {
			got["search"] = found.Total
		}
		listed := games.Filter{Variant: row.variant, Player: row.player, Colour: row.colour}
		if found, err := a.List(t.Context(), listed, "", "", 10); err == nil {
			got["list"] = found.Total
		}
		if row.colour != "" && row.want >= 0 {
			words := fmt.Sprintf("%s:\"%s\"*", row.colour, row.player)
			found, err := a.Search(t.Context(), search.SearchQuery{Variant: row.variant, Query: words})
			if err != nil {
				t.Fatal(err)
			}
			got["query"] = found.Total
		}
		for what, n := range got {
			if n != row.want {
				t.Errorf("%+v: %s has %d games", row, what, n)
			}
		}
	}
}

// TestSearchTimeout reports that the time limit was reached.
func TestSearchTimeout(t *testing.T) {
	a := newArchive(t)
	if _, err := a.Submit(t.Context(), "games", strings.NewReader(strings.Join(randomRecords(t, 23, 9, 30), "\n")), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	q := search.SearchQuery{Variant: "csg-1", Position: startText(t, a, "csg-1"), WithoutSide: true}
	for within, cut := range map[time.Duration]bool{time.Nanosecond: true, 20 * time.Second: false} {
		q.Within = within
		got, err := a.Search(t.Context(), q)
		if err != nil || got.Cut != cut || !cut && got.Total != 3 {
			t.Errorf("%s: %+v, %v", within, got, err)
		}
	}
}

// TestTimeoutBounds rejects a time limit above the maximum in every kind of
// search.
func TestTimeoutBounds(t *testing.T) {
	a := newArchive(t)
	start := startText(t, a, "csg-1")
	for within, fine := range map[time.Duration]bool{0: true, search.MaxSearch: true, search.MaxSearch + 1: false, -1: false} {
		for name, search := range map[string]func() error{
			"search": func() error {
				_, err := a.Search(t.Context(), search.SearchQuery{Variant: "csg-1", Position: start, Within: within})
				return err
			},
			"similar": func() error {
				_, err := a.Similar(t.Context(), search.SimilarQuery{Variant: "csg-1", Position: start, Within: within})
				return err
			},
			"explorer": func() error {
				_, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "csg-1", Within: within})
				return err
			},
		} {
			var input *request.InputError
			if err := search(); fine != (err == nil) || !fine && (!errors.As(err, &input) || input.Field != "timeout") {
				t.Errorf("%s within %v: %v", name, within, err)
			}
		}
	}
}

// TestExploreAfterChange invalidates the cached result of a frequent position.
func TestExploreAfterChange(t *testing.T) {
	a := newArchive(t)
	games := func(first, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "[Event \"%d\"]\n\n1. %s *\n\n", first+i, []string{"e4", "d4"}[i%2])
		}
		return b.String()
	}
	for round, want := range []int{600, 900} {
		if _, err := a.Submit(t.Context(), "games", strings.NewReader(games(600*round, 600-300*round)), records.Reading{}, false); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the cache
			got, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess"})
			if err != nil || got.Games != want || len(got.Moves) != 2 || got.Moves[0].Games != want/2 {
				t.Fatalf("%+v, %v, want %d games", got, err, want)
			}
		}
	}
}

// TestExploreOpening returns the opening of the games that reach a position,
// and the ratings of the players of each move.
func TestExploreOpening(t *testing.T) {
	a := newArchive(t)
	for _, g := range []struct{ white, black, code, name, moves string }{
		{"2600", "2500", "B90", "Sicilian Defence: Najdorf", "1. e4 c5 2. Nf3 d6"},
		{"2400", "2301", "B92", "Sicilian Defence: Najdorf, Opocensky", "1. e4 c5 2. Nf3 d6"},
		{"?", "?", "B30", "Sicilian Defence", "1. e4 c5 2. Nf3 Nc6"},
		{"2000", "2100", "", "", "1. e4 c5 2. Nf3 Nc6"},
		{"1501", "1502", "C20", "King's Pawn Game", "1. e4 e5"},
		{"1500", "1500", "C20", "King's Pawn Game", "1. e4 e5"},
		{"1500", "1501", "C20", "King's Pawn Game", "1. e4 e5"},
	} {
		submit(t, a, []string{fmt.Sprintf("[WhiteElo %q]\n[BlackElo %q]\n[ECO %q]\n[Opening %q]\n[Result \"*\"]\n\n%s *\n", g.white, g.black, g.code, g.name, g.moves)})
	}
	for _, row := range []struct {
		position, opening string
		ratings           string
	}{
		{"", "{ }", "map[Pawn e2 - e4:1917]"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "{ }", "map[Pawn c7 - c5:2300 Pawn e7 - e5:1501]"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "{C20 King's Pawn Game}", "map[]"},
		{"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "{ Sicilian Defence}", "map[Knight g1 - f3:2333]"},
		{"r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "{ }", "map[]"},
		{"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", "{ Sicilian Defence: Najdorf}", "map[]"},
	} {
		found, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess", Position: row.position})
		if err != nil {
			t.Fatal(err)
		}
		ratings := map[string]int{}
		for _, m := range found.Moves {
			ratings[m.Move] = int(m.Rating)
		}
		if fmt.Sprint(found.Opening) != row.opening || fmt.Sprint(ratings) != row.ratings {
			t.Errorf("%s: %v, %v, want %s, %s", row.position, found.Opening, ratings, row.opening, row.ratings)
		}
	}
}
