package parser

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"assay/fixtures"
	"assay/parser/numbered"
	"assay/parser/scan"
	"assay/parser/source"
)

// readerRows are inputs whose bytes matter; the others are golden files. want
// are the texts of all plies, with "|" between records.
var readerRows = []struct {
	name, text, want string
	line, column     int // of the last ply
}{
	{"LF", "Variant=x\n1. Pass\n1. A a - b\n", "Pass,A a - b", 3, 4},
	{"CRLF", "Variant=x\r\n\r\n1. Pass\r\n1. A a - b\r\n", "Pass,A a - b", 4, 4},
	{"CR", "Variant=x\r\r1. Pass\r1. A a - b", "Pass,A a - b", 4, 4},
	{"mixed line ends", "Variant=x\r1. Pass\r\n\n1. A a - b\r\r\n", "Pass,A a - b", 4, 4},
	{"no last line end", "Variant=x\n1. Pass", "Pass", 2, 4},
	{"byte-order mark", "\uFEFFVariant=x\n1. Pass\n", "Pass", 2, 4},
	{"byte-order mark before a ply", "\uFEFF1. Pass\n", "Pass", 1, 4},
	{"byte-order marks of joined files", "\uFEFFVariant=x\n1. Pass\n\uFEFFVariant=y\n1. A a - b\n", "Pass|A a - b", 4, 4},
	{"other blanks", "\u00a0Variant\u00a0=x\n\u30001.\u00a0Pass\v1.\tA a - b\f\n", "Pass,A a - b", 2, 13},
	{"NUL", "Variant=x\x00\n1. P\x00 a - b\n", "P\x00 a - b", 2, 4},
	{"Latin-1", "Variant=x\n1. K\xf6nig a - b 1. K\xf6nig c - d\n", "König a - b,König c - d", 2, 19},
	{"tags then blank lines", "Variant=x\n\n\n\n1. Pass\n", "Pass", 5, 4},
	{"case of keys", "VARIANTNAME=x\nvariant=y\nRESULT=1-0\n1. Pass\n", "Pass", 4, 4},
	{"empty game between others", "Variant=x\nVariant=y\n\n\nVariant=z\n1. Pass\n", "||Pass", 6, 4},
	{"comment that holds a header line", "Variant=x\n1. Pass {a\nVariant=y\n1. A a - b\n", "Pass|A a - b", 4, 4},
	{"closing brace in a line comment", "Variant=x\n; a } b\n1. Pass\n", "Pass", 3, 4},
	{"plies of several kinds on a line", "Variant=x\n1.Pass 1...A a - b 2…A b - c ... A d - e\n", "Pass,A a - b,A b - c,A d - e", 2, 34},
	{"dots in words", "Variant=x\n1. A.b a...c - v2.5\n", "A.b a...c - v2.5", 2, 4},
	{"slash in a word", "Variant=x\n1. A/b a/c - d/e // f\n", "A/b a/c - d/e", 2, 4},
	{"dots and a comment", "Variant=x\n1. ...{a}Pass;\n1. A a - b//", "Pass,A a - b", 3, 4},
	{"headerless pass", "1. Pass\n", "Pass", 1, 4},
}

