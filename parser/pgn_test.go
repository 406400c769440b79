package parser

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"assay/fixtures"
	"assay/parser/source"
)

// treeOf returns a line with everything that belongs to its plies, in one row.
func treeOf(line Line) string { return printTree(line, false, false) }

// printTree is treeOf, but with moved it prints comments before a ply after
// the previous ply, as PGN writes them.
func printTree(line Line, moved, side bool) string {
	var b strings.Builder
	for i := range line {
		ply := &line[i]
		if i > 0 {
			b.WriteByte(' ')
		}
		if !moved || side && i == 0 {
			for _, c := range ply.Notes().Before {
				fmt.Fprintf(&b, "<%s>", c.Text)
			}
		}
		fmt.Fprintf(&b, "%d.%s", ply.Number, ply.Text)
		for _, nag := range ply.Notes().NAGs {
			fmt.Fprintf(&b, "$%d", nag)
		}
		b.WriteString(ply.CommandText())
		comments := ply.Notes().Comments
		if moved && i+1 < len(line) {
			comments = slices.Concat(comments, line[i+1].Notes().Before)
		}
		for _, c := range comments {
			fmt.Fprintf(&b, "{%s}", c.Text)
		}
		for _, v := range ply.Notes().Variations {
			fmt.Fprintf(&b, "(%s)", printTree(v, moved, true))
		}
	}
	return b.String()
}

