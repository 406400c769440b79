package parser

import (
	"testing"

	"assay/parser/scan"
)

// TestFigurines distinguishes movetext with figurines from other text.
func TestFigurines(t *testing.T) {
	for text, want := range map[string]Format{
		"1. ♘f3 ♞f6 2. ♗xc4 *\n": PGN, "1. ♙e4 e5 2. ♕h5+ ♚e7\n": PGN, "8. e8=♕+ ♚d7\n": PGN, "1. ♘ ♞\n": "", "♘ is a knight\n": "",
	} {
		if got, _ := Detect([]byte(text)); got != want {
			t.Errorf("%q is detected as %q, want %q", text, got, want)
		}
	}
	if got := scan.FigurinesAsLetters("♔♛♖♝♘♟e4"); got != "KQRBNPe4" {
		t.Error(got)
	}
}
