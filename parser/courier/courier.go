// Package courier reads and writes Game Courier's full algebraic notation (GC-1
// to GC-5).
package courier

import (
	"strings"

	"assay/parser/format"
	"assay/parser/numbered"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// Courier is Game Courier's full algebraic notation (GC-1 to GC-5).
//
// A record starts with header lines: Key=value as in numbered lists, or "Key:
// value" with a usual key such as Game, Variant, Options, Setup, Result or the
// name of a side. At the top of a file these may also be in comments: "// Game:
// Chess".
//
// Then come the moves, one or more per line, with numbers (`1. … 1... …` or `1.
// … …`) or without. A comment is // and the rest of the line. Statements of the
// server's own language are kept as comments with a warning and never executed.
const Courier record.Format = "courier"

// detectCourier looks for the first line with a numbered move or, below a
// header, with any move. The form of the move must be one that no other
// notation has: a label before its squares, several parts, or a place below a
// header. Its signs must touch the squares, unlike in numbered lists.
func detectCourier(prefix []byte) bool {
	hasHeader := false
	src := source.Of(prefix)
	for at := 0; ; {
		end, next, err := src.Line(at)
		if err != nil {
			return false
		}
		line := scan.Trim(string(prefix[at:end]))
		at = next
		if line == "" || line[0] == '{' || line[0] == ';' {
			continue
		}
		if line[0] == '[' || numbered.HasZillionsKey(line) {
			return false
		}
		tag, remark := headerInComment(line)
		if numbered.StartOf(line) != 0 || courierStart(line) != 0 || remark && numbered.StartOfKey(tag.Key) != 0 {
			hasHeader = true
			continue
		}
		_, after := numbered.PlyNumber(line, 0)
		if after > 0 {
			after = numbered.SkipDots(line, after)
		} else if !hasHeader {
			continue
		}
		part, stop, ok := courierPart(line, after)
		switch {
		case !hasHeader && part.Kind == Put && strings.HasSuffix(part.Label, record.PocketSquare):
			return false // Cpocket-e6 in PGN
		case after > 0 && !ok:
			if after < len(line) && !statementWords[courierWord(line, after)] {
				return false
			}
		case !ok || part.Kind == Pass || statementWords[courierWord(line, after)]:
		case isSpaced(line[part.At:stop]):
			return false
		case hasHeader || part.Label != "" || part.Kind != Move:
			return true
		}
	}
}

// isSpaced reports whether a part has blanks around its sign.
func isSpaced(part string) bool {
	for i := 1; i+1 < len(part); i++ {
		if (part[i] == '-' || part[i] == '*') && scan.SkipBlanks(part, i+1) > i+1 {
			return true
		}
	}
	return false
}

func openCourier(src *source.Source) func() (*record.Record, error) {
	f := &courierSplitter{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: source.EncodingUTF8,
		Read: func(text string, _ int, place scan.Place) *record.Record {
			return readCourier(text, place, &src.Meter)
		},
		Missing: "no header line or move of Game Courier's notation found",
	}
	return c.Next
}

// courierSplitter splits a file into records. A record begins at a line that
// names a variant, if moves or another such line came before. Only VariantName=
// (or Game:) and Variant= may both belong to one record, in either order.
type courierSplitter struct {
	seen     numbered.Start // starting header lines of the current record
	hasMoves bool           // the record has a line that looks like a move
}

func (f *courierSplitter) begins(line []byte) bool {
	text := string(line)
	s := courierStart(text)
	switch {
	case s == 0:
		if !f.hasMoves {
			_, _, move := courierPart(text, scan.SkipBlanks(text, 0))
			f.hasMoves = move || numbered.IsPlyLine(text)
		}
		return false
	case f.hasMoves, s&f.seen != 0:
		f.seen, f.hasMoves = s, false
		return true
	}
	f.seen |= s
	return false
}

// Row describes the notation.
var Row = format.Row{
	Format: Courier, Detect: detectCourier, Open: openCourier, Print: printCourier,
	Files:   format.Files{File: Courier, Title: "Game Courier", Extension: "txt", Separator: "\n"},
	Headers: format.Headers{NamesAll: true, Line: numbered.TagLine},
	Moves:   format.Moves{Behind: true, Lines: true, Typed: []format.Typing{{Order: 6, Way: format.AsTyped}}},
	Lacks: []record.Part{
		record.PartVariations, record.PartLongComments, record.PartGlyphs, record.PartMarks,
		record.PartClocks, record.PartTimes, record.PartEvaluations, record.PartCommands, record.PartBookmarks,
		record.PartSetup, record.PartTrailing,
	},
}
