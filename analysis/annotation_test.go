package analysis_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures"
	"assay/parser"
)

const (
	italian = "[Result \"*\"]\n\n1. e4 e5 2. Nf3 {her line} (2. f4 exf4) Nc6 3. Bc4 *\n"
	alloy   = "Variant=csg-1\nResult=*\n1. Pawn f3 - f4\n1. Pawn f7 - f6\n"
	static  = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n"
	ducks   = "[Variant \"duck\"]\n\n1. e4,a6 d5,d4 *\n"
)

// annotated returns a record with annotations in its tree.
func annotated(rec *parser.Record, g *analysis.Game, list []analysis.Annotation) (*parser.Record, []string) {
	tree := g.Tree(rec, list)
	return tree.Annotated(), tree.Losses()
}

// written formats a record with annotations.
func written(t *testing.T, rec *parser.Record, g *analysis.Game, to parser.Format, list ...analysis.Annotation) (text string, losses []string) {
	t.Helper()
	merged, losses := annotated(rec, g, list)
	c, err := g.Tree(merged, nil).Convert(to)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String(), append(losses, c.Losses...)
}

func line(text string) []analysis.TypedLine { return []analysis.TypedLine{{Text: text}} }

func instead(text string) []analysis.TypedLine {
	return []analysis.TypedLine{{Text: text, Instead: true}}
}

