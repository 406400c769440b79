package index

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/fixtures/games"
	"assay/index/pattern"
	"assay/parser/word"
)

// randomName returns a player's name with initials, titles or in other scripts.
func randomName(r *rand.Rand) string {
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	if r.IntN(4) == 0 {
		return one("羽生", "渡辺", "渡邊", "藤井", "김", "Ким ") + one("善治", "明", "聡太", "철수", "") + one("", "九段", " 名人", "王位")
	}
	name := one("", "", "GM ", "Dr. ") + one("Nisopen", "Nisova", "Ni", "Pen", "O'Kelly", "Đurić", "P", "V")
	for range r.IntN(3) {
		name += one(", ", " ", "-") + one("V", "Vugor", "Vu", "P.", "Pavel", "P V", "Ø", "Jr", "Nisopen")
	}
	return name
}

// TestPrefixes compares the explorer, searches and lists by words of players'
// names with a look at every game.
func TestPrefixes(t *testing.T) {
	rules, r := games.Rules(t, "chess", ""), rand.New(rand.NewPCG(43, 1))
	short, _ := shuffled(rules, 2)
	a := newArchive()
	put := func(game int64) {
		d := short
		d.Headers = map[string]string{"player1": randomName(r), "player2": randomName(r), "event": randomName(r)}
		a.put(game, d)
	}
	x := open(t, t.TempDir(), a, Options{BatchPositions: 600})
	for round := range 3 {
		for range 400 {
			put(1 + r.Int64N(1000))
		}
		for range 50 * round {
			a.remove(1 + r.Int64N(1000))
		}
		catchUp(t, x)
		hits, conditions := 0, fixtures.Rounds(150, 2000, 2000)
		for range conditions {
			condition := randomPrefixes(r, 2)
			var want []int64
			for id, g := range a.games {
				if !g.Deleted && meetsPrefixes(condition, id, g.Document.Headers) {
					want = append(want, id)
				}
			}
			slices.Sort(want)
			hits += len(want)
			e := Exploration{Position: rules.Start(), Condition: condition, Explain: r.IntN(4) == 0,
				Occurrences: func(context.Context, int64) ([]int, error) { return []int{0}, nil }}
			found, err := x.Explore(t.Context(), e)
			if err != nil || found.Games != uint64(len(want)) {
				t.Fatalf("%#v: %d games, %v, want %d", condition, found.Games, err, len(want))
			}
			q := Query{Match: &Match{Condition: condition}, Limit: len(want) + 1, Explain: r.IntN(4) == 0}
			if got, err := x.Games(t.Context(), q); err != nil || !slices.Equal(got.Games, want) {
				t.Fatalf("%#v: %d games, %v, want %d", condition, len(got.Games), err, len(want))
			}
		}
		if hits < 5*conditions {
			t.Errorf("%d hits of %d conditions", hits, conditions)
		}
	}
}

// randomPrefixes returns a condition on names.
func randomPrefixes(r *rand.Rand, depth int) pattern.Node {
	if depth > 0 && r.IntN(3) > 0 {
		var all []pattern.Node
		for range 1 + r.IntN(3) {
			all = append(all, randomPrefixes(r, depth-1))
		}
		switch r.IntN(5) {
		case 0:
			return pattern.Not{Of: randomPrefixes(r, depth-1)}
		case 1, 2:
			return pattern.Or{Of: all}
		}
		return pattern.And{Of: all}
	}
	if r.IntN(8) == 0 {
		var ids []int64
		for range r.IntN(40) {
			ids = append(ids, 1+r.Int64N(1100))
		}
		slices.Sort(ids)
		return pattern.Games{IDs: slices.Compact(ids)}
	}
	header := []string{"player1", "player2", "player", "event", ""}[r.IntN(5)]
	var of []pattern.Node
	for _, w := range word.All(randomName(r)) {
		if cut := []rune(w); r.IntN(3) == 0 {
			w = string(cut[:1+r.IntN(len(cut))])
		}
		of = append(of, pattern.Header{Name: header, Words: []string{w}, Prefix: r.IntN(5) > 0})
	}
	return pattern.And{Of: of}
}

// meetsPrefixes evaluates a condition on a game without an index.
func meetsPrefixes(n pattern.Node, game int64, headers map[string]string) bool {
	meets := func(n pattern.Node) bool { return meetsPrefixes(n, game, headers) }
	switch n := n.(type) {
	case pattern.And:
		return !slices.ContainsFunc(n.Of, func(n pattern.Node) bool { return !meets(n) })
	case pattern.Or:
		return slices.ContainsFunc(n.Of, meets)
	case pattern.Not:
		return !meets(n.Of)
	case pattern.Games:
		return n.Has(game)
	}
	h := n.(pattern.Header)
	for name, text := range headers {
		if h.Name == "" || h.Name == name || h.Name == "player" && name != "event" {
			if slices.ContainsFunc(word.All(text), func(w string) bool {
				return w == h.Words[0] || h.Prefix && strings.HasPrefix(w, h.Words[0])
			}) {
				return true
			}
		}
	}
	return false
}