func TestReader(t *testing.T) {
	for _, row := range readerRows {
		t.Run(row.name, func(t *testing.T) {
			records := readAll(t, []byte(row.text), Options{})
			var games []string
			var joined []byte
			var last Place
			for i, r := range records {
				var plies []string
				for _, ply := range r.Moves {
					plies = append(plies, ply.Text)
					last = ply.Place
				}
				games = append(games, strings.Join(plies, ","))
				joined = append(joined, r.Bytes...)
				if r.Game != i+1 || r.Format != Numbered {
					t.Errorf("record %d is numbered %d, of format %q", i+1, r.Game, r.Format)
				}
			}
			if got := strings.Join(games, "|"); got != row.want {
				t.Errorf("plies %q, want %q", got, row.want)
			}
			if want := slowPlace([]byte(row.text), last.Offset); last != want || last.Line != row.line || last.Column != row.column {
				t.Errorf("last ply at %+v, want %d:%d, counted %+v", last, row.line, row.column, want)
			}
			if string(joined) != row.text {
				t.Errorf("bytes %q", joined)
			}
			slow := NewReader(iotest.OneByteReader(strings.NewReader(row.text)), Options{})
			for _, r := range records {
				again, err := slow.Next()
				if err != nil {
					t.Fatal(err)
				}
				if sketch(again) != sketch(r) || !bytes.Equal(again.Bytes, r.Bytes) {
					t.Errorf("byte by byte: %s", sketch(again))
				}
			}
			if _, err := slow.Next(); err != io.EOF {
				t.Errorf("byte by byte: %v at the end", err)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	for _, row := range []struct{ name, text, reason string }{
		{"empty", "", "empty"},
		{"blank", " \n\n \r\n", "no header line"},
		{"prose", "Dear Sir,\nI have 2. things to say.\n", "no header line"},
		{"numbered prose", "1. If your king is captured, you lose.\n2. Otherwise not.\n", "no header line"},
		{"headers only", "Result=1-0\nPlayers=Ann\n", "no header line"},
		{"noise", strings.Repeat("\x00\xff\x13(", 1000), "no header line"},
		{"parentheses", strings.Repeat("(", 10000), "no header line"},
		{"a page", "<html>\n<body>The move e4 is best by test.</body>\n", "no header line"},
		{"sentence about save files", "A Zillions Save Game File Version 0.02 is text.\n", "no header line"},
		{"not quite a save file", "Zillions Save Game File Versions differ.\n", "no header line"},
	} {
		r := NewReader(strings.NewReader(row.text), Options{})
		_, err := r.Next()
		var none *Unreadable
		if !errors.As(err, &none) || !strings.Contains(none.Reason, row.reason) {
			t.Errorf("%s: %v, want %q", row.name, err, row.reason)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: %v after that", row.name, err)
		}
		if format, ok := Detect([]byte(row.text)); ok {
			t.Errorf("%s: taken for %s", row.name, format)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, text := range []string{
		"Variant=x",
		"Zillions Save Game File Version 0.02 CC\r\n",
		"Prose.\n\nVariantName=x\n",
		"; comment\n1. Pawn a - b\n",
	} {
		if format, ok := Detect([]byte(text)); !ok || format != Numbered {
			t.Errorf("%q: %q, %v", text, format, ok)
		}
	}
	for _, text := range []string{"1. C2.5 h8+7\n", "C2=5 H8+7\n", "1. +P=4 K6+1\n", "1. P+=4 K6+1\n", "1... R9.8\n"} {
		if format, ok := Detect([]byte(text)); !ok || format != PGN {
			t.Errorf("%q: %q, %v", text, format, ok)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	var unknown *UnknownFormat
	_, err := NewReader(strings.NewReader("Variant=x\n"), Options{Format: "morse"}).Next()
	if !errors.As(err, &unknown) || unknown.Format != "morse" {
		t.Errorf("reading: %v", err)
	}
	if err := Write(io.Discard, &Record{Format: "morse"}); !errors.As(err, &unknown) {
		t.Errorf("writing: %v", err)
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	in := io.MultiReader(strings.NewReader("Variant=x\n1. Pass\nVariant=y\n1. Pa"), iotest.ErrReader(broken))
	r := NewReader(in, Options{Format: Numbered})
	if _, err := r.Next(); err != nil {
		t.Errorf("first record: %v", err)
	}
	for range 2 {
		if record, err := r.Next(); err != broken {
			t.Errorf("second record: %v, %v", record, err)
		}
	}
	if _, err := NewReader(neverReader{}, Options{}).Next(); err != io.ErrNoProgress {
		t.Errorf("a reader that gives nothing: %v", err)
	}
}

// neverReader violates the contract of io.Reader.
type neverReader struct{}

func (neverReader) Read([]byte) (int, error) { return 0, nil }

func TestMaxRecord(t *testing.T) {
	const limit = 100
	long := strings.Repeat("1. Pass\n", limit)
	wide := strings.Repeat("x", 200<<10)
	for _, row := range []struct{ name, text, want string }{
		{"none", "Variant=x\n1. Pass\nVariant=y\n1. Pass\n", "1 1"},
		{"first", "Variant=x\n" + long + "Variant=y\n1. Pass\n", "too large at 1:1, 1"},
		{"middle", "Variant=w\nVariant=x\n" + long + "Variant=y\n1. Pass\n1. Pass", "0 too large at 2:1, 2"},
		{"last", "Variant=x\nVariant=y\n" + long, "0 too large at 2:1,"},
		{"long line", "Variant=x\n1. " + wide + "\rVariant=y\n1. Pass\n", "too large at 1:1, 1"},
		{"long line of two ends", "Variant=x\n1. " + wide + "\r\nVariant=y\n1. Pass\n", "too large at 1:1, 1"},
		{"long first line", wide + "\nVariant=y\n1. Pass\n", "too large at 1:1, 1"},
		{"two", "Variant=x\n" + long + "Variant=y\n" + long + "Variant=z\n", "too large at 1:1, too large at 102:1, 0"},
		{"prose", strings.Repeat("prose\n", 100) + "Variant=y\n1. Pass\n", "too large at 1:1, 1"},
		{"just fits", "Variant=x\n" + strings.Repeat("y", limit-11) + "\n", "0"},
		{"just does not", "Variant=x\n" + strings.Repeat("y", limit-10) + "\n", "too large at 1:1,"},
	} {
		r := NewReader(strings.NewReader(row.text), Options{MaxRecord: limit})
		var got []string
		for game := 1; ; game++ {
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			var large *TooLarge
			switch {
			case errors.As(err, &large):
				got = append(got, fmt.Sprintf("too large at %v,", large.Place))
				if large.Limit != limit || large.Game != game || !strings.Contains(err.Error(), "100 bytes") {
					t.Errorf("%s: %v", row.name, err)
				}
			case err != nil:
				t.Fatalf("%s: %v", row.name, err)
			default:
				got = append(got, fmt.Sprint(len(record.Moves)))
				if n := len(record.Moves); n > 0 && slowPlace([]byte(row.text), record.Moves[n-1].Place.Offset) != record.Moves[n-1].Place {
					t.Errorf("%s: last ply at %+v", row.name, record.Moves[n-1].Place)
				}
			}
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%s: %q, want %q", row.name, strings.Join(got, " "), row.want)
		}
	}
}

// endless yields n bytes of a repeated text.
type endless struct {
	text string
	n    int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(b) && n < e.n {
		n += copy(b[n:], e.text)
	}
	e.n -= n
	return n, nil
}

// TestBoundedMemory reads files far larger than the memory limit.
func TestBoundedMemory(t *testing.T) {
	const limit, most = 1 << 20, 4 << 20
	size := fixtures.Rounds(6, 20, 20) << 20
	for _, row := range []struct{ name, text string }{
		{"no line end", "garbage"},
		{"blank lines", "\n"},
		{"carriage returns", "\r"},
		{"NUL", "\x00"},
		{"short records", "Variant=x\n" + strings.Repeat("1. Pawn f3 - f4\n", 100)},
		{"open braces", "Variant=x\n1. Pass {{{{\n"},
		{"words", "1. a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a "},
	} {
		var before, after runtime.MemStats
		r := NewReader(&endless{row.text, size}, Options{MaxRecord: limit})
		runtime.GC()
		runtime.ReadMemStats(&before)
		peak := uint64(0)
		records := 0
		for i := 0; ; i++ {
			_, err := r.Next()
			if err == io.EOF {
				break
			}
			records++
			if i%5000 == 0 {
				runtime.GC()
				runtime.ReadMemStats(&after)
				peak = max(peak, after.HeapAlloc-min(after.HeapAlloc, before.HeapAlloc))
			}
		}
		if peak > most || records == 0 {
			t.Errorf("%s: %d MiB held, %d records", row.name, peak>>20, records)
		}
	}
}

// TestLargeRecords reads records that are large but within the limit.
func TestLargeRecords(t *testing.T) {
	var many strings.Builder
	for i := range 1525 {
		fmt.Fprintf(&many, "%d. Pawn f3 - f4\n", i/2+1)
	}
	for _, row := range []struct {
		name, text string
		plies      int
	}{
		{"1,525 plies", "Variant=x\n" + many.String(), 1525},
		{"a comment of 1 MB", "Variant=x\n1. Pass {" + strings.Repeat("long\n", 200<<10) + "}\n1. Pass\n", 2},
		{"a million blank lines", "Variant=x\n" + strings.Repeat("\n", 1e6) + "1. Pass\n" + strings.Repeat("\r", 1e6), 1},
		{"a long number", "Variant=x\n" + strings.Repeat("9", 1<<20) + ". Pass\n", 1},
		{"many comments", "Variant=x\n1. Pass " + strings.Repeat("{a}", 1e5) + "\n1. Pass\n", 2},
		{"a ply in many pieces", "Variant=x\n1. " + strings.Repeat("a{}", 1e5) + "\n", 1},
		{"many dots", "Variant=x\n1. a " + strings.Repeat(".", 1<<20) + "b\n", 1},
		{"many digits", "Variant=x\n1. a " + strings.Repeat("1.", 1<<19) + "b\n", 1},
		{"many fractions", "Variant=x\n1. a" + strings.Repeat("11111111.1", 1<<17) + "b\n", 1},
		{"two plies a line", "Variant=x\n" + strings.Repeat("1. Pass ", 1e5) + "\n", 1e5},
	} {
		records := readAll(t, []byte(row.text), Options{})
		if len(records) != 1 || records[0].Fault != nil || len(records[0].Moves) != row.plies {
			t.Errorf("%s: %d records, %d plies, fault %v", row.name, len(records), len(records[0].Moves), records[0].Fault)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, row := range readerRows {
		f.Add([]byte(row.text))
	}
	f.Add([]byte("prose\nResult=*\n1. A a - b B c x d R e {x\ny} S f\n2. B * c Pass; }\n\nbye\nZillions Save Game File Version 0.02 CC\n(x a1)\n(A b c)\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 4 << 10
		var (
			joined  []byte
			refused bool
		)
		r := NewReader(bytes.NewReader(data), Options{MaxRecord: limit})
		for {
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			var large *TooLarge
			var none *Unreadable
			if errors.As(err, &large) || errors.As(err, &none) {
				refused = true
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			joined = append(joined, record.Bytes...)
			checkRecord(t, data, record)
		}
		if !refused && !bytes.Equal(joined, data) {
			t.Errorf("the records' bytes are\n%q\nnot the file's\n%q", joined, data)
		}
	})
}

// checkRecord checks invariants of a record.
func checkRecord(t *testing.T, data []byte, r *Record) {
	headed := false
	for _, tag := range r.Tags {
		headed = headed || numbered.StartOfKey(tag.Key) != 0
	}
	if r.Format != Numbered {
		return // each notation has its own fuzz target
	}
	for i, ply := range r.Moves {
		if !strings.HasPrefix(r.Encoding, source.EncodingUTF8) {
			break // the text differs from the bytes
		}
		start, _, _ := strings.Cut(ply.Text, " ")
		start, _, _ = strings.Cut(start, "\uFFFD") // replaces bytes that are not UTF-8
		if start == "" {
			continue
		}
		if !bytes.HasPrefix(data[ply.Place.Offset:], []byte(start)) {
			t.Errorf("ply %d %q is not at %d", i+1, ply.Text, ply.Place.Offset)
		}
		if want := slowPlace(data, ply.Place.Offset); want != ply.Place {
			t.Errorf("ply %d %q at %+v, want %+v", i+1, ply.Text, ply.Place, want)
		}
	}
	var unwritable *Unwritable
	if err := Write(io.Discard, r); errors.As(err, &unwritable) && (!headed || strings.Contains(unwritable.Text, "(")) {
		return // a bracket is text after a blank line, and elsewhere opens a variation
	}
	checkRoundTrip(t, r)
}

// slowPlace returns the place of a byte, counted from the start of the file.
func slowPlace(data []byte, offset int64) Place {
	place := Place{Line: 1, Column: 1, Offset: offset}
	line := 0
	for i, r := range string(data) {
		if int64(i) >= offset {
			break
		}
		place.Column++
		if r == '\n' || r == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			place.Line, place.Column = place.Line+1, 1
			line = i + 1
		} else if r == scan.ByteOrderMark && i == line {
			place.Column--
		}
	}
	return place
}
