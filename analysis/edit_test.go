package analysis_test

import (
	"strings"
	"testing"

	"assay/analysis"
	"assay/analysis/variant"
)

// lesson is a chapter as lichess writes studies: with clocks, evaluations,
// marks, and several comments of a ply.
const lesson = `[Event "Traps: Legal"]
[Variant "Standard"]
[StudyName "Traps"]
[ChapterName "Legal"]

{ Find it. } { [%csl Gf7][%cal Gc4f7] }
1. e4 { [%eval 0.3] [%clk 0:01:00] } 1... e5 $1 { first } { second [%cal Ge5e4] } (1... c5 { Sicilian } 2. Nf3 (2. c3)) (1... e6) 2. Nf3 *
`

func edited(t *testing.T, text string, e analysis.Edit) (string, error) {
	t.Helper()
	g := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(readOne(t, text, ""), analysis.Settings{})
	c, err := g.Edit(&e)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String(), nil
}

// TestEdit changes the tree of a record.
func TestEdit(t *testing.T) {
	text := func(s string) *string { return &s }
	type e = analysis.Edit
	const whole = `{Find it.} {[%csl Gf7][%cal Gc4f7]} 1. e4 {[%eval 0.3] [%clk 0:01:00]} 1... e5 $1 {[%cal Ge5e4] first} {second} (1... c5 {Sicilian} 2. Nf3 (2. c3)) (1... e6) 2. Nf3 *`
	for _, row := range []struct {
		record string
		edit   e
		want   string // movetext, or a part of the error
	}{
		{lesson, e{Ply: 1}, whole},
		{lesson, e{Ply: 2, Comment: text("first\n\nsecond")}, whole}, // unchanged
		{lesson, e{Ply: 2, Comment: text("new"), NAGs: &[]int{2}, Marks: &[]analysis.Spot{{Square: "e4", Colour: "red"}}},
			strings.Replace(whole, "$1 {[%cal Ge5e4] first} {second}", "$2 {[%cal Ge5e4] [%csl Re4] new}", 1)},
		{lesson, e{Ply: 2, Comment: text(""), NAGs: &[]int{}, Arrows: &[]analysis.Arrow{}},
			strings.Replace(whole, " $1 {[%cal Ge5e4] first} {second}", "", 1)},
		{lesson, e{Ply: 1, Evaluation: text("-1.5,20")}, strings.Replace(whole, "0.3", "-1.5,20", 1)},
		{lesson, e{Comment: text("Look."), Marks: &[]analysis.Spot{}}, strings.Replace(whole, "{Find it.} {[%csl Gf7][%cal Gc4f7]}", "{[%cal Gc4f7]} {Look.}", 1)},
		{lesson, e{Ply: 3, Path: []string{"Nc6"}}, strings.Replace(whole, "2. Nf3 *", "2. Nf3 Nc6 *", 1)},
		{lesson, e{Ply: 3, Path: []string{"Nc6", "Bb5"}, Comment: text("x")}, strings.Replace(whole, "2. Nf3 *", "2. Nf3 Nc6 3. Bb5 {x} *", 1)},
		{lesson, e{Ply: 1, Path: []string{"c5", "Nf3", "d6"}, NAGs: &[]int{1}}, strings.Replace(whole, "Nf3 (2. c3)", "Nf3 (2. c3) 2... d6 $1", 1)},
		{lesson, e{Ply: 1, Path: []string{"d5"}}, strings.Replace(whole, "(1... e6)", "(1... e6) (1... d5)", 1)},
		{lesson, e{Ply: 3, Action: "delete"}, strings.Replace(whole, " 2. Nf3 *", " *", 1)},
		{lesson, e{Ply: 1, Path: []string{"e6"}, Action: "delete"}, strings.Replace(whole, " (1... e6)", "", 1)},
		{lesson, e{Ply: 1, Path: []string{"c5", "Nf3"}, Action: "delete"}, strings.Replace(whole, "Nf3 (2. c3)", "c3", 1)},
		{lesson, e{Ply: 2, Action: "delete"}, `{Find it.} {[%csl Gf7][%cal Gc4f7]} 1. e4 {[%eval 0.3] [%clk 0:01:00]} 1... c5 {Sicilian} (1... e6) 2. Nf3 (2. c3) *`},
		{lesson, e{Ply: 1, Action: "delete"}, `{Find it.} {[%csl Gf7][%cal Gc4f7]} *`},
		{lesson, e{Ply: 1, Path: []string{"e6"}, Action: "promote"},
			`{Find it.} {[%csl Gf7][%cal Gc4f7]} 1. e4 {[%eval 0.3] [%clk 0:01:00]} 1... e6 (1... e5 $1 {[%cal Ge5e4] first} {second} 2. Nf3) (1... c5 {Sicilian} 2. Nf3 (2. c3)) *`},
		{lesson, e{Ply: 1, Path: []string{"c5", "c3"}, Action: "promote"}, strings.Replace(whole, "Nf3 (2. c3)", "c3 (2. Nf3)", 1)},
		{lesson, e{Ply: 2, Action: "promote"}, whole},
		{"[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n", e{Path: []string{"e4"}}, "1. e4 *"},
		{"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n", e{Ply: 4, Path: []string{"P@d6"}}, "1. e4 d5 2. exd5 Qxd5 3. P@d6 *"},
		{"[Result \"*\"]\n\n1. e4 e4 2. d4 *\n", e{Ply: 1, Comment: text("x")}, "1. e4 {x} 1... e4 2. d4 *"}, // illegal afterwards
		{lesson, e{Ply: 9}, "ply \"9\": expected 0 to 3"},
		{lesson, e{Ply: 1, Path: []string{"e4"}}, "path"},
		{lesson, e{Ply: 1, Action: "x"}, "delete, promote or nothing"},
		{lesson, e{Action: "delete"}, "the start cannot be changed"},
		{lesson, e{NAGs: &[]int{1}}, "the start is no move"},
		{lesson, e{Ply: 1, NAGs: &[]int{256}}, "numbers from 1 to 255"},
		{lesson, e{Ply: 1, Marks: &[]analysis.Spot{{Square: "z9"}}}, "a square"},
		{"[Result \"*\"]\n\n1. e4 {open", e{Ply: 1}, "correct its text first"},
	} {
		got, err := edited(t, row.record, row.edit)
		if err != nil {
			got = err.Error()
		} else {
			_, moves, _ := strings.Cut(got, "\n\n")
			got = strings.Join(strings.Fields(moves), " ")
		}
		if err != nil && !strings.Contains(got, row.want) || err == nil && got != row.want {
			t.Errorf("%+v:\n%s, want\n%s", row.edit, got, row.want)
		}
	}
}

