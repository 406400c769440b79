package numbered_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/fixtures/reading"
	"assay/parser"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGoldenReading prints what records, and damaged ones, are read as.
func TestGoldenReading(t *testing.T) {
	var b strings.Builder
	for _, row := range samples {
		b.WriteString(reading.Damaged(row.name, row.text, row.format, 1+len(row.text)/60))
	}
	files, err := filepath.Glob(fixtures.Path(t, "parser/testdata/numbered/*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(raw), "=====\n")
		b.WriteString(reading.Damaged(filepath.Base(file), text, "", 1+len(text)/12))
	}
	fixtures.Golden(t, *update, "testdata/reading.golden", b.String())
}

var samples = []struct {
	name   string
	format parser.Format
	text   string
}{
	{"headers, comments and side lines", parser.Numbered, `Some prose above the list, 1990.
VariantName=Copper, Silver, Gold (board 1)
Event=Test
Result=1-0
1. Pawn f3 - f4 {a comment} ; and one to the end
1. Pawn a7 - a6 // another
(1. Pawn b7 - b6 {in a side line}
2. Pawn f4 - f5 (2. Pawn c3 - c4))
2. Wildcard i7 x h8 Red Zcannon x1 = CopperDragon on h8 $1 !?
2. Pawn * e5
3. Pass
1-0
`},
	{"two lists", parser.Numbered, "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn a7 - a6\n*\n\nVariant=csg-2\n1... Pawn a7 - a6\n2. Pawn f3 - f4\n0-1\n"},
	{"pairs", parser.Numbered, "Variant=chess\n1. Pawn e2 - e4 Pawn e7 - e5\n2. Knight g1 - f3 Knight b8 - c6\n1/2-1/2\n"},
	{"engines' moves", parser.Numbered, "Variant=chess\n1. e2e4 e7e5\n2. g1f3 b8c6\n3. e1g1 P@e5 0000\n"},
	{"a set-up", "", "VariantName=x\nSolution=1\nSetUp:\nRed King e1\nCyan King e9\nRed Pawn x1\n\n1. King e1 - e2\n1. King e9 - e8\n"},
	{"partial turns and removals", parser.Numbered, "Variant=x\n1. partial 2 Checker a5 - c7 x b6\n1. Rook c1 x c3 Rook c3 - x3\n2. Knight b1 - c3 / Elephant on b1\n2. Pawn e2 - e4 / duck d4\n3. x q5\n"},
	{"no headers", "", "1. Pawn f3 - f4\n1. Pawn a7 - a6\n2. Pawn f4 - f5\n"},
	{"Unicode blanks and dots", parser.Numbered, "\uFEFFVariant\u00a0=x\n\u30001.\u00a0Pass\v1.\tA a - b\f\n2… B c - d 2...C d x e Red D f = E\n"},
}
