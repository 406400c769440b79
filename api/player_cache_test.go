package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/evaluation"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/players"
	"assay/api/records"
	"assay/api/twins"
	"assay/fixtures/archives"
)

// TestCachedPlayers compares cached reports of players with new ones after
// every kind of change, and changes of other games leave reports in the cache.
func TestCachedPlayers(t *testing.T) {
	for _, kind := range []archives.Kind{archives.Folder, archives.Postgres} {
		t.Run(string(kind), func(t *testing.T) { testCachedPlayers(t, openedAs(t, kind, Config{Data: t.TempDir()})) })
	}
}

func testCachedPlayers(t *testing.T, a *Archive) {
	ctx := t.Context()
	submit := func(games ...string) error {
		var text strings.Builder
		for _, g := range games {
			fields := strings.Split(g, "|")
			fmt.Fprintf(&text, "[White %q]\n[Black %q]\n[Date %q]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n[Result \"1-0\"]\n\n%s 1-0\n\n",
				fields[0], fields[1], fields[2], fields[3])
		}
		_, err := a.Submit(ctx, "games.pgn", strings.NewReader(text.String()), records.Reading{}, false)
		return err
	}
	header := func(game int64, key, value string) error {
		_, err := a.SetHeaders(ctx, game, 0, records.HeaderInput{Author: "Ada", Reason: "the sheet", Headers: map[string]string{key: value}})
		return err
	}
	decide := func(decision string) error {
		_, err := a.Twins.Decide(ctx, 1, 2, 0, twins.DecisionInput{Author: "Ada", Decision: decision})
		return err
	}
	name := func(decision, player string, names ...string) error {
		_, err := a.Players.Decide(ctx, players.Decision{Author: "Ada", Decision: decision, Player: player, Names: names})
		return err
	}
	const line = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3"
	var many []string
	for i := range players.MaxChanges + 1 {
		many = append(many, fmt.Sprintf("Many %d|Others|2020.01.01|1. d4 d5", i))
	}
	names := []string{"Tal", "Keres", "Smyslov", "Tal, M", "Nobody", "Bronstein", "Geller"}
	// The steps change each what one kind of request changes. The reports of
	// the players in kept stay in the cache.
	for _, step := range []struct {
		what   string
		change func() error
		kept   string
	}{
		{"import", func() error {
			return submit("Tal|Keres|1960.01.01|"+line, "Tal|Keres|1960.01.01|"+line+" a6", "Bronstein|Geller|1961.01.01|1. d4 d5")
		}, ""},
		{"nothing", func() error { return nil }, "Tal Keres Bronstein Geller"},
		{"import of others", func() error { return submit("Bronstein|Geller|1962.01.01|1. e4 e5") }, "Tal Keres"},
		{"another game", func() error { return submit("Smyslov|Tal|1963.01.01|1. c4 c5") }, "Keres Bronstein Geller"},
		{"a player leaves", func() error { return header(5, "Black", "Nobody") }, "Keres Bronstein Geller"},
		{"a player comes", func() error { return header(5, "Black", "Keres") }, "Tal Bronstein Geller"},
		{"a rating", func() error { return header(1, "BlackElo", "2700") }, "Smyslov Bronstein Geller"},
		{"moves", func() error {
			text := strings.Replace(string(must(a.Record(ctx, 3))), "1. d4 d5", "1. Nf3 d5", 1)
			_, err := a.Revise(ctx, 3, 0, records.RevisionInput{Author: "Ada", Reason: "the sheet", Text: text})
			return err
		}, "Tal Keres Smyslov"},
		{"a comment", func() error {
			_, err := a.Annotate(ctx, 5, annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: 1, Comment: "solid"}})
			return err
		}, "Tal Bronstein Geller"},
		{"an analysis", func() error {
			accuracy := 91.5
			return a.SaveAnalysis(ctx, must(a.Replay(ctx, 5)), &analyse.GameAnalysis{Summary: evaluation.Summary{
				First: evaluation.Side{Accuracy: &accuracy}}}, 0)
		}, "Tal Bronstein Geller"},
		{"deletion", func() error { return a.Delete(ctx, 5) }, "Tal Bronstein Geller"},
		{"restoration", func() error { return a.Restore(ctx, 5) }, "Tal Bronstein Geller"},
		{"a merge of games", func() error { return decide(twins.Merge) }, "Smyslov Bronstein Geller"},
		{"its undoing", func() error { return decide(twins.Undo) }, "Smyslov Bronstein Geller"},
		{"another spelling", func() error { return submit("Tal, M|Bronstein|1964.01.01|1. f4") }, "Tal Keres Smyslov Geller"},
		{"a merge of names", func() error { return name("merge", "Tal", "Tal, M") }, ""},
		{"a game of the other name", func() error { return submit("Tal, M|Geller|1965.01.01|1. b3") }, "Keres Smyslov Bronstein"},
		{"a split of names", func() error { return name("split", "", "Tal, M") }, ""},
		{"many games of others", func() error { return submit(many...) }, ""},
		{"again nothing", func() error { return nil }, "Tal Keres Smyslov Bronstein Geller"},
	} {
		before := map[string]*players.Report{}
		for _, n := range names {
			before[n], _ = a.Players.Player(ctx, n)
		}
		if err := step.change(); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		fresh := players.NewRoster(a.Library, a.store, a.Analyses)
		for _, n := range names {
			got, err := a.Players.Player(ctx, n)
			want, wantErr := fresh.Player(ctx, n)
			if !errors.Is(err, wantErr) || asJSON(t, got) != asJSON(t, want) {
				t.Errorf("%s: %s: %v, want %v\n%s\nwant\n%s", step.what, n, err, wantErr, asJSON(t, got), asJSON(t, want))
			}
			if kept := strings.Contains(" "+step.kept+" ", " "+n+" "); kept && (got == nil || got != before[n]) {
				t.Errorf("%s: the report of %s was made again", step.what, n)
			}
		}
		for _, pair := range [][2]string{{"Tal", "Keres"}, {"Keres", "Tal"}, {"Geller", "Tal, M"}, {"Tal", "Nobody"}} {
			got, err := a.Players.Compare(ctx, pair)
			want, wantErr := fresh.Compare(ctx, pair)
			if !errors.Is(err, wantErr) || asJSON(t, got) != asJSON(t, want) {
				t.Errorf("%s: %v: %v, want %v\n%s\nwant\n%s", step.what, pair, err, wantErr, asJSON(t, got), asJSON(t, want))
			}
			if got != nil && got.Players[0] != must(a.Players.Player(ctx, pair[0])) {
				t.Errorf("%s: %v: the comparison made a report again", step.what, pair)
			}
		}
	}
	if p := must(a.Players.Player(ctx, "Keres")); p.Games != 3 || p.Results[0].Performance == 0 {
		t.Errorf("%+v", p)
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
