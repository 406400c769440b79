package analysis_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/parser"
)

// inPGN are the styles that PGN files may have; uci is how engines write them.
var inPGN = []string{"san", "figurine", "long", "hodges", "hosking", "wxf", "chinese", "traditional", "janggi", "uci"}

// TestStylesAreRead writes random games of every variant in each style of PGN
// files and reads them back to the same position.
func TestStylesAreRead(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	read := map[string]int{}
	for _, id := range book.Registry().IDs() {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range inPGN {
			style := notation.StyleNamed(name)
			if !style.Suits(r) {
				continue
			}
			for range fixtures.Rounds(2, 20, 200) {
				text, plies, final := playedAs(r, style, random, 60)
				text = fmt.Sprintf("[Variant %q]\n\n%s", id, text)
				rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
				if err != nil {
					t.Fatalf("%s of %s: %v\n%s", name, id, err, text)
				}
				report := &analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
				if report.Verdict != analysis.Legal || report.Plies != plies || !samePosition(t, r, report.Final, final) {
					t.Errorf("%s of %s: %s, %d of %d plies, %+v\n%s", name, id, report.Verdict, report.Plies, plies, report.Error, text)
				}
				read[name]++
			}
		}
	}
	for _, name := range inPGN {
		if read[name] == 0 {
			t.Errorf("no game was written as %s", name)
		}
	}
}

// playedAs returns the movetext of a random game in a style, its number of
// plies and its last position.
func playedAs(r *rules.Rules, style *notation.Style, random *rand.Rand, most int) (text string, plies int, final string) {
	p, writer := r.Start(), style.Writer(r)
	var b strings.Builder
	for ; plies < most; plies++ {
		moves := p.Moves(nil)
		if _, over := p.Outcome(); over || len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		if plies%2 == 0 {
			fmt.Fprintf(&b, "%d. ", plies/2+1)
		}
		b.Write(append(writer.Append(nil, p, m), ' '))
		p.Play(m)
	}
	b.WriteString("*\n")
	return b.String(), plies, p.Text()
}

// samePosition compares positions by their keys: bench cells do not matter.
func samePosition(t *testing.T, r *rules.Rules, a, b string) bool {
	t.Helper()
	if a == b {
		return true
	}
	first, err := r.ParsePosition(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.ParsePosition(b)
	if err != nil {
		t.Fatal(err)
	}
	return first.Key() == second.Key()
}

// TestTypedStyles reads moves that were typed in any style, at random positions
// of every variant.
func TestTypedStyles(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, id := range book.Registry().IDs() {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		styles := notation.Styles(r)
		p := r.Start()
		for range 12 {
			moves := p.Moves(nil)
			if _, over := p.Outcome(); over || len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			for _, style := range styles {
				ranks := notation.RanksFromOne
				if style.Edges == notation.ZeroEdges {
					ranks = notation.RanksFromZero
				}
				text := string(style.Writer(r).Append(nil, p, m))
				found, ok := notation.Shows(p, text, ranks)
				if !ok || found != m && !slices.Contains(writtenAlike(p, style, text), m) {
					t.Errorf("%s of %s: %q is read as %v, %v", style.Name, id, text, found, ok)
				}
			}
			p.Play(m)
		}
	}
}

// writtenAlike returns the legal moves that a style writes as text.
func writtenAlike(p *rules.Position, style *notation.Style, text string) (alike []rules.Move) {
	w := style.Writer(p.Rules())
	for _, m := range p.Moves(nil) {
		if string(w.Append(nil, p, m)) == text {
			alike = append(alike, m)
		}
	}
	return alike
}
