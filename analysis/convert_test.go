package analysis_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/fixtures"
	"assay/parser"
)

// told prints a record's tags and its tree of plies without places.
func told(rec *parser.Record) string {
	var b strings.Builder
	var tags []string
	for _, tag := range rec.Tags {
		if strings.Trim(tag.Value, "?.") != "" { // otherwise it is empty
			// KIF has two names for the players of a game from a set-up
			// position.
			tags = append(tags, parser.UsualTag(tag.Key)+"="+tag.Value)
		}
	}
	slices.Sort(tags)
	b.WriteString(strings.Join(append(tags, ""), "\n"))
	fmt.Fprintf(&b, "%s %q %q %q\n", strings.TrimSuffix(rec.Result, "*"), rec.Ending, rec.Trailing, texts(rec.Comments))
	type at struct {
		line  parser.Line
		depth string
	}
	for open := []at{{rec.Moves, "0"}}; len(open) > 0; {
		top := open[0]
		open = open[1:]
		fmt.Fprintf(&b, "line %s\n", top.depth)
		for i := range top.line {
			p := &top.line[i]
			fmt.Fprintf(&b, "%s %q %q %v %v %s %v", p.Text, texts(p.Notes().Before), texts(p.Notes().Comments), p.Notes().NAGs, p.Notes().Marks, p.Notes().Eval, p.Notes().Commands)
			for _, d := range []*time.Duration{p.Clock, p.Spent} {
				if d != nil {
					fmt.Fprintf(&b, " %v", *d)
				}
			}
			b.WriteByte('\n')
			for k, side := range p.Notes().Variations {
				open = append(open, at{side, fmt.Sprintf("%s/%d.%d", top.depth, i, k)})
			}
		}
	}
	return b.String()
}

// difference returns the first line in which two texts differ.
func difference(want, got string) string {
	one, two := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range one {
		if i >= len(two) || one[i] != two[i] {
			return fmt.Sprintf("line %d was\n%s\nand is\n%s", i+1, one[i], strings.Join(two[min(i, len(two)):min(i+1, len(two))], ""))
		}
	}
	return "longer than it was"
}

func texts(comments []parser.Comment) []string {
	out := []string{}
	for _, c := range comments {
		out = append(out, c.Text)
	}
	return out
}

// remarks are parts of comments.
var remarks = []string{"good", "two words", "日本語の注釈", "a } brace", "Zürich", "[x]", "two\nlines", "of 3. a - b (or c)", "a longer remark that goes on and on, until the columns of a line of movetext are used up"}

// headers are tags of records: those that every notation has, and others.
var headers = []parser.Tag{
	{Key: "White", Value: "Ann, of the \"Club\""}, {Key: "Black", Value: "ぼう銀"}, {Key: "Event", Value: "[Open] {A} = 1; b"},
	{Key: "Site", Value: "C:\\games\\x"}, {Key: "Date", Value: "2001.02.03"}, {Key: "Round", Value: "1"}, {Key: "TimeControl", Value: "40/7200:3600"},
	{Key: "Opening", Value: "Ruy López"}, {Key: "Annotator", Value: "?!"}, {Key: "ECO", Value: "C60"}, {Key: "対局ID", Value: "3210"},
	{Key: "Termination", Value: "adjudication"}, {Key: "Section-2.b", Value: "x"}, {Key: "Game", Value: "7"}, {Key: "StartTime", Value: "2001/02/03 10:12"},
	{Key: "EndTime", Value: "2001/02/03 14:00:01"}, {Key: "Result", Value: "1/2-1/2"}, {Key: "Site", Value: "again"}, {Key: "FromFile", Value: "  blanks  "},
}

// gardener generates random trees of annotated plies.
type gardener struct {
	random *rand.Rand
	rules  *rules.Rules
	short  bool // only one-line comments, none before plies
	strict bool // no passes in variations
}

func (g *gardener) comments() []parser.Comment {
	var out []parser.Comment
	for g.random.IntN(6) == 0 {
		text := remarks[g.random.IntN(len(remarks))]
		if !g.short || !strings.Contains(text, "\n") {
			out = append(out, parser.Comment{Text: text})
		}
	}
	return out
}

// tags returns some of the headers.
func (g *gardener) tags() []parser.Tag {
	var out []parser.Tag
	for _, tag := range headers {
		if g.random.IntN(4) == 0 {
			out = append(out, tag)
		}
	}
	return out
}

