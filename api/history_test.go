package api

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/htmlindex"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/history"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	texts "assay/fixtures/records"
	"assay/store"
)

// historyVariants are variants of all families.
var historyVariants = []string{"chess", "xiangqi", "shogi", "crazyhouse", "csg-1", "csg-2", "csg-3", "janggi", "makruk",
	"atomic", "minishogi", "capablanca"}

// randomAnnotation returns an annotation of a random ply, in a random
// variation.
func randomAnnotation(t *testing.T, r *present.Replay, random *rand.Rand, author string) annotate.AnnotationInput {
	t.Helper()
	in := annotate.AnnotationInput{Author: author, Annotation: analysis.Annotation{Ply: random.IntN(r.Plies() + 1)}}
	p, err := r.Position(in.Ply)
	if err != nil {
		t.Fatal(err)
	}
	p = p.Clone()
	grow := func(n int) (moves []string) {
		for range n {
			all := p.Moves(nil)
			if _, over := p.Outcome(); over || len(all) == 0 {
				return moves
			}
			m := all[random.IntN(len(all))]
			moves = append(moves, fmt.Sprintf("%d. %s", p.Number(), notation.Numbered{}.Format(p, m)))
			p.Play(m)
		}
		return moves
	}
	for _, move := range grow(random.IntN(3)) {
		_, text, _ := strings.Cut(move, ". ")
		in.Path = append(in.Path, text)
	}
	square := func() string {
		return p.Rules().SquareName(rules.Square(random.IntN(p.Rules().Files() * p.Rules().Ranks())))
	}
	in.Comment = []string{"good", "two\nlines <b> & {x}", "日本語 [%x y] z", "", "  blanks  "}[random.IntN(5)]
	if in.Ply+len(in.Path) > 0 {
		in.NAGs, in.Before = []int{1 + random.IntN(139)}, []string{"", "before"}[random.IntN(2)]
	}
	in.Marks = []analysis.Spot{{Square: square(), Colour: "red"}}
	if from, to := square(), square(); from != to {
		in.Arrows = []analysis.Arrow{{From: from, To: to, Colour: "blue"}}
	}
	if random.IntN(2) == 0 {
		in.Evaluation = "-1.25,18"
	}
	if line := grow(1 + random.IntN(4)); len(line) > 0 && random.IntN(2) == 0 {
		in.Lines = []analysis.TypedLine{{Text: strings.Join(line, "\n"), Format: "numbered"}}
	}
	return in
}

