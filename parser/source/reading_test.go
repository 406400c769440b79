package source_test

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"assay/fixtures"
	"assay/fixtures/encoded"
	"assay/parser"
)

// TestGoldenFiles prints how files are cut into records, at all limits, and in
// all encodings.
func TestGoldenFiles(t *testing.T) {
	var b strings.Builder
	print := func(name string, raw []byte, o parser.Options) {
		fmt.Fprintf(&b, "%s:", name)
		for _, in := range []io.Reader{strings.NewReader(string(raw)), iotest.OneByteReader(strings.NewReader(string(raw)))} {
			r := parser.NewReader(in, o)
			for range 12 {
				rec, err := r.Next()
				if errors.Is(err, io.EOF) {
					fmt.Fprint(&b, " end")
					break
				}
				if err != nil {
					fmt.Fprintf(&b, " (%.110v)", err)
					if large := new(parser.TooLarge); errors.As(err, &large) {
						continue
					}
					break
				}
				fmt.Fprintf(&b, " %d:%d:%d %s %s %d plies %d bytes", rec.Place.Line, rec.Place.Column, rec.Place.Offset, rec.Format, rec.Encoding, len(rec.Moves), len(rec.Bytes))
				if n := len(rec.Moves); n > 0 {
					fmt.Fprintf(&b, " %v", rec.Moves[n-1].Place)
				}
				if rec.Fault != nil {
					fmt.Fprintf(&b, " %.80v", rec.Fault)
				}
				for _, w := range rec.Warnings {
					fmt.Fprintf(&b, " (%.80v)", &w)
				}
			}
			fmt.Fprint(&b, " /")
		}
		fmt.Fprintln(&b)
	}
	pgn := "[Event \"Müller – José\"]\n[White \"á\"]\n\n1. e4 {é} e5 (1... c5 {in a side line}) 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 d5 1-0\n"
	kif := "手合割：平手\n先手：羽生\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*対局者\n   2 ３四歩(33)\n"
	chinese := "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马8进7 {评}\n2. 马二进三 车9平8\n*\n"
	list := "Variant=csg-1\nEvent=Ö\n1. Pawn f3 - f4 {ü}\n1. Pawn a7 - a6\n\nVariant=csg-1\n1. Pawn f3 - f4\n"
	json := `{"moves":["e4"]} {"a":1}` + "\n" + `[{"x":[]}]`
	print("empty", nil, parser.Options{})
	for _, row := range []struct{ name, text string }{{"pgn", pgn}, {"kif", kif}, {"chinese", chinese}, {"list", list}, {"json", json}} {
		print(row.name, []byte(row.text), parser.Options{})
		for _, encoding := range []string{"iso-8859-1", "windows-1252", "shift_jis", "euc-jp", "gbk"} {
			raw, err := encoded.Of(encoding).NewEncoder().Bytes([]byte(row.text))
			if err == nil {
				print(row.name+" in "+encoding, raw, parser.Options{})
			}
		}
		for _, big := range []bool{false, true} {
			print(row.name+" in UTF-16", encoded.Wide(row.text, big), parser.Options{})
			print(row.name+" in UTF-16 with a mark", encoded.Wide("\uFEFF"+row.text, big), parser.Options{})
		}
		print(row.name+" with CR", []byte(strings.ReplaceAll(row.text, "\n", "\r")), parser.Options{})
		print(row.name+" with CRLF", []byte(strings.ReplaceAll(row.text, "\n", "\r\n")), parser.Options{})
		print(row.name+" encoded twice", []byte(latin(row.text)), parser.Options{})
		for _, limit := range []int64{1, 20, int64(len(row.text)) / 2, int64(len(row.text)) - 1, int64(len(row.text))} {
			print(fmt.Sprintf("%s, %d bytes", row.name, limit), []byte(row.text), parser.Options{MaxRecord: limit})
		}
		for n := range 4 {
			for _, limits := range []parser.Limits{{Plies: n}, {Variations: n}, {Comment: n}} {
				print(fmt.Sprintf("%s, %+v", row.name, limits), []byte(row.text), parser.Options{Limits: limits})
			}
		}
	}
	fixtures.Golden(t, flag.Lookup("update").Value.String() == "true", "testdata/files.golden", b.String())
}

// latin encodes UTF-8 as if it were Latin-1.
func latin(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}