// line returns a random legal line of up to n plies; p is left unchanged.
func (g *gardener) line(p *rules.Position, n, depth int) parser.Line {
	var out parser.Line
	for range n {
		if _, over := p.Outcome(); over {
			break
		}
		moves := p.Moves(nil)
		m := moves[g.random.IntN(len(moves))]
		if depth > 0 && !g.strict && g.random.IntN(8) == 0 && p.JudgeNull() == nil {
			m = rules.PassMove
		}
		ply := parser.Ply{Number: p.Number(), Text: notation.Numbered{}.Format(p, m), Beside: &parser.Notes{Comments: g.comments()}}
		if depth > 0 || len(out) > 0 {
			g.annotate(&ply)
		}
		if depth < 3 && g.random.IntN(9) == 0 {
			for range 1 + g.random.IntN(2) {
				if side := g.line(p, 1+g.random.IntN(4), depth+1); len(side) > 0 {
					ply.Annotate().Variations = append(ply.Notes().Variations, side)
				}
			}
		}
		p.Play(m)
		out = append(out, ply)
	}
	for range out {
		p.Undo()
	}
	return out
}

func (g *gardener) annotate(ply *parser.Ply) {
	square := func() string {
		return g.rules.SquareName(rules.Square(g.random.IntN(g.rules.Files() * g.rules.Ranks())))
	}
	at := func(d time.Duration) *time.Duration { return &d }
	switch g.random.IntN(12) {
	case 0:
		ply.Annotate().NAGs = []int{1 + g.random.IntN(139), 14}
	case 1:
		ply.Annotate().Marks = []parser.Mark{{Colour: "G", From: square()}, {Colour: "R", From: square(), To: square()}}
	case 2:
		ply.Clock, ply.Spent = at(90*time.Second), at(7*time.Second)
	case 3:
		ply.Annotate().Eval = "-1.25,18"
	case 4:
		ply.Annotate().Commands = []parser.Command{{Name: "who", Text: "knows"}}
	case 5:
		if !g.short && !strings.HasPrefix(ply.Text, "Pass") {
			ply.Annotate().Before = []parser.Comment{{Text: "in front"}}
		}
	}
}

// everyRules returns the rules of every variant with default options and with
// every value of every option.
func everyRules(t *testing.T) []*rules.Rules {
	var out []*rules.Rules
	for _, id := range fixtures.Games(book.Registry().IDs()) {
		d, err := book.Registry().Definition(id, "")
		if err != nil {
			t.Fatal(err)
		}
		settings := []string{""}
		for key, option := range d.Options.All() {
			for _, value := range option.Values {
				settings = append(settings, key+"="+value)
			}
		}
		for _, options := range settings {
			r, err := book.Rules(id, options)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, r)
		}
	}
	return out
}

// everyGame calls each with the rules of every variant.
func everyGame(t *testing.T, each func(t *testing.T, r *rules.Rules)) {
	for _, r := range everyRules(t) {
		d := r.Definition()
		t.Run(strings.TrimSpace(d.ID+" "+d.OptionText()), func(t *testing.T) { each(t, r) })
	}
}

// carry converts a record to a format, writes it, reads it and verifies it.
func carry(t *testing.T, rec *parser.Record, g *analysis.Game, to parser.Format) (*analysis.Conversion, *parser.Record, *analysis.Game) {
	t.Helper()
	c, err := g.Tree(rec, nil).Convert(to)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatalf("%s: %v", to, err)
	}
	in := parser.NewReader(bytes.NewReader(b.Bytes()), parser.Options{})
	again, err := in.Next()
	if err != nil {
		t.Fatalf("%s: %v\n%s", to, err, b.String())
	}
	if again.Format != parser.Traits(to).File && len(g.Moves) > 0 { // headers alone may fit several notations
		t.Fatalf("%s is taken for %s:\n%s", to, again.Format, b.String())
	}
	if _, err := in.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("%s: a second record: %v\n%s", to, err, b.String())
	}
	proved := analysis.NewVerifier(book).Verify(again, analysis.Settings{})
	if proved.Report.Verdict != analysis.Legal {
		t.Fatalf("%s: %s %+v %v\n%s", to, proved.Report.Verdict, proved.Report.Error, proved.Report.Warnings, b.String())
	}
	if proved.Report.Variant != g.Report.Variant || proved.Report.Options != g.Report.Options ||
		!bytes.Equal(analysis.EncodeMoves(proved.Moves), analysis.EncodeMoves(g.Moves)) || proved.Report.Final != g.Report.Final {
		t.Fatalf("%s: another game comes back\n%s", to, b.String())
	}
	var twice bytes.Buffer
	same := *again
	if again.Format == parser.Traits(to).File {
		same.Format = to
	}
	if err := parser.Write(&twice, &same); err != nil || twice.String() != b.String() && same.Format == to {
		t.Errorf("%s: %v, written again %s", to, err, difference(b.String(), twice.String()))
	}
	return c, again, proved
}