// TestAnnotate verifies annotations and checks the exported text.
func TestAnnotate(t *testing.T) {
	type note = analysis.Annotation
	for _, row := range []struct {
		name, record string
		note         note
		to           parser.Format
		want         string // part of the output
	}{
		{"a comment", italian, note{Ply: 1, Comment: "good\r\n"}, "", "1. e4 {good} 1... e5"},
		{"in front", italian, note{Ply: 2, Before: "now"}, "", "1. e4 {now} 1... e5"},
		{"behind her own", italian, note{Ply: 3, Comment: "mine"}, "", "2. Nf3 {her line} {mine} (2. f4 exf4)"},
		{"at the start", italian, note{Comment: "opens", Arrows: []analysis.Arrow{{From: "e2", To: "e4"}}, Evaluation: "0.3"}, "", "{[%cal Ge2e4] [%eval 0.3] opens} 1. e4"},
		{"glyphs", italian, note{Ply: 1, NAGs: []int{1, 1, 14}}, "", "1. e4 $1 $14 e5"},
		{"marks", italian, note{Ply: 1, Marks: []analysis.Spot{{Square: "d5", Colour: "red"}}, Arrows: []analysis.Arrow{{From: "e4", To: "e5", Colour: "B"}}, Evaluation: "#-3,20"}, "", "{[%csl Rd5] [%cal Be4e5] [%eval #-3,20]}"},
		{"commands in a comment", italian, note{Ply: 1, Comment: "see [%csl Gd5] here [%who knows]"}, "", "{[%csl Gd5] [%who knows] see here}"},
		{"a line", italian, note{Ply: 2, Lines: line("2. Bc4 Nf6 {fine}")}, "", "(2. f4 exf4) (2. Bc4 Nf6 {fine})"},
		{"a line in coordinates", italian, note{Ply: 2, Lines: line("f1c4 g8f6")}, "", "(2. Bc4 Nf6)"},
		{"a line with commas", italian, note{Ply: 2, Lines: line("Bc4, Nf6, d3")}, "", "(2. Bc4 Nf6 3. d3)"},
		{"a line of ducks as engines write it", ducks, note{Ply: 1, Lines: line("e7e5,e5d5 d2d3,d3a6")}, "", "(1... e5,d5 2. d3,a6)"},
		{"a line of ducks with commas", ducks, note{Ply: 1, Lines: line("e5,d5, d3,a6")}, "", "(1... e5,d5 2. d3,a6)"},
		{"a line of figurines", italian, note{Ply: 2, Lines: line("2. ♗c4 ♞f6 3. d3")}, "", "(2. Bc4 Nf6 3. d3)"},
		{"a line in whole words on one line", italian, note{Ply: 2, Lines: line("2. Bishop f1 - c4 2. Knight g8 - f6 {2. too} ( 2. Pawn d7 - d6 )")}, "", "(2. Bc4 Nf6 {2. too} (2... d6))"},
		{"a line in whole words without numbers", italian, note{Ply: 2, Lines: line("Bishop f1 - c4\nKnight g8 - f6")}, "", "(2. Bc4 Nf6)"},
		{"the same on one line", italian, note{Ply: 2, Lines: line("Bishop f1 - c4;  Knight g8 - f6")}, "", "(2. Bc4 Nf6)"},
		{"a line of metal on one line", alloy, note{Ply: 2, Lines: line("Pawn f4 - f5 Pawn f6 x f5 Cyan Pawn v8 Pawn g3 - g4")}, "", "( 1. Pawn f7 - f6\n2. Pawn f4 - f5\n2. Pawn f6 x f5 Cyan Pawn v8\n3. Pawn g3 - g4\n)"},
		{"a line as Game Courier has it", italian, note{Ply: 2, Lines: line("2. B f1-c4\n2... n g8-f6")}, "", "(2. Bc4 Nf6)"},
		{"instead of the ply", italian, note{Ply: 2, Lines: instead("1... c5 (1... e6) 2. Nf3")}, "", "e5 (1... c5 2. Nf3) (1... e6)"},
		{"a line that begins like the game", italian, note{Ply: 2, Lines: line("2. Nf3 Nf6 3. d4")}, "", "Nc6 (2... Nf6 3. d4)"},
		{"a line that goes on with hers", italian, note{Ply: 2, Lines: line("2. f4 exf4 3. Nf3")}, "", "(2. f4 exf4 3. Nf3)"},
		{"behind the last ply", italian, note{Ply: 5, Lines: line("3... Bc5 4. c3")}, "", "3. Bc4 (3. Bc4 Bc5 4. c3) *"},
		{"at a ply of a side line", italian, note{Ply: 2, Path: []string{"2. f4", "exf4"}, Comment: "taken"}, "", "(2. f4 exf4 {taken})"},
		{"at a ply of a line of its own", italian, note{Ply: 4, Path: []string{"d4"}, NAGs: []int{5}, Lines: instead("3. Bb5 a6")}, "", "Bc4 (3. d4 $5) (3. Bb5 a6)"},
		{"a path along the game", italian, note{Ply: 0, Path: []string{"e4", "e5"}, Comment: "open"}, "", "e5 {open}"},
		{"a bench cell", alloy, note{Ply: 2, Arrows: []analysis.Arrow{{From: "x2", To: "e5"}}, Marks: []analysis.Spot{{Square: "y1"}}}, "", "[%csl Gy1] [%cal Gx2e5]"},
		{"a line of metal", alloy, note{Ply: 2, Lines: line("2. Pawn f4 - f5 2. Pawn f6 x f5 Cyan Pawn v8")}, "", "( 1. Pawn f7 - f6\n2. Pawn f4 - f5\n2. Pawn f6 x f5 Cyan Pawn v8\n)"},
		{"shogi's own squares", static, note{Ply: 1, Arrows: []analysis.Arrow{{From: "8h", To: "2b"}}}, parser.PGN, "[%cal Gb2h8]"},
		{"the same squares in PGN", static, note{Ply: 1, Marks: []analysis.Spot{{Square: "7f"}}}, parser.PGN, "[%csl Gc4]"},
		{"a line of KIF on one line", static, note{Ply: 1, Lines: line("８四歩(83) ２六歩(27)")}, "", "変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n"},
		{"a line of KIF that takes on the same square", static, note{Ply: 1, Lines: line("３四歩(33) ２二角成(88) 同　銀(31)")}, "", "変化：3手\n   3 ２二角成(88)\n   4 同　銀(31)\n"},
		{"a line of USI", static, note{Ply: 1, Lines: line("8c8d 2g2f")}, "", "変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n"},
		{"a line of CSA", static, note{Ply: 1, Lines: line("-8384FU,+2726FU")}, "", "変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n"},
		{"a line of KI2", static, note{Ply: 1, Lines: line("△８四歩 ▲２六歩")}, "", "変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rec, g := proved(t, row.record)
			if err := g.Annotate(rec, &row.note); err != nil {
				t.Fatal(err)
			}
			before := fmt.Sprint(told(rec))
			if row.to == "" {
				row.to = rec.Format
			}
			got, losses := written(t, rec, g, row.to, row.note)
			if moved := row.note.Before != ""; !strings.Contains(got, row.want) || len(losses) > 0 != moved {
				t.Errorf("%q is missing, losses %v, in\n%s", row.want, losses, got)
			}
			if after := fmt.Sprint(told(rec)); after != before {
				t.Errorf("the record itself is another: %s", difference(before, after))
			}
			again := row.note
			if err := g.Annotate(rec, &again); err != nil {
				t.Errorf("what was answered is not taken back: %v", err)
			}
		})
	}
}

