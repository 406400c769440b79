package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/analysis/evaluation"
	"assay/api/analyse"
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

// TestPlayer reports and compares players of two variants, with a merged name.
func TestPlayer(t *testing.T) {
	a := newArchive(t)
	var text strings.Builder
	game := func(variant, first, second, ratings, date, result, moves string) {
		elo := strings.Fields(ratings)
		fmt.Fprintf(&text, "[Variant %q]\n[White %q]\n[Black %q]\n[WhiteElo %q]\n[BlackElo %q]\n[Date %q]\n[Result %q]\n\n%s %s\n\n",
			variant, first, second, elo[0], elo[1], date, result, moves, result)
	}
	game("Standard", "GM Tal, Mikhail", "Botvinnik", "2600 2700", "1960.05.01", "1-0", "1. e4 c5 2. Nf3")
	game("Standard", "Botvinnik", "Tal,M", "2700 ?", "1961.??.??", "1/2-1/2", "1. d4 d5 2. c4 e6")
	game("Standard", "Botvinnik", "Tal,M", "2500 ?", "1961.02.??", "1-0", "1. d4 d5 2. c4 e6")
	game("Standard", "Tal,M", "Keres", "? ?", "????.??.??", "*", "1. e4 c5 2. Nf3")
	game("Crazyhouse", "Keres", "Tal,M", "? ?", "1962.01.01", "0-1", "1. e4 e5")
	game("Standard", "Keres", "Botvinnik", "? ?", "1963.01.01", "0-0", "1. e4 e5")
	game("Standard", "?", "Smyslov", "2700 2700", "1964.01.01", "0-1", "1. e4 e5")
	if _, err := a.Submit(t.Context(), "games.pgn", strings.NewReader(text.String()), records.Reading{}, false); err != nil {
		t.Fatal(err)
	}
	one := 97.5
	replay := must(a.Replay(t.Context(), 1))
	if err := a.SaveAnalysis(t.Context(), replay, &analyse.GameAnalysis{Summary: evaluation.Summary{
		First: evaluation.Side{Accuracy: &one}}}, 0); err != nil {
		t.Fatal(err)
	}
	describe := func(p *players.Report) string {
		text := fmt.Sprintf("%s %v %d %d-%d %d:", p.Name, p.Titles, p.Games, p.From, p.To, p.OpponentCount)
		for _, n := range p.Names {
			text += fmt.Sprintf(" %s/%s/%d", n.Name, n.Script, n.Games)
		}
		for _, r := range p.Results {
			text += fmt.Sprintf("; %s %s +%d=%d-%d*%d perf %d of %d", r.Variant, r.Colour, r.Won, r.Drawn, r.Lost, r.Unfinished,
				r.Performance, r.Rated)
			if r.Accuracy != nil {
				text += fmt.Sprintf(" accuracy %.1f of %d", *r.Accuracy, r.Analysed)
			}
		}
		for _, o := range p.Openings {
			text += fmt.Sprintf("; %s %s %d", o.Code, o.Colour, o.Games)
		}
		for _, o := range p.Opponents {
			text += fmt.Sprintf("; %s +%d=%d-%d", o.Name, o.Won, o.Drawn, o.Lost)
		}
		for _, g := range p.Recent {
			text += fmt.Sprintf(" %d", g.ID)
		}
		return text
	}
	report := func(name, want string) {
		t.Helper()
		p, err := a.Players.Player(t.Context(), name)
		if err != nil || describe(p) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, describe(p), want)
		}
	}
	const alone = "GM Tal, Mikhail [GM] 1 1960-1960 1: GM Tal, Mikhail/Latin/1; chess White +1=0-0*0 perf 3500 of 1 " +
		"accuracy 97.5 of 1; B27 White 1; Botvinnik +1=0-0 1"
	report("GM Tal, Mikhail", alone)
	if _, err := a.Players.Decide(t.Context(), players.Decision{Author: "Ada", Decision: "merge", Player: "GM Tal, Mikhail",
		Names: []string{"Tal,M"}}); err != nil {
		t.Fatal(err)
	}
	const merged = "GM Tal, Mikhail [GM] 5 1960-1962 2: Tal,M/Latin/4 GM Tal, Mikhail/Latin/1; " +
		"chess White +1=0-0*1 perf 3500 of 1 accuracy 97.5 of 1; chess Black +0=1-1*0 perf 2409 of 2; " +
		"crazyhouse Black +1=0-0*0 perf 0 of 0; B27 White 2; D30 Black 2; " +
		"Botvinnik +1=1-1; Keres +1=0-0 5 3 2 1 4"
	for range 2 { // also from the cache
		report("Tal,M", merged)
	}
	report("Smyslov", "Smyslov [] 1 1964-1964 0: Smyslov/Latin/1; chess Black +1=0-0*0 perf 3500 of 1; C20 Black 1 7")
	for _, name := range []string{"?", "", "Tal", "tal,m"} {
		if _, err := a.Players.Player(t.Context(), name); !errors.Is(err, players.ErrNoPlayer) {
			t.Errorf("%q: %v", name, err)
		}
	}
	v := must(a.Players.Compare(t.Context(), [2]string{"Tal,M", "Keres"}))
	if len(v.Between) != 2 || v.Between[0].Games != 1 || len(v.Games) != 2 || v.Players[1].Games != 3 || len(v.Common) != 1 ||
		v.Common[0].Name != "Botvinnik" || v.Common[0].Scores[0].Games != 3 || v.Common[0].Scores[1].Lost != 1 {
		t.Errorf("%+v", v)
	}
	// The other way round, the games are the same.
	w := must(a.Players.Compare(t.Context(), [2]string{"Keres", "Tal,M"}))
	for i, g := range w.Games {
		if of := v.Games[i]; g.ID != of.ID || g.Side == of.Side || g.Result != of.Result || of.Opponent != "Keres" ||
			g.Opponent != "Tal,M" {
			t.Errorf("game %+v, and the other way round %+v", of, g)
		}
	}
	if len(w.Games) != len(v.Games) || len(w.Between) != len(v.Between) || asJSON(t, w.Players[1]) != asJSON(t, v.Players[0]) {
		t.Errorf("%+v, and the other way round %+v", v, w)
	}
	for _, b := range w.Between {
		if !slices.ContainsFunc(v.Between, func(o players.Result) bool {
			return o.Variant == b.Variant && o.Side != b.Side && o.Won == b.Lost && o.Lost == b.Won && o.Drawn == b.Drawn
		}) {
			t.Errorf("%+v is not in %+v", b, v.Between)
		}
	}
	if _, err := a.Players.Compare(t.Context(), [2]string{"Tal,M", "nobody"}); !errors.Is(err, players.ErrNoPlayer) {
		t.Error(err)
	}
	if _, err := a.Players.Decide(t.Context(), players.Decision{Author: "Ada", Decision: "split", Names: []string{"Tal,M"}}); err != nil {
		t.Fatal(err)
	}
	report("GM Tal, Mikhail", alone)
}

