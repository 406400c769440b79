package parser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"assay/parser/record"
)

// fullRecord returns a record with every kind of content.
func fullRecord() *Record {
	left, spent := 90*time.Second, 1500*time.Millisecond
	return &Record{
		Format: JSON, Notation: Numbered, Variant: "csg-1", Options: "a=b", Start: "8/8 w", Result: "1-0", Ending: "投了",
		History:  []byte(`{"by":"<Ada>"}`),
		Tags:     []Tag{{Key: "Event", Value: `a "cup" <1>`}, {Key: "Event", Value: "again\n"}},
		Setup:    []SetupPiece{{Side: "Black", Piece: "Tokin", Square: "12i"}, {Piece: "x", Square: "a8"}},
		Comments: []Comment{{Text: "first"}, {}},
		Trailing: "prose",
		Moves: Line{
			{Number: 1, Text: "A a - b", Clock: &left, Spent: &spent, Beside: &Notes{NAGs: []int{1, 300}, Eval: "#-3"}},
			{
				Number: 1, Text: "B c - d", Beside: &Notes{
					Before: []Comment{{Text: "or"}}, Comments: []Comment{{Text: "two\nlines }"}},
					Marks:    []Mark{{Colour: "G", From: "a1"}, {Colour: "R", From: "a1", To: "b2"}},
					Commands: []Command{{Name: "x"}, {Name: "y", Text: "z"}},
					Variations: []Line{
						{{Number: 1, Text: "C"}, {Number: 2, Text: "D", Beside: &Notes{Variations: []Line{{{Text: "E"}}}}}},
						{},
						{{Text: "F", Beside: &Notes{Variations: []Line{{{Text: "G"}}, {{Text: "H"}}}}}},
					},
				},
			},
		},
	}
}

func TestJSON(t *testing.T) {
	r := fullRecord()
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 || !strings.HasPrefix(b.String(), `{"assay":1,"notation":"numbered","variant":"csg-1",`) {
		t.Errorf("%s", b.String())
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, b.Bytes(), "", "  "); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"as written": b.String(), "over several lines": indented.String(), "with a byte-order mark": "\uFEFF" + b.String(),
		"line ends of Windows": strings.ReplaceAll(indented.String(), "\n", "\r\n"),
	} {
		records := readAll(t, []byte(text+text), Options{})
		if len(records) != 2 || records[0].Format != JSON || records[1].Fault != nil || string(records[0].Bytes)+string(records[1].Bytes) != text+text {
			t.Fatalf("%s: %d records, fault %v", name, len(records), records[0].Fault)
		}
		var again bytes.Buffer
		if err := Write(&again, records[1]); err != nil || again.String() != b.String() {
			t.Errorf("%s: %v, written again\n%s\nwas\n%s", name, err, again.String(), b.String())
		}
	}
	slow, err := NewReader(iotest.OneByteReader(strings.NewReader(indented.String())), Options{}).Next()
	if err != nil || slow.Fault != nil {
		t.Fatalf("%v %v", err, slow.Fault)
	}
	ply := &slow.Moves[1]
	if lines := strings.Split(indented.String(), "\n"); ply.Place.Column != 5 || lines[ply.Place.Line-1] != "    {" {
		t.Errorf("ply at %v", ply.Place)
	}
}

func TestJSONFaults(t *testing.T) {
	const head = `{"assay":1,"notation":"pgn",`
	for _, row := range []struct {
		text, fault  string
		line, column int
		plies        int
	}{
		{head + `"plies":[{"text":"e4"},{"text":"e5"}`, "the object is not closed", 1, 65, 2},
		{head + "\n" + `"plies":[{"text":"e4"},{"txt":"e5"}]}`, `unknown field "txt"`, 2, 36, 1},
		{head + `"plies":[{"text":"e4"},{"text":""}]}`, "a ply without text", 1, 52, 1},
		{head + `"plies":[{"text":"e4"},5]}`, "cannot unmarshal number", 1, 53, 1},
		{head + `"plies":{}}`, "expected [", 1, 37, 0},
		{head + `"plies":[],"plies":[]}`, "duplicate member plies", 1, 40, 0},
		{head + `"plies":[],"foo":[]}`, "unknown member foo", 1, 40, 0},
		{head + `"plies":[],"result":"2-0"}`, "expected 1-0", 1, 49, 0},
		{head + `"plies":[{"text":"e4","number":-1}]}`, "out of range", 1, 38, 0},
		{head + `"plies":[{"text":"e4","clock":"soon"}]}`, "h:mm:ss", 1, 66, 0},
		{head + `"plies":[{"text":"e4"}],"lines":[{"line":0,"ply":2,"plies":[]}]}`, "does not exist", 1, 62, 1},
		{head + `"plies":[{"text":"e4"}],"lines":[{"line":1,"ply":1,"plies":[]}]}`, "does not exist", 1, 62, 1},
		{head + `"plies":[{"text":"e4"}],"lines":[{"lime":1}]}`, "unknown member of a variation", 1, 63, 1},
		{head + `"plies":[]} more`, "after the object", 1, 41, 0},
		{`{"assay":2,"notation":"pgn","plies":[]}`, "version", 1, 10, 0},
		{`{"assay":1,"plies":[]}`, "missing member notation", 1, 1, 0},
		{`{"assay":1,"notation":"pgn"}`, "missing member plies", 1, 1, 0},
		{head + `"variant":3,"plies":[]}`, "cannot unmarshal", 1, 40, 0},
		{head + `]`, "invalid character", 1, 29, 0},
	} {
		r := readAll(t, []byte(row.text), Options{Format: JSON})[0]
		if r.Fault == nil || !strings.Contains(r.Fault.Message, row.fault) || len(r.Moves) != row.plies {
			t.Errorf("%s: %v, %d plies", row.text, r.Fault, len(r.Moves))
			continue
		}
		if r.Fault.Place.Line != row.line || r.Fault.Place.Column != row.column {
			t.Errorf("%s: fault at %v, want %d:%d", row.text, r.Fault.Place, row.line, row.column)
		}
	}
}