// TestAnnotateRefuses expects errors for invalid annotations.
func TestAnnotateRefuses(t *testing.T) {
	type note = analysis.Annotation
	long := strings.Repeat("x", analysis.MaxComment+1)
	deep := strings.Repeat("e5 (", 40) + "e5" + strings.Repeat(")", 40)
	for _, row := range []struct {
		name, record string
		note         note
		want         string // "field value" of an AnnotationError, or "rule reason ply line:column" of a LineError
	}{
		{"nothing", italian, note{Ply: 1}, "annotation "},
		{"ply below 0", italian, note{Ply: -1, Comment: "x"}, "ply -1"},
		{"ply behind the game", italian, note{Ply: 6, Comment: "x"}, "ply 6"},
		{"a long comment", italian, note{Comment: long}, "comment xxx"},
		{"a control character", italian, note{Comment: "a\x00b"}, "comment a\x00b"},
		{"a comment that is not UTF-8", italian, note{Comment: "a\xffb"}, "comment a\uFFFDb"},
		{"glyph 0", italian, note{Ply: 1, NAGs: []int{0}}, "nags 0"},
		{"glyph 256", italian, note{Ply: 1, NAGs: []int{256}}, "nags 256"},
		{"a glyph at the start", italian, note{NAGs: []int{1}}, "nags [1]"},
		{"in front of the start", italian, note{Before: "x"}, "before x"},
		{"instead of the start", italian, note{Lines: instead("e4")}, "instead e4"},
		{"a square beside the board", italian, note{Ply: 1, Marks: []analysis.Spot{{Square: "i9"}}}, "marks i9"},
		{"a bench in chess", italian, note{Ply: 1, Marks: []analysis.Spot{{Square: "pocket1"}}}, "marks pocket1"},
		{"a colour", italian, note{Ply: 1, Marks: []analysis.Spot{{Square: "e4", Colour: "mauve"}}}, "marks mauve"},
		{"an arrow to itself", italian, note{Ply: 1, Arrows: []analysis.Arrow{{From: "e4", To: "e4"}}}, "arrows e4"},
		{"an evaluation in words", italian, note{Ply: 1, Evaluation: "better"}, "evaluation better"},
		{"an empty line", italian, note{Ply: 1, Lines: line("  ")}, "lines   "},
		{"an illegal line", italian, note{Ply: 1, Lines: line("1... e5 2. Ke3")}, "W-0 movement 3 1:12"},
		{"an illegal line within", italian, note{Ply: 1, Lines: line("1... e5 (1... e4) 2. Nf3")}, "W-0 movement 2 1:15"},
		{"prose", italian, note{Ply: 1, Lines: line("something else altogether")}, "NL-5 syntax 2 1:1"},
		{"text behind a line", alloy, note{Ply: 2, Lines: line("2. Pawn f4 - f5\nand wins")}, "NL-1 syntax 4 2:1"},
		{"text before a line", alloy, note{Ply: 2, Lines: line("best is\n2. Pawn f4 - f5")}, "NL-5 syntax 4 1:1"},
		{"a record", italian, note{Ply: 1, Lines: line("[Event \"x\"]\n\n1... e5")}, "PGN syntax 2 1:1"},
		{"a line too deep", italian, note{Ply: 1, Lines: line(deep)}, "NL-6 limit 2 1:1"},
		{"a wrong bench cell", alloy, note{Ply: 2, Lines: line("2. Zcannon h2 x h7 Red Pawn v9")}, "NL-3 captured cell 3 1:4"},
		{"a path that does not hold", italian, note{Ply: 1, Path: []string{"Ke3"}, Comment: "x"}, "W-0 movement 2 1:1"},
		{"a path of two moves in a word", italian, note{Ply: 1, Path: []string{"c5 Nf3"}, Comment: "x"}, "path c5 Nf3"},
		{"a line behind the end", "1. f3 e5 2. g4 Qh4# 0-1\n", note{Ply: 4, Lines: line("3. a3")}, "G-3 game over 5 1:4"},
		{"a position behind an illegal ply", "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn f7 - f1\n", note{Ply: 2, Lines: line("x")}, "lines 1"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rec, g := proved(t, row.record)
			err := g.Annotate(rec, &row.note)
			var part *analysis.AnnotationError
			var bad *analysis.LineError
			got := fmt.Sprint(err)
			switch {
			case errors.As(err, &part):
				got = part.Field + " " + part.Value
			case errors.As(err, &bad):
				f := bad.Fault
				got = fmt.Sprintf("%s %s %d %d:%d", f.Rule, f.Reason, f.Ply, f.Line, f.Column)
				if f.Message == "" || len(f.Legal) == 0 && f.Rule != "G-3" {
					t.Errorf("fault %+v", f)
				}
			}
			if err == nil || !strings.HasPrefix(got, row.want) {
				t.Errorf("got %.100q, want %q (%v)", got, row.want, err)
			}
		})
	}
}

