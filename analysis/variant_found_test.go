package analysis_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

// withoutHeaders are the variants of TestVariantFound.
var withoutHeaders = strings.Fields(`chess crazyhouse shogi xiangqi janggi makruk antichess atomic capablanca duck horde
	minishogi racingkings seirawan grand chushogi placement all-classic csg-1 nine-elder`)

// TestVariantFound verifies random games of 20 variants without any header, in
// several styles. The variant is found in 99 of 100, and no other one is taken
// without a warning. A game that is legal chess throughout is a game of chess.
func TestVariantFound(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 17))
	chess, err := book.Rules("chess", "")
	if err != nil {
		t.Fatal(err)
	}
	tried, found := 0, 0
	for want := fixtures.Rounds(200, 1000, 10000); tried < want; {
		id := withoutHeaders[tried%len(withoutHeaders)]
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		var fitting []string
		for _, name := range []string{"san", "uci", "numbered", "long", "hodges", "wxf", "chinese", "janggi"} {
			if notation.StyleNamed(name).Suits(r) {
				fitting = append(fitting, name)
			}
		}
		name := fitting[random.IntN(len(fitting))]
		moves := games.Play(r.Start(), random, 40+random.IntN(60))
		if len(moves) < 8 || id != "chess" && isChess(chess, r, moves) {
			continue
		}
		tried++
		if judgeHeadless(t, id, movetext(r, moves, name)) {
			found++
		}
	}
	t.Logf("%d of %d found", found, tried)
	if 100*found < 99*tried {
		t.Errorf("%d of %d found", found, tried)
	}
}

// isChess reports whether a game is legal in chess as UCI writes it.
func isChess(chess, r *rules.Rules, moves []rules.Move) bool {
	rec, err := parser.NewReader(strings.NewReader("[Variant \"chess\"]\n\n"+movetext(r, moves, "uci")), parser.Options{}).Next()
	return err == nil && analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report.Holds()
}

// movetext writes moves in a style, with numbers and the result.
func movetext(r *rules.Rules, moves []rules.Move, style string) string {
	p, w := r.Start(), notation.StyleNamed(style).Writer(r)
	var b strings.Builder
	for i, m := range moves {
		move := string(w.Append(nil, p, m))
		p.Play(m)
		switch {
		case style == "numbered":
			fmt.Fprintf(&b, "%d. %s\n", i/2+1, move)
		case i%2 == 0:
			fmt.Fprintf(&b, "%d. %s ", i/2+1, move)
		default:
			b.WriteString(move + "\n")
		}
	}
	if style != "numbered" {
		result := "*"
		if o, over := p.Outcome(); over {
			result = o.Result
		}
		b.WriteString(result + "\n")
	}
	return b.String()
}

// judgeHeadless reports whether a record without headers is read as the
// variant. It is an error if another variant is taken without a warning.
func judgeHeadless(t *testing.T, id, text string) bool {
	t.Helper()
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
	if err != nil {
		t.Errorf("%s: %v\n%s", id, err, text)
		return false
	}
	report := &analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
	if report.Variant == id && report.Holds() {
		return true
	}
	for _, w := range report.Warnings {
		if w.Rule == "NL-1" && w.Kind != analysis.KindNote {
			t.Logf("%s: %s %s, %s", id, report.Verdict, report.Variant, w.Message)
			return false
		}
	}
	if report.Holds() {
		t.Errorf("%s: %s as %s without a warning\n%s", id, report.Verdict, report.Variant, text)
	}
	return false
}

// TestRealGamesFound removes the headers of public games.
func TestRealGamesFound(t *testing.T) {
	for _, row := range []struct{ pattern, variant string }{
		{"chess/corpus/*.pgn.gz", "chess"}, {"variants/zh.pgn", "crazyhouse"}, {"xiangqi/*.pgn", "xiangqi"}, {"xiangqi/*.pgn.gz", "xiangqi"},
	} {
		paths := fixtures.Beside(t, "data/"+row.pattern)
		tried, found := 0, 0
		for _, path := range paths[:min(len(paths), 3)] {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var in io.Reader = f
			if strings.HasSuffix(path, ".gz") {
				if in, err = gzip.NewReader(f); err != nil {
					t.Fatal(err)
				}
			}
			reader := parser.NewReader(in, parser.Options{})
			for range fixtures.Rounds(20, 100, 1000) {
				rec, err := reader.Next()
				if err != nil {
					break
				}
				if len(rec.Moves) < 8 || rec.Start != "" || !analysis.NewVerifier(book).Verify(rec, analysis.Settings{Variant: row.variant}).Report.Holds() {
					continue
				}
				var b strings.Builder
				for i := range rec.Moves {
					if i%2 == 0 {
						fmt.Fprintf(&b, "%d. ", i/2+1)
					}
					b.WriteString(rec.Moves[i].Text + " ")
				}
				b.WriteString(rec.Result + "\n")
				tried++
				if judgeHeadless(t, row.variant, b.String()) {
					found++
				}
			}
		}
		t.Logf("%s: %d of %d found", row.pattern, found, tried)
		if 100*found < 99*tried {
			t.Errorf("%s: %d of %d found", row.pattern, found, tried)
		}
	}
}
