package api

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/diagram"
	"assay/api/present"
	"assay/api/records"
	"assay/fixtures/definitions"
)

// TestSceneBenches shows the pieces on the benches, and the last move.
func TestSceneBenches(t *testing.T) {
	a := newArchive(t)
	replay, err := a.ReplayRecord(t.Context(), board1, nil, 1, records.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := replay.Position(replay.Plies())
	if err != nil {
		t.Fatal(err)
	}
	s := present.Scene(p, present.Look{})
	first := s.Reserves[diagram.First]
	if len(first.Cells) != 27 || first.Columns != 9 || first.Cells[0].Label != "x1" || first.Cells[0].Piece == nil || first.Cells[0].Piece.Name != "Red Copper" {
		t.Errorf("bench %+v", first.Cells[0])
	}
	if s.Turn != diagram.Nobody {
		t.Error("somebody is to move when the king is captured")
	}
	if len(s.LastMove) != 2 || s.LastMove[1] != 4 {
		t.Errorf("last move %v", s.LastMove)
	}
	if len(s.Zones) != 2 || len(s.Zones[0].Squares) != 36 || s.Zones[1].Squares[0] != 0 {
		t.Errorf("zones %+v", s.Zones)
	}
}

// TestSceneMarksSecondSquare marks a second square that a move affects.
func TestSceneMarksSecondSquare(t *testing.T) {
	a := newArchive(t)
	for _, row := range []struct {
		variant, moves string
		want           []int
	}{
		{"duck", "e2e4,e4e6", []int{12, 28, 44}},
		{"seirawan", "g1f3", []int{6, 21}},
		{"seirawan", "g1f3h", []int{6, 21}},
		{"seirawan", "e2e3 e7e6 f1e2 f8e7 g1f3 g8f6 e1g1h", []int{4, 6}},
	} {
		r, err := a.Book().Rules(row.variant, "")
		if err != nil {
			t.Fatal(err)
		}
		p := r.Start()
		for _, move := range strings.Fields(row.moves) {
			all := p.Moves(nil)
			i := slices.IndexFunc(all, func(m rules.Move) bool { return notation.UCI{}.Format(p, m) == move })
			if i < 0 {
				t.Fatalf("%s: %s is no move of %s", row.variant, move, p.Text())
			}
			p.Play(all[i])
		}
		if got := present.Scene(p, present.Look{}).LastMove; !slices.Equal(got, row.want) {
			t.Errorf("%s %s: %v, want %v", row.variant, row.moves, got, row.want)
		}
	}
}

// TestStarts draws and describes the starting position of every variant.
func TestStarts(t *testing.T) {
	a := newArchive(t)
	for _, v := range a.Variants() {
		p, err := a.Position(v.ID, "", "")
		if err != nil {
			t.Fatal(err)
		}
		pieces := 0
		for square, piece := range present.Scene(p, present.Look{}).Pieces {
			if piece != nil && p.At(rules.Square(square)) != rules.Walled {
				pieces++
				kind := p.At(rules.Square(square)).Type()
				if glyph := p.Rules().Glyph(kind); piece.Glyph != glyph || piece.Letter != p.Rules().Letter(kind) || glyph == "" && piece.Letter == "" {
					t.Errorf("%s: %s is drawn as %q or %q, not %q", v.ID, piece.Name, piece.Glyph, piece.Letter, glyph)
				}
			}
		}
		if view := must(present.Play(p, nil, "")); len(view.Board.Pieces) != pieces || view.Position != p.Text() {
			t.Errorf("%s: %d pieces, drawn %d", v.ID, len(view.Board.Pieces), pieces)
		}
	}
}

func TestOwnVariant(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "small.yaml")
	writeFile(t, file, []byte(definitions.Small))
	a, err := open(t.Context(), Config{Data: t.TempDir(), VariantsDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	s, err := a.Submit(t.Context(), "x", strings.NewReader("Variant=small\n1. Pawn c2 - c3\n1. Pawn b3 - b2\n"), records.Reading{}, false)
	if err != nil || s.Games[0].Verdict != "legal" {
		t.Fatalf("%+v, %v", s, err)
	}
	game, err := a.Game(t.Context(), 1)
	if err != nil || !strings.HasPrefix(game.VariantVersion, "3+") {
		t.Errorf("%+v, %v", game, err)
	}
	// Without its definition the game is kept, and reported as unsupported.
	b, err := open(t.Context(), Config{Data: a.config.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var unplayable *present.ReplayError
	if _, err := b.Replay(t.Context(), 1); !errors.As(err, &unplayable) {
		t.Errorf("without the definition: %v", err)
	}
	if _, err := b.Record(t.Context(), 1); err != nil {
		t.Error(err)
	}
}
