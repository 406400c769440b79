package parser

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"assay/fixtures"
	"assay/parser/courier"
	"assay/parser/source"
)

// courierReader reads a file as Game Courier's notation without detection.
func courierReader(data []byte, o Options) *Reader {
	o.Format = Courier
	return NewReader(bytes.NewReader(data), o)
}

func readCourierFile(t testing.TB, text string) []*Record {
	t.Helper()
	var records []*Record
	for r := courierReader([]byte(text), Options{}); ; {
		record, err := r.Next()
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, record)
	}
}

// courierSketch returns the plies of a record as "number:text", its comments in
// braces, result and ending.
func courierSketch(r *Record) string {
	var out []string
	comments := func(list []Comment) {
		for _, c := range list {
			out = append(out, "{"+c.Text+"}")
		}
	}
	comments(r.Comments)
	for _, ply := range r.Moves {
		out = append(out, fmt.Sprintf("%d:%s", ply.Number, ply.Text))
		comments(ply.Notes().Comments)
	}
	if r.Result != "" {
		out = append(out, "result "+r.Result)
	}
	if r.Ending != "" {
		out = append(out, "ending "+r.Ending)
	}
	if r.Fault != nil {
		out = append(out, "fault "+r.Fault.Rule+" "+r.Fault.Place.String())
	}
	return strings.Join(out, " | ")
}