var pgnRows = []struct {
	name, input string
	want        string // the games' trees and results, with / between games
	fault       string // part of a message
	warning     string // part of a message
}{
	{"plain", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n", "1.e4 1.e5 2.Nf3 2.Nc6 1/2-1/2", "", ""},
	{"no tags", "1. e4 e5 1-0\n\n1. d4 d5 0-1\n", "1.e4 1.e5 1-0 / 1.d4 1.d5 0-1", "", ""},
	{"no numbers", "e4 e5 Nf3 *\n", "1.e4 1.e5 2.Nf3 *", "", ""},
	{"no blanks after numbers", "1.e4 e5 2.Nf3 1-0\n", "1.e4 1.e5 2.Nf3 1-0", "", ""},
	{"no result", "[Event \"x\"]\n\n1. e4\n\n[Event \"y\"]\n\n1. d4\n", "1.e4  / 1.d4 ", "", ""},
	{"tags and moves on one line", "[Result \"1-0\"] e4 *\n[Result \"0-1\"] d4 *\n", "1.e4 1-0 / 1.d4 0-1", "", ""},
	{"two blank lines after the tags", "[Event \"x\"]\n\n\n1. e4 *\n", "1.e4 *", "", ""},
	{"blank lines between tags", "[Event \"x\"]\n\n[Site \"y\"]\n\n1. e4 *\n", "1.e4 *", "", ""},
	{"empty games", "[Event \"x\"]\n\n*\n\n[Event \"y\"]\n\n[Event \"z\"]\n", " * /   /  ", "", ""},
	{"variation", "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *", "1.e4 1.e5(1.c5 2.Nf3(2.c3)) 2.Nf3 *", "", ""},
	{"variation of the first move", "1. e4 (1. d4 d5) e5 *", "1.e4(1.d4 1.d5) 1.e5 *", "", ""},
	{"variation that repeats the move", "1. e4 e5 (1... e5) *", "1.e4 1.e5(1.e5) *", "", ""},
	{"variation before any move", "{x} (1. d4) 1. e4 *", "1.e4(1.d4) *", "", "before any move"},
	{"empty variation", "1. e4 () e5 *", "1.e4 1.e5 *", "", "without moves"},
	{"variation of a comment", "1. e4 ({x}) e5 *", "1.e4{x} 1.e5 *", "", ""},
	{"variation not closed", "1. e4 (1. d4 e5 *\n", "1.e4(1.d4 1.e5) ", "without closing bracket", "result inside"},
	{"bracket not opened", "1. e4 ) e5 *", "1.e4 1.e5 *", "", "without an opening one"},
	{"brace not opened", "1. e4 } e5 *", "1.e4 1.e5 *", "", "without an opening one"},
	{"comments", "{a} 1. {b} e4 {c} ; d\n1... {e} e5 (1... {f} c5 {g}) {h} 2. Nf3 {i} 1-0 {j}\n",
		"<b>1.e4{c}{d} <e>1.e5{h}(<f>1.c5{g}) 2.Nf3{i}{j} 1-0", "", ""},
	{"comment of several lines", "1. e4 {two\r\nlines \r\nand more} *", "1.e4{two\nlines and more} *", "", ""},
	{"nested braces", "e4 { a { b } c } e5 *", "1.e4{a { b } c} 1.e5 *", "", ""},
	{"an opening brace in a comment", "e4 { a { b } e5 { c } *", "1.e4{a { b} 1.e5{c} *", "", ""},
	{"comment not closed", "[Event \"x\"]\n\n1. e4 { a\n\n[Event \"y\"]\n\n1. d4 *\n", "1.e4  / 1.d4 *", "without closing brace", ""},
	{"tag inside a comment", "1. e4 {\n[Event \"y\"]\n} e5 *\n", "1.e4{[Event \"y\"]} 1.e5 *", "", ""},
	{"escaped line", "%secret\n1. e4\n%more (\ne5 *\n", "1.e4{%more (} 1.e5 *", "", ""},
	{"NAGs and glyphs", "1. e4! $10 e5?! $ 2. Nf3 += Nc6 N 3. Bb5± a6 !? 4. Ba4!!! $999999999999 *",
		"1.e4$1$10 1.e5$6 2.Nf3$14 2.Nc6$146 3.Bb5$16 3.a6$5 4.Ba4$3$1$2147483647 *", "", "without number"},
	{"glyph in brackets", "1. e4 (?) e5 *", "1.e4$2 1.e5 *", "", ""},
	{"glyph in brackets before the moves", "[Event \"x\"]\n\n($1) 1. e4 *", "1.e4 *", "", "glyph before any move"},
	{"glyph that begins a variation", "1. e4 ($142 {x} 1. d4 $1 (! 1. c4)) e5 (!? $6 1... c5) *", "1.e4(<x>1.d4$142$1(1.c4$1)) 1.e5(1.c5$5$6) *", "", ""},
	{"assessments after moves", "1. e4+-- e5--+ 2. Nf3!+- O-O-+ 3. Bb5+/- -- 4. b8=+ *", "1.e4$20 1.e5$21 2.Nf3$1$18 2.O-O$19 3.Bb5$16 3.-- 4.b8=+ *", "", ""},
	{"marks of a forum", "[code]1. e4 e5 2. Nf3 *[/code]\n[QUOTE]1. d4 d5[/QUOTE]\n", "1.e4 1.e5 2.Nf3 * / 1.d4 1.d5 ", "", ""},
	{"marks of a page", "[pgn]\n[Event \"x\"]\n\n1. e4 *\n[/pgn]\n\n[PGN]1. d4 d5[/PGN]\n[pgn]1. c4[/pgn]\n", "1.e4 * / 1.d4 1.d5  / 1.c4 ", "", ""},
	{"games without tags and results", "1. e4 e5\n2. Nf3\n\n1... Nc6\n\n1. d4 d5\n\n1. c4 *\n", "1.e4 1.e5 2.Nf3 1.Nc6  / 1.d4 1.d5  / 1.c4 *", "", ""},
	{"dashes in a result", "1. e4 1\u20110\n", "1.e4 1-0", "", "typographic"},
	{"typographic quotation marks", "[Event \u201cGothenburg 1955\u201d]\n[Site \u201e?\u201c]\n[White \u00abP] K\u00bb]\n\n1.e4 c5 {\u201cpopular\u201d} 2\u2026d6 1\u20130\n", "1.e4 1.c5{\u201cpopular\u201d} 2.d6 1-0", "", "typographic"},
	{"typographic quotation marks never closed", "[Event \u201cGothenburg]\n\n1.e4 *\n", "1.e4 *", "", "without closing quotation mark"},
	{"dashes in castling", "1. e4 O\u2013O *\n", "1.e4 1.O\u2013O *", "", "typographic"},
	{"incomplete in a tag", "[Event \"x\"]\n\n1. e4 *\n\n[Event \"y", "1.e4 * /  ", "", "may be incomplete"},
	{"incomplete in a comment", "1. e4 e5 {a lo", "1.e4 1.e5 ", "may be incomplete", ""},
	{"incomplete in a variation", "1. e4 e5 (1... c5 2. Nf", "1.e4 1.e5(1.c5 2.Nf) ", "may be incomplete", ""},
	{"encoded twice", "[White \"Gr\u00c3\u00bcnfeld\"]\n\n1. e4 {\u00e2\u20ac\u201c} *\n", "1.e4{\u00e2\u20ac\u201c} *", "", "\"\u00c3\u00bc\" stands for \"\u00fc\""},
	{"suffixes apart", "1. e4 d5 2. exd6 e.p. Qh4 + *", "1.e4 1.d5 2.exd6 e.p. 2.Qh4 + *", "", ""},
	{"check and mate in words", "1. e4 f6 2. Nc3 g5 3. Qh5 mate *", "1.e4 1.f6 2.Nc3 2.g5 3.Qh5 mate *", "", ""},
	{"check in a word", "1. e4 d5 2. Bb5 ch c6 3. Bxc6ch. *", "1.e4 1.d5 2.Bb5 ch 2.c6 3.Bxc6ch. *", "", ""},
	{"suffix after a glyph", "1. exd6! e.p. *", "1.exd6$1 *", "", "not attached to a move"},
	{"suffix in brackets", "1. exd6 (e.p.) Nxd6 *", "1.exd6 1.Nxd6 *", "", "not attached to a move"},
	{"commas", "1. e4, e5, 2. Nf3 *", "1.e4 1.e5 2.Nf3 *", "", ""},
	{"commands", "1. e4 {[%clk 1:02:03.5] good [%csl Ga1,Rb2][%cal Ge2e4] [%eval 0.25,12][%foo x y]} e5 {[%emt 0:00:05]} *",
		"1.e4[%csl Ga1,Rb2] [%cal Ge2e4] [%eval 0.25,12] [%clk 1:02:03.5] [%foo x y]{good} 1.e5[%emt 0:00:05] *", "", ""},
	{"odd commands", "1. e4 {[%clk soon] [%clk 1:00] [%clk 2:00] [%cal e2] [%] [%open} *", "1.e4[%clk 0:01:00] [%clk soon] [%clk 2:00] [%cal e2]{[%] [%open} *", "", ""},
	{"wrong numbers", "7. e4 e5 3. Nf3 3... Nc6 *", "7.e4 7.e5 3.Nf3 3.Nc6 *", "", ""},
	{"huge number", "99999999999999999999. e4 e5 d4 *", "2147483647.e4 2147483647.e5 2147483647.d4 *", "", ""},
	{"numbers without dots", "1 e4 e5 2 Nf3 *", "1.e4 1.e5 2.Nf3 *", "", ""},
	{"many dots", "1 . ... e4 1..e5 2… Nf3 *", "1.e4 1.e5 2.Nf3 *", "", ""},
	{"second player first", "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 31\"]\n\n31... Kd8 Kd1 *", "31.Kd8 32.Kd1 *", "", ""},
	{"null moves and castling", "1. -- Z0 2. 0-0 O-O-O 0-1", "1.-- 1.Z0 2.0-0 2.O-O-O 0-1", "", ""},
	{"null moves of angles", "1. e4 <>! 2.<>(2.<>e5)<> *", "1.e4 1.<>$1 2.<>(2.<> 2.e5) 2.<> *", "", ""},
	{"drops", "1. N@f3 P*e5 *", "1.N@f3 1.P*e5 *", "", ""},
	{"coordinates", "1. h2e2 H9-G7 2. 7g7f 3c3d *", "1.h2e2 1.H9-G7 2.7g7f 2.3c3d *", "", ""},
	{"Chinese", "1. 炮二平五 马８进７ 2. Ｃ２＝５ ＋Ｐ＋１ 1-0", "1.炮二平五 1.马８进７ 2.Ｃ２＝５ 2.＋Ｐ＋１ 1-0", "", ""},
	{"other spellings of results", "1. e4 ½-½\n", "1.e4 1/2-1/2", "", ""},
	{"result of the tag", "[Result \"0-1\"]\n\n1. e4 *\n", "1.e4 0-1", "", ""},
	{"another result", "[Result \"0-1\"]\n\n1. e4 1-0\n", "1.e4 1-0", "", "another result"},
	{"no such result", "[Result \"won\"]\n\n1. e4\n", "1.e4 ", "", "unknown result"},
	{"moves after the result", "1. e4 1-0 2. d4 *\n", "1.e4 1-0", "moves after", ""},
	{"prose after the result", "1. e4 1-0\n\nGood game!\n", "1.e4 1-0", "", "text after the result"},
	{"tag without quotation mark", "[Event \"x]\n[Site \"y\"]\n\n1. e4 *\n\n[Event \"z\"]\n\n*\n", "1.e4 * /  *", "", "quotation mark"},
	{"tag without bracket", "[Event \"x\"\n[Site \"y\"]\n\n1. e4 *\n", "1.e4 *", "", "closing bracket"},
	{"tag without quotation marks", "[Event \"x\"]\n[Round 3]\n\n1. e4 *\n", "1.e4 *", "", "without quotation marks"},
	{"tag with quotation marks", "[Event \"the \"big\" one\"]\n\n1. e4 *\n", "1.e4 *", "", "quotation marks in its value"},
	{"tag twice", "[Event \"x\"]\n[Event \"y\"]\n\n1. e4 *\n", "1.e4 *", "", "duplicate tag"},
	{"no tag at all", "[Event \"x\"]\n[]\n1. e4 *\n", " ", "does not start a tag", ""},
	{"stray signs", "1. e4 <x> e5 *", "1.e4 ", "unexpected character", ""},
	{"CR only", "[Event \"x\"]\r\r1. e4\re5 *\r\r[Event \"y\"]\r\r1. d4 *\r", "1.e4 1.e5 * / 1.d4 *", "", ""},
	{"byte-order marks", "\ufeff[Event \"x\"]\n\n1. e4 *\n\ufeff[Event \"y\"]\n\n1. d4 *\n", "1.e4 * / 1.d4 *", "", ""},
	{"NUL", "[Event \"x\x00\"]\n\n1. e4\x00e5 *\n", "1.e4 1.e5 *", "", ""},
	{"other blanks", "1.\u00a0e4\u3000e5\v2.\fNf3 *\n", "1.e4 1.e5 2.Nf3 *", "", ""},
	{"prose before", "A page.\n\nIt says:\n[Event \"x\"]\n\n1. e4 *\n", "1.e4 *", "", ""},
	{"comments only before tags", "; first\n{second}\n[Event \"x\"]\n\n1. e4 *\n", "1.e4 *", "", ""},
}

func TestPGN(t *testing.T) {
	for _, row := range pgnRows {
		t.Run(row.name, func(t *testing.T) {
			if f, ok := Detect([]byte(row.input)); f != PGN {
				t.Errorf("taken for %q, %v", f, ok)
			}
			var got, faults, warnings []string
			for _, r := range readAll(t, []byte(row.input), Options{Format: PGN}) {
				got = append(got, treeOf(r.Moves)+" "+r.Result)
				if r.Fault != nil {
					faults = append(faults, r.Fault.Error())
				} else {
					checkPGNRoundTrip(t, r)
				}
				for _, w := range r.Warnings {
					warnings = append(warnings, w.Error())
				}
			}
			if text := strings.Join(got, " / "); text != row.want {
				t.Errorf("read\n%s\nwant\n%s", text, row.want)
			}
			checkMessages(t, "fault", faults, row.fault)
			checkMessages(t, "warning", warnings, row.warning)
		})
	}
}

func checkMessages(t *testing.T, kind string, got []string, want string) {
	t.Helper()
	all := strings.Join(got, "\n")
	if want == "" && len(got) > 0 || !strings.Contains(all, want) {
		t.Errorf("%s %q, want %q", kind, all, want)
	}
}

// checkPGNRoundTrip writes a record, reads the same tree back, and writes that
// to the same bytes.
func checkPGNRoundTrip(t *testing.T, r *Record) {
	t.Helper()
	var first, second bytes.Buffer
	var unwritable *Unwritable
	switch err := Write(&first, r); {
	case errors.As(err, &unwritable):
		return
	case err != nil:
		t.Fatal(err)
	}
	again := readAll(t, first.Bytes(), Options{Format: PGN})
	if len(again) != 1 || again[0].Fault != nil || treeOf(again[0].Moves) != printTree(r.Moves, true, false) {
		t.Fatalf("%s\nwas written\n%s\nand read as %d records, %s", treeOf(r.Moves), first.String(), len(again), treeOf(again[0].Moves))
	}
	want := r.Result
	if want == "" {
		want = "*"
	}
	if again[0].Result != want {
		t.Fatalf("result %q was read as %q", r.Result, again[0].Result)
	}
	if err := Write(&second, again[0]); err != nil || second.String() != first.String() {
		t.Fatalf("%v: written\n%s\nthen\n%s", err, first.String(), second.String())
	}
	if again[0].Start != r.Start {
		t.Fatalf("start %q was read as %q", r.Start, again[0].Start)
	}
}

// TestPGNPlaces compares the places of plies, comments and tags with the file.
func TestPGNPlaces(t *testing.T) {
	data := "\ufeff[Event \"é\"]\r\n\r\n1. e4 {ü} e5 {a\r\nb} 2. Nf3\r\n\r\n(2. é4) *\r\n\r\n[Event \"y\"]\n1. d4 *"
	records := readAll(t, []byte(data), Options{})
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	for _, row := range []struct {
		what string
		got  Place
		want string // the text there
		line int
		at   int
	}{
		{"tag", records[0].Tags[0].Place, "[Event", 1, 1},
		{"e4", records[0].Moves[0].Place, "e4 {", 3, 4},
		{"comment", records[0].Moves[0].Notes().Comments[0].Place, "{ü}", 3, 7},
		{"e5", records[0].Moves[1].Place, "e5", 3, 11},
		{"Nf3", records[0].Moves[2].Place, "Nf3", 4, 7},
		{"é4", records[0].Moves[2].Notes().Variations[0][0].Place, "é4", 6, 5},
		{"second tag", records[1].Tags[0].Place, "[Event \"y\"]", 8, 1},
		{"d4", records[1].Moves[0].Place, "d4", 9, 4},
	} {
		if row.got.Line != row.line || row.got.Column != row.at || !strings.HasPrefix(data[row.got.Offset:], row.want) {
			t.Errorf("%s at %+v, want %d:%d", row.what, row.got, row.line, row.at)
		}
	}
}

// TestPGNDepth reads and writes variations nested up to the limit, and quickly
// rejects deeper ones.
func TestPGNDepth(t *testing.T) {
	deep := func(n int) string {
		return "1. e4 " + strings.Repeat("(1. d4 ", n) + strings.Repeat(")", n) + " *\n"
	}
	start, long := time.Now(), fixtures.Rounds(200_000, 1_000_000, 1_000_000)
	r := readAll(t, []byte(deep(source.MaxDepth)), Options{})[0]
	if r.Fault != nil || len(r.Moves) != 1 {
		t.Fatalf("at the limit: %v", r.Fault)
	}
	var b bytes.Buffer
	if err := Write(&b, r); err != nil || strings.Count(b.String(), "(") != source.MaxDepth {
		t.Errorf("writing: %v", err)
	}
	for _, text := range []string{
		deep(source.MaxDepth + 1),
		"1. e4 " + strings.Repeat("(", long),
		"1. e4 " + strings.Repeat("{ ", long/2) + strings.Repeat("} ", long/2-1),
		"1. e4 " + strings.Repeat("{ { } ", long/5),
		"1. e4 " + strings.Repeat("(1. d4) ", long/5) + "*",
		"1. e4 " + strings.Repeat(") ", long/2) + "*",
		strings.Repeat("[", long),
		"[Event \"" + strings.Repeat("\\", long),
		"1. e4 {" + strings.Repeat("[%", long/2) + "} *",
		"1. e4 {" + strings.Repeat("% ", long/2) + "} *",
		"1. e4 {" + strings.Repeat("x", long) + "} *",
		strings.Repeat("1. e4 ", long/5),
		strings.Repeat("\n", long) + "1. e4 *",
		"1. e4 " + strings.Repeat("$", long/2),
	} {
		for reader := NewReader(strings.NewReader(text), Options{Format: PGN}); ; {
			r, err := reader.Next()
			if err != nil {
				break // no game, or none left
			}
			if err := Write(io.Discard, r); err != nil && !errors.As(err, new(*Unwritable)) {
				t.Error(err)
			}
		}
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
}

func TestPGNWrite(t *testing.T) {
	clock := 90*time.Minute + 1500*time.Millisecond
	for _, row := range []struct {
		name   string
		record Record
		want   string
	}{
		{
			"roster, order and escapes",
			Record{Tags: []Tag{{Key: "White", Value: `A "B" \C`}, {Key: "ECO", Value: "A00"}, {Key: "Annotator", Value: "é"}}, Result: "1-0"},
			"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\" \\\\C\"]\n[Black \"?\"]\n[Result \"1-0\"]\n" +
				"[Annotator \"é\"]\n[ECO \"A00\"]\n\n1-0\n\n",
		},
		{
			"numbers, glyphs, comments and variations",
			Record{Moves: Line{
				{Number: 1, Text: "e4", Beside: &Notes{NAGs: []int{1}}},
				{Number: 1, Text: "e5", Beside: &Notes{Comments: []Comment{{Text: "a"}}, Variations: []Line{{{Number: 1, Text: "c5"}, {Number: 2, Text: "Nf3"}}, {{Number: 1, Text: "e6"}}}}},
				{Number: 2, Text: "Nf3", Clock: &clock},
				{Number: 2, Text: "Nc6", Beside: &Notes{Before: []Comment{{Text: "b"}}, Comments: []Comment{{Text: "c { d"}}, Commands: []Command{{Name: "x", Text: "}"}}}},
				{Number: 3, Text: "Bb5", Beside: &Notes{Variations: []Line{{{Number: 3, Text: "Bc4", Beside: &Notes{Before: []Comment{{Text: "e"}}}}}}}},
			}},
			"1. e4 $1 e5 {a} (1... c5 2. Nf3) (1... e6) 2. Nf3 {[%clk 1:30:01.5] b} 2... Nc6\n; [%x }]\n{c { d} 3. Bb5 ({e} 3. Bc4) *\n\n",
		},
		{
			"start",
			Record{Start: "4k3/8/8/8/8/8/8/4K3 b - - 0 31", Moves: Line{{Number: 31, Text: "Kd8"}, {Number: 32, Text: "Kd1"}}},
			"[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 31\"]\n[SetUp \"1\"]\n\n31... Kd8 32. Kd1 *\n\n",
		},
	} {
		row.record.Format = PGN
		var b bytes.Buffer
		err := Write(&b, &row.record)
		got := b.String()
		if !strings.HasPrefix(row.want, "[Event") {
			_, got, _ = strings.Cut(got, "[Result \"*\"]\n")
			got = strings.TrimPrefix(got, "\n")
		}
		if err != nil || got != row.want {
			t.Errorf("%s: %v, wrote\n%s\nwant\n%s", row.name, err, got, row.want)
		}
		checkPGNRoundTrip(t, &row.record)
	}
}

// TestPGNColumns checks that movetext has less than 80 columns, and that no
// comment is wrapped, because other readers would change its text.
func TestPGNColumns(t *testing.T) {
	var moves Line
	var comments []string
	for i := range 100 {
		ply := Ply{Text: []string{"Nf3", "Nf6", "Ng1", "Ng8"}[i%4]}
		if i%7 == 0 {
			text := strings.Repeat("wörds of a comment, ", i/3) + "end"
			ply.Annotate().Comments = []Comment{{Text: text}}
			comments = append(comments, "{"+text+"}")
		}
		if i%11 == 5 {
			ply.Annotate().Variations = []Line{{{Text: "e4", Beside: &Notes{NAGs: []int{1, 10}}}, {Text: "e5"}}}
		}
		moves = append(moves, ply)
	}
	r := &Record{Format: PGN, Moves: moves}
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, comment := range comments {
		if !strings.Contains(b.String(), comment) {
			t.Errorf("%s is missing or wrapped", comment)
		}
	}
	for i, line := range strings.Split(b.String(), "\n") {
		if n := utf8.RuneCountInString(line); n > 79 && line[0] != '{' {
			t.Errorf("line %d has %d columns: %s", i+1, n, line)
		}
	}
	checkPGNRoundTrip(t, &Record{Format: PGN, Moves: readAll(t, b.Bytes(), Options{})[0].Moves})
}

// TestPGNCommandsWhole keeps commands on one line and with single blanks, as
// other readers expect.
func TestPGNCommandsWhole(t *testing.T) {
	for n := range 60 {
		left, spent := 9*time.Minute, time.Second
		ply := Ply{Number: 1, Text: "e4", Clock: &left, Spent: &spent, Beside: &Notes{Comments: []Comment{{Text: "behind"}}}}
		r := &Record{Format: PGN, Comments: []Comment{{Text: strings.Repeat("x", n+1)}}, Moves: Line{ply}}
		var b bytes.Buffer
		if err := Write(&b, r); err != nil || !strings.Contains(b.String(), "[%clk 0:09:00] [%emt 0:00:01] ") {
			t.Errorf("%v\n%s", err, b.String())
		}
		for line := range strings.Lines(b.String()) {
			if utf8.RuneCountInString(line) > 80 {
				t.Errorf("a line of more than 79 columns: %s", line)
			}
		}
		checkPGNRoundTrip(t, r)
	}
}

func TestPGNUnwritable(t *testing.T) {
	for _, row := range []struct {
		name   string
		record Record
	}{
		{"blank in a move", Record{Moves: Line{{Text: "Pawn e2 - e4"}}}},
		{"bracket in a move", Record{Moves: Line{{Text: "７六歩(7)"}}}},
		{"no text", Record{Moves: Line{{}}}},
		{"tag name", Record{Tags: []Tag{{Key: "Zillions Save Game File Version", Value: "0.02"}}}},
		{"line end in a tag", Record{Tags: []Tag{{Key: "Event", Value: "a\nb"}}}},
		{"closing brace", Record{Moves: Line{{Text: "e4", Beside: &Notes{Comments: []Comment{{Text: "a } b"}}}}}}},
		{"braces", Record{Moves: Line{{Text: "e4", Beside: &Notes{Comments: []Comment{{Text: "a { b } c"}}}}}}},
		{"command with a bracket", Record{Moves: Line{{Text: "e4", Beside: &Notes{Commands: []Command{{Name: "x", Text: "a]b"}}}}}}},
	} {
		row.record.Format = PGN
		var b bytes.Buffer
		var unwritable *Unwritable
		if err := Write(&b, &row.record); !errors.As(err, &unwritable) || b.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", row.name, err, b.String())
		}
	}
}

func TestPGNUnreadable(t *testing.T) {
	for _, text := range []string{"", "\n\n", "just prose\n", "\x00\x01"} {
		var unreadable *Unreadable
		if _, err := NewReader(strings.NewReader(text), Options{Format: PGN}).Next(); !errors.As(err, &unreadable) {
			t.Errorf("%q: %v", text, err)
		}
	}
	large := "[Event \"x\"]\n\n1. e4 {" + strings.Repeat("long ", 1000) + "} *\n\n[Event \"y\"]\n\n1. d4 *\n"
	r := NewReader(strings.NewReader(large), Options{MaxRecord: 1000})
	var tooLarge *TooLarge
	if _, err := r.Next(); !errors.As(err, &tooLarge) || tooLarge.Limit != 1000 {
		t.Errorf("too large: %v", err)
	}
	if record, err := r.Next(); err != nil || treeOf(record.Moves) != "1.d4" {
		t.Errorf("after it: %v, %v", record, err)
	}
}

// FuzzPGN reads any bytes: no panic, every byte is kept, and a written record
// reads back to the same tree.
func FuzzPGN(f *testing.F) {
	for _, row := range pgnRows {
		f.Add([]byte(row.input))
	}
	fuzzReader(f, PGN, checkPGNRoundTrip)
}

// FuzzLists reads lists of moves with header lines other than tag pairs.
func FuzzLists(f *testing.F) {
	for _, text := range []string{
		"FORMAT  WXF\nRED     A ; 1200 ;;\nRESULT  0-1\nDATE    2020-02-02 02:02:02\nSTART{\n 1. P3+1 c8.7   2. E7+5 c2.5 }END\n",
		"a (1714) vs. b (UNR) --- Sun Sep 29,  1:06 CDT 1996\nRated wild/fr match, initial time: 2 minutes, increment: 12 seconds.\n\nMove  a  b\n----  ---   ---\n  1.  e4      (0:00)     d5      (0:01.5)\n      {b resigns} 1-0\n",
		"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a; b\"; hmvc 3;\n8/8/8/8/8/4k3/8/4K3 b - - 3 9\n",
		"【赛事】杯赛\n红方：甲\n1、炮二平五 马8进7\n② 马二进三 第三回合 车9平8\n结果：红胜\n",
		"[초 대국자 \"가\"]\n[초차림 \"마상상마\"]\n[한차림 \"마상마상\"]\n1. 79졸78 12마33 3. 한수쉼\n", "ขาว: ก\n1. บ.ค4 บ.ง5\n",
		"1.P7g-7f P3c-3d 2.B8hx2b+ S3ax2b 3.B*5e\n",
	} {
		f.Add([]byte(text))
	}
	fuzzReader(f, PGN, checkPGNRoundTrip)
}

func BenchmarkPGN(b *testing.B) {
	const games = 200
	game := "[Event \"A game\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n" +
		strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5\n", 8) + "1-0\n\n"
	benchmarkReader(b, bytes.Repeat([]byte(game), games), games*12*8)
}

// TestPGNNumbers counts the moves of a line by the numbers written in it.
func TestPGNNumbers(t *testing.T) {
	for _, row := range []struct {
		text string
		want []int
	}{
		{"1. e4 e5 2. Nf3 Nc6", []int{1, 1, 2, 2}},
		{"1. e4 1. e5 2. Nf3 2. Nc6", []int{1, 1, 2, 2}},
		{"1. e4 1... e5 2. Nf3 2... Nc6", []int{1, 1, 2, 2}},
		{"1. e4 {c} 1. ... e5 2.Nf3 Nc6", []int{1, 1, 2, 2}},
		{"12... Nf6 13. Nf3 Nc6", []int{12, 13, 13}},
		{"1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4", []int{1, 1, 2, 3, 3, 4}},
		{"1. e4 e5 2... Nc6 3. Bb5 a6", []int{1, 1, 2, 3, 3}},
		{"1. e4 e5 2. Nf3 Nf3 Nc6 3. Bb5 a6", []int{1, 1, 2, 2, 3, 3, 3}},
		{"1. e4 e5 2. Nf3 Nc6 2. Nf3 Nc6 3. Bb5 a6", []int{1, 1, 2, 2, 2, 2, 3, 3}},
	} {
		rec, err := NewReader(strings.NewReader("[Event \"x\"]\n\n"+row.text+" *\n"), Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for i := range rec.Moves {
			got = append(got, rec.Moves[i].Number)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: numbers %v, want %v", row.text, got, row.want)
		}
	}
}

// TestEscapedLinesFirst keeps escaped lines before the tags as comments, also
// on export; prose is not part of the record.
func TestEscapedLinesFirst(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"% by X\n[Event \"x\"]\n\n1. e4 *\n", "% by X"},
		{"% by X\n\n%and Y\n1. e4 *\n", "% by X|%and Y"},
		{"\ufeff% by X\n[Event \"x\"]\n\n1. e4 *\n", "% by X"},
		{"A bulletin\n% by X\n[Event \"x\"]\n\n1. e4 *\n", "% by X"},
		{"% of games\nA bulletin\n[Event \"x\"]\n\n1. e4 *\n", ""},
		{"% a\n; b\n{c}\n% d\n[Event \"x\"]\n% e\n\n1. e4 *\n", "% a|b|c|% d|% e"},
		{" % indented\n[Event \"x\"]\n\n1. e4 *\n", ""},
		{"[Event \"x\"]\n\n1. e4 *\n", ""},
	} {
		r := readAll(t, []byte(row.text), Options{Format: PGN})[0]
		for range 2 {
			var got []string
			for _, c := range r.Comments {
				got = append(got, c.Text)
			}
			if strings.Join(got, "|") != row.want || r.Fault != nil || len(r.Moves) != 1 {
				t.Errorf("%q: comments %q, fault %v, %d plies, want %q", row.text, got, r.Fault, len(r.Moves), row.want)
			}
			var b bytes.Buffer
			if err := Write(&b, r); err != nil {
				t.Fatal(err)
			}
			r = readAll(t, b.Bytes(), Options{Format: PGN})[0]
		}
	}
}

// TestBrokenFEN keeps a position that follows a broken tag of it.
func TestBrokenFEN(t *testing.T) {
	const position = "4o38/8/8/4K3 b - - 0 1"
	r, err := NewReader(strings.NewReader(`[FEN "4o3EN "4o38/8/8/4K3 b - -`), Options{Format: PGN}).Next()
	if err != nil || r.Start != position {
		t.Fatalf("%+v, %v", r, err)
	}
	var out bytes.Buffer
	if err := Write(&out, r); err != nil {
		t.Fatal(err)
	}
	if again, err := NewReader(&out, Options{Format: PGN}).Next(); err != nil || again.Start != position {
		t.Errorf("%+v, %v", again, err)
	}
}
