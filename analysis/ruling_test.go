package analysis_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/fixtures"
	"assay/fixtures/records"
	"assay/parser"
)

// readOne reads the only record of a text.
func readOne(t *testing.T, text string, f parser.Format) *parser.Record {
	t.Helper()
	rec, err := parser.NewReader(strings.NewReader(text), parser.Options{Format: f}).Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return rec
}

func TestRulings(t *testing.T) {
	const (
		check   = "[White \"Ada\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ a6 4. d3 Kxf7 *\n"
		knights = "1. Nd4 e5 *\n"
		detail  = "Variant=csg-1\n1. Zcannon b2 x b7 Red Pawn y2\n1. Pawn c7 - c6\n"
	)
	v := analysis.NewVerifier(records.Book())
	tests := []struct {
		name, text string
		rulings    []analysis.Ruling
		verdict    string
		plies      int
		final      string // "" for any
		field      string // of the *analysis.StandingError of the last ruling
		unplayable string // part of the *analysis.UnplayableError of the last ruling
	}{
		{"a check not met stands, and the next one is met", check, []analysis.Ruling{{Ply: 6, Rule: "W-0"}}, analysis.Ruled, 8,
			"r1bq1bnr/1ppp1kpp/p1n5/4p3/4P3/3P4/PPP2PPP/RNB1KBNR w KQ - 0 5", "", ""},
		{"another ruling", check, []analysis.Ruling{{Ply: 6, Rule: "W-5"}}, analysis.Illegal, 5, "", "ruling", ""},
		{"another ply", check, []analysis.Ruling{{Ply: 3, Rule: "W-0"}}, analysis.Illegal, 5, "", "ply", ""},
		{"a text of another record", check, []analysis.Ruling{{Ply: 6, Rule: "W-0", Text: "h6"}}, analysis.Illegal, 5, "", "", ""},
		{"a legal record", "1. e4 e5 *\n", []analysis.Ruling{{Ply: 2, Rule: "W-0"}}, analysis.Legal, 2, "", "ply", ""},
		{"which knight is not said", knights, []analysis.Ruling{{Ply: 1, Rule: "W-0", Move: "Knight b1 - d4"}}, analysis.Ruled, 2,
			"rnbqkbnr/pppp1ppp/8/4p3/3N4/8/PPPPPPPP/R1BQKBNR w KQkq - 0 2", "", ""},
		{"a move as SAN writes it", knights, []analysis.Ruling{{Ply: 1, Rule: "W-0", Move: "Ng1d4"}}, analysis.Ruled, 2,
			"rnbqkbnr/pppp1ppp/8/4p3/3N4/8/PPPPPPPP/RNBQKB1R w KQkq - 0 2", "", ""},
		{"no piece there", knights, []analysis.Ruling{{Ply: 1, Rule: "W-0", Move: "Knight b3 - d4"}}, analysis.Illegal, 0, "", "", "no piece stands on b3"},
		{"no square", knights, []analysis.Ruling{{Ply: 1, Rule: "W-0", Move: "Knight b1 - d9"}}, analysis.Illegal, 0, "", "", "not a square of this variant"},
		{"a detail of the notation", detail, []analysis.Ruling{{Ply: 1, Rule: "NL-3"}}, analysis.Ruled, 2, "", "", ""},
		{"text that cannot be read", "Variant=csg-1\n1. Dragon b2 - b3\n", []analysis.Ruling{{Ply: 1, Rule: "NL-2"}}, analysis.Illegal, 0, "", "", "not a piece of this variant"},
		{"a ply after mate", "1. f3 e5 2. g4 Qh4# 3. a3 *\n", []analysis.Ruling{{Ply: 5, Rule: "G-3"}}, analysis.Ruled, 5, "", "", ""},
		{"a ply after the king is taken", "Variant=csg-1\nSetup=k8/9/9/9/R8/9/9/9/K8[] w - 0 1\n1. Rook a5 x a9\n1. Pawn a7 - a6\n",
			[]analysis.Ruling{{Ply: 2, Rule: "G-3"}}, analysis.Illegal, 0, "", "ply", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rec := readOne(t, test.text, "")
			s := analysis.Settings{Variant: "chess"}
			last := len(test.rulings) - 1
			s.Rulings = test.rulings[:last]
			before := v.Verify(rec, s)
			_, err := before.Stands(test.rulings[last])
			var standing *analysis.StandingError
			var unplayable *analysis.UnplayableError
			switch {
			case test.field != "":
				if !errors.As(err, &standing) || standing.Field != test.field {
					t.Errorf("the ruling is refused with %v, want the field %s", err, test.field)
				}
			case test.unplayable != "":
				if !errors.As(err, &unplayable) || !strings.Contains(err.Error(), test.unplayable) {
					t.Errorf("the ruling is refused with %v, want %q", err, test.unplayable)
				}
			case err != nil:
				t.Errorf("%v, where the record is %s: %v", err, before.Report.Verdict, before.Report.Error)
			}
			s.Rulings = test.rulings
			r := v.Verify(rec, s).Report
			if r.Verdict != test.verdict || r.Plies != test.plies || test.final != "" && r.Final != test.final {
				t.Errorf("%s after %d plies, %s (%v), want %s after %d, %s", r.Verdict, r.Plies, r.Final, r.Error, test.verdict, test.plies, test.final)
			}
			if stood := len(r.Rulings) > 0; stood != (test.verdict == analysis.Ruled) {
				t.Errorf("%d plies stand by a ruling", len(r.Rulings))
			}
		})
	}
}

