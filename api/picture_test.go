package api

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"assay/analysis/variant"
	"assay/api/diagram"
	"assay/api/present"
	"assay/api/raster"
)

// frogPondWithPicture returns Frog Pond with a picture of its own for the frog.
func frogPondWithPicture(t *testing.T, picture string) string {
	t.Helper()
	return strings.Replace(readFile(t, "../fixtures/definitions/frog-pond.yaml"), `dress: {colours: ["#2e7d32", "#8a5a2b"]}`,
		"dress:\n  colours: [\"#2e7d32\", \"#8a5a2b\"]\n  pictures:\n    F: "+picture, 1)
}

const frog = "|\n      <svg viewBox=\"0 0 22 22\">\n        <circle cx=\"11\" cy=\"11\" r=\"9\"/>\n        <circle cx=\"11\" cy=\"8\" r=\"3\" fill=\"#c0ffee\"/>\n      </svg>\n"

// TestPictures draws a game with its own pictures, as SVG and in pixels.
// Readers may choose others, and games stay verified.
func TestPictures(t *testing.T) {
	a := newArchive(t)
	checked, err := a.CheckDefinition(t.Context(), []byte(frogPondWithPicture(t, frog)))
	if err != nil {
		t.Fatal(err)
	}
	usual, err := a.CheckDefinition(t.Context(), []byte(readFile(t, "../fixtures/definitions/frog-pond.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	r, plain := checked.Rules, usual.Rules
	if r.Definition().Revision() != plain.Definition().Revision() {
		t.Error("pictures change the revision of the rules")
	}
	for _, row := range []struct {
		look present.Look
		want int // frogs drawn
	}{{present.Look{}, 4}, {present.Look{Set: "own"}, 4}, {present.Look{Set: "letters"}, 0}, {present.Look{Set: "signs"}, 0}} {
		var svg bytes.Buffer
		if err := present.WriteDiagram(&svg, r.Start(), row.look); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(svg.String(), `fill="#c0ffee"`); got != row.want {
			t.Errorf("%+v: %d frogs, want %d", row.look, got, row.want)
		}
		var canvas raster.Canvas
		if err := canvas.Draw(present.Scene(r.Start(), row.look)); err != nil {
			t.Fatal(err)
		}
		found := 0
		for i := 0; i < len(canvas.Image.Pix); i += 4 {
			if [3]byte(canvas.Image.Pix[i:]) == [3]byte{0xc0, 0xff, 0xee} {
				found++
			}
		}
		if found > 0 != (row.want > 0) {
			t.Errorf("%+v: %d pixels of frogs", row.look, found)
		}
	}
	sheet := diagram.NewSheet("x")
	var board bytes.Buffer
	if err := sheet.Write(&board, present.Scene(r.Start(), present.Look{})); err != nil || strings.Count(sheet.Symbols(), `fill="#c0ffee"`) != 2 {
		t.Errorf("the board of pages draws the frog %d times, %v", strings.Count(sheet.Symbols(), `fill="#c0ffee"`), err)
	}
	if sets := present.Looks(r); sets[len(sets)-1] != diagram.Own {
		t.Errorf("sets %v", sets)
	}
}

// TestPictureFaults checks the line and column of picture errors in the
// definition, for all YAML text styles.
func TestPictureFaults(t *testing.T) {
	a := newArchive(t)
	const line = 16 // of the picture's key
	for _, row := range []struct {
		name, picture string
		line, column  int
		message       string
	}{
		{"a block", strings.Replace(frog, "<circle cx=\"11\" cy=\"8\"", "<script/><circle cx=\"11\" cy=\"8\"", 1), line + 3, 9, `picture of F: element "script"`},
		{"one line", `'<svg viewBox="0 0 9 9"><use/></svg>'` + "\n", line, 32, `element "use"`},
		{"plain", "<svg/>\n", line, 8, "viewBox"},
		{"folded", ">\n      <svg viewBox=\"0 0 9 9\"><b/></svg>\n", line + 1, 30, `element "b"`},
		{"no text", "[a]\n", line, 0, "expected a picture as SVG text"},
		{"another piece", "<svg/>\n    X: <svg/>\n", line + 1, 0, `there is no piece "X"`},
		{"long", "'" + strings.Repeat(" ", diagram.MaxPicture+1) + "'\n", line, 9, "at most"},
		{"too much", "x\n" + strings.Repeat("    X: '"+strings.Repeat(" ", 200)+"'\n", 1) + "    N: '" + strings.Repeat(" ", variant.MaxPictures) + "'\n", line + 2, 0, "bytes in total"},
	} {
		_, err := a.CheckDefinition(t.Context(), []byte(frogPondWithPicture(t, row.picture)))
		var problems variant.Problems
		found := false
		if errors.As(err, &problems) {
			for _, p := range problems {
				found = found || p.Line == row.line && (row.column == 0 || p.Column == row.column) && strings.Contains(p.Message, row.message)
			}
		}
		if !found {
			t.Errorf("%s: %+v, want line %d, column %d: %s", row.name, problems, row.line, row.column, row.message)
		}
	}
}
