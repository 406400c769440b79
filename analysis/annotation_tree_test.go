package analysis_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/parser"
	"assay/parser/dhtmlxq"
)

var annotationTrees = flag.Int("annotations.trees", fixtures.Rounds(0, 200, 200), "random annotated games that are carried through each notation, one of each game at least")

// hostile are comments with a meaning in some notation.
var hostile = []string{
	"two\nlines", "a paragraph\n\nand another", "} first", "open {", "{balanced} braces", "open {\nand on", "} shut\nand {on", "}{", `"quoted" \ and \\`, `ends with \`,
	"; a semicolon first", "three\n; lines\n% of signs\n# each", "% a percent sign first", "see [%cal Ge2e4,Rx3e5] and [%csl", "[%clk 0:01:02] left",
	"[%csl Zz99] [%cal e2e4]", "[%x y] z", "[% ]", "[%eval nonsense]", "$5 !? 1-0 * (x) 1. e4", "1. Pawn e2 - e4", "1-0", "*", "*starred*",
	"&gt; <b> &amp;", "</pre>", "</script><img onerror=x>", "まで3手で先手の勝ち", "変化：3手", "手合割：平手", "#KIF", "'T30", "+7776FU", "%TORYO", "&読込",
	"日本語、Zürich, 🙂, e\u0301, \u200b\u202e", "\u00a0no-break\u00a0", "lines\u2028apart", "\ufeffmark", "tab\tin it", "double  blanks   in it", "two  blanks\n  and indented",
	"|", "=====", "[Event \"x\"]", "text\n[Event \"x\"]\n\n1. e4 e5", "VariantName=Chess", "text\nVariantName=Chess\n1. a", "(", ")", "( 1. Pawn e2 - e4 )",
	"-", "--", "Z0", "/", "P1 * ", "V2.2", "{illegal: 1. x}", "ends with a bracket ]", "a trailing blank \nwithin",
	strings.TrimSpace(strings.Repeat("a long remark that wraps ", 400)), strings.Repeat("unbroken", 400), strings.Repeat("很長", 300),
}

// nasty generates annotations that are hard to write.
type nasty struct {
	annotator
	places []string
	line   []parser.Format // for typed variations
}

func newNasty(r *rules.Rules, random *rand.Rand) *nasty {
	n := &nasty{annotator: annotator{gardener: gardener{random: random, rules: r, strict: true}}}
	for s := range r.Files() * r.Ranks() {
		n.places = append(n.places, r.SquareName(rules.Square(s)))
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for cell := range r.Cells() {
			n.places = append(n.places, r.CellName(side, cell), r.CellName(side, cell))
		}
		if r.HasPocket() {
			n.places = append(n.places, strings.Split(strings.Repeat(analysis.PocketName(side)+" ", 9), " ")[:9]...)
		}
	}
	for _, f := range []parser.Format{parser.Numbered, parser.PGN, parser.Courier, parser.USI, parser.CSA, parser.KIF, parser.KI2} {
		if _, ok := notation.ForFormat(f, r); ok {
			n.line = append(n.line, f)
		}
	}
	return n
}

func (n *nasty) place() string { return n.places[n.random.IntN(len(n.places))] }

func (n *nasty) remark() string { return hostile[n.random.IntN(len(hostile))] }

// typed returns a variation in one of the variant's notations, with nested ones
// and comments.
func (n *nasty) typed(t *testing.T, p *rules.Position) analysis.TypedLine {
	format := n.line[n.random.IntN(len(n.line))]
	moves, _ := notation.ForFormat(format, n.rules)
	var b strings.Builder
	var grow func(most, depth int)
	grow = func(most, depth int) {
		played := 0
		for range most {
			all := p.Moves(nil)
			if _, over := p.Outcome(); over || len(all) == 0 {
				break
			}
			m := all[n.random.IntN(len(all))]
			switch format {
			case parser.Numbered:
				fmt.Fprintf(&b, "%d. ", p.Number())
			case parser.PGN:
				b.WriteString(strconv.Itoa(p.Number()) + []string{". ", "... "}[p.Side()])
			case parser.KIF:
				fmt.Fprintf(&b, "%d ", p.Ply()+1)
			case parser.Courier:
				fmt.Fprintf(&b, "%d. ", p.Number())
			}
			b.Write(moves.Append(nil, p, m))
			if format == parser.USI {
				b.WriteString(" ")
			} else {
				b.WriteString("\n")
			}
			if format == parser.PGN || format == parser.Numbered {
				if n.random.IntN(4) == 0 {
					fmt.Fprintf(&b, "{said, [%%csl G%s] of it}\n", n.place())
				}
				if depth < 3 && n.random.IntN(4) == 0 {
					open := b.Len()
					b.WriteString("(\n")
					grow(3, depth+1)
					b.WriteString(")\n")
					if strings.HasSuffix(b.String(), "(\n)\n") {
						rest := b.String()[:open]
						b.Reset()
						b.WriteString(rest)
					}
				}
			}
			p.Play(m)
			played++
		}
		for range played {
			p.Undo()
		}
	}
	grow(4, 0)
	return analysis.TypedLine{Text: b.String(), Format: format}
}

// annotation returns a random annotation.
func (n *nasty) annotation(t *testing.T) analysis.Annotation {
	a := analysis.Annotation{Ply: n.random.IntN(len(n.game.Moves) + 1), Comment: n.remark()}
	p, err := n.game.At(a.Ply)
	if err != nil {
		t.Fatal(err)
	}
	p = p.Clone()
	for n.random.IntN(3) == 0 && len(a.Path) < 5 {
		moves := p.Moves(nil)
		if _, over := p.Outcome(); over || len(moves) == 0 {
			break
		}
		m := moves[n.random.IntN(len(moves))]
		a.Path = append(a.Path, notation.Numbered{}.Format(p, m))
		p.Play(m)
	}
	start := a.Ply == 0 && len(a.Path) == 0
	if !start && n.random.IntN(3) == 0 {
		a.Before = n.remark()
	}
	if !start && n.random.IntN(2) == 0 {
		for range 1 + n.random.IntN(3) {
			a.NAGs = append(a.NAGs, 1+n.random.IntN(255))
		}
	}
	colours := []string{"green", "red", "yellow", "blue"}
	for n.random.IntN(2) == 0 {
		a.Marks = append(a.Marks, analysis.Spot{Square: n.place(), Colour: colours[n.random.IntN(4)]})
	}
	for n.random.IntN(2) == 0 {
		if from, to := n.place(), n.place(); from != to {
			a.Arrows = append(a.Arrows, analysis.Arrow{From: from, To: to, Colour: colours[n.random.IntN(4)]})
		}
	}
	if n.random.IntN(4) == 0 {
		a.Evaluation = []string{"-1.25,18", "0.3", "#-3", "#4,20"}[n.random.IntN(4)]
	}
	if n.random.IntN(2) == 0 {
		if line := n.typed(t, p); line.Text != "" {
			a.Lines = append(a.Lines, line)
		}
	}
	if !start && n.random.IntN(4) == 0 {
		p.Undo()
		if line := n.typed(t, p); line.Text != "" {
			line.Instead = true
			a.Lines = append(a.Lines, line)
		}
	}
	return a
}

// copied returns a deep copy of a line.
func copied(line parser.Line) parser.Line {
	out := slices.Clone(line)
	for i := range out {
		notes := *line[i].Notes()
		for _, list := range []*[]parser.Comment{&notes.Before, &notes.Comments} {
			*list = slices.Clone(*list)
		}
		notes.NAGs, notes.Marks, notes.Commands = slices.Clone(notes.NAGs), slices.Clone(notes.Marks), slices.Clone(notes.Commands)
		notes.Variations = slices.Clone(notes.Variations)
		for k := range notes.Variations {
			notes.Variations[k] = copied(notes.Variations[k])
		}
		out[i].Beside = &notes
	}
	return out
}

// lossy applies the reported losses of an export to a tree and counts them, to
// check the reported numbers.
type lossy struct {
	comments []parser.Comment
	moves    parser.Line
}

// each calls do with every line of the tree; side marks variations.
func (l *lossy) each(do func(line *parser.Line, side bool)) {
	var walk func(line *parser.Line, side bool)
	walk = func(line *parser.Line, side bool) {
		do(line, side)
		for i := range *line {
			for k := range (*line)[i].Beside.Variations {
				walk(&(*line)[i].Beside.Variations[k], true)
			}
		}
	}
	walk(&l.moves, false)
}

// lists calls do with every list of comments.
func (l *lossy) lists(do func(list []parser.Comment) []parser.Comment) {
	l.comments = do(l.comments)
	l.each(func(line *parser.Line, _ bool) {
		for i := range *line {
			notes := (*line)[i].Beside
			notes.Before, notes.Comments = do(notes.Before), do(notes.Comments)
		}
	})
}

// plies calls do with the notes of every ply.
func (l *lossy) plies(do func(notes *parser.Notes)) {
	l.each(func(line *parser.Line, _ bool) {
		for i := range *line {
			do((*line)[i].Beside)
		}
	})
}

// lose applies a loss and returns how many items it removed. known is false for
// an unknown loss.
func (l *lossy) lose(part string) (n int, known bool) {
	switch part {
	case "command before a ply":
		l.lists(func(list []parser.Comment) []parser.Comment {
			var out []parser.Comment
			for _, c := range list {
				var ply parser.Ply
				text := ply.ReadCommands(c.Text)
				n += strings.Count(ply.CommandText(), "[%")
				if c.Text = text; text != "" {
					out = append(out, c)
				}
			}
			return out
		})
	case "glyph written as comments":
		l.plies(func(notes *parser.Notes) {
			var signs []string
			notes.NAGs = slices.DeleteFunc(slices.Clone(notes.NAGs), func(nag int) bool {
				if nag < 1 || nag > 6 {
					return false
				}
				signs = append(signs, []string{"!", "?", "!!", "??", "!?", "?!"}[nag-1])
				return true
			})
			if n += len(signs); len(signs) > 0 {
				notes.Comments = append([]parser.Comment{{Text: strings.Join(signs, " ")}}, notes.Comments...)
			}
		})
	case "comment before a ply, moved after the previous ply":
		l.each(func(line *parser.Line, side bool) {
			for i := range *line {
				notes := (*line)[i].Beside
				if side && i == 0 {
					continue
				}
				n += len(notes.Before)
				before := notes.Before
				notes.Before = nil
				if i == 0 {
					l.comments = append(l.comments, before...)
				} else {
					last := (*line)[i-1].Beside
					last.Comments = append(last.Comments, before...)
				}
			}
		})
	case "comment before a variation":
		l.each(func(line *parser.Line, side bool) {
			if notes := (*line)[0].Beside; side {
				n += len(notes.Before)
				notes.Comments = append(notes.Before, notes.Comments...)
				notes.Before = nil
			}
		})
	case "comment of several lines":
		l.lists(func(list []parser.Comment) []parser.Comment {
			var out []parser.Comment
			for _, c := range list {
				if strings.Contains(c.Text, "\n") {
					n++
				}
				for text := range strings.SplitSeq(c.Text, "\n") {
					out = append(out, parser.Comment{Text: strings.TrimSpace(text), Place: c.Place})
				}
			}
			return out
		})
	case "variation at the start of another one":
		l.each(func(line *parser.Line, _ bool) {
			for i := range *line {
				notes := (*line)[i].Beside
				for k := 0; k < len(notes.Variations); k++ {
					first := notes.Variations[k][0].Beside
					n += len(first.Variations)
					notes.Variations = slices.Insert(notes.Variations, k+1, first.Variations...)
					first.Variations = nil
				}
			}
		})
	case "variation":
		l.each(func(_ *parser.Line, side bool) {
			if side {
				n++
			}
		})
		for i := range l.moves {
			l.moves[i].Beside.Variations = nil
		}
	case "comment":
		l.lists(func(list []parser.Comment) []parser.Comment { n += len(list); return nil })
	case "glyph":
		l.plies(func(notes *parser.Notes) { n += len(notes.NAGs); notes.NAGs = nil })
	case "mark":
		l.plies(func(notes *parser.Notes) { n += len(notes.Marks); notes.Marks = nil })
	case "command":
		l.plies(func(notes *parser.Notes) { n += len(notes.Commands); notes.Commands = nil })
	case "evaluation":
		l.plies(func(notes *parser.Notes) {
			if notes.Eval != "" {
				n++
			}
			notes.Eval = ""
		})
	case "clock":
		l.each(func(line *parser.Line, _ bool) {
			for i := range *line {
				if (*line)[i].Clock != nil {
					n++
				}
				(*line)[i].Clock = nil
			}
		})
	default:
		return 0, false
	}
	return n, true
}

// order is the order in which losses are applied: removals count in all lines
// first, and moves come before splits.
var order = []string{
	"command before a ply", "glyph written as comments",
	"comment before a ply, moved after the previous ply", "comment before a variation", "comment", "glyph", "mark", "command",
	"evaluation", "clock", "comment of several lines", "variation at the start of another one", "variation",
}

var (
	loss     = regexp.MustCompile(`^([0-9]+) ([a-z]+?)s?( .*|)$`)
	spelling = regexp.MustCompile(`^the spelling of ([0-9]+) comments?$`)
)

var wide = regexp.MustCompile(`.{200,}`)

// plain returns the text of a comment that a notation cannot write, on several
// lines and on one.
func plain(text string) (lines, line string) {
	text = strings.NewReplacer("{", "(", "}", ")", "[%", "[").Replace(text)
	var each []string
	for one := range strings.SplitSeq(text, "\n") {
		each = append(each, strings.Join(strings.Fields(one), " "))
	}
	return strings.TrimSpace(strings.Join(each, "\n")), strings.Join(strings.Fields(text), " ")
}

// TestAnnotationTrees converts random annotated games of every variant to every
// notation and back. The tree is the same except for the reported losses, in
// the reported numbers.
func TestAnnotationTrees(t *testing.T) {
	games := everyRules(t)
	for _, to := range parser.Formats() {
		t.Run(string(to), func(t *testing.T) {
			var held []*rules.Rules
			for _, r := range games {
				if holds(t, r, to) {
					held = append(held, r)
				}
			}
			trees, whole, losses := max(*annotationTrees, len(held)), 0, map[string]int{}
			variants := map[string]bool{}
			for seed := range trees {
				r := held[seed%len(held)]
				variants[r.Definition().ID] = true
				list := throughAndBack(t, r, uint64(seed), to)
				if len(list) == 0 {
					whole++
				}
				for _, part := range list {
					losses[part]++
				}
				if t.Failed() {
					t.FailNow()
				}
			}
			t.Logf("%d trees of %d variants, %d without a loss", trees, len(variants), whole)
			for _, part := range slices.Sorted(maps.Keys(losses)) {
				t.Logf("%5d times lost: %s", losses[part], part)
			}
		})
	}
}

// holds reports whether a notation can write games of a variant and name it.
func holds(t *testing.T, r *rules.Rules, to parser.Format) bool {
	d := r.Definition()
	rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "Variant", Value: d.ID}, {Key: "Options", Value: d.OptionText()}}}
	_, err := analysis.NewVerifier(book).Verify(rec, analysis.Settings{}).Tree(rec, nil).Convert(to)
	var cannot *analysis.CannotHold
	if err != nil && !errors.As(err, &cannot) {
		t.Fatal(err)
	}
	return err == nil
}

// throughAndBack converts one tree and returns the lost parts.
func throughAndBack(t *testing.T, r *rules.Rules, seed uint64, to parser.Format) (lost []string) {
	n := newNasty(r, rand.New(rand.NewPCG(seed, 33)))
	d := r.Definition()
	rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "VariantName", Value: d.Name}, {Key: "Variant", Value: d.ID}}}
	if options := d.OptionText(); options != "" {
		rec.Tags = append(rec.Tags, parser.Tag{Key: "Options", Value: options})
	}
	rec.Moves = n.gardener.line(r.Start(), 16, 3)
	for i := range rec.Moves {
		ply := &rec.Moves[i] // everything else comes from annotations
		ply.Beside, ply.Clock, ply.Spent = nil, nil, nil
	}
	v := analysis.NewVerifier(book)
	n.game = v.Verify(rec, analysis.Settings{})
	var list []analysis.Annotation
	for range 1 + n.random.IntN(8) {
		a := n.annotation(t)
		if err := n.game.Annotate(rec, &a); err != nil {
			t.Fatalf("%s, tree %d: %v in %+v", d.ID, seed, err, a)
		}
		list = append(list, a)
	}
	merged, adrift := annotated(rec, n.game, list)
	g := v.Verify(merged, analysis.Settings{})
	if len(adrift) > 0 || g.Report.Verdict != analysis.Legal {
		t.Fatalf("%s, tree %d: %v %+v", d.ID, seed, adrift, g.Report.Error)
	}
	want := lossy{slices.Clone(merged.Comments), copied(merged.Moves)}
	var known int64
	want.lists(func(list []parser.Comment) []parser.Comment {
		for i := range list { // identify comments even after they are split
			known++
			list[i].Place.Offset = known
		}
		return list
	})
	there, other, again := carry(t, merged, g, to)
	back, err := again.Tree(other, nil).Convert(parser.Numbered)
	if err != nil {
		t.Fatal(err)
	}
	got := lossy{back.Record.Comments, copied(back.Record.Moves)}
	if len(back.Losses) > 0 {
		t.Errorf("%s, tree %d: lost on the way back: %v", d.ID, seed, back.Losses)
	}
	told, spelt := map[string]int{}, 0
	for _, text := range there.Losses {
		if m := spelling.FindStringSubmatch(text); m != nil {
			spelt, _ = strconv.Atoi(m[1])
			lost = append(lost, "spelling of comments")
			continue
		}
		m := loss.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s, tree %d: loss %q", d.ID, seed, text)
		}
		part := m[2] + m[3]
		if part == "ending" || part == "reason of the result" { // about the game, not its tree
			continue
		}
		told[part], _ = strconv.Atoi(m[1])
		lost = append(lost, part)
	}
	for _, part := range order {
		if count, ok := told[part]; ok {
			if took, _ := want.lose(part); took != count {
				t.Errorf("%s, tree %d: %d of %q are told, %d are there", d.ID, seed, count, part, took)
			}
			delete(told, part)
		}
	}
	for part := range told {
		t.Errorf("%s, tree %d: %q is lost", d.ID, seed, part)
	}
	respelt := map[int64]bool{}
	one := parser.Traits(to).OneComment
	if one {
		want.lists(asOne)
	}
	sameTree(t, fmt.Sprintf("%s, tree %d", d.ID, seed), to, &want, &got, respelt)
	if len(respelt) != spelt && !one {
		t.Errorf("%s, tree %d: %d comments are told to be spelt otherwise, %d are", d.ID, seed, spelt, len(respelt))
	}
	if t.Failed() {
		var b bytes.Buffer
		there.Write(&b)
		t.Logf("%.3000s", wide.ReplaceAllString(b.String(), "…"))
	}
	return lost
}

// asOne joins several comments.
func asOne(list []parser.Comment) []parser.Comment {
	if len(list) < 2 {
		return list
	}
	list[0].Text = strings.Join(texts(list), "\n")
	return list[:1]
}

// eachLine reports whether every line comes from one of two texts: joined
// comments are rewritten one at a time.
func eachLine(got, one, other string) bool {
	lines, ones, others := strings.Split(got, "\n"), strings.Split(one, "\n"), strings.Split(other, "\n")
	if len(lines) != len(ones) || len(lines) != len(others) {
		return false
	}
	for i, line := range lines {
		if line != ones[i] && line != others[i] {
			return false
		}
	}
	return true
}

// sameTree compares two trees, the second of which was in another notation.
// respelt has the offsets of rewritten comments.
func sameTree(t *testing.T, name string, through parser.Format, want, got *lossy, respelt map[int64]bool) {
	t.Helper()
	comments := func(at string, want, got []parser.Comment) {
		if len(want) != len(got) {
			t.Errorf("%s, %s: comments %.300q, want %.300q", name, at, texts(got), texts(want))
			return
		}
		for i := range want {
			lines, line := plain(want[i].Text)
			if through == dhtmlxq.DhtmlXQ { // there it is a new line
				lines = strings.ReplaceAll(lines, "|", "/")
			}
			switch got[i].Text {
			case want[i].Text:
			case lines, line:
				respelt[want[i].Place.Offset] = true
			default:
				if parser.Traits(through).OneComment && eachLine(got[i].Text, want[i].Text, lines) {
					continue
				}
				t.Errorf("%s, %s: comment %.300q, want %.300q", name, at, got[i].Text, want[i].Text)
			}
		}
	}
	comments("start", want.comments, got.comments)
	var walk func(at string, want, got parser.Line)
	walk = func(at string, want, got parser.Line) {
		if len(want) != len(got) {
			t.Errorf("%s, line %s: %d plies, want %d", name, at, len(got), len(want))
			return
		}
		for i := range want {
			w, g := &want[i], &got[i]
			here := fmt.Sprintf("%s/%d", at, i)
			comments(here+" in front", w.Beside.Before, g.Beside.Before)
			comments(here, w.Beside.Comments, g.Beside.Comments)
			if w.Text != g.Text || w.Number != g.Number || w.Beside.Eval != g.Beside.Eval || !slices.Equal(w.Beside.NAGs, g.Beside.NAGs) ||
				!slices.Equal(w.Beside.Marks, g.Beside.Marks) || !slices.Equal(w.Beside.Commands, g.Beside.Commands) ||
				!slices.Equal(times(w), times(g)) {
				t.Errorf("%s, ply %s: %d. %s %+v, want %d. %s %+v", name, here, g.Number, g.Text, g.Beside, w.Number, w.Text, w.Beside)
			}
			if len(w.Beside.Variations) != len(g.Beside.Variations) {
				t.Errorf("%s, ply %s: %d side lines, want %d", name, here, len(g.Beside.Variations), len(w.Beside.Variations))
				continue
			}
			for k := range w.Beside.Variations {
				walk(fmt.Sprintf("%s.%d", here, k), w.Beside.Variations[k], g.Beside.Variations[k])
			}
		}
	}
	walk("0", want.moves, got.moves)
}

// times formats the clock times of a ply.
func times(ply *parser.Ply) []string {
	out := []string{"", ""}
	for i, d := range []*time.Duration{ply.Clock, ply.Spent} {
		if d != nil {
			out[i] = d.String()
		}
	}
	return out
}
