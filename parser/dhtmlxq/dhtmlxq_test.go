package dhtmlxq_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"assay/fixtures"
	"assay/parser"
	"assay/parser/dhtmlxq"
	"assay/parser/record"
)

func readDhtmlXQ(t testing.TB, data []byte, o parser.Options) []*parser.Record {
	t.Helper()
	var records []*parser.Record
	for in := parser.NewReader(bytes.NewReader(data), o); ; {
		r, err := in.Next()
		if errors.Is(err, io.EOF) {
			return records
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
}

// TestDetect tells the notation from others that have its signs in comments.
func TestDetect(t *testing.T) {
	for text, want := range map[string]parser.Format{
		"[DhtmlXQ]\n[DhtmlXQ_movelist][/DhtmlXQ_movelist]\n[/DhtmlXQ]\n": dhtmlxq.DhtmlXQ,
		"prose\r\n  [DhtmlXQ_binit]":                                     dhtmlxq.DhtmlXQ,
		"<p>[DhtmlXQ_ver]":                                               dhtmlxq.DhtmlXQ,
		"[Event \"x\"]\n\n1. e4 {as in [DhtmlXQ] files} *\n":             parser.PGN,
		"Variant=chess\n1. Pawn e2 - e4 {[DhtmlXQ_red]}\n":               parser.Numbered,
		"[DhtmlXQuery]\n":                                                "",
	} {
		if got, _ := parser.Detect([]byte(text)); got != want {
			t.Errorf("%q is detected as %q, want %q", text, got, want)
		}
	}
}

// TestWrite writes records of other notations, and rejects what the notation
// cannot express.
func TestWrite(t *testing.T) {
	for _, row := range []struct {
		name   string
		record record.Record
		want   string // part of the text written, or of the error
	}{
		{"usual start", record.Record{}, "[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"},
		{"start", record.Record{Start: "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"},
			"[DhtmlXQ_binit]9999999949999999999999999999999999999999309999999999999999999999[/DhtmlXQ_binit]"},
		{"names", record.Record{Tags: []record.Tag{{Key: "Red", Value: "An"}, {Key: "Site", Value: "Kōbe"}}},
			"[DhtmlXQ_red]An[/DhtmlXQ_red]\n[DhtmlXQ_place]Kōbe[/DhtmlXQ_place]"},
		{"result", record.Record{Result: "0-1"}, "[DhtmlXQ_result]黑胜[/DhtmlXQ_result]"},
		{"glyph", record.Record{Moves: record.Line{{Text: "7747", Beside: &record.Notes{NAGs: []int{1}, Comments: []record.Comment{{Text: "a\nb"}}}}}},
			"[DhtmlXQ_comment1]a||b||[%nag 1][/DhtmlXQ_comment1]"},
		{"blanks around a comment", record.Record{Moves: record.Line{{Text: "7747", Beside: &record.Notes{NAGs: []int{1}, Comments: []record.Comment{{Text: "  a\n  b "}}}}}},
			"[DhtmlXQ_comment1]a||  b||[%nag 1][/DhtmlXQ_comment1]"},
		{"no board", record.Record{Start: "8/8 w"}, "start"},
		{"three chariots", record.Record{Start: "3k5/9/9/9/9/9/9/9/9/RRR1K4 w - - 0 1"}, "start"},
		{"second to move, and no move", record.Record{Start: "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1"}, "start"},
		{"a key that is no name", record.Record{Tags: []record.Tag{{Key: "a]b", Value: "c"}}}, "tag a]b"},
		{"a tag of two lines of blanks", record.Record{Tags: []record.Tag{{Key: "Red", Value: " An"}}}, "tag Red"},
		{"a move of another notation", record.Record{Moves: record.Line{{Text: "C2.5"}}}, "ply 1"},
		{"the sign of a line", record.Record{Moves: record.Line{{Text: "7747", Beside: &record.Notes{Comments: []record.Comment{{Text: "a||b"}}}}}}, "comment on ply 1"},
	} {
		row.record.Format = dhtmlxq.DhtmlXQ
		var b bytes.Buffer
		err := parser.Write(&b, &row.record)
		var unwritable *parser.Unwritable
		switch {
		case errors.As(err, &unwritable):
			if unwritable.Message != row.want {
				t.Errorf("%s: %v, want %s", row.name, err, row.want)
			}
		case err != nil || !strings.Contains(b.String(), row.want):
			t.Errorf("%s: %v\n%s\nwant %s", row.name, err, b.String(), row.want)
		}
	}
}

// TestStart reads the start from binit and the side to move from the first
// move.
func TestStart(t *testing.T) {
	const kings = "[DhtmlXQ_binit]9999999949999999999999999999999999999999309999999999999999999999[/DhtmlXQ_binit]"
	for text, want := range map[string]string{
		kings: "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
		kings + "[DhtmlXQ_movelist]4948[/DhtmlXQ_movelist]":                                               "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
		kings + "[DhtmlXQ_movelist]3031[/DhtmlXQ_movelist]":                                               "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1",
		"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]":                                                       "",
		"[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]": "",
	} {
		r := readDhtmlXQ(t, []byte(text), parser.Options{})[0]
		if r.Start != want || r.Fault != nil {
			t.Errorf("%s: %q, %v, want %q", text, r.Start, r.Fault, want)
		}
		checkFixpoint(t, r)
	}
}

// checkFixpoint checks that a written record, read and written again, gives the
// same bytes.
func checkFixpoint(t *testing.T, r *parser.Record) {
	t.Helper()
	var first, second bytes.Buffer
	var unwritable *parser.Unwritable
	if err := parser.Write(&first, r); errors.As(err, &unwritable) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	again := readDhtmlXQ(t, first.Bytes(), parser.Options{Format: dhtmlxq.DhtmlXQ})
	if len(again) != 1 {
		t.Fatalf("%s\nis read as %d records", first.String(), len(again))
	}
	if err := parser.Write(&second, again[0]); err != nil || second.String() != first.String() {
		t.Fatalf("%v: written\n%s\nthen\n%s", err, first.String(), second.String())
	}
}

// TestShared reads files from the web and writes them with all lines and
// comments.
func TestShared(t *testing.T) {
	for _, path := range fixtures.Shared(t, "data/xiangqi/*DhtmlXQ*") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range readDhtmlXQ(t, data, parser.Options{}) {
			if r.Format != dhtmlxq.DhtmlXQ || r.Fault != nil || len(r.Warnings) > 0 {
				t.Errorf("%s: %s, %v, %v", path, r.Format, r.Fault, r.Warnings)
			}
			var b bytes.Buffer
			if err := parser.Write(&b, r); err != nil {
				t.Fatal(err)
			}
			for _, tag := range []string{"[DhtmlXQ_move_", "[DhtmlXQ_comment"} {
				if got, want := strings.Count(b.String(), tag), bytes.Count(data, []byte(tag)); got != want {
					t.Errorf("%s: %d of %s, want %d", path, got, tag, want)
				}
			}
			checkFixpoint(t, r)
		}
	}
}

func FuzzDhtmlXQ(f *testing.F) {
	f.Add([]byte("[DhtmlXQ]\n[DhtmlXQ_red]An[/DhtmlXQ_red]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1012[/DhtmlXQ_move_0_2_1]\n" +
		"[DhtmlXQ_comment1_2]a||b[/DhtmlXQ_comment1_2]\n[DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n[/DhtmlXQ]\n"))
	f.Add([]byte("[DhtmlXQ_binit]9999999949999999999999999999999999999999309999999999999999999999[/DhtmlXQ_binit][DhtmlXQ_movelist]3031[/DhtmlXQ_movelist]"))
	f.Add([]byte("[DhtmlXQ_move_2_1_1]3031[/DhtmlXQ_move_2_1_1][DhtmlXQ_move_1_1_2]3031[/DhtmlXQ_move_1_1_2][DhtmlXQ_comment0]x[/a]\n[/DhtmlXQ]tail"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var joined []byte
		for in := parser.NewReader(bytes.NewReader(data), parser.Options{Format: dhtmlxq.DhtmlXQ}); ; {
			r, err := in.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return
			}
			joined = append(joined, r.Bytes...)
			if r.Fault == nil {
				checkFixpoint(t, r)
			}
		}
		if !bytes.Equal(joined, data) {
			t.Errorf("the records' bytes are\n%q\nnot the file's\n%q", joined, data)
		}
	})
}
