// Package numbered reads and writes numbered move lists, including Zillions
// save files (NL-1 to NL-8).
package numbered

import (
	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// numberedSplitter splits a file into records. A starting header line begins a
// record even inside a brace comment, so that a comment without end cannot hide
// a game.
type numberedSplitter struct {
	src *source.Source
	// seen are the starting header lines of the current record. hasMoves means
	// that it has a line that looks like a ply. digitLines is the number of
	// lines that start with a digit, as an estimate of its plies.
	seen       Start
	hasMoves   bool
	digitLines int
}

func detectNumbered(prefix []byte) bool {
	_, err := (&numberedSplitter{src: source.Of(prefix)}).first()
	return err == nil
}

func openNumbered(src *source.Source) func() (*record.Record, error) {
	f := &numberedSplitter{src: src}
	first := func() (source.Head, error) {
		h, err := f.first()
		f.hasMoves = err != nil
		return h, err
	}
	c := &source.Cutter{
		Src: src, First: first, Begins: f.begins,
		Forget: func() { f.seen, f.hasMoves, f.digitLines = 0, false, 0 },
		Read: func(text string, head int, place scan.Place) *record.Record {
			return readNumbered(text, head, place, f.digitLines, &src.Meter)
		},
	}
	return c.Next
}

// begins reports whether a line starts another record: it is a starting header
// line after moves, or after a line of the same kind. Only VariantName= and
// Variant= belong together, in either order, and both may follow the Zillions
// line.
func (f *numberedSplitter) begins(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	c := line[i]
	if c-'0' <= 9 {
		f.digitLines++
	}
	if c-'0' <= 9 && f.hasMoves || 'A' <= c && c < 'V' || 'a' <= c && c < 'v' {
		return false
	}
	text := string(line)
	s := StartOf(text)
	switch {
	case s == 0:
		f.hasMoves = f.hasMoves || IsPlyLine(text)
		return false
	case f.hasMoves, s == startZillions && f.seen != 0, s&f.seen != 0:
		return true
	}
	f.seen |= s
	return false
}

// Numbered is the numbered move list, including Zillions save files (NL-1 to
// NL-8).
const Numbered record.Format = "numbered"

// Row describes the notation.
var Row = format.Row{
	Format: Numbered, Detect: detectNumbered, Open: openNumbered, Print: printNumbered,
	Files:   format.Files{File: Numbered, Title: "Numbered list", Extension: "txt", Separator: "\n"},
	Headers: format.Headers{NamesAll: true, Line: TagLine},
	Moves: format.Moves{
		NumberRule: "NL-1", Strict: true, Lines: true,
		Typed: []format.Typing{{Order: 0, Way: format.OnLines}, {Order: 7, Way: format.ByLines},
			{Order: 8, Way: format.BySigns}},
	},
	Endings: format.Endings{Ends: func(*record.Ending) bool { return false }},
	Lacks:   []record.Part{record.PartEnding, record.PartTrailing},
}
