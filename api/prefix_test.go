package api

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/players"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures"
	"assay/fixtures/archives"
	"assay/parser/word"
)

// TestPrefixedNames counts the games of players by words and initials of their
// names and by colour, as a look at every name does.
func TestPrefixedNames(t *testing.T) {
	for _, kind := range []archives.Kind{archives.Folder, archives.Postgres} {
		t.Run(string(kind), func(t *testing.T) { testPrefixedNames(t, openedAs(t, kind, Config{Data: t.TempDir()})) })
	}
}

func testPrefixedNames(t *testing.T, a *Archive) {
	r := rand.New(rand.NewPCG(43, 2))
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	name := func() string {
		if r.IntN(4) == 0 {
			return one("羽生", "渡辺", "藤井", "Ким ") + one("善治", "明", "聡太") + one("", "九段", " 名人")
		}
		return one("", "GM ") + one("Nisopen", "Nisova", "Pen", "Đurić", "V") + one(", ", " ") +
			one("V", "Vugor", "P.", "Pavel") + one("", " P", " V", " Jr")
	}
	var text strings.Builder
	sides := [][2]string{}
	for i := range 300 {
		names := [2]string{name(), name()}
		sides = append(sides, names)
		fmt.Fprintf(&text, "[White %q]\n[Black %q]\n[Round \"%d\"]\n\n1. e4 e5 *\n\n", names[0], names[1], i)
	}
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader(text.String()), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	merged := []string{"Nisopen, Vugor", "Nisopen V P", "渡辺明九段"}
	if err := players.Merge(t.Context(), a.store, "Ada", merged[0], merged[1:]...); err != nil {
		t.Fatal(err)
	}
	// meets reports whether one of the names of a player has the words.
	meets := func(name string, words []string) bool {
		names := []string{name}
		if slices.Contains(merged, name) {
			names = merged
		}
		return slices.ContainsFunc(names, func(name string) bool {
			own := word.All(name)
			return !slices.ContainsFunc(words, func(w string) bool {
				return !slices.ContainsFunc(own, func(own string) bool { return strings.HasPrefix(own, w) })
			})
		})
	}
	hits, conditions := 0, fixtures.Rounds(60, 1000, 1000)
	for range conditions {
		asked := name()
		words := word.All(asked)
		if r.IntN(3) == 0 {
			first := []rune(words[r.IntN(len(words))])
			asked = string(first[:1+r.IntN(len(first))])
			words = word.All(asked)
		}
		colour := one("", "white", "black")
		want := 0
		for _, names := range sides {
			if colour != "black" && meets(names[0], words) || colour != "white" && meets(names[1], words) {
				want++
			}
		}
		hits += want
		filter := search.GameFilter{Player: asked, Colour: colour}
		explain := r.IntN(4) == 0
		found, err := a.Explore(t.Context(), search.ExploreQuery{Variant: "chess", Games: filter, Explain: explain})
		if err != nil || found.Games != want {
			t.Fatalf("%+v: %d games, %v, want %d", filter, found.Games, err, want)
		}
		if list, err := a.List(t.Context(), games.Filter{Player: asked, Colour: colour}, "", "", 1); err != nil || list.Total != want {
			t.Fatalf("%+v: list of %d games, %v, want %d", filter, list.Total, err, want)
		}
	}
	if hits < conditions {
		t.Errorf("%d games of %d conditions", hits, conditions)
	}
}