// TestConvertAndBack converts random annotated trees of every variant to every
// format and back. The moves are the same, and unless losses are reported, so
// is the tree.
func TestConvertAndBack(t *testing.T) {
	everyGame(t, func(t *testing.T, r *rules.Rules) {
		for _, to := range parser.Formats() {
			if !holds(t, r, to) {
				continue
			}
			for seed := range uint64(fixtures.Rounds(1, 2, 2)) {
				g := gardener{random: rand.New(rand.NewPCG(seed, 4)), rules: r, short: seed%2 == 0}
				d := r.Definition()
				rec := &parser.Record{Format: parser.Numbered, Tags: []parser.Tag{{Key: "VariantName", Value: d.Name}, {Key: "Variant", Value: d.ID}}, Comments: g.comments()}
				if options := d.OptionText(); options != "" {
					rec.Tags = append(rec.Tags, parser.Tag{Key: "Options", Value: options})
				}
				rec.Tags = append(rec.Tags, g.tags()...)
				rec.Result, _ = rec.Tag("Result")
				rec.Moves = g.line(r.Start(), 50, 0)
				proved := analysis.NewVerifier(book).Verify(rec, analysis.Settings{})
				if proved.Report.Verdict != analysis.Legal {
					t.Fatalf("%+v", proved.Report.Error)
				}
				there, other, game := carry(t, rec, proved, to)
				back, last, _ := carry(t, other, game, parser.Numbered)
				want, _, _ := carry(t, rec, proved, parser.Numbered)
				if len(there.Losses) == 0 && len(back.Losses) == 0 && told(want.Record) != told(last) {
					t.Errorf("%s: the tree is another: %s", to, difference(told(want.Record), told(last)))
				}
			}
		}
	})
}

// TestConvertFiles converts real annotated records to other formats and back.
// Unless losses are reported, the tree is the same.
func TestConvertFiles(t *testing.T) {
	for _, test := range []struct {
		glob string
		via  []parser.Format
		most int // records per file
	}{
		{"data/chess/annotated/*.pgn", []parser.Format{parser.Numbered, parser.JSON, parser.Courier}, 10},
		{"data/shogi/*/*kif*/*.kif*", []parser.Format{parser.PGN, parser.Numbered, parser.JSON, parser.JKF, parser.KI2, parser.CSA, parser.USI}, 25},
		{"data/xiangqi/xqdb_*.pgn", []parser.Format{parser.Numbered, parser.JSON, parser.Courier, parser.WXF, parser.Chinese, parser.ICCS}, 25},
		{"data/variants/zh.pgn", []parser.Format{parser.Numbered, parser.JSON, parser.Courier}, 25},
	} {
		t.Run(test.glob, func(t *testing.T) {
			files := fixtures.Shared(t, test.glob)
			files = files[:fixtures.Rounds(1, len(files), len(files))]
			games, trees := 0, 0
			v := analysis.NewVerifier(book)
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for in := parser.NewReader(bytes.NewReader(data), parser.Options{}); ; {
					rec, err := in.Next()
					if err != nil || rec.Game > test.most {
						break
					}
					g := v.Verify(rec, analysis.Settings{})
					if g.Report.Verdict != analysis.Legal {
						continue
					}
					games++
					_, same, game := carry(t, rec, g, rec.Format)
					for _, via := range test.via {
						there, other, again := carry(t, same, game, via)
						back, last, _ := carry(t, other, again, rec.Format)
						if len(there.Losses)+len(back.Losses) > 0 {
							continue
						}
						trees++
						if told(same) != told(last) {
							t.Errorf("%s game %d through %s: %s", filepath.Base(file), rec.Game, via, difference(told(same), told(last)))
						}
					}
				}
			}
			t.Logf("%d games, %d trees that came back", games, trees)
		})
	}
}