// TestPlayerPages lists players by words and pages.
func TestPlayerPages(t *testing.T) {
	a := newArchive(t)
	list := func(text, cursor string, limit int) (string, string) {
		page, err := a.Players.List(t.Context(), text, cursor, limit)
		if err != nil {
			return err.Error(), ""
		}
		names := []string{}
		for _, p := range page.Players {
			names = append(names, p.Name)
		}
		return fmt.Sprintf("%d: %s", page.Total, strings.Join(names, "; ")), string(page.Next)
	}
	if got, _ := list("", "", 9); got != "0: " {
		t.Errorf("of an empty archive: %s", got)
	}
	submit(t, a, []string{"[White \"Tal, Mikhail\"]\n[Black \"Tal,M\"]\n\n1. e4 *\n", "[White \"羽生善治\"]\n[Black \"Tal,M\"]\n\n1. d4 *\n",
		"[White \"Tal,M\"]\n[Black \"?\"]\n\n1. c4 *\n"})
	for _, row := range [][2]string{{"", "3: Tal,M; Tal, Mikhail; 羽生善治"}, {"TAL", "2: Tal,M; Tal, Mikhail"}, {"mik ta", "1: Tal, Mikhail"},
		{"善治", "1: 羽生善治"}, {"ikhail", "0: "}, {"?", `q "?": expected 1 to 64 words`}} {
		if got, _ := list(row[0], "", 9); got != row[1] {
			t.Errorf("%q: %s, want %s", row[0], got, row[1])
		}
	}
	got, next := list("", "", 1)
	second, after := list("", next, 1)
	third, end := list("", after, 1)
	if got != "3: Tal,M" || second != "3: Tal, Mikhail" || third != "3: 羽生善治" || end != "" {
		t.Errorf("pages %s, %s, %s, %s", got, second, third, end)
	}
	for _, cursor := range []string{"x", "!", "MSB4eA", next[1:]} {
		if _, err := a.Players.List(t.Context(), "", cursor, 1); (err == nil) != (cursor == "MSB4eA") {
			t.Errorf("cursor %s: %v", cursor, err)
		}
	}
	s := must(a.Players.Suggestions(t.Context(), "", 1))
	if s.Total != 0 && len(s.Suggestions) != s.Total {
		t.Errorf("%+v", s)
	}
	for _, d := range []players.Decision{{Author: "Ada", Decision: "join", Names: []string{"Tal"}}, {Author: "Ada", Decision: "merge", Player: "Tal"},
		{Author: "Ada", Decision: "split", Names: []string{"Tal"}}, {Decision: "merge", Player: "Tal", Names: []string{"T"}}} {
		if _, err := a.Players.Decide(t.Context(), d); err == nil {
			t.Errorf("%+v was accepted", d)
		}
	}
}