func TestReadCourier(t *testing.T) {
	for _, row := range []struct {
		name, text, want string
		warnings         int
	}{
		{"numbers and dots", "Variant=chess\n1. P e2-e4\n1... p e7-e5\n2. N g1-f3\n", "1:P e2-e4 | 1:p e7-e5 | 2:N g1-f3", 0},
		{"both on a line with dots", "1. P e2-e4 1... p e7-e5 2. N g1-f3", "1:P e2-e4 | 1:p e7-e5 | 2:N g1-f3", 0},
		{"both on a line", "1. P e2-e4 p e7-e5\n2. N g1-f3 n b8-c6", "1:P e2-e4 | 1:p e7-e5 | 2:N g1-f3 | 2:n b8-c6", 0},
		{"one character for the dots", "1. P e2-e4 1… p e7-e5", "1:P e2-e4 | 1:p e7-e5", 0},
		{"dots without a number", "1. P e2-e4\n... p e7-e5", "1:P e2-e4 | 1:p e7-e5", 0},
		{"no numbers", "P e2-e4\np e7-e5", "0:P e2-e4 | 0:p e7-e5", 0},
		{"a third on a line", "1. P e2-e4 p e7-e5 N g1-f3", "1:P e2-e4 | 1:p e7-e5 | 0:N g1-f3", 0},
		{"no labels", "1. e2-e4 e7-e5", "1:e2-e4 | 1:e7-e5", 0},
		{"blanks around the sign", "1. P e2 - e4 p e7 - e5", "1:P e2 - e4 | 1:p e7 - e5", 0},
		{"parts", "1. p e7-e8; q-e8 P d5-e6; e5- 2. K e1-g1; R h1-f1", "1:p e7-e8; q-e8 | 1:P d5-e6; e5- | 2:K e1-g1; R h1-f1", 0},
		{"removals", "1. @-e4 e4- -e4", "1:@-e4 | 1:e4- | 0:-e4", 0},
		{"drops", "1. P*e5 +R*a10", "1:P*e5 | 1:+R*a10", 0},
		{"coordinates of a page", "1. p gr2-fr2\n1... P cr2-dr2\n2. p hr11-dr5", "1:p gr2-fr2 | 1:P cr2-dr2 | 2:p hr11-dr5", 0},
		{"a pass", "1. P e2-e4 1... pass", "1:P e2-e4 | 1:pass", 0},
		{"comments", "// before\n1. P e2-e4 // good\n// more\n1... p e7-e5// close", "{before} | 1:P e2-e4 | {good} | {more} | 1:p e7-e5 | {close}", 0},
		{"comment without text", "1. P e2-e4 //\n", "1:P e2-e4 | {}", 0},
		{"semicolons at ends", "1. P e2-e4;\n1... p e7-e5; // c\n2. N g1-f3; 2... n b8-c6;", "1:P e2-e4 | 1:p e7-e5 | {c} | 2:N g1-f3 | 2:n b8-c6", 0},
		{"statements", "set a 1;\n1. P e2-e4\nif check: say Check; endif;\nset moved e2-e4;\n1... p e7-e5", "{set a 1} | 1:P e2-e4 | {if check: say Check} | {endif} | {set moved e2-e4} | 1:p e7-e5", 4},
		{"statement after a move", "1. P e2-e4; say hello there; 1... p e7-e5", "1:P e2-e4 | {say hello there} | 1:p e7-e5", 1},
		{"statement between parts", "1. p e7-e8; say Queen; q-e8 1... K e1-e2", "1:p e7-e8; q-e8 | {say Queen} | 1:K e1-e2", 1},
		{"numbered statement", "1. say hello; P e2-e4\n1... say bye\n1... p e7-e5", "{say hello} | 1:P e2-e4 | {say bye} | 1:p e7-e5", 2},
		{"prose", "Played by post.\n1. P e2-e4\nWhite offered a draw\n", "{Played by post.} | 1:P e2-e4 | {White offered a draw}", 2},
		{"endings", "1. P e2-e4\n1... resign", "1:P e2-e4 | ending resign", 0},
		{"results", "1. P e2-e4 p e7-e5 1-0", "1:P e2-e4 | 1:p e7-e5 | result 1-0", 0},
		{"header result stands", "Result=0-1\n1. P e2-e4 1-0", "1:P e2-e4 | result 0-1", 0},
		{"unknown result", "Result=won\n1. P e2-e4", "1:P e2-e4", 1},
		{"huge number", "99999999999999999999. P e2-e4", "2147483647:P e2-e4", 0},
		{"blank lines and line ends", "\r\n1. P e2-e4\r\n\r\n\r1... p e7-e5\r", "1:P e2-e4 | 1:p e7-e5", 0},
		{"byte-order mark", "\ufeff1. P e2-e4", "1:P e2-e4", 0},

		{"not a square", "1. P e2-e4\n1... p e7-z", "1:P e2-e4 | fault GC-1 2:1", 0},
		{"without a number", "1. P e2-e4\np e7xe5", "1:P e2-e4 | fault GC-1 2:1", 0},
		{"label that is joined", "1. P e2-e4\n1... Pe7-e5\n2. N g1-f3", "1:P e2-e4 | fault GC-1 2:1", 0},
		{"capture sign", "1. P e2xe4", "fault GC-1 1:1", 0},
		{"number alone", "1. P e2-e4\n1...\n2. N g1-f3", "1:P e2-e4 | fault GC-1 2:1", 0},
		{"two numbers", "1. 2. P e2-e4", "fault GC-1 1:1", 0},
		{"text after a move", "1. P e2-e4x p e7-e5", "fault GC-1 1:1", 0},
		{"bad second part", "1. p e7-e8; q-e 1... K e1-e2", "1:p e7-e8 | {q-e 1... K e1-e2}", 1},
		{"bad second part meant as a move", "1. p e7-e8; qe-e8", "1:p e7-e8; qe-e8", 0},
		{"short castling", "1. O-O", "fault GC-1 1:1", 0},
	} {
		records := readCourierFile(t, row.text)
		if len(records) != 1 {
			t.Errorf("%s: %d records", row.name, len(records))
			continue
		}
		r := records[0]
		if got := courierSketch(r); got != row.want || len(r.Warnings) != row.warnings {
			t.Errorf("%s: %s, %d warnings\nwant %s, %d", row.name, got, len(r.Warnings), row.want, row.warnings)
		}
		if string(r.Bytes) != row.text {
			t.Errorf("%s: the bytes are %q", row.name, r.Bytes)
		}
		for _, ply := range r.Moves {
			if slowPlace([]byte(row.text), ply.Place.Offset) != ply.Place || !strings.HasPrefix(row.text[ply.Place.Offset:], ply.Text[:2]) {
				t.Errorf("%s: %q stands at %+v", row.name, ply.Text, ply.Place)
			}
		}
		if r.Fault == nil {
			courierRoundTrip(t, r)
		}
	}
}

