package api

import (
	"fmt"
	"strings"
	"testing"

	"assay/api/games"
	"assay/api/players"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures/archives"
)

// TestMergedNames finds the games of a player under all merged names, in lists,
// searches, the explorer and selections, and no other games.
func TestMergedNames(t *testing.T) {
	for _, kind := range []archives.Kind{archives.Folder, archives.Postgres} {
		t.Run(string(kind), func(t *testing.T) { testMergedNames(t, openedAs(t, kind, Config{Data: t.TempDir()})) })
	}
}

func testMergedNames(t *testing.T, a *Archive) {
	var text strings.Builder
	for i, names := range [][2]string{{"Tal, Mikhail", "Botvinnik"}, {"Botvinnik", "Tal,M"}, {"Таль", "Keres"},
		{"Tal, Other", "Keres"}, {"Tal,M", "Таль"}, {"Talia", "Mikhail, N"}} {
		fmt.Fprintf(&text, "[White \"%s\"]\n[Black \"%s\"]\n[Round \"%d\"]\n\n1. e4 e5 2. Nf3 Nc6 3. B%s *\n\n", names[0],
			names[1], i, []string{"b5", "c4"}[i%2])
	}
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader(text.String()), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	list := func(f games.Filter) string {
		page := must(a.List(t.Context(), f, "", "", 50))
		ids := []int64{}
		for _, g := range page.Games {
			ids = append(ids, g.ID)
		}
		if page.Total != len(ids) {
			t.Errorf("%+v: %d games in all, %v on the page", f, page.Total, ids)
		}
		return fmt.Sprint(ids)
	}
	find := func(q search.SearchQuery) string {
		found, ids := must(a.Search(t.Context(), q)), []int64{}
		for _, h := range found.Hits {
			ids = append(ids, h.Game)
		}
		if found.Total != len(ids) {
			t.Errorf("%+v: %d games in all, %v on the page", q, found.Total, ids)
		}
		return fmt.Sprint(ids)
	}
	check := func(when string, rows [][5]string) {
		t.Helper()
		for _, row := range rows { // player, colour, games; query, games
			if got := list(games.Filter{Player: row[0], Colour: row[1]}); got != row[2] {
				t.Errorf("%s: list of %s %s: %s, want %s", when, row[0], row[1], got, row[2])
			}
			filter := search.GameFilter{Player: row[0], Colour: row[1]}
			for _, query := range []string{"plies > 0", "result = *"} {
				if got := find(search.SearchQuery{Variant: "chess", Query: query, Games: filter}); got != row[2] {
					t.Errorf("%s: %s by %s %s: %s, want %s", when, query, row[0], row[1], got, row[2])
				}
			}
			explored := must(a.Explore(t.Context(), search.ExploreQuery{Variant: "chess", Games: filter}))
			if want := len(strings.Fields(row[2])); explored.Games != want && row[2] != "[]" {
				t.Errorf("%s: explorer of %s %s: %d games, want %d", when, row[0], row[1], explored.Games, want)
			}
			for _, variant := range []string{"", "chess"} {
				if got := find(search.SearchQuery{Variant: variant, Query: row[3]}); got != row[4] {
					t.Errorf("%s: %s: %s, want %s", when, row[3], got, row[4])
				}
			}
			selected := must(a.Select(t.Context(), search.Selection{Filter: games.Filter{Player: row[0], Colour: row[1]}}))
			if got := fmt.Sprint(append([]int64{}, selected...)); got != row[2] {
				t.Errorf("%s: selection of %s %s: %s, want %s", when, row[0], row[1], got, row[2])
			}
		}
	}
	before := [][5]string{
		{"tal mikhail", "", "[1]", `player:"tal mikhail"`, "[1]"},
		{"Таль", "", "[3 5]", `player:таль`, "[3 5]"},
		{"tal", "white", "[1 4 5 6]", `white:tal`, "[1 4 5]"},
	}
	check("before", before)
	if err := players.Merge(t.Context(), a.store, "Ada", "Tal, Mikhail", "Tal,M", "Таль"); err != nil {
		t.Fatal(err)
	}
	check("merged", [][5]string{
		{"tal mikhail", "", "[1 2 3 5]", `player:"tal mikhail"`, "[1 2 3 5]"},
		{"tal mik", "white", "[1 3 5]", `white:"tal mik"*`, "[1 3 5]"},
		{"tal mikhail", "second", "[2 5]", `black:"tal mikhail"`, "[2 5]"},
		{"Таль", "", "[1 2 3 5]", `first:Таль and not black:keres`, "[1 5]"},
		{"tal other", "", "[4]", `player:"tal other"`, "[4]"},
		{"mikhail n", "", "[6]", `player:"mikhail n"`, "[6]"},
		{"nobody", "", "[]", `player:nobody`, "[]"},
		{"keres", "", "[3 4]", `black:keres`, "[3 4]"},
	})
	if got := find(search.SearchQuery{Variant: "chess", Query: `player:"tal mikhail" and white bishop on b5`}); got != "[1 3 5]" {
		t.Errorf("with a position: %s", got)
	}
	if err := players.Split(t.Context(), a.store, "Ada", "Tal,M", "Таль"); err != nil {
		t.Fatal(err)
	}
	check("split", before)
}
