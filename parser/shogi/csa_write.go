package shogi

import (
	"strconv"
	"strings"
	"time"

	"assay/parser/record"
)

func csaTagLine(tag record.Tag) string {
	if tag.Key == "N+" || tag.Key == "N-" {
		return tag.Key + tag.Value
	}
	return "$" + tag.Key + ":" + tag.Value
}

// printCSA writes a record as CSA 2.2, which has no variations.
func printCSA(r *record.Record) ([]byte, error) {
	board, err := writtenStart(r, CSA)
	if err != nil {
		return nil, err
	}
	b := []byte("'CSA " + declaresUTF8 + "\nV2.2\n")
	var tags []record.Tag
	for _, key := range []string{"N+", "N-", ""} {
		for _, tag := range r.Tags {
			tag.Key = renamedKeys.Rename(tag.Key, &csaKeys)
			isPlayer := tag.Key == "N+" || tag.Key == "N-"
			if isPlayer && tag.Key != key || !isPlayer && key != "" {
				continue
			}
			tags = append(tags, tag)
			b = append(append(b, csaTagLine(tag)...), '\n')
		}
	}
	b = appendCSABoard(b, board)
	b = appendCSAComments(b, record.OpeningComments(r))
	main := record.Segment{First: 1, Plies: r.Moves}
	endTime := ""
	for i := range r.Moves {
		ply := &r.Moves[i]
		b = append(append(b, ply.Text...), '\n')
		if ply.Spent != nil && *ply.Spent >= 0 {
			b = append(appendCSATime(b, *ply.Spent), '\n')
		}
		endTime = endTimeOf(ply)
		b = appendCSAComments(b, main.After(i))
	}
	second := board.second != (len(r.Moves)%2 == 1)
	if word, ok := csaEnding(r.Ending, second, r.Result); ok {
		b = append(append(append(b, '%'), word...), '\n')
		if d, ok := record.ParseClock(endTime); ok {
			b = append(appendCSATime(b, d), '\n')
		}
	}
	flat := *r
	flat.Moves = withoutVariations(r.Moves)
	return b, checkWritten(b, tags, &flat, CSA, openCSA)
}

// withoutVariations returns a copy of a line without its variations.
func withoutVariations(line record.Line) record.Line {
	out := make(record.Line, len(line))
	for i := range line {
		out[i] = line[i]
		if out[i].Unshare(); out[i].Beside != nil {
			out[i].Beside.Variations = nil
		}
	}
	return out
}

// endTimeOf returns the time of the ending after a ply; "" for none.
func endTimeOf(ply *record.Ply) (text string) {
	for _, c := range ply.Notes().Commands {
		if c.Name == record.CommandEndTime {
			text = c.Text
		}
	}
	return text
}

// appendCSATime appends a time in seconds, with decimals only if needed.
func appendCSATime(b []byte, d time.Duration) []byte {
	b = strconv.AppendInt(append(b, 'T'), int64(d/time.Second), 10)
	if d %= time.Second; d > 0 {
		decimals := strconv.FormatInt(int64(time.Second+d), 10)[1:]
		b = append(append(b, '.'), strings.TrimRight(decimals, "0")...)
	}
	return b
}

// appendCSAComments appends comments with the star of comments on the game.
// Other programs drop comments without it.
func appendCSAComments(b []byte, comments []record.Comment) []byte {
	for _, line := range record.CommentLines(comments) {
		switch {
		case strings.HasPrefix(line, "**"):
			b = append(b, '\'')
		case strings.HasPrefix(line, "*"):
			b = append(b, "'* "...)
		default:
			b = append(b, "'*"...)
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// appendComments appends comments line by line, with sign before each line.
func appendComments(b []byte, sign byte, comments []record.Comment) []byte {
	for _, line := range record.CommentLines(comments) {
		b = append(append(append(b, sign), line...), '\n')
	}
	return b
}
