package notation

import (
	"testing"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/parser"
)

// TestCastlingBesideStep distinguishes castling by one file from the king's own
// step in every notation with both. If only two squares are written, castling
// names the partner's square.
func TestCastlingBesideStep(t *testing.T) {
	d, err := variant.Embedded().Check("near", []byte("id: near\nextends: chess\nname: Near\ncastling: {step: 1}\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Compile(d)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.ParsePosition("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	square := func(name string) rules.Square {
		s, _ := r.SquareNamed(name)
		return s
	}
	for _, row := range []struct {
		kind              rules.MoveKind
		to                string
		numbered, san, gc string
		coordinates       string
	}{
		{rules.Step, "f1", "King e1 - f1", "Kf1", "K e1-f1", "e1f1"},
		{rules.Step, "d1", "King e1 - d1", "Kd1", "K e1-d1", "e1d1"},
		{rules.Castle, "f1", "King e1 - h1", "O-O", "K e1-f1; R h1-e1", "e1h1"},
		{rules.Castle, "d1", "King e1 - a1", "O-O-O", "K e1-d1; R a1-e1", "e1a1"},
	} {
		m := rules.NewMove(row.kind, square("e1"), square(row.to), rules.NoPieceType)
		for format, want := range map[parser.Format]string{parser.Numbered: row.numbered, parser.PGN: row.san, parser.Courier: row.gc} {
			n, _ := ForFormat(format, r)
			if got := string(n.Append(nil, p, m)); got != want {
				t.Errorf("%s: written %s, want %s", format, got, want)
			}
			if read, _, _, f := n.Read(p, want); f != nil || read != m {
				t.Errorf("%s: %s reads as %x, want %x: %v", format, want, read, m, f)
			}
		}
		n, _ := ForFormat(parser.PGN, r)
		if got := string(Like(n, "e2e4").Append(nil, p, m)); got != row.coordinates {
			t.Errorf("coordinates %s, want %s", got, row.coordinates)
		}
		if read, _, _, f := n.Read(p, row.coordinates); f != nil || read != m {
			t.Errorf("%s reads as %x, want %x: %v", row.coordinates, read, m, f)
		}
	}
}
