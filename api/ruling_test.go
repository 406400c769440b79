package api

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/annotate"
	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/search"
	"assay/fixtures"
	texts "assay/fixtures/records"
	"assay/parser"
	"assay/store"
)

// TestRuledGames overrules every illegal ply of random games, and tests them
// with every operation on archived games.
func TestRuledGames(t *testing.T) {
	book := newBook()
	games := []string{"atomic", "chess", "chushogi", "csg-1", "duck", "pocket-shogi-copper", "seirawan", "shogi", "xiangqi"}
	if fixtures.Rounds(0, 0, 1) > 0 {
		games = fixtures.Games(book.Registry().IDs())
	}
	for _, id := range games {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r, err := book.Rules(id, "")
			if err != nil {
				t.Fatal(err)
			}
			a := newArchive(t)
			game := texts.Misplay(r, rand.New(rand.NewPCG(31, 37)), 20)
			if len(game.Ruled) == 0 {
				return // the game ends before one can
			}
			submitAny(t, a, game.Text)
			last := ruleAll(t, a, 1)
			if last.Report.Verdict != analysis.Ruled || len(last.Report.Rulings) != len(game.Ruled) {
				t.Fatalf("%s by %d rulings, want %d: %v in\n%s", last.Report.Verdict, len(last.Report.Rulings), len(game.Ruled), last.Report.Error, game.Text)
			}
			ruledGame(t, a, &game)
			if err := a.Reindex(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			searchRuledGame(t, a, &game)
			if faults, err := a.Check(t.Context()); err != nil || len(faults) > 0 {
				t.Fatalf("the archive is not sound: %v, %v", faults, err)
			}
			tally, err := a.Reverify(t.Context(), records.ReverifyOptions{All: true, Update: true})
			if err != nil || tally.Games != 1 || tally.Changed != 0 {
				t.Fatalf("verified again: %+v, %v", tally, err)
			}
			for n := range game.Ruled {
				lifted, err := a.RevokeRuling(t.Context(), 1, int64(len(game.Ruled)-n), records.RevokeInput{Author: "Ben", Reason: "seen"})
				if err != nil || lifted.Report.Verdict != analysis.Illegal || lifted.Report.Error.Ply != game.Ruled[len(game.Ruled)-n-1] {
					t.Fatalf("ruling %d taken back: %+v, %v", len(game.Ruled)-n, lifted, err)
				}
			}
		})
	}
}

// submitAny archives a record, illegal or not.
func submitAny(t *testing.T, a *Archive, text string) {
	t.Helper()
	if _, err := a.Submit(t.Context(), "r.txt", strings.NewReader(text), records.Reading{}, true); err != nil {
		t.Fatal(err)
	}
}

