package shogi

import (
	"encoding/json"
	"strconv"
	"time"

	"assay/parser/record"
)

// jkfWriter writes one JKF record.
type jkfWriter struct {
	b          []byte
	second     bool // the second player moves first
	invalidPly string
}

// jkfLine is a line that is not completely written.
type jkfLine struct {
	plies       record.Line
	first       int // number of the first ply
	next        int // index of the next ply to write
	variations  int // variations written of the ply before it
	isVariation bool
	// totals is the time of each side after the plies so far, the last mover's
	// first; before is the same before the last ply.
	totals, before [2]time.Duration
}

// printJKF writes a record as JKF, with one ply per line.
func printJKF(r *record.Record) ([]byte, error) {
	board, err := writtenStart(r, JKF)
	if err != nil {
		return nil, err
	}
	if board.files != board.ranks || board.files != 9 && board.files != 5 {
		return nil, &record.Unwritable{Format: JKF, Message: "start", Text: r.Start}
	}
	k := &jkfWriter{second: board.second}
	k.b = append(k.b, `{"header":{`...)
	tags := make([]record.Tag, len(r.Tags))
	for i, tag := range r.Tags {
		tag.Key = renamedKeys.Rename(tag.Key, &kifKeys)
		tags[i] = tag
		if i > 0 {
			k.b = append(k.b, ',')
		}
		k.string(tag.Key)
		k.b = append(k.b, ':')
		k.string(tag.Value)
	}
	k.b = append(k.b, `},"initial":`...)
	k.initial(board)
	k.b = append(k.b, `,"moves":[{`...)
	if comments := record.CommentLines(record.OpeningComments(r)); len(comments) > 0 {
		k.comments(comments)
	}
	k.b = append(k.b, '}')
	k.writeMoves(r)
	k.b = append(k.b, "]}\n"...)
	if k.invalidPly != "" {
		return nil, &record.Unwritable{Format: JKF, Message: "a move that is not a JSON object", Text: k.invalidPly}
	}
	return k.b, checkWritten(k.b, tags, r, JKF, openJKF)
}

func (k *jkfWriter) string(text string) {
	quoted, _ := json.Marshal(text) // a string cannot fail
	k.b = append(k.b, quoted...)
}

func (k *jkfWriter) initial(board *shogiBoard) {
	start := board.start()
	for i := range shogiHandicaps {
		if h := &shogiHandicaps[i]; h.start == start && h.jkf != "" {
			k.b = append(k.b, `{"preset":"`+h.jkf+`"}`...)
			return
		}
	}
	picture := &jkfPosition{Board: make([][]jkfSquare, board.files), Hands: []map[string]int{{}, {}}}
	if board.second {
		picture.Color = 1
	}
	for file := range board.files {
		column := make([]jkfSquare, board.ranks)
		for rank := range column {
			piece, color := board.squares[file][rank], 0
			if piece < 0 {
				piece, color = -piece, 1
			}
			if piece > 0 {
				column[rank] = jkfSquare{Color: &color, Kind: shogiPieces[piece-1].csa}
			}
		}
		picture.Board[file] = column
	}
	for side := range picture.Hands {
		for i, n := range board.hands[side] {
			picture.Hands[side][shogiPieces[i].csa] = n
		}
	}
	text, _ := json.Marshal(jkfInitial{Preset: "OTHER", Data: picture}) // cannot fail
	k.b = append(k.b, text...)
}

func (k *jkfWriter) comments(lines []string) {
	k.b = append(k.b, `"comments":[`...)
	for i, line := range lines {
		if i > 0 {
			k.b = append(k.b, ',')
		}
		k.string(line)
	}
	k.b = append(k.b, ']')
}

