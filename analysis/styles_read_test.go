package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/parser"
)

// TestStylesAreRead writes random games in each style used in PGN files and
// reads them back to the same position.
func TestStylesAreRead(t *testing.T) {
	styles := []string{"san", "figurine", "long", "hodges", "hosking", "wxf", "chinese", "traditional", "janggi"}
	games := []string{"chess", "crazyhouse", "xiangqi", "shogi", "minishogi", "makruk", "janggi"}
	random := rand.New(rand.NewPCG(3, 5))
	read := map[string]int{}
	for _, id := range games {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range styles {
			style := notation.StyleNamed(name)
			if !style.Suits(r) {
				continue
			}
			for range 4 {
				p, writer := r.Start(), style.Writer(r)
				var text strings.Builder
				fmt.Fprintf(&text, "[Variant %q]\n\n", id)
				plies := 0
				for ; plies < 60; plies++ {
					moves := p.Moves(nil)
					if _, over := p.Outcome(); over || len(moves) == 0 {
						break
					}
					m := moves[random.IntN(len(moves))]
					if plies%2 == 0 {
						fmt.Fprintf(&text, "%d. ", plies/2+1)
					}
					text.Write(append(writer.Append(nil, p, m), ' '))
					p.Play(m)
				}
				text.WriteString("*\n")
				rec, err := parser.NewReader(strings.NewReader(text.String()), parser.Options{}).Next()
				if err != nil {
					t.Fatalf("%s of %s: %v\n%s", name, id, err, text.String())
				}
				report := &analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
				if report.Verdict != analysis.Legal || report.Plies != plies || report.Final != p.Text() {
					t.Fatalf("%s of %s: %s, %d plies, %v\n%s", name, id, report.Verdict, report.Plies, report.Error, text.String())
				}
				read[name]++
			}
		}
	}
	for _, name := range styles {
		if read[name] == 0 {
			t.Errorf("no game was written as %s", name)
		}
	}
}