// ruleAll overrules every illegal ply of a game.
func ruleAll(t *testing.T, a *Archive, game int64) *records.Ruled {
	t.Helper()
	var done *records.Ruled
	for {
		g, err := a.Game(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		e := g.Report.Error
		if e == nil {
			return done
		}
		if done, err = a.Rule(t.Context(), game, records.RulingInput{Author: "Ada", Ply: e.Ply, Ruling: e.Rule, Reason: "nobody saw it"}); err != nil {
			t.Fatalf("ply %d, %v: %v", e.Ply, e, err)
		}
	}
}

// ruledGame checks a ruled game in every view.
func ruledGame(t *testing.T, a *Archive, game *texts.Misplayed) {
	t.Helper()
	searchRuledGame(t, a, game)
	replay, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for ply := range game.Keys {
		if view, err := replay.View(ply, ""); err != nil || view.Position == "" {
			t.Fatalf("ply %d: %v", ply, err)
		}
	}
	for _, f := range append(exportFormats(), present.ExportUsual) {
		_, err := replay.Export(io.Discard, present.ExportOptions{Format: f})
		var not *analysis.CannotHold
		if err != nil && !errors.As(err, &not) {
			t.Fatalf("%s: %v", f, err)
		}
	}
	for _, ply := range game.Ruled {
		in := annotate.AnnotationInput{Author: "Cy", Kind: annotate.KindReport, Annotation: analysis.Annotation{Ply: ply, Comment: "here"}}
		if _, err := a.Annotate(t.Context(), 1, in); err != nil {
			t.Fatal(err)
		}
	}
	page, err := a.List(t.Context(), games.Filter{Verdict: analysis.Ruled}, "", "", 10)
	if err != nil || page.Total != 1 {
		t.Fatalf("%+v ruled games, %v", page, err)
	}
}

// searchRuledGame finds a ruled game by its positions, and explores from them.
func searchRuledGame(t *testing.T, a *Archive, game *texts.Misplayed) {
	t.Helper()
	replay, err := a.Replay(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	variant := replay.Report().Variant
	for ply, key := range game.Keys {
		p, err := replay.Position(ply)
		if err != nil || p.Key() != key {
			t.Fatalf("ply %d is another position (%v)", ply, err)
		}
		if ply%3 > 0 && !slices.Contains(game.Ruled, ply) && !slices.Contains(game.Ruled, ply+1) {
			continue
		}
		found, err := a.Search(t.Context(), search.SearchQuery{Variant: variant, Position: p.Text(), Query: "verdict=ruled"})
		if err != nil || found.Total != 1 || !slices.Contains(found.Hits[0].Plies, ply) {
			t.Fatalf("ply %d, %s: %+v, %v", ply, p.Text(), found, err)
		}
		if _, err := a.Explore(t.Context(), search.ExploreQuery{Variant: variant, Position: p.Text()}); err != nil {
			t.Fatalf("explored from ply %d, %s: %v", ply, p.Text(), err)
		}
	}
}

// exportFormats are the formats of records.
func exportFormats() []present.ExportFormat {
	var all []present.ExportFormat
	for _, f := range parser.Formats() {
		all = append(all, present.ExportFormat(f))
	}
	return append(all, "html", "markdown", "text")
}

// TestRulingsAfterCorrection corrects a ruled record: rulings on unchanged
// plies stay in force, the others are reported.
func TestRulingsAfterCorrection(t *testing.T) {
	a := newArchive(t)
	const text = "[White \"Ada\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n"
	submitAny(t, a, text)
	if _, err := a.Rule(t.Context(), 1, records.RulingInput{Author: "Ada", Ply: 6, Ruling: "W-0", Reason: " "}); err == nil {
		t.Error("a ruling without a reason is taken")
	}
	var standing *analysis.StandingError
	if _, err := a.Rule(t.Context(), 1, records.RulingInput{Author: "Ada", Ply: 4, Ruling: "W-0", Reason: "r"}); !errors.As(err, &standing) {
		t.Errorf("a ruling on a sound ply: error %v", err)
	}
	done, err := a.Rule(t.Context(), 1, records.RulingInput{Author: "Ada", Ply: 6, Ruling: "W-0", Reason: "nobody saw it"})
	if err != nil || done.Report.Verdict != analysis.Ruled || !done.Ruling.Held || done.Ruling.Move != "Pawn a7 - a6" {
		t.Fatalf("%+v, %v", done, err)
	}
	if got := strings.Join(strings.Fields(exportAs(t, a, 1, "pgn")), " "); !strings.Contains(got, "[%ruling 1 W-0] allowed by a ruling of Ada on 20") {
		t.Errorf("the export does not tell of the ruling:\n%s", got)
	}
	if got := exportAs(t, a, 1, "json"); !strings.Contains(got, `"ruling"`) {
		t.Errorf("the export does not tell of the ruling:\n%s", got)
	}
	for _, step := range []struct {
		was, is, verdict string
		unheld           []int64
	}{
		{"d3", "d4", analysis.Ruled, []int64{}},
		{"a6", "Kxf7", analysis.Illegal, []int64{1}},
		{"a6", "h6", analysis.Illegal, []int64{1}},
	} {
		revised, err := a.Revise(t.Context(), 1, store.AnyRevision, records.RevisionInput{Author: "Cy", Reason: "slip", Text: strings.Replace(text, step.was, step.is, 1)})
		if err != nil || revised.Report.Verdict != step.verdict || !slices.Equal(revised.UnheldRulings, step.unheld) {
			t.Fatalf("%s for %s: %+v (%v), %v", step.is, step.was, revised, revised.Report.Error, err)
		}
	}
	if list, err := a.Rulings(t.Context(), 1); err != nil || len(list.Rulings) != 1 || list.Rulings[0].Held {
		t.Errorf("%+v, %v", list, err)
	}
	if revised, err := a.Revert(t.Context(), 1, store.AnyRevision, 1, records.RevertInput{Author: "Cy", Reason: "as it was"}); err != nil || revised.Report.Verdict != analysis.Ruled {
		t.Errorf("brought back: %+v, %v", revised, err)
	}
	if _, err := a.RevokeRuling(t.Context(), 1, 1, records.RevokeInput{Author: "Ben", Reason: "seen"}); err != nil {
		t.Error(err)
	}
	if _, err := a.RevokeRuling(t.Context(), 1, 1, records.RevokeInput{Author: "Ben", Reason: "seen"}); !errors.Is(err, store.ErrGone) {
		t.Errorf("taken back twice: error %v", err)
	}
}
