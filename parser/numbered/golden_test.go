package numbered_test

import (
	"flag"
	"os"
	"path/filepath"
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
		b.WriteString(reading.Damaged(s.Name, s.Text, s.Format, 1+len(s.Text)/60))
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