// courierRoundTrip writes a record and reads it back.
func courierRoundTrip(t testing.TB, r *Record) {
	t.Helper()
	var b bytes.Buffer
	if err := courier.Row.Write(&b, r); err != nil {
		t.Errorf("writing: %v\n%s", err, courierSketch(r))
		return
	}
	again := readCourierFile(t, b.String())
	if len(again) != 1 {
		t.Errorf("%d records read back from\n%s", len(again), b.String())
		return
	}
	if got, want := courierSketch(again[0]), courierSketch(r); got != want {
		t.Errorf("read back\n%s\nwant\n%s\nfrom\n%s", got, want, b.String())
	}
	var second bytes.Buffer
	if err := courier.Row.Write(&second, again[0]); err != nil || second.String() != b.String() {
		t.Errorf("written again %v\n%s\nwant\n%s", err, second.String(), b.String())
	}
}

func TestCourierHeader(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"key and value", "Variant=csg-1\nOptions=a=b\nAnything=x\n1. P e2-e4", "Variant=csg-1 Options=a=b Anything=x"},
		{"game", "Game: Pocket Shogi Copper'\n1. p e2-e4", "VariantName=Pocket Shogi Copper'"},
		{"game with an equals sign", "Game=Chess\n1. P e2-e4", "VariantName=Chess"},
		{"sides", "White: Ann\nblack : Bob\n1. P e2-e4", "White=Ann Black=Bob"},
		{"in comments", "// Game: Chess\n// White: Ann\n// Note: fine\n1. P e2-e4", "VariantName=Chess White=Ann"},
		{"a comment below a blank line", "Game: Chess\n\n// White: to move\n1. P e2-e4", "VariantName=Chess"},
		{"unusual key with a colon", "Note: fine\n1. P e2-e4", ""},
		{"after the moves", "1. P e2-e4\nWhite: Ann", ""},
	} {
		var got []string
		for _, tag := range readCourierFile(t, row.text)[0].Tags {
			got = append(got, tag.Key+"="+tag.Value)
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
	r := readCourierFile(t, "Variant=chess\nSetup=8/8 w\nEnding=time\n1. P e2-e4")[0]
	if r.Start != "8/8 w" || r.Ending != "time" {
		t.Errorf("start %q, ending %q", r.Start, r.Ending)
	}
}

func TestCourierRecords(t *testing.T) {
	text := "// c\nVariant=chess\nVariantName=Chess\n1. P e2-e4\n\nGame: Xiangqi\n\nVariant=xiangqi\n1. P a4-a5\n// Game: no\n" +
		"Variant=shogi\nVariant=chess\n1. P a2-a3"
	records := readCourierFile(t, text)
	var all, moves []string
	for i, r := range records {
		all = append(all, string(r.Bytes))
		moves = append(moves, fmt.Sprint(len(r.Moves)))
		if r.Game != i+1 || r.Format != Courier || r.Encoding != source.EncodingUTF8 {
			t.Errorf("record %d: %d %s %s", i+1, r.Game, r.Format, r.Encoding)
		}
	}
	if strings.Join(all, "") != text || strings.Join(moves, " ") != "1 1 0 1" {
		t.Errorf("records %q, moves %v", all, moves)
	}
	for _, text := range []string{"", "\n\n", "nothing here\n", "// a comment\n"} {
		_, err := courierReader([]byte(text), Options{}).Next()
		if _, ok := errors.AsType[*Unreadable](err); !ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	r := courierReader([]byte("Variant=chess\n"+strings.Repeat("// long\n", 100)+"Variant=xiangqi\n1. P a4-a5\nVariant=chess\n1. P a2-a3"), Options{MaxRecord: 200})
	var large *TooLarge
	if _, err := r.Next(); !errors.As(err, &large) || large.Limit != 200 {
		t.Errorf("%v", err)
	}
}

func TestDetectCourier(t *testing.T) {
	for _, row := range []struct {
		text string
		want bool
	}{
		{"Variant=chess\n1. P e2-e4\n", true},
		{"1. P e2-e4 p e7-e5\n", true},
		{"Variant=chess\n1. e2-e4 e7-e5\n", true},
		{"// Game: Chess\n// a remark\n1. P e2-e4", true},
		{"Game: Chess\nset a 1;\nP e2-e4", true},
		{"Played by post\n\n1. p gr2-fr2", true},
		{"1. p gr2-fr2; +P-fr2", true},
		{"1. P*e5", true},
		{"VariantName=janggi\n1. pass\n1... p a7-a6", true},

		{"1. e2-e4 e7-e5\n2. Ng1-f3", false},
		{"1. e4 e5", false},
		{"[Event \"x\"]\n\n1. P e2-e4", false},
		{"Variant=csg-1\n1. Pawn f3 - f4\n", false},
		{"Variant=csg-1\n1. P f3 - f4\n", false},
		{"Variant=shogi\n1. Pawn * e5\n", false},
		{"Zillions Save Game File Version 0.02 CC\n1. P e2-e4", false},
		{"Variant=janggi\n1. Pass\n1. Pass", false},
		{"1. C2.5 H8+7", false},
		{"1. 炮二平五 马8进7", false},
		{"prose alone", false},
		{"prose\nwith e2-e4 inside", false},
		{"", false},
	} {
		if got := courier.Row.Detect([]byte(row.text)); got != row.want {
			t.Errorf("%q: %v", row.text, got)
		}
	}
}

func TestWriteCourier(t *testing.T) {
	long := "two\nlines"
	r := &Record{
		Format: Courier, Result: "1-0", Start: "8/8 w", Ending: "resign",
		Tags:     []Tag{{Key: "White", Value: "Ann"}, {Key: "Variant", Value: "x"}},
		Comments: []Comment{{Text: "White: first"}},
		Moves: Line{
			{Number: 1, Text: "P e2-e4", Beside: &Notes{Comments: []Comment{{Text: long}}}},
			{Number: 1, Text: "p e7-e5", Beside: &Notes{Before: []Comment{{Text: "before"}}, NAGs: []int{1}, Variations: []Line{{{Text: "p a7-a6"}}}}},
			{Text: "N g1-f3"},
		},
	}
	const want = "Variant=x\nWhite=Ann\nResult=1-0\nSetup=8/8 w\n\n// White: first\n" +
		"1. P e2-e4 // two\n// lines\n// before\n1... p e7-e5\nN g1-f3\nresign\n"
	var b bytes.Buffer
	if err := courier.Row.Write(&b, r); err != nil || b.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, b.String(), want)
	}
	for _, row := range []struct {
		name, message string
		record        Record
	}{
		{"nothing", "without header and moves", Record{}},
		{"line end in a value", "tag Event", Record{Tags: []Tag{{Key: "Variant", Value: "x"}, {Key: "Event", Value: "x\ny"}}}},
		{"key with a colon", "tag a:b", Record{Tags: []Tag{{Key: "Variant", Value: "x"}, {Key: "a:b", Value: "x"}}}},
		{"empty ply", "ply 1", Record{Moves: Line{{Number: 1}}}},
		{"other notation", "ply 1", Record{Moves: Line{{Number: 1, Text: "Pawn e2 x e4 Red Pawn"}}}},
		{"two plies in one", "ply 1", Record{Moves: Line{{Number: 1, Text: "P e2-e4 p e7-e5"}}}},
		{"comment in a ply", "ply 1", Record{Moves: Line{{Number: 1, Text: "P e2-e4 // c"}}}},
		{"negative number", "ply 1", Record{Moves: Line{{Number: -1, Text: "P e2-e4"}, {Number: 0, Text: "say x"}}}},
	} {
		row.record.Format = Courier
		var b bytes.Buffer
		err := courier.Row.Write(&b, &row.record)
		var unwritable *Unwritable
		if !errors.As(err, &unwritable) || !strings.Contains(unwritable.Message, row.message) || b.Len() > 0 {
			t.Errorf("%s: %v, wrote %q, want %q", row.name, err, b.String(), row.message)
		}
	}
	if err := courier.Row.Write(full{}, r); err != errNoRoom {
		t.Errorf("%v", err)
	}
}