// TestLineFaultNotation expects suggestions in the notation of the typed line.
func TestLineFaultNotation(t *testing.T) {
	for _, row := range []struct {
		text, suggestion string
		ply              int
	}{
		{"Pawn f4 - f9", "Pawn f4 - f5", 3},
		{"P f4-f9", "P f4-f5", 3},
		{"f9", "f5", 3},
		{"Pawn f4 - f5 Pawn a7 - a2", "Pawn a7 - a6", 4},
	} {
		rec, g := proved(t, alloy)
		var bad *analysis.LineError
		if err := g.Annotate(rec, &analysis.Annotation{Ply: 2, Lines: line(row.text)}); !errors.As(err, &bad) {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		if f := bad.Fault; f.Ply != row.ply || string(f.Suggestion) != row.suggestion {
			t.Errorf("%s: ply %d, meant %q of %q, want ply %d, %q", row.text, f.Ply, f.Suggestion, f.Legal, row.ply, row.suggestion)
		}
	}
}

// TestAnnotateTheIllegal reports an illegal ply on the ply itself.
func TestAnnotateTheIllegal(t *testing.T) {
	rec, g := proved(t, "Variant=csg-1\n1. Pawn f3 - f4\n1. Pawn f7 - f1\n2. Pawn a3 - a4\n")
	note := analysis.Annotation{Ply: 2, Comment: "no pawn goes so far"}
	if err := g.Annotate(rec, &note); err != nil {
		t.Fatal(err)
	}
	got, _ := written(t, rec, g, parser.Numbered, note)
	if !strings.Contains(got, "{illegal: 1. Pawn f7 - f1 <no pawn goes so far> 2. Pawn a3 - a4}") {
		t.Error(got)
	}
	rec, g = proved(t, "VariantName=Chess on a Torus\n1. Pawn e2 - e4\n")
	note = analysis.Annotation{Ply: 1, Comment: "of what?", NAGs: []int{6}}
	if err := g.Annotate(rec, &note); err != nil {
		t.Fatal(err)
	}
	if merged, losses := annotated(rec, g, []analysis.Annotation{note}); len(losses) > 0 || merged.Moves[0].Notes().Comments[0].Text != "of what?" || len(rec.Moves[0].Notes().Comments) > 0 {
		t.Errorf("%+v %v", merged.Moves, losses)
	}
}

// TestAnnotatedAdrift merges annotations that were verified by other rules.
func TestAnnotatedAdrift(t *testing.T) {
	rec, g := proved(t, italian)
	got, losses := written(t, rec, g, parser.PGN,
		analysis.Annotation{Ply: 1, Lines: []analysis.TypedLine{{Plies: []analysis.LinePly{{Move: "Pawn c7 - c5"}, {Move: "King e1 - e5", Comments: []string{"once"}}}}}},
		analysis.Annotation{Ply: 2, Path: []string{"Queen d1 - d8"}, Comment: "was a queen"},
		analysis.Annotation{Ply: 99, Comment: "far"})
	for _, want := range []string{"(1... c5\n{line: King e1 - e5 <once>})", "{line: Queen d1 - d8} {was a queen}", "Bc4\n{far}"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if len(losses) != 1 || !strings.HasPrefix(losses[0], "2 annotated lines") {
		t.Errorf("losses %v", losses)
	}
}

// annotator generates random annotations of a game.
type annotator struct {
	gardener
	game *analysis.Game
}

// typed returns a random line as a user types it.
func (n *annotator) typed(t *testing.T, p *rules.Position) string {
	formats := []parser.Format{parser.Numbered, parser.PGN}
	for _, f := range []parser.Format{parser.USI, parser.Courier} {
		if _, ok := notation.ForFormat(f, n.rules); ok {
			formats = append(formats, f)
		}
	}
	moves, _ := notation.ForFormat(formats[n.random.IntN(len(formats))], n.rules)
	_, words := moves.(*notation.Numbered)
	if _, courier := moves.(*notation.Courier); courier {
		words = true
	}
	var out []string
	for range 1 + n.random.IntN(5) {
		all := p.Moves(nil)
		if _, over := p.Outcome(); over || len(all) == 0 {
			break
		}
		m := all[n.random.IntN(len(all))]
		text := string(moves.Append(nil, p, m))
		if words {
			text = fmt.Sprintf("%d. %s", p.Number(), text)
		}
		out = append(out, text)
		p.Play(m)
	}
	for range out {
		p.Undo()
	}
	separator := " "
	if words {
		separator = "\n"
	}
	return strings.Join(out, separator)
}

func (n *annotator) annotation(t *testing.T) analysis.Annotation {
	square := func() string {
		return n.rules.SquareName(rules.Square(n.random.IntN(n.rules.Files() * n.rules.Ranks())))
	}
	a := analysis.Annotation{Ply: n.random.IntN(len(n.game.Moves) + 1)}
	p, err := n.game.At(a.Ply)
	if err != nil {
		t.Fatal(err)
	}
	for n.random.IntN(3) == 0 {
		moves := p.Moves(nil)
		if _, over := p.Outcome(); over || len(moves) == 0 {
			break
		}
		m := moves[n.random.IntN(len(moves))]
		a.Path = append(a.Path, notation.Numbered{}.Format(p, m))
		p.Play(m)
	}
	if n.random.IntN(2) == 0 {
		a.Comment = remarks[n.random.IntN(len(remarks))]
		if n.short {
			a.Comment = strings.ReplaceAll(a.Comment, "\n", " ")
		}
	}
	if start := a.Ply == 0 && len(a.Path) == 0; !start && n.random.IntN(2) == 0 {
		a.NAGs = []int{1 + n.random.IntN(139)}
	}
	if n.random.IntN(3) == 0 {
		a.Marks = []analysis.Spot{{Square: square(), Colour: "red"}}
		from, to := square(), square()
		if from != to {
			a.Arrows = []analysis.Arrow{{From: from, To: to, Colour: "blue"}}
		}
	}
	if n.random.IntN(4) == 0 {
		a.Evaluation = "-1.25,18"
	}
	if n.random.IntN(2) == 0 {
		if text := n.typed(t, p); text != "" {
			a.Lines = line(text)
		}
	}
	if a.Comment == "" && a.Evaluation == "" && len(a.NAGs)+len(a.Marks)+len(a.Lines) == 0 {
		a.Comment = "said"
	}
	return a
}

// TestAnnotationsThereAndBack converts games with random annotations to PGN,
// KIF, JSON and numbered lists and back. Unless losses are reported, the tree
// is the same.
func TestAnnotationsThereAndBack(t *testing.T) {
	sets := uint64(fixtures.Rounds(33, 220, 220))
	more := uint64(fixtures.Rounds(20, 200, 200)) // shogi games; KIF loses more than other formats
	book := analysis.NewRulebook(variant.Embedded())
	games := []string{"csg-1", "chess", "shogi", "xiangqi", "crazyhouse", "csg-3", "pocket-shogi-copper", "nine-elder", "all-classic", "csg-2", "shogi"}
	trees := map[parser.Format]int{}
	for seed := range sets + more {
		id := games[seed%uint64(len(games))]
		plain := seed >= sets
		if plain {
			id = "shogi"
		}
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(id, err)
		}
		n := annotator{gardener: gardener{random: rand.New(rand.NewPCG(seed, 6)), rules: r, short: plain || seed%2 == 0, strict: true}}
		rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "VariantName", Value: r.Definition().Name}, {Key: "Variant", Value: id}}}
		depth := 0
		if plain {
			depth = 3 // no variations except those of annotations
		}
		rec.Moves = n.line(r.Start(), 24, depth)
		if plain { // what KIF can express
			for ply := range rec.Moves.All() {
				if ply.Clock = nil; ply.Beside != nil {
					ply.Beside.NAGs, ply.Beside.Marks, ply.Beside.Eval, ply.Beside.Commands = nil, nil, "", nil
				}
			}
		}
		v := analysis.NewVerifier(book)
		n.game = v.Verify(rec, analysis.Settings{})
		var list []analysis.Annotation
		for range 1 + n.random.IntN(12) {
			a := n.annotation(t)
			if plain {
				a.NAGs, a.Marks, a.Arrows, a.Evaluation, a.Comment = nil, nil, nil, "", "said"
			}
			if err := n.game.Annotate(rec, &a); err != nil {
				t.Fatalf("%s, set %d: %v in %+v", id, seed, err, a)
			}
			list = append(list, a)
		}
		merged, losses := annotated(rec, n.game, list)
		g := v.Verify(merged, analysis.Settings{})
		if g.Report.Verdict != analysis.Legal || len(g.Moves) != len(n.game.Moves) || len(losses) > 0 {
			t.Fatalf("%s, set %d: %+v %v", id, seed, g.Report, losses)
		}
		for _, w := range g.Report.Warnings {
			if strings.Contains(w.Message, "variation") {
				t.Errorf("%s, set %d: %s", id, seed, w.Message)
			}
		}
		want, _, _ := carry(t, merged, g, parser.Numbered)
		for _, to := range []parser.Format{parser.PGN, parser.KIF, parser.JSON} {
			if _, ok := notation.ForFormat(to, r); !ok && to != parser.JSON {
				continue
			}
			there, other, game := carry(t, merged, g, to)
			back, last, _ := carry(t, other, game, parser.Numbered)
			if len(there.Losses)+len(back.Losses) > 0 {
				continue
			}
			trees[to]++
			if told(want.Record) != told(last) {
				t.Errorf("%s, set %d through %s: %s", id, seed, to, difference(told(want.Record), told(last)))
			}
		}
	}
	if trees[parser.PGN] < int(sets)/3 || trees[parser.JSON] < int(sets) || trees[parser.KIF] < int(more)*9/10 {
		t.Errorf("of %d and %d sets only these trees came back: %v", sets, more, trees)
	}
	t.Logf("%d sets; trees that came back: %v", sets+more, trees)
}

