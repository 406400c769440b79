package shogi_test

import (
	"flag"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/fixtures/reading"
)

var update = flag.Bool("update", false, "update the golden files")

// TestGoldenReading prints what is read from sample records and damaged copies.
func TestGoldenReading(t *testing.T) {
	var b strings.Builder
	for _, s := range reading.Samples(t, "testdata/samples.txt") {
		b.WriteString(reading.Damaged(s.Name, s.Text, s.Format, 1+len([]rune(s.Text))/min(60, 4+len(s.Text)/12)))
	}
	fixtures.Golden(t, *update, "testdata/reading.golden", b.String())
}