func TestCourierParts(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"P e2-e4", "move P e2 e4"},
		{" e2-e4 ", "move  e2 e4"},
		{"+p ir11-dr5", "move +p ir11 dr5"},
		{"B c4-pocket", "move B c4 pocket"},
		{"p e7-e8; q-e8", "move p e7 e8, put q  e8"},
		{"P d5-e6; e5-", "move P d5 e6, remove  e5 "},
		{"@-e4", "remove  e4 "},
		{"p e4-", "remove p e4 "},
		{"-e4", "void   e4"},
		{"CK*a10", "drop CK  a10"},
		{"PASS", "pass   "},
		{"P e2 e4", ""},
		{"P e2- e4", ""},
		{"P e2 -e4", ""},
		{"P e2-e4 p e7-e5", ""},
		{"P e2-E4", ""},
		{"P e2-e4;", ""},
		{"-", ""},
		{"@", ""},
		{"@e4", ""},
		{"12 e2-e4", ""},
		{"", ""},
	} {
		parts, f := courier.AppendParts(nil, row.text)
		var got []string
		for _, p := range parts {
			kind := []string{"move", "put", "remove", "void", "drop", "pass"}[p.Kind]
			got = append(got, strings.Join([]string{kind, p.Label, p.From, p.To}, " "))
		}
		if (f != nil) != (row.want == "") || f == nil && strings.Join(got, ", ") != row.want {
			t.Errorf("%q: %q, %v", row.text, got, f)
		}
	}
}