// writeMoves writes the plies of a record, with variations nested.
func (k *jkfWriter) writeMoves(r *record.Record) {
	open := []*jkfLine{{plies: r.Moves, first: 1}}
	for len(open) > 0 {
		line := open[len(open)-1]
		if line.next > 0 {
			ply := &line.plies[line.next-1]
			if line.variations < len(ply.Notes().Variations) {
				open = append(open, k.openVariation(line, ply))
				continue
			}
			if line.variations > 0 {
				k.b = append(k.b, ']')
			}
			k.b = append(k.b, '}')
		}
		if line.next == len(line.plies) {
			k.writeEnding(line, r)
			if line.isVariation {
				k.b = append(k.b, ']')
			}
			open = open[:len(open)-1]
			continue
		}
		k.writePly(line)
	}
}

// openVariation opens the next variation of a ply.
func (k *jkfWriter) openVariation(line *jkfLine, ply *record.Ply) *jkfLine {
	if line.variations == 0 {
		k.b = append(k.b, `,"forks":[`...)
	} else {
		k.b = append(k.b, ',')
	}
	k.b = append(k.b, '[')
	side := &jkfLine{plies: ply.Notes().Variations[line.variations], first: line.first + line.next - 1,
		isVariation: true, totals: line.before}
	line.variations++
	return side
}

// writePly writes the next ply of a line, without its variations. Its object is
// left open.
func (k *jkfWriter) writePly(line *jkfLine) {
	s := record.Segment{First: line.first, Plies: line.plies, Side: line.isVariation}
	i := line.next
	ply := &line.plies[i]
	if !line.isVariation || i > 0 {
		k.b = append(k.b, ',')
	}
	k.b = append(k.b, "\n{"...)
	spent := noTime
	if ply.Spent != nil {
		spent = wholeSeconds(*ply.Spent)
	}
	total := totalOf(ply)
	if lines := record.CommentLines(s.Around(i)); len(lines) > 0 {
		k.comments(lines)
		k.b = append(k.b, ',')
	}
	k.b = append(k.b, `"move":`...)
	if k.b = append(k.b, ply.Text...); k.invalidPly == "" &&
		(ply.Text == "" || ply.Text[0] != '{' || !json.Valid([]byte(ply.Text))) {
		k.invalidPly = ply.Text + " "
	}
	sum := line.totals[1] + max(spent, 0)
	if total != noTime {
		sum = total
	}
	if spent != noTime {
		k.b = append(k.b, ',')
		k.time(spent, sum)
	}
	line.before = line.totals
	line.totals = [2]time.Duration{sum, line.totals[0]}
	line.next++
	line.variations = 0
}

func (k *jkfWriter) time(spent, total time.Duration) {
	k.b = append(k.b, `"time":{"now":`...)
	k.clock(spent)
	k.b = append(k.b, `,"total":`...)
	k.clock(total)
	k.b = append(k.b, '}')
}

func (k *jkfWriter) clock(d time.Duration) {
	k.b = append(k.b, '{')
	if h := int64(d / time.Hour); h > 0 {
		k.b = append(strconv.AppendInt(append(k.b, `"h":`...), h, 10), ',')
	}
	k.b = strconv.AppendInt(append(k.b, `"m":`...), int64(d/time.Minute)%60, 10)
	k.b = strconv.AppendInt(append(k.b, `,"s":`...), int64(d/time.Second)%60, 10)
	k.b = append(k.b, '}')
}

// writeEnding writes the ending of a line.
func (k *jkfWriter) writeEnding(line *jkfLine, r *record.Record) {
	word, result, spent, total := lineEnding(&record.Segment{First: line.first, Plies: line.plies,
		Side: line.isVariation}, r)
	second := k.second != ((line.first-1+len(line.plies))%2 == 1)
	word, ok := csaEnding(word, second, result)
	if !ok {
		return
	}
	k.b = append(k.b, ",\n{\"special\":"...)
	k.string(word)
	if spent != noTime {
		if total == noTime {
			total = line.totals[1] + spent
		}
		k.b = append(k.b, ',')
		k.time(spent, total)
	}
	k.b = append(k.b, '}')
}
