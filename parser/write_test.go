package parser

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	for _, row := range []struct {
		name   string
		record Record
		want   string
	}{
		{
			"all of it",
			Record{
				Tags:     []Tag{{Key: "Zillions Save Game File Version", Value: "0.02 CC"}, {Key: "VariantName", Value: "x"}},
				Setup:    []SetupPiece{{Side: "Black", Piece: "Tokin", Square: "12i"}, {Piece: "x", Square: "a8"}},
				Comments: []Comment{{Text: "first"}},
				Moves: Line{
					{Number: 1, Text: "Pass", Beside: &Notes{Comments: []Comment{{Text: "two\nlines"}, {Text: "a } brace"}}}},
					{Number: 1, Text: "A a - b"},
				},
			},
			"Zillions Save Game File Version 0.02 CC\nVariantName=x\n(Black Tokin 12i)\n(x a8)\n{first}\n" +
				"1. Pass\n{two\nlines}\n; a } brace\n1. A a - b\n",
		},
		{
			"result without a tag",
			Record{Tags: []Tag{{Key: "Variant", Value: "x"}}, Result: "0-1"},
			"Variant=x\nResult=0-1\n",
		},
		{
			"result with a tag",
			Record{Tags: []Tag{{Key: "Variant", Value: "x"}, {Key: "Result", Value: "0-1"}}, Result: "0-1"},
			"Variant=x\nResult=0-1\n",
		},
		{
			"what starts the record comes first",
			Record{Tags: []Tag{{Key: "Players", Value: "Ann"}, {Key: "Variant", Value: "x"}, {Key: "VariantName", Value: "y"}}},
			"Variant=x\nPlayers=Ann\nVariantName=y\n",
		},
		{
			"no header",
			Record{Moves: Line{{Number: 3, Text: "A a - b"}}},
			"3. A a - b\n",
		},
		{
			"trailing text is omitted",
			Record{Moves: Line{{Number: 1, Text: "Pass"}}, Trailing: "prose"},
			"1. Pass\n",
		},
	} {
		row.record.Format = Numbered
		var b bytes.Buffer
		if err := Write(&b, &row.record); err != nil || b.String() != row.want {
			t.Errorf("%s: %v, wrote\n%s\nwant\n%s", row.name, err, b.String(), row.want)
		}
	}
}

func TestUnwritable(t *testing.T) {
	headed := func(r Record) Record {
		r.Tags = append([]Tag{{Key: "Variant", Value: "x"}}, r.Tags...)
		return r
	}
	ply := func(p Ply) Record { return headed(Record{Moves: Line{{Number: 1, Text: "Pass"}, p}}) }
	for _, row := range []struct {
		name, message string
		record        Record
	}{
		{"nothing", "without header and moves", Record{}},
		{"nothing but a tag", "without header and moves", Record{Tags: []Tag{{Key: "Event", Value: "x"}}}},
		{"line end in a value", "tag Event", headed(Record{Tags: []Tag{{Key: "Event", Value: "x\ny"}}})},
		{"blanks around a value", "tag Event", headed(Record{Tags: []Tag{{Key: "Event", Value: " x"}}})},
		{"sign in a key", "tag 1 - 0", headed(Record{Tags: []Tag{{Key: "1 - 0", Value: "x"}}})},
		{"equals sign in a key", "tag a=b", headed(Record{Tags: []Tag{{Key: "a=b", Value: "x"}}})},
		{"second name", "tag Variant", headed(Record{Tags: []Tag{{Key: "Variant", Value: "y"}}})},
		{"blank in a set-up piece", "set-up of a1", headed(Record{Setup: []SetupPiece{{Side: "White", Piece: "A B", Square: "a1"}}})},
		{"set-up without side", "set-up of a1", headed(Record{Setup: []SetupPiece{{Piece: "A", Square: "a1"}}})},
		{"empty ply", "ply 2", ply(Ply{Number: 2})},
		{"negative number", "ply 2", ply(Ply{Number: -1, Text: "Pass"})},
		{"line end in a ply", "ply 2", ply(Ply{Number: 2, Text: "A a -\nb"})},
		{"comment in a ply", "ply 2", ply(Ply{Number: 2, Text: "A a - b {c}"})},
		{"number in a ply", "ply 2", ply(Ply{Number: 2, Text: "A a - b 3. C c - d"})},
		{"brace and line end in a comment", "comment on ply 2", ply(Ply{Number: 2, Text: "Pass", Beside: &Notes{Comments: []Comment{{Text: "}\n"}}}})},
		{"header line in a comment", "comment on ply 2", ply(Ply{Number: 2, Text: "Pass", Beside: &Notes{Comments: []Comment{{Text: "a\nVariant=x"}}}})},
		{"CR in a comment", "comment before the moves", headed(Record{Comments: []Comment{{Text: "a\rb"}}})},
		{"two plies in one", "ply 1", headed(Record{Moves: Line{{Number: 1, Text: "A a - b C c - d"}}})},
	} {
		row.record.Format = Numbered
		var b bytes.Buffer
		err := Write(&b, &row.record)
		var unwritable *Unwritable
		if !errors.As(err, &unwritable) || !strings.Contains(unwritable.Message, row.message) || b.Len() > 0 {
			t.Errorf("%s: %v, wrote %q, want %q", row.name, err, b.String(), row.message)
		}
	}
}

// full is a writer that always fails.
type full struct{}

var errNoRoom = errors.New("no room")

func (full) Write([]byte) (int, error) { return 0, errNoRoom }

func TestWriteError(t *testing.T) {
	r := &Record{Format: Numbered, Moves: Line{{Number: 1, Text: "Pass"}}}
	if err := Write(full{}, r); err != errNoRoom {
		t.Errorf("%v", err)
	}
}
