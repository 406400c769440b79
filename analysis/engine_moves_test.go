package analysis_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/fixtures/games"
	"assay/parser"
)

// TestEngineMovesOfTenRanks writes random games on ten ranks as engines do,
// from the start and later positions, and expects records of them to lead to
// the same position. Short xiangqi games also fit ICCS.
func TestEngineMovesOfTenRanks(t *testing.T) {
	verifier := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded()))
	ten := 0
	for _, id := range variant.Embedded().IDs() {
		r := games.Rules(t, id, "")
		if r.Ranks() != 10 {
			continue
		}
		ten++
		random := rand.New(rand.NewPCG(10, uint64(ten)))
		for game := range fixtures.Rounds(4, 12, 100) {
			p := r.Start()
			play := func(plies int) (texts []string) {
				for range plies {
					moves := p.Moves(nil)
					if _, over := p.Outcome(); over || len(moves) == 0 {
						break
					}
					m := moves[random.IntN(len(moves))]
					texts = append(texts, notation.UCI{}.Format(p, m))
					p.Play(m)
				}
				return texts
			}
			if r.Definition().Array == nil {
				play(game % 4 * 20)
			}
			start := p.Text()
			p, err := r.ParsePosition(start)
			if err != nil {
				t.Fatalf("%s: %s: %v", id, start, err)
			}
			moves := play(3 + random.IntN(60))
			text := fmt.Sprintf("[Variant %q]\n[FEN %q]\n[SetUp \"1\"]\n\n%s *\n", id, start, strings.Join(moves, " "))
			rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
			if err != nil && err != io.EOF {
				t.Fatalf("%s: %v\n%s", id, err, text)
			}
			got := verifier.Verify(rec, analysis.Settings{}).Report
			for _, w := range got.Warnings {
				if w.Ply > 0 && strings.Contains(w.Message, "sign") {
					t.Errorf("%s: %s\n%s", id, w.Message, text)
				}
			}
			if got.Verdict != analysis.Legal || got.Plies != len(moves) || got.Final != p.Text() {
				t.Errorf("%s: %s, %d plies to %s, %v; want %d to %s\n%s", id, got.Verdict, got.Plies, got.Final, got.Error, len(moves), p.Text(), text)
			}
		}
	}
	if ten < 33 {
		t.Errorf("%d variants of ten ranks", ten)
	}
}

// TestStatedNotation counts ranks as a header or the caller states, and warns
// if neither does and both counts fit.
func TestStatedNotation(t *testing.T) {
	const (
		record  = "[Variant \"xiangqi\"]\n%s[FEN \"4k4/4a4/3n5/6p1P/2p1r3P/9/c8/3A5/3K5/6r2 w - - 2 37\"]\n\n1. i6h6 *\n"
		fromOne = "4k4/4a4/3n5/6p1P/2p1r2P1/9/c8/3A5/3K5/6r2 b - - 3 37"
		zero    = "4k4/4a4/3n5/6pP1/2p1r3P/9/c8/3A5/3K5/6r2 b - - 3 37"
	)
	for _, row := range []struct {
		header, final string
		format        parser.Format
		warned        bool
	}{
		{"", fromOne, "", true},
		{"[Format \"UCI\"]\n", fromOne, "", false},
		{"[Format \"ICCS\"]\n", zero, "", false},
		{"", zero, parser.ICCS, false},
		{"", fromOne, parser.PGN, true},
	} {
		rec, err := parser.NewReader(strings.NewReader(fmt.Sprintf(record, row.header)), parser.Options{Format: row.format}).Next()
		if err != nil {
			t.Fatal(err)
		}
		got := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Report
		if got.Final != row.final || len(got.Warnings) > 0 != row.warned {
			t.Errorf("%q as %q: %s, %v; want %s", row.header, row.format, got.Final, got.Warnings, row.final)
		}
	}
}