func TestJSONUnwritable(t *testing.T) {
	below := -time.Second
	for _, row := range []struct {
		name   string
		change func(*Record)
	}{
		{"time below zero", func(r *Record) { r.Moves[0].Clock = &below }},
		{"ply without text", func(r *Record) { r.Moves[0].Text = "" }},
		{"no text", func(r *Record) { r.Moves[0].Text = "\xff" }},
		{"result", func(r *Record) { r.Result = "won" }},
		{"tag", func(r *Record) { r.Tags[0].Value = "\xff" }},
	} {
		r := fullRecord()
		row.change(r)
		var unwritable *Unwritable
		var b bytes.Buffer
		if err := Write(&b, r); !errors.As(err, &unwritable) || b.Len() > 0 {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// TestJSONDepth nests variations deeper than JSON readers allow.
func TestJSONDepth(t *testing.T) {
	const depth = 50000
	innermost := Line{{Text: "a"}}
	for range depth {
		innermost = Line{{Text: "a", Beside: &Notes{Variations: []Line{innermost}}}}
	}
	r := &Record{Format: JSON, Notation: PGN, Moves: innermost}
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	again := readAll(t, b.Bytes(), Options{Limits: Limits{Plies: -1, Variations: -1, Comment: -1}})[0]
	if _, ok := record.SameLine(r.Moves, again.Moves, record.SamePly); !ok || again.Fault != nil {
		t.Errorf("fault %v", again.Fault)
	}
}

// TestJSONSchema checks that the schema describes every member that a record
// can have, and no others.
func TestJSONSchema(t *testing.T) {
	type object struct {
		Properties map[string]struct {
			Items *struct {
				Properties map[string]any
			}
		}
	}
	var schema struct {
		object
		Defs map[string]struct {
			Items struct{ Properties map[string]any }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(RecordSchema, &schema); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, fullRecord()); err != nil {
		t.Fatal(err)
	}
	var written map[string]any
	if err := json.Unmarshal(b.Bytes(), &written); err != nil {
		t.Fatal(err)
	}
	for key := range written {
		if _, ok := schema.Properties[key]; !ok {
			t.Errorf("%s is not described", key)
		}
	}
	for key := range schema.Properties {
		if _, ok := written[key]; !ok && key != "archived" { // added by archives
			t.Errorf("%s is described and not written", key)
		}
	}
	seen := map[string]bool{}
	for _, ply := range written["plies"].([]any) {
		for key := range ply.(map[string]any) {
			seen[key] = true
			if _, ok := schema.Defs["plies"].Items.Properties[key]; !ok {
				t.Errorf("%s of a ply is not described", key)
			}
		}
	}
	if len(seen) != len(schema.Defs["plies"].Items.Properties) {
		t.Errorf("members of plies: %v", seen)
	}
}

func TestJSONTooLarge(t *testing.T) {
	in := NewReader(strings.NewReader(`{"assay":1,"plies":[`+strings.Repeat(" ", 5000)+"]}"), Options{MaxRecord: 1000})
	_, err := in.Next()
	if _, ok := errors.AsType[*TooLarge](err); !ok {
		t.Errorf("%v", err)
	}
	if _, err := in.Next(); err != io.EOF {
		t.Errorf("%v after it", err)
	}
}

func FuzzJSON(f *testing.F) {
	var b bytes.Buffer
	if err := Write(&b, fullRecord()); err != nil {
		f.Fatal(err)
	}
	fuzzShogi(f, JSON, b.String(), `{"assay":1,"notation":"pgn","plies":[{"text":"e4"}],"lines":[{"line":0,"ply":1,"plies":[{"text":"d4"}]}]}`, fmt.Sprintf("%s\n[[[", b.String()))
}