// TestAnnotateEveryFormat annotates one game in every format. The added plies
// are written in the notation of the record and can be read back.
func TestAnnotateEveryFormat(t *testing.T) {
	book := analysis.NewRulebook(variant.Embedded())
	for _, id := range []string{"shogi", "xiangqi", "csg-1", "chess", "pocket-shogi-copper", "nine-elder"} {
		r, err := book.Rules(id, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range parser.Formats() {
			if _, ok := notation.ForFormat(format, r); !ok && format != parser.JSON {
				continue
			}
			v := analysis.NewVerifier(book)
			n := annotator{gardener: gardener{random: rand.New(rand.NewPCG(9, 9)), rules: r, short: true, strict: true}}
			rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: id}}}
			rec.Moves = n.line(r.Start(), 30, 3)
			_, rec, n.game = carry(t, analysis.Bare(rec), v.Verify(analysis.Bare(rec), analysis.Settings{}), format)
			var list []analysis.Annotation
			lines := 0
			for range 20 {
				a := n.annotation(t)
				if err := n.game.Annotate(rec, &a); err != nil {
					t.Fatalf("%s as %s: %v", id, format, err)
				}
				lines += len(a.Lines) + len(a.Path)
				list = append(list, a)
			}
			merged, losses := annotated(rec, n.game, list)
			g := v.Verify(merged, analysis.Settings{})
			if len(losses) > 0 || len(g.Moves) != len(n.game.Moves) || lines == 0 {
				t.Errorf("%s as %s: losses %v, %d plies", id, format, losses, len(g.Moves))
			}
			for _, w := range g.Report.Warnings {
				if strings.Contains(w.Message, "variation") {
					t.Errorf("%s as %s: %s", id, format, w.Message)
				}
			}
			c, err := g.Tree(merged, nil).Convert(parser.Numbered)
			if err != nil || strings.Contains(strings.Join(c.Losses, ";"), "illegal") {
				t.Errorf("%s as %s: %v %v", id, format, err, c.Losses)
			}
		}
	}
}

