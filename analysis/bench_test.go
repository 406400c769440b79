package analysis_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

// BenchmarkVerify reads and verifies the two games of the page a thousand
// times, as one file, on one core.
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

// BenchmarkCorpus reads and verifies the large chess corpus on one core, or the
// games of the page if there is no corpus.
func BenchmarkCorpus(b *testing.B) {
	files := fixtures.Beside(b, "data/chess/corpus/*.pgn.gz")
	if len(files) == 0 {
		files = []string{"../fixtures/csg/board-1.txt", "../fixtures/csg/board-3.txt"}
	}
	var corpus []byte
	for _, file := range files {
		corpus = append(corpus, contents(b, file)...)
	}
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	games, plies := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		games, plies = 0, 0
		for r := parser.NewReader(bytes.NewReader(corpus), parser.Options{}); ; games++ {
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
	seconds := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(float64(games)/seconds, "games/s")
	b.ReportMetric(float64(plies)/seconds, "plies/s")
}

// contents returns a file's bytes, decompressed if gzipped.
func contents(b *testing.B, path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var source io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if source, err = gzip.NewReader(f); err != nil {
			b.Fatal(err)
		}
	}
	text, err := io.ReadAll(source)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
