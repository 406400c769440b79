package repertoires

import (
	"errors"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/parser"
)

// TestMoveLimit reads two lines of four moves each.
func TestMoveLimit(t *testing.T) {
	library, err := define.NewLibrary(define.Config{})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := parser.NewReader(strings.NewReader("1. e4 e5 2. Nf3 (2. Bc4 Nf6) 2... Nc6 *\n"), parser.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	r := &present.Replay{Game: analysis.NewVerifier(library.Book()).Verify(rec, analysis.Settings{})}
	tree, err := r.Tree()
	if err != nil {
		t.Fatal(err)
	}
	for left, fails := range map[int]bool{0: true, 3: true, 7: true, 8: false} {
		lines, err := linesOf("x", tree, r.Game.Moves, left)
		if fails != errors.As(err, new(*request.LimitError)) || len(lines) != map[bool]int{false: 2}[fails] {
			t.Errorf("%d moves left: %v, %v", left, lines, err)
		}
	}
}
