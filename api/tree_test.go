package api

import (
	"errors"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api/annotate"
	"assay/api/present"
	"assay/api/records"
)

// walker is a visitor that compares the positions of the main line with those
// of the game.
type walker struct {
	t      *testing.T
	replay *present.Replay
	depth  int
	plies  int // of all lines
}

func (w *walker) Open(*rules.Position, *analysis.Node) bool {
	w.depth++
	return true
}

func (w *walker) Close() { w.depth-- }

func (w *walker) Ply(*rules.Position, []analysis.Node) error { return nil }

func (w *walker) Played(p *rules.Position, _ *analysis.Node) {
	w.plies++
	if w.depth > 0 {
		return
	}
	if want, err := w.replay.Position(p.Ply()); err != nil || want.Text() != p.Text() {
		w.t.Errorf("ply %d: %s, want %s, %v", p.Ply(), p.Text(), want.Text(), err)
	}
}

func TestTree(t *testing.T) {
	a := newArchive(t)
	submit := func(text string) *present.Replay {
		t.Helper()
		s, err := a.Submit(t.Context(), "x.pgn", strings.NewReader(text), records.Reading{}, true)
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Replay(t.Context(), int64(s.Games[0].ID))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	w := walker{t: t, replay: submit("[Result \"1-0\"]\n\n1. e4 (1. d4 d5 (1... f5)) e5 (1... z9) 1-0\n")}
	in := annotate.AnnotationInput{Author: "Ada", Annotation: analysis.Annotation{Comment: "The start."}}
	if _, err := a.Annotate(t.Context(), w.replay.ID(), in); err != nil {
		t.Fatal(err)
	}
	tree, err := w.replay.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Walk(&w); err != nil || w.plies != 5 || len(tree.Comments) != 1 {
		t.Errorf("%d plies, comments %v, %v", w.plies, tree.Comments, err)
	}
	var unplayable *present.ReplayError
	if _, err := submit(unsupportedRecord).Tree(); !errors.As(err, &unplayable) {
		t.Errorf("an unsupported record: %v", err)
	}
}
