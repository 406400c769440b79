package analysis_test

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

// tally counts the contents of files.
type tally struct{ games, plies, bad int }

// verifyAll verifies the records of files, decompressed if gzipped, and calls
// bad for verdicts other than legal.
func verifyAll(t testing.TB, files []string, s analysis.Settings, o parser.Options, bad func(*analysis.Report)) tally {
	t.Helper()
	v := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	var sum tally
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		var source io.Reader = f
		if strings.HasSuffix(file, ".gz") {
			if source, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		s.File = filepath.Base(file)
		for r := parser.NewReader(source, o); ; {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			g := v.Verify(rec, s)
			sum.games++
			sum.plies += g.Report.Plies
			if g.Report.Verdict != analysis.Legal {
				sum.bad++
				bad(&g.Report)
			}
		}
		f.Close()
	}
	return sum
}

// TestWorldGames verifies real games of independent origin.
func TestWorldGames(t *testing.T) {
	tests := []struct {
		name, glob   string
		options      parser.Options
		games, plies int
	}{
		{"chess", "data/chess/corpus/*.pgn.gz", parser.Options{}, 31990, 2793055},
		{"xiangqi", "data/xiangqi/Hu_Ronghua_1391_UCI_games.pgn.gz", parser.Options{}, 1391, 0},
		{"xiangqi counted by files", "data/xiangqi/xqdb_*.pgn", parser.Options{}, 30, 0},
		{"xiangqi coordinates", "data/xiangqi/bulk_games_uci.pgn", parser.Options{}, 15, 0},
		{"crazyhouse", "data/variants/zh.pgn", parser.Options{}, 83, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.games > 10000 {
				fixtures.Long(t)
			}
			files := fixtures.Shared(t, test.glob)
			sum := verifyAll(t, files, analysis.Settings{}, test.options, func(r *analysis.Report) {
				t.Errorf("%s game %d: %s %+v %v", r.File, r.Game, r.Verdict, r.Error, r.Warnings)
			})
			if sum.games != test.games || test.plies != 0 && sum.plies != test.plies {
				t.Errorf("%d games with %d plies, want %d with %d", sum.games, sum.plies, test.games, test.plies)
			}
			t.Logf("%d games, %d plies", sum.games, sum.plies)
		})
	}
}
