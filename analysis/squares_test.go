package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// TestSquares checks origin and destination of wrong and of legal moves, in
// notations that do not write both.
func TestSquares(t *testing.T) {
	const (
		kif     = "手合割：平手\n手数----指手---------消費時間--\n"
		scholar = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf8# 1-0\n"
		csgDrop = "Variant=csg-1\n1. Wildcard x1 - e2\n"
		wxf     = "[Variant \"Xiangqi\"]\n\n1. C2.5 H8+7 2. H2+4 *\n"
	)
	for _, row := range []struct {
		name, variant, record, squares, legal, legalSquares string
	}{
		{"SAN", "chess", scholar, "h5 f8", "Qxf7#", "h5 f7"},
		{"SAN, two could be meant", "chess", "1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 e5 4. Nd4 *\n", "d4", "Nbd4", "b5 d4"},
		{"SAN, castling", "chess", "1. O-O *\n", "e1 g1", "a3", "a2 a3"},
		{"UCI", "chess", "1. e2e4 e7e5 2. e4e5 *\n", "e4 e5", "", ""},
		{"KIF", "", kif + "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二飛成(28)\n", "h2 h8", "", ""},
		{"KIF, the nearest", "", kif + "1 ７六歩(78)\n", "c2 c4", "７六歩(77)", "c3 c4"},
		{"KIF, drop of none", "", kif + "1 ５五歩打\n", "e5", "", ""},
		{"USI", "", "position startpos moves 7g7f 3c3d 8h4b\n", "b2 f8", "8h4d", "b2 f6"},
		{"CSA", "", "V2.2\nPI\n+\n+7775FU\n", "c3 c5", "+7776FU", "c3 c4"},
		{"WXF", "", wxf, "h1 f2", "H2+3", "h1 g3"},
		{"numbered, a drop", "", csgDrop, "x1 e2", "Wildcard x1 - e4", "x1 e4"},
		{"numbered, another's cell", "", "Variant=csg-1\n1. Wildcard v9 - e4\n", "e4", "", ""},
		{"numbered, no such square", "", "Variant=csg-1\n1. Pawn e3 - e14\n", "e3", "Pawn e3 - e4", "e3 e4"},
		{"numbered, no such piece", "", "Variant=csg-1\n1. Pown e3 - e4\n", "e3 e4", "Pawn e3 - e4", "e3 e4"},
		{"to the pocket", "", "Variant=pocket-shogi-copper\n1. King e1 - pocket\n", "e1 pocket1", "", ""},
		{"from the pocket", "", "Variant=pocket-shogi-copper\n1. Copper pocket - e1\n", "pocket1 e1", "Copper pocket - e2", "pocket1 e2"},
		{"from a hand", "", "Variant=pocket-shogi-copper\n1. Copper pocket - e5\n1. Copper * e5\n", "hand2.C e5", "Copper * e6", "hand2.C e6"},
		{"Game Courier", "csg-1", "1. P e3-e5\n", "e3 e5", "P e3-e4", "e3 e4"},
		{"a pass", "chess", "1. e4 e5 2. -- *\n", "", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			rec, err := parser.NewReader(strings.NewReader(row.record), parser.Options{}).Next()
			if err != nil {
				t.Fatal(err)
			}
			report := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(rec, analysis.Settings{Variant: row.variant}).Report
			e := report.Error
			if e == nil {
				t.Fatalf("no fault: %+v", report)
			}
			if got := strings.Join(e.Squares, " "); got != row.squares {
				t.Errorf("the fault (%v) is drawn on %q, want %q", e, got, row.squares)
			}
			if len(e.LegalSquares) != len(e.Legal) {
				t.Fatalf("%d moves with %d pairs of squares", len(e.Legal), len(e.LegalSquares))
			}
			if row.legal == "" {
				return
			}
			i := slices.Index(e.Legal, row.legal)
			if i < 0 {
				t.Fatalf("%s is not among %q", row.legal, e.Legal)
			}
			if got := strings.Join(e.LegalSquares[i], " "); got != row.legalSquares {
				t.Errorf("%s leads %q, want %q", row.legal, got, row.legalSquares)
			}
		})
	}
}