// annotateAtRandom lets two authors annotate a game, edit, delete and restore.
func annotateAtRandom(t *testing.T, a *Archive, game int64, random *rand.Rand) {
	t.Helper()
	for _, mode := range []annotate.CommentMode{annotate.CommentsClosed, annotate.CommentsOpen} {
		if _, err := a.SetComments(t.Context(), game, annotate.CommentsInput{Author: "Arbiter", Reason: "asked", Comments: mode}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := a.Replay(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		author := []string{"Ada", "Ben 本"}[i%2]
		v, err := a.Annotate(t.Context(), game, randomAnnotation(t, r, random, author))
		if err != nil {
			t.Fatal(err)
		}
		if i%3 == 0 {
			if v, err = a.EditAnnotation(t.Context(), game, v.ID, v.Revision, randomAnnotation(t, r, random, "Cy")); err != nil {
				t.Fatal(err)
			}
		}
		if i%2 == 1 {
			if v, err = a.DeleteAnnotation(t.Context(), game, v.ID, v.Revision, "Dee"); err != nil {
				t.Fatal(err)
			}
		}
		if i == 3 {
			if _, err = a.RestoreAnnotation(t.Context(), game, v.ID, v.Revision, annotate.RestoreInput{Author: "Ada", Revision: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// historyOf returns the history of a game without what every archive has of its
// own, and everything else that its store has.
func historyOf(t *testing.T, a *Archive, game int64) (string, *store.Game) {
	t.Helper()
	g, err := a.store.Game(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.Of(t.Context(), a.store, g)
	if err != nil {
		t.Fatal(err)
	}
	h.ID, h.Imported = 0, time.Time{}
	g.ID, g.Sequence, g.Imported = 0, 0, time.Time{}
	text, err := h.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(text), g
}

// TestJSONIsLossless imports JSON exports of games of many variants into
// another archive. Both archives then have the same of each game: bytes,
// revisions, rulings, verdict, annotations with all revisions, authors and
// times, decisions about comments, and the analysis.
func TestJSONIsLossless(t *testing.T) {
	from := newArchive(t)
	random := rand.New(rand.NewPCG(40, 1))
	submit := func(text string, keep bool) int64 {
		t.Helper()
		s, err := from.Submit(t.Context(), "games.txt", strings.NewReader(text), records.Reading{}, keep)
		if err != nil {
			t.Fatal(err)
		}
		return int64(s.Games[0].ID)
	}
	var games []int64
	book := newBook()
	for _, v := range historyVariants {
		games = append(games, submit("\n\n"+randomRecord(t, book, random, v, 24), true))
	}
	games = append(games, submit("[Event \"x\"]\n[White \"A\"]\n\n1. e4! {[%clk 0:01:00] b} (1. d4 {c} (1. c4)) e5?? 2. Nf3 {[%csl Ge4] m} 1-0\n", true))
	for _, id := range games {
		annotateAtRandom(t, from, id, random)
	}

	// A record in Shift JIS, and one of a bulletin with lines before it.
	kif := "手合割：平手\r\n先手：あ\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:03/00:00:03)\r\n*コメント\r\n   2 投了         ( 0:01/00:00:01)\r\n"
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "two.kif"), []byte(encodedAs(t, "shift_jis", kif)))
	writeFile(t, filepath.Join(folder, "two.pgn"), []byte(scholars+"\n"+strings.Replace(scholars, "Ada", "Eve", 1)))
	if _, err := from.Import(t.Context(), []string{folder}, records.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	last := games[len(games)-1]
	games = append(games, last+1, last+2, last+3)

	// A corrected record, annotations before and after it, and an analysis.
	corrected := last + 3
	if _, err := from.Annotate(t.Context(), corrected, annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Ply: 7, Comment: "mate"}}); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"[White \"Eve\"]\n\n1. e4 e5 2. Bc4 1-0\n", "[White \"Eve\"]\n\n1. e4 e5 2. Bc4 Nc6 1-0\n"} {
		if _, err := from.Revise(t.Context(), corrected, 0, records.RevisionInput{Author: []string{"Ada", "Ben"}[i], Reason: "the sheet", Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := from.Revert(t.Context(), corrected, 0, 2, records.RevertInput{Author: "Ada", Reason: "no"}); err != nil {
		t.Fatal(err)
	}
	r, err := from.Replay(t.Context(), last)
	if err != nil {
		t.Fatal(err)
	}
	g, err := from.NewAnalyser(1).Analyse(t.Context(), r, analyse.AnalysisLimits{Nodes: 1000}, nil)
	if err == nil {
		err = from.SaveAnalysis(t.Context(), r, g, 0)
	}
	if err != nil {
		t.Fatal(err)
	}

	// Rulings, one of them revoked; a record that is illegal, one unsupported.
	csg, err := book.Rules("csg-3", "")
	if err != nil {
		t.Fatal(err)
	}
	for {
		m := texts.Misplay(csg, random, 20)
		if len(m.Ruled) < 2 {
			continue
		}
		ruled := submit(m.Text, true)
		for range 2 {
			_, report, err := from.GameAndReport(t.Context(), ruled)
			if err != nil {
				t.Fatal(err)
			}
			_, err = from.Rule(t.Context(), ruled, records.RulingInput{Author: "Arbiter", Ply: report.Error.Ply, Ruling: report.Error.Rule, Reason: "played on"})
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := from.RevokeRuling(t.Context(), ruled, 2, records.RevokeInput{Author: "Chief", Reason: "appeal"}); err != nil {
			t.Fatal(err)
		}
		games = append(games, ruled)
		break
	}
	games = append(games, submit(illegalRecord, true), submit(unsupportedRecord, true))

	// A game that was verified before by two other versions of its definition.
	again, err := from.store.Game(t.Context(), last)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []store.Verification{
		{Game: last, VariantVersion: "0.1", Verdict: analysis.Illegal, Plies: 2, Result: "*", Start: again.Start, Final: again.Final, Report: []byte(`{"error":{"ply":3}}`)},
		{Game: last, VariantVersion: again.VariantVersion, Verdict: again.Verdict, Plies: again.Plies, Result: again.Result, Termination: again.Termination, Start: again.Start, Final: again.Final, Moves: again.Moves, Report: again.Report},
	} {
		if err := from.store.Update(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if text, _ := historyOf(t, from, last); strings.Count(text, `"replaced":`) != 2 || !strings.Contains(text, `"variantVersion":"0.1","verdict":"illegal","plies":2`) {
		t.Errorf("the earlier verifications are missing in %s", text)
	}

	to := newArchive(t)
	if _, err := to.Submit(t.Context(), "other", strings.NewReader("1. d4 d5 *\n"), records.Reading{}, true); err != nil {
		t.Fatal(err) // so that IDs differ
	}
	for i, id := range games {
		exported := exportAs(t, from, id, present.ExportJSON)
		var here int64
		var losses []string
		if i%2 == 0 { // a file; or else a request
			path := filepath.Join(t.TempDir(), "game.json")
			writeFile(t, path, []byte(exported))
			_, err := to.Import(t.Context(), []string{path}, records.ImportOptions{Each: func(i *records.Imported) error {
				here, losses = int64(i.ID), i.Losses
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
		} else {
			s, err := to.Submit(t.Context(), "game.json", strings.NewReader(exported), records.Reading{}, true)
			if err != nil {
				t.Fatalf("game %d: %v", id, err)
			}
			here, losses = int64(s.Games[0].ID), s.Games[0].Losses
		}
		want, wantRow := historyOf(t, from, id)
		got, gotRow := historyOf(t, to, here)
		if got != want {
			t.Errorf("game %d became\n%s\nfrom\n%s", id, got, want)
		}
		if x, y := fmt.Sprintf("%+v", *gotRow), fmt.Sprintf("%+v", *wantRow); x != y {
			t.Errorf("game %d is\n%s\nnot\n%s", id, x, y)
		}
		if !slices.Contains(losses, fmt.Sprintf("the ID %d", id)) && here != id {
			t.Errorf("game %d: losses %q", id, losses)
		}
		for _, loss := range losses {
			if !strings.HasPrefix(loss, "the ID ") && !strings.HasPrefix(loss, "IDs of ") && !strings.HasPrefix(loss, "accounts of ") && loss != "the time of import" {
				t.Errorf("game %d loses %q", id, loss)
			}
		}
		for _, format := range []present.ExportFormat{"pgn", "numbered", present.ExportMarkdown} { // what readers see
			if x, y := tryExport(to, t, here, format), tryExport(from, t, id, format); x != y {
				t.Errorf("game %d as %s became\n%s\nfrom\n%s", id, format, x, y)
			}
		}
		// Again: nothing is added twice.
		if _, err := to.Submit(t.Context(), "again.json", strings.NewReader(exported), records.Reading{}, true); err != nil {
			t.Fatal(err)
		}
		if again, _ := historyOf(t, to, here); again != got {
			t.Errorf("imported twice, game %d became\n%s\nfrom\n%s", id, again, got)
		}
	}
	if faults, err := to.store.Check(t.Context()); err != nil || len(faults) > 0 {
		t.Errorf("%v, %v", faults, err)
	}
}

// tryExport returns an export, or the error.
func tryExport(a *Archive, t *testing.T, id int64, format present.ExportFormat) string {
	t.Helper()
	r, err := a.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	losses, err := r.Export(&b, present.ExportOptions{Format: format})
	return strings.ReplaceAll(fmt.Sprint(b.String(), losses, err), fmt.Sprintf("game %d", id), "game")
}

// TestHistoryIsChecked imports exports that were edited, merges histories, and
// imports without the rights of an arbiter.
func TestHistoryIsChecked(t *testing.T) {
	from := newArchive(t)
	s, err := from.Submit(t.Context(), "x", strings.NewReader(scholars), records.Reading{}, true)
	if err != nil {
		t.Fatal(err)
	}
	id := s.Games[0].ID
	note := func(a *Archive, id int64, author, comment string) {
		t.Helper()
		if _, err := a.Annotate(t.Context(), id, annotate.AnnotationInput{Author: author, Annotation: analysis.Annotation{Ply: 1, Comment: comment}}); err != nil {
			t.Fatal(err)
		}
	}
	note(from, int64(id), "Dee", "first")
	once := exportAs(t, from, int64(id), present.ExportJSON)
	note(from, int64(id), "Eve", "second")
	twice := exportAs(t, from, int64(id), present.ExportJSON)
	for _, row := range []struct {
		name, text, losses string
		caller             request.Caller
		authors            string
	}{
		{"whole", twice, "the time of import; IDs of 2 annotations; accounts of Dee, Eve, whose names are kept", request.Local, "Dee Eve"},
		{"without rights", twice, "the history: only arbiters can add what others wrote", request.Caller{Name: "Ann", Rights: request.RightsOf(store.Annotator)}, ""},
		{"edited record", strings.Replace(twice, `"text":"e4"`, `"text":"d4"`, 1), "the history of the exporting archive: the record was edited after its export", request.Local, ""},
		{"no revisions", strings.Replace(twice, `"revisions":[{"line"`, `"revision":[{"line"`, 1), "the history of the exporting archive: a history without revisions", request.Local, ""},
		{"unknown member", strings.Replace(twice, `"state":{`, `"state":{"later":1,`, 1), `member "later" of the history; the time of import; IDs of 2 annotations; accounts of Dee, Eve, whose names are kept`, request.Local, "Dee Eve"},
		{"bad author", strings.Replace(twice, `"editor":"Dee"`, `"editor":" "`, 1), `annotation of ply 1 by Dee: author " ": expected a name of up to 100 characters; the time of import; IDs of 2 annotations; accounts of  , Eve, whose names are kept`, request.Local, "Eve"},
		{"bad content", strings.Replace(twice, `"content":{"kind":"comment"`, `"content":{"kind":"joke"`, 1), `annotation of ply 1 by Dee: unknown annotation kind "joke"; the time of import; IDs of 2 annotations; accounts of Dee, Eve, whose names are kept`, request.Local, "Eve"},
	} {
		t.Run(row.name, func(t *testing.T) {
			to := newArchive(t)
			s, err := to.Submit(request.WithCaller(t.Context(), row.caller), "x.json", strings.NewReader(row.text), records.Reading{}, true)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(s.Games[0].Losses, "; "); got != row.losses {
				t.Errorf("losses %q, want %q", got, row.losses)
			}
			all, err := to.Merged(t.Context(), int64(s.Games[0].ID))
			if err != nil {
				t.Fatal(err)
			}
			var authors []string
			for i := range all {
				authors = append(authors, all[i].By.Name)
			}
			if got := strings.Join(authors, " "); got != row.authors {
				t.Errorf("authors %q, want %q", got, row.authors)
			}
		})
	}
	to := newArchive(t)
	for i, text := range []string{once, twice, once} {
		s, err := to.Submit(t.Context(), "x.json", strings.NewReader(text), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			note(to, int64(s.Games[0].ID), "Own", "own")
		}
		all, err := to.Merged(t.Context(), int64(s.Games[0].ID))
		if want := []int{2, 3, 3}[i]; err != nil || len(all) != want {
			t.Errorf("after import %d: %d annotations, %v, want %d", i+1, len(all), err, want)
		}
	}
}

// encodedAs returns a text in a legacy encoding.
func encodedAs(t *testing.T, name, text string) string {
	t.Helper()
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
