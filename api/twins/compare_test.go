package twins

import (
	"encoding/binary"
	"testing"

	"assay/store"
)

// played returns a game of Tal and Smyslov with n plies.
func played(id int64, n int, change func(*store.Game, []uint64) []uint64) *store.Game {
	g := &store.Game{Summary: store.Summary{ID: id, Variant: "chess", First: "Tal, Mikhail", Second: "Smyslov, Vasily",
		Date: "1959-10-05", Event: "Candidates", Result: "1-0"}, Start: "start",
		Tags: []store.Tag{{Key: "Round", Value: "8"}}}
	moves := make([]uint64, n)
	for i := range moves {
		moves[i] = uint64(i*7 + 3)
	}
	if change != nil {
		moves = change(g, moves)
	}
	for _, m := range moves {
		g.Moves = binary.AppendUvarint(g.Moves, m)
	}
	g.Plies = len(moves)
	return g
}

// TestCompare judges damaged copies of one game, and other games.
func TestCompare(t *testing.T) {
	headers := func(f func(*store.Game)) func(*store.Game, []uint64) []uint64 {
		return func(g *store.Game, moves []uint64) []uint64 { f(g); return moves }
	}
	for _, row := range []struct {
		name   string
		plies  int
		change func(*store.Game, []uint64) []uint64
		kind   Kind // "" if not twins
	}{
		{"equal", 60, nil, Same},
		{"no headers", 60, headers(func(g *store.Game) {
			g.First, g.Second, g.Date, g.Event, g.Tags = "", "", "", "",
				nil
		}), Same},
		{"other script", 60, headers(func(g *store.Game) { g.First, g.Second = "Таль, Михаил", "Смыслов" }), Same},
		{"spelled otherwise", 20,
			headers(func(g *store.Game) { g.First, g.Second, g.Event = "GM Tal,M", "Vasily Smyslow", "" }), Same},
		{"sides exchanged", 60, headers(func(g *store.Game) { g.First, g.Second = g.Second, g.First }), Same},
		{"first day of the event", 40, headers(func(g *store.Game) { g.Date = "1959-10-01" }), Same},
		{"truncated", 60, func(_ *store.Game, m []uint64) []uint64 { return m[:41] }, Contained},
		{"from a later position", 60, func(g *store.Game, m []uint64) []uint64 { g.Start = "later"; return m[9:] },
			Contained},
		{"a slip", 60, func(_ *store.Game, m []uint64) []uint64 { m[30] = 9999; return m }, Near},
		{"a missing move", 60, func(_ *store.Game, m []uint64) []uint64 { return append(m[:20], m[22:]...) }, Near},
		{"later with a slip", 60,
			func(g *store.Game, m []uint64) []uint64 { g.Start = "later"; m[40] = 9999; return m[9:] }, Near},
		{"other players", 40, headers(func(g *store.Game) { g.First, g.Second = "Keres, Paul", "Petrosian, Tigran" }),
			""},
		{"another year", 18, headers(func(g *store.Game) { g.Date, g.Event, g.Tags = "1962-01-03", "Team", nil }), ""},
		{"another round", 10, headers(func(g *store.Game) { g.Date, g.Tags[0].Value = "", "22" }), ""},
		{"the opening alone", 60, func(_ *store.Game, m []uint64) []uint64 {
			for i := 24; i < len(m); i++ {
				m[i] += 9999
			}
			return m
		}, ""},
		{"a repeated opening of another year", 45, func(g *store.Game, m []uint64) []uint64 {
			g.Date, g.Event, g.Tags = "1961-04-26", "Candidates of Bled", nil
			return m[:32]
		}, ""},
		{"a repeated opening of another round", 49, func(g *store.Game, m []uint64) []uint64 {
			g.Date, g.Tags[0].Value = "1959-??-??", "4"
			return m[:21]
		}, ""},
		{"an unknown day of another year", 40, headers(func(g *store.Game) { g.Date, g.Event = "1958-??-??", "Team" }), ""},
		{"other options", 60, headers(func(g *store.Game) { g.Options = "board=1" }), ""},
		{"no moves", 60, func(_ *store.Game, m []uint64) []uint64 { return nil }, ""},
	} {
		found, ok := compare(newRecord(played(2, row.plies, row.change)), newRecord(played(1, row.plies, nil)))
		if ok != (row.kind != "") || ok && (found.Kind != row.kind || found.Game != 1 || found.Twin != 2) {
			t.Errorf("%s: %v, %+v", row.name, ok, found)
		}
	}
}
