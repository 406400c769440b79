// Package dhtmlxq reads and writes DhtmlXQ, the notation of Chinese web sites
// for xiangqi games.
package dhtmlxq

import (
	"bytes"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// DhtmlXQ has a tag for everything: [DhtmlXQ_red]…[/DhtmlXQ_red].
//
// A move is four digits, column and row of both squares, counted from 0 at
// Red's upper left. movelist is the main line. move_2_7_5 is line 5, a
// variation that replaces ply 7 of line 2. comment7 follows ply 7 of the main
// line, comment5_9 ply 9 of line 5. binit lists the squares of the pieces at
// the start.
const DhtmlXQ record.Format = "dhtmlxq"

// ruleDhtmlXQ is the rule ID of errors.
const ruleDhtmlXQ = "DhtmlXQ"

// The delimiters of the notation.
const (
	tagOpen   = "[DhtmlXQ"
	tagClose  = "[/DhtmlXQ"
	lineBreak = "||" // line end in a value
)

// Row describes the notation.
var Row = format.Row{
	Format: DhtmlXQ, Detect: detectDhtmlXQ, Open: openDhtmlXQ, Print: printDhtmlXQ,
	Files: format.Files{File: DhtmlXQ, Title: "DhtmlXQ", Extension: "txt", Single: true},
	Headers: format.Headers{
		Keys: &keys, Private: true,
		Implies: func(*record.Record) string { return "象棋" }, Line: tagLine, Span: tagSpan,
	},
	Moves: format.Moves{
		Numbers: format.NoNumbers, NoPass: true, Behind: true, NoBlankComments: true, OneComment: true,
		Plain: strings.NewReplacer("|", "/", tagClose, "(/DhtmlXQ", tagOpen, "(DhtmlXQ").Replace,
	},
	Endings: format.Endings{Ends: func(*record.Ending) bool { return false }},
	Lacks:   []record.Part{record.PartSameTags, record.PartSetup, record.PartEnding, record.PartTrailing},
}

// keys are the keys of xiangqi programs that differ from PGN.
var keys = record.Keys{record.FieldFirst: {"Red"}, record.FieldFirstElo: {"RedElo"}, record.FieldFirstTeam: {"RedTeam"}}

// tagNames are names of tags and the keys that they get in a record. Other
// names are kept.
var tagNames = [][2]string{
	{"title", "Title"}, {"event", "Event"}, {"date", "Date"}, {"place", "Site"}, {"round", "Round"}, {"table", "Board"},
	{"red", "Red"}, {"redteam", "RedTeam"}, {"redrating", "RedElo"}, {"black", "Black"}, {"blackteam", "BlackTeam"},
	{"blackrating", "BlackElo"}, {"remark", "Note"}, {"author", "Author"}, {"timerule", "TimeControl"},
	{"open", "Opening"},
	{"endtype", "Termination"},
}

// resultWords are the words written for results.
var resultWords = []struct{ word, result string }{{"红胜", "1-0"}, {"黑胜", "0-1"}, {"和局", "1/2-1/2"}, {"未知", "*"}}

// detectDhtmlXQ reports whether a text has a tag of the notation at the start
// of a line or after an HTML tag.
func detectDhtmlXQ(prefix []byte) bool {
	for at := 0; ; {
		i := bytes.Index(prefix[at:], []byte(tagOpen))
		if i < 0 {
			return false
		}
		at += i + len(tagOpen)
		before := bytes.TrimRight(prefix[:at-len(tagOpen)], " \t\ufeff")
		if at < len(prefix) && (prefix[at] == ']' || prefix[at] == '_') &&
			(len(before) == 0 || bytes.IndexByte([]byte("\n\r>"), before[len(before)-1]) >= 0) {
			return true
		}
	}
}

func openDhtmlXQ(src *source.Source) func() (*record.Record, error) {
	f := &dhtmlxqSplitter{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: "gbk", Missing: "no DhtmlXQ tag found",
		Read: func(text string, _ int, place scan.Place) *record.Record { return readDhtmlXQ(text, place, &src.Meter) },
	}
	return c.Next
}

// dhtmlxqSplitter splits a file into records: at [DhtmlXQ], and at any tag
// after [/DhtmlXQ].
type dhtmlxqSplitter struct{ hasTag, closed bool }

func (f *dhtmlxqSplitter) begins(line []byte) bool {
	tagged := bytes.Contains(line, []byte(tagOpen))
	begins := tagged && (f.closed || f.hasTag && bytes.Contains(line, []byte(tagOpen+"]")))
	if begins {
		*f = dhtmlxqSplitter{}
	}
	f.hasTag = f.hasTag || tagged
	f.closed = f.closed || bytes.Contains(line, []byte(tagClose+"]"))
	return begins
}