// TestDetectCourierElsewhere does not detect these moves in files of other
// notations.
func TestDetectCourierElsewhere(t *testing.T) {
	n := 0
	for _, suffix := range []string{".zsg", ".txt", ".pgn", ".kif", ".kifu", ".ki2", ".csa", ".jkf", ".json", ".usi"} {
		for path, data := range filesUnder(t, fixtures.Shared(t, "data")[0], suffix) {
			if n++; courier.Row.Detect(data[:min(len(data), DetectBytes)]) {
				t.Error(path)
			}
		}
	}
	t.Logf("%d files", n)
}

// TestCourierLinear reads long inputs of one repeated text. The time must not
// grow faster than their length.
func TestCourierLinear(t *testing.T) {
	size := fixtures.Rounds(64, 256, 256) << 10
	for _, text := range []string{
		"x", "a", "-", "1", ".", ";", "@", "1.", "a1-", "e2-e4;", "e2-e4;;", "e2-e4; say;", "P e2-e4 ", "//", "// Game: x\n",
		"q-e8 ", "a b ", "x1-y", "-a", "*a1", "1-0 ", "say ", "P*e4\n", "\n", "\r", "…",
	} {
		begin := time.Now()
		for _, head := range []string{"", "Variant=x\n", "Variant=x\n1. e2-e4; "} {
			data := head + strings.Repeat(text, size/len(text))
			r := courierReader([]byte(data), Options{})
			for {
				record, err := r.Next()
				if err != nil {
					break
				}
				if record.Fault == nil {
					_ = courier.Row.Write(io.Discard, record)
				}
			}
			courier.Row.Detect([]byte(data))
			_, _ = courier.AppendParts(nil, data)
		}
		if took := time.Since(begin); took > 5*time.Second {
			t.Errorf("%q takes %v", text, took)
		}
	}
}

func FuzzCourier(f *testing.F) {
	f.Add("Variant=chess\n1. P e2-e4 p e7-e5\n2. K e1-g1; R h1-f1 // c\n2... resign")
	f.Add("// Game: x\nset a;; say b; 1. P*e5 @-e4 -e4 e4-\n0-1")
	f.Add("1... p e7-e8; say; q-e8;\nVariant=y\nVariantName=y\n;;\n...")
	f.Fuzz(func(t *testing.T, text string) {
		courier.Row.Detect([]byte(text))
		courier.AppendParts(nil, text)
		var joined []byte
		for r := courierReader([]byte(text), Options{}); ; {
			record, err := r.Next()
			var unreadable *Unreadable
			if err == io.EOF || errors.As(err, &unreadable) {
				if err == io.EOF && string(joined) != text {
					t.Fatal("the records' bytes are not the file's")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			joined = append(joined, record.Bytes...)
			for i, ply := range record.Moves {
				if _, fault := courier.AppendParts(nil, ply.Text); fault != nil {
					t.Fatalf("ply %d: %v", i+1, fault)
				}
			}
			var b bytes.Buffer
			if record.Fault == nil && courier.Row.Write(&b, record) == nil {
				courierRoundTrip(t, record)
			}
		}
	})
}