// FuzzEdit changes records at any place. The result is read again with all
// moves of its lines, and its other tags stay.
func FuzzEdit(f *testing.F) {
	for i, path := range []string{"", "Nc6", "c5 Nf3 d6", "c5 c3", "d5"} {
		f.Add(uint8(i), uint8(i), path, "delete", "text")
		f.Add(uint8(0), uint8(3-i%4), path, "promote", "{")
		f.Add(uint8(0), uint8(i%4), path, "", "[%csl Ga1] } \\")
	}
	records := []string{lesson, italian, static, alloy}
	f.Fuzz(func(t *testing.T, which, ply uint8, path, action, comment string) {
		text := records[int(which)%len(records)]
		got, err := edited(t, text, analysis.Edit{Ply: int(ply), Path: strings.Fields(path), Action: analysis.EditAction(action),
			Comment: &comment})
		if err != nil {
			return
		}
		before, after := readOne(t, text, ""), readOne(t, got, "")
		g := analysis.NewVerifier(analysis.NewRulebook(variant.Embedded())).Verify(after, analysis.Settings{})
		if after.Fault != nil || !g.Report.Holds() {
			t.Fatalf("%v %+v in\n%s", after.Fault, g.Report.Error, got)
		}
		for _, tag := range before.Tags {
			if value, _ := after.Tag(tag.Key); value != tag.Value {
				t.Fatalf("tag %s is %q in\n%s", tag.Key, value, got)
			}
		}
	})
}
