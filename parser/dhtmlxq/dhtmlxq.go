// Package dhtmlxq reads and writes DhtmlXQ, the notation in which Chinese web
// sites exchange games of xiangqi.
package dhtmlxq

import (
	"bytes"
	"strings"

	"assay/parser/format"
	"assay/parser/record"
	"assay/parser/scan"
	"assay/parser/source"
)

// DhtmlXQ has a tag for everything, [DhtmlXQ_red]…[/DhtmlXQ_red]. Moves are
// four digits: column and row of both squares, from 0, as Red sees the board
// from its upper left. movelist is the main line and move_2_7_5 the line number
// 5, which stands instead of ply 7 of line 2; comment7 stands behind ply 7 of
// the main line, and comment5_9 behind ply 9 of line 5. binit gives the squares
// of the pieces at the start.
const DhtmlXQ record.Format = "dhtmlxq"

// rule stands for the notation in faults.
const rule = "DhtmlXQ"

// The signs around tags.
const (
	opens    = "[DhtmlXQ"
	shuts    = "[/DhtmlXQ"
	lineSign = "||" // between the lines of a text
)

// Row is what there is to know of the notation.
var Row = format.Row{
	Format: DhtmlXQ, Detect: detect, Open: open, Print: write,
	Files: format.Files{File: DhtmlXQ, Title: "DhtmlXQ", Extension: "txt", Single: true},
	Headers: format.Headers{
		Keys: &keys, Private: true,
		Implies: func(*record.Record) string { return "象棋" }, Line: tagLine, Span: tagSpan,
	},
	Moves: format.Moves{
		Numbers: format.NoNumbers, NoPass: true, Behind: true, NoBlankComments: true, OneComment: true,
		Plain: strings.NewReplacer("|", "/", shuts, "(/DhtmlXQ", opens, "(DhtmlXQ").Replace,
	},
	Endings: format.Endings{Ends: func(*record.Ending) bool { return false }},
	Lacks:   []record.Part{record.PartSameTags, record.PartSetup, record.PartEnding, record.PartTrailing},
}

// keys are those of programs of xiangqi, where they are other than PGN's.
var keys = record.Keys{record.FieldFirst: {"Red"}, record.FieldFirstElo: {"RedElo"}, record.FieldFirstTeam: {"RedTeam"}}

// tagNames are the notation's names of header lines, with their keys in a
// record. Other lines have the same name in both.
var tagNames = [][2]string{
	{"title", "Title"}, {"event", "Event"}, {"date", "Date"}, {"place", "Site"}, {"round", "Round"}, {"table", "Board"},
	{"red", "Red"}, {"redteam", "RedTeam"}, {"redrating", "RedElo"}, {"black", "Black"}, {"blackteam", "BlackTeam"},
	{"blackrating", "BlackElo"}, {"remark", "Note"}, {"author", "Author"}, {"timerule", "TimeControl"}, {"open", "Opening"},
	{"endtype", "Termination"},
}

// results are the words that are written for results.
var results = []struct{ word, result string }{{"红胜", "1-0"}, {"黑胜", "0-1"}, {"和局", "1/2-1/2"}, {"未知", "*"}}

// detect expects the sign of the notation at the start of a line, or behind a
// sign of HTML.
func detect(prefix []byte) bool {
	for at := 0; ; {
		i := bytes.Index(prefix[at:], []byte(opens))
		if i < 0 {
			return false
		}
		at += i + len(opens)
		before := bytes.TrimRight(prefix[:at-len(opens)], " \t\ufeff")
		if at < len(prefix) && (prefix[at] == ']' || prefix[at] == '_') &&
			(len(before) == 0 || bytes.IndexByte([]byte("\n\r>"), before[len(before)-1]) >= 0) {
			return true
		}
	}
}

func open(src *source.Source) func() (*record.Record, error) {
	f := &file{}
	c := &source.Cutter{
		Src: src, Begins: f.begins, Encoding: "gbk", Missing: "no tag of DhtmlXQ found",
		Read: func(text string, _ int, place scan.Place) *record.Record { return read(text, place, &src.Meter) },
	}
	return c.Next
}

// file finds where in a file another record begins: at [DhtmlXQ], and at any
// tag behind [/DhtmlXQ].
type file struct{ seen, shut bool }

func (f *file) begins(line []byte) bool {
	tagged := bytes.Contains(line, []byte(opens))
	again := tagged && (f.shut || f.seen && bytes.Contains(line, []byte(opens+"]")))
	if again {
		*f = file{}
	}
	f.seen = f.seen || tagged
	f.shut = f.shut || bytes.Contains(line, []byte(shuts+"]"))
	return again
}