// passes reports whether a line passes, which shogi notations cannot write.
func passes(line []analysis.LinePly) bool {
	for _, ply := range line {
		if ply.Move == "Pass" || slices.ContainsFunc(ply.Lines, passes) {
			return true
		}
	}
	return false
}

// FuzzVariation types any text as a variation: it is either rejected at a place
// in the text, or its plies can be read back.
func FuzzVariation(f *testing.F) {
	for _, text := range []string{"2. Bc4 Nf6 {x} (2... d6)", "f1c4", "2. Bishop f1 - c4 2. Knight g8 - f6", "B f1-c4", "((((", "{", "1-0", "% x", "[Event \"x\"]\n\ne4", "7g7f 3c3d", "+7776FU", "▲７六歩", "７六歩(77) ３四歩(33)", "\x00", "\uFEFFe4", "…", "2. Nf3 $1 [%csl Ga1]", "--", "2. -- Nf6", "♗c4, ♞f6", "Bc4,Nf6,", "Bishop f1 - c4; Knight g8 - f6", "△８四歩▲同　飛"} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(1))
	}
	var records []*parser.Record
	var games []*analysis.Game
	for _, text := range []string{italian, static, alloy} {
		rec, err := parser.NewReader(strings.NewReader(text), parser.Options{}).Next()
		if err != nil {
			f.Fatal(err)
		}
		records = append(records, rec)
		games = append(games, analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(rec, analysis.Settings{}))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		rec, g := records[int(which)%3], games[int(which)%3]
		a := analysis.Annotation{Ply: 2, Lines: line(text), Comment: text}
		var bad *analysis.LineError
		err := g.Annotate(rec, &a)
		if errors.As(err, &bad) && (bad.Fault.Line < 1 || bad.Fault.Line > 1+strings.Count(text, "\n") || bad.Fault.Column < 1) {
			t.Fatalf("place %d:%d in %q", bad.Fault.Line, bad.Fault.Column, text)
		}
		if err != nil {
			return
		}
		merged, losses := annotated(rec, g, []analysis.Annotation{a})
		if len(losses) > 0 && !passes(a.Lines[0].Plies) {
			t.Fatal(losses)
		}
		again := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(merged, analysis.Settings{})
		for _, w := range again.Report.Warnings {
			if strings.Contains(w.Message, "variation") {
				t.Fatal(w.Message)
			}
		}
		if len(again.Moves) != len(g.Moves) {
			t.Fatalf("%d plies became %d", len(g.Moves), len(again.Moves))
		}
	})
}
