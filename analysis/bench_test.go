package analysis_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/parser"
)

// BenchmarkVerify reads and proves the two games of the page a thousand times
// over, as one file, on one core.
func BenchmarkVerify(b *testing.B) {
	var once []byte
	for _, name := range []string{"../fixtures/csg/board-1.txt", "../fixtures/csg/board-3.txt"} {
		text, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		once = append(append(once, text...), '\n')
	}
	const times = 1000
	file := bytes.Repeat(once, times)
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	plies := 0
	for b.Loop() {
		plies = 0
		for r := parser.NewReader(bytes.NewReader(file), parser.Options{}); ; {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			g := v.Verify(rec, analysis.Settings{})
			if g.Report.Verdict != analysis.Legal {
				b.Fatalf("%+v", g.Report.Error)
			}
			plies += g.Report.Plies
		}
	}
	if plies != times*(110+199) {
		b.Fatalf("%d plies", plies)
	}
	b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}