// ruleAll rules that every illegal ply of a record is allowed as it was made.
func ruleAll(t *testing.T, v *analysis.Verifier, rec *parser.Record, s analysis.Settings, made func(ply int) string) *analysis.Game {
	t.Helper()
	for {
		g := v.Verify(rec, s)
		if g.Report.Verdict != analysis.Illegal {
			return g
		}
		ruling := analysis.Ruling{
			Number: int64(len(s.Rulings) + 1), Ply: g.Report.Error.Ply, Rule: g.Report.Error.Rule, Move: made(g.Report.Error.Ply),
			Arbiter: "Ada", Reason: "nobody saw it", Ruled: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}
		ruling, err := g.Stands(ruling)
		if err != nil {
			t.Fatalf("%v, of %v in\n%s", err, g.Report.Error, rec.Bytes)
		}
		s.Rulings = append(s.Rulings, ruling)
	}
}

// TestRuledRandomGames adds rulings to random games with illegal plies and
// converts them to every notation. Verification finds the moves that were
// played.
func TestRuledRandomGames(t *testing.T) {
	book := records.Book()
	for _, id := range fixtures.Games(book.Registry().IDs()) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			r, err := book.Rules(id, "")
			if err != nil {
				t.Fatal(err)
			}
			v := analysis.NewVerifier(book)
			random := rand.New(rand.NewPCG(23, 29))
			for range fixtures.Rounds(1, 4, 40) {
				game := records.Misplay(r, random, 20)
				rec := readOne(t, game.Text, parser.Numbered)
				g := ruleAll(t, v, rec, analysis.Settings{}, func(int) string { return "" })
				held(t, g, &game)
				moves := make([]string, 0, len(game.Moves))
				p := g.Start()
				for _, m := range game.Moves {
					moves = append(moves, notation.Numbered{}.Format(p, m))
					p.Play(m)
				}
				for _, f := range parser.Formats() {
					rewritten(t, v, g, &game, f, func(ply int) string { return moves[ply-1] })
				}
			}
		})
	}
}

// held compares a verified game with the moves that were played.
func held(t *testing.T, g *analysis.Game, game *records.Misplayed) {
	t.Helper()
	var stood []int
	for _, s := range g.Report.Rulings {
		stood = append(stood, s.Ply)
	}
	want := analysis.Legal
	if len(game.Ruled) > 0 {
		want = analysis.Ruled
	}
	if g.Report.Verdict != want || !slices.Equal(g.Moves, game.Moves) || !slices.Equal(stood, game.Ruled) {
		t.Fatalf("%s (%v), by rulings on %v, want %s by those on %v: %x, want %x in\n%s", g.Report.Verdict, g.Report.Error, stood, want, game.Ruled, g.Moves, game.Moves, game.Text)
	}
	again, err := analysis.NewGame(g.Rules, g.Report.Start, analysis.EncodeMoves(g.Moves))
	if err != nil {
		t.Fatal(err)
	}
	for ply, key := range game.Keys {
		p, err := again.At(ply)
		if err != nil || p.Key() != key {
			t.Fatalf("ply %d is another position (%v)", ply, err)
		}
	}
}

// rewritten converts a game, reads it again, and rules on the same plies.
func rewritten(t *testing.T, v *analysis.Verifier, g *analysis.Game, game *records.Misplayed, f parser.Format, made func(ply int) string) {
	t.Helper()
	c, err := g.Tree(g.Record, nil).Convert(f)
	if _, ok := errors.AsType[*analysis.CannotHold](err); ok {
		return
	}
	if err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatalf("%s: %v in\n%s", f, err, game.Text)
	}
	if slices.ContainsFunc(c.Losses, func(loss string) bool { return strings.Contains(loss, "allowed by a ruling") }) {
		return
	}
	rec := readOne(t, b.String(), f)
	again := ruleAll(t, v, rec, analysis.Settings{Variant: g.Report.Variant}, made)
	if !slices.Equal(again.Moves, g.Moves) || again.Report.Final != g.Report.Final {
		t.Fatalf("%s says\n%s\nwhich is %x (%v), not %x", f, b.String(), again.Moves, again.Report.Error, g.Moves)
	}
	if parser.Traits(f).Format == parser.PGN && len(game.Ruled) > 0 && !strings.Contains(b.String(), "[%ruling ") {
		t.Fatalf("%s does not tell of the ruling:\n%s", f, b.String())
	}
}
