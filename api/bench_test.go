package api

import (
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/api/records"
)

// BenchmarkImport imports and indexes one file of games as long as chess master
// games.
func BenchmarkImport(b *testing.B) {
	const games, plies = 4000, 85
	file := filepath.Join(b.TempDir(), "games.txt")
	writeFile(b, file, []byte(strings.Join(randomRecords(b, 6, games, plies), "\n")))
	for b.Loop() {
		a := openArchive(b, b.TempDir())
		tally, err := a.Import(b.Context(), []string{file}, records.ImportOptions{})
		if err != nil || tally.Added != games || tally.Legal != games {
			b.Fatalf("%+v, %v", tally, err)
		}
	}
	b.ReportMetric(float64(games*b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkVerify verifies the same games without storing them.
func BenchmarkVerify(b *testing.B) {
	const games, plies = 4000, 85
	file := filepath.Join(b.TempDir(), "games.txt")
	writeFile(b, file, []byte(strings.Join(randomRecords(b, 6, games, plies), "\n")))
	a, err := NewArbiter(Config{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		tally, err := a.Verify(b.Context(), []string{file}, records.VerifyOptions{Each: func(*analysis.Report) error { return nil }})
		if err != nil || tally.Legal != games {
			b.Fatalf("%+v, %v", tally, err)
		}
	}
	b.ReportMetric(float64(games*b.N)/b.Elapsed().Seconds(), "games/s")
}
