package api

import (
	"assay/api/analyse"
	"assay/api/games"
	"assay/api/search"
	"fmt"
	"strings"
	"testing"
)

// importCoverageGames imports four games with different headers.
func importCoverageGames(t *testing.T, a *Archive) {
	t.Helper()
	for i, tags := range []string{
		`[WhiteElo "2400"] [BlackElo "2300"] [ECO "C20"] [Date "2001.02.03"]`,
		`[WhiteElo "2400"] [Date "2001.??.??"]`,
		`[Date "????.05.01"] [Opening "Sicilian"]`,
		`[Annotator "Tal"]`,
	} {
		text := fmt.Sprintf("[White \"p%d\"]\n%s\n\n1. f3 e5 2. g4 Qh4# 0-1\n", i, strings.ReplaceAll(tags, "] ", "]\n"))
		importTexts(t, a, text)
	}
	r := must(a.Replay(t.Context(), 1))
	must(a.AnalyseGame(t.Context(), a.NewAnalyser(1), r, analyse.AnalysisLimits{Nodes: 200}, nil))
}

var coverageRows = []struct {
	query string
	games search.GameFilter
	want  string
}{
	{"blunder", search.GameFilter{}, "analysis 1 of 4"},
	{"not blunder(white) or eval(white) > 3", search.GameFilter{}, "analysis 1 of 4"},
	{"check then swing > 1 within 3", search.GameFilter{}, "analysis 1 of 4"},
	{"rating > 2000", search.GameFilter{}, "rating 1 of 4"},
	{"rating(white) > 2000", search.GameFilter{}, "rating 2 of 4"},
	{"rating(white) > 2000 and rating(black) > 2000", search.GameFilter{}, "rating 1 of 4"},
	{"date >= 1960", search.GameFilter{}, "date 2 of 4"},
	{"eco:c20", search.GameFilter{}, "header eco 1 of 4"},
	{"opening:sicilian and accuracy(white) > 3 and check", search.GameFilter{}, "header opening 1 of 4, analysis 1 of 4"},
	{"playr:tal", search.GameFilter{}, "header playr 0 of 4 player"},
	{"openning:tal", search.GameFilter{}, "header openning 0 of 4 opening"},
	{"zzzzz:tal", search.GameFilter{}, "header zzzzz 0 of 4"},
	{"annotator:tal", search.GameFilter{}, "header annotator 1 of 4"},
	{"player:p1", search.GameFilter{}, "header player 4 of 4"},
	{"check", search.GameFilter{}, ""},
	{"result = 1-0", search.GameFilter{}, ""},
	{"check", search.GameFilter{From: "1990", RatingFrom: 100, Player: "p1"}, "date 2 of 4, rating 1 of 4"},
}

func coverageText(all []games.Coverage) string {
	var parts []string
	for _, c := range all {
		parts = append(parts, strings.Join(strings.Fields(fmt.Sprintf("%s %s %d of %d %s", c.Data, c.Header, c.Games, c.Of, c.Suggestion)), " "))
	}
	return strings.Join(parts, ", ")
}

// TestCoverage returns with each search how many games have the data its
// conditions need, with and without the index.
func TestCoverage(t *testing.T) {
	a := newArchive(t)
	importCoverageGames(t, a)
	for _, row := range coverageRows {
		q := search.SearchQuery{Variant: "chess", Query: row.query, Games: row.games}
		if got := coverageText(must(a.Search(t.Context(), q)).Coverage); got != row.want {
			t.Errorf("%s: %s, want %s", row.query, got, row.want)
		}
		next := must(a.SearchPages(t.Context(), q))
		last := ""
		for lines := must(next(t.Context())); lines != nil; lines = must(next(t.Context())) {
			last = coverageText(lines[len(lines)-1].Coverage)
		}
		if last != row.want {
			t.Errorf("%s: the stream ends with %s, want %s", row.query, last, row.want)
		}
		if got := coverageText(must(indexless(a).Coverage(t.Context(), q))); got != row.want {
			t.Errorf("%s: %s without an index, want %s", row.query, got, row.want)
		}
	}
	q := search.ExploreQuery{Variant: "chess", Games: search.GameFilter{To: "2010", RatingTo: 3000}}
	if got := coverageText(must(a.Explore(t.Context(), q)).Coverage); got != "date 2 of 4, rating 1 of 4" {
		t.Errorf("explorer: %s", got)
	}
	if got := coverageText(must(a.List(t.Context(), games.Filter{From: "1990"}, "", "", 1)).Coverage); got != "date 2 of 4" {
		t.Errorf("list: %s", got)
	}
}

// TestCoverageMessages expects a sentence, or none if every game has the data.
func TestCoverageMessages(t *testing.T) {
	for _, row := range []struct {
		coverage games.Coverage
		want     string
	}{
		{games.Coverage{Data: games.DataAnalysis, Games: 1, Of: 5000},
			"1 of 5000 games has an engine analysis; the others do not match conditions on it"},
		{games.Coverage{Data: games.DataDate, Games: 2, Of: 4}, "2 of 4 games have a date; the others do not match conditions on dates"},
		{games.Coverage{Data: games.DataHeader, Header: "playr", Of: 4, Suggestion: "player"},
			`no game searched has a header "playr"; did you mean "player"?`},
		{games.Coverage{Data: games.DataHeader, Header: "x", Of: 4}, `no game searched has a header "x"`},
		{games.Coverage{Data: games.DataRating, Games: 4, Of: 4}, ""},
	} {
		if row.coverage.Describe(); row.coverage.Message != row.want {
			t.Errorf("%+v", row.coverage)
		}
	}
}
