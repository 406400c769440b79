package tournament

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Edition is an edition of FIDE's format of reports.
type Edition int

// The editions.
const (
	TRF26 Edition = iota
	TRF16
)

// Write writes a report. losses lists what the edition or its columns cannot
// express. The error is the writer's.
func (t *Tournament) Write(w io.Writer, edition Edition) (losses []string, err error) {
	var b strings.Builder
	line := func(code, value string) {
		if value != "" {
			b.WriteString(code + " " + oneLine(value) + "\r\n")
		}
	}
	line("012", t.Name)
	line("022", t.City)
	line("032", t.Federation)
	line("042", t.From)
	line("052", t.To)
	rated := 0
	for i := range t.Players {
		if t.Players[i].Rating > 0 {
			rated++
		}
	}
	line("062", strconv.Itoa(len(t.Players)))
	line("072", strconv.Itoa(rated))
	line("092", t.Type)
	line("102", t.Arbiter)
	for _, deputy := range t.Deputies {
		line("112", deputy)
	}
	line("122", t.TimeControl)
	if len(t.RoundDates) > 0 {
		row := []rune("132")
		for i, date := range t.RoundDates {
			row = put(row, 92+10*i, 8, date, false)
		}
		b.WriteString(string(row) + "\r\n")
	}
	if t.Rounds > 0 {
		line([]string{TRF26: "142", TRF16: "XXR"}[edition], strconv.Itoa(t.Rounds))
	}
	switch {
	case edition == TRF26:
		line("152", t.InitialColour)
		if len(t.Points) > 0 {
			row := []rune("162")
			for i, a := range t.Points {
				row = put(row, 6+9*i, 1, string(a.Kind), false)
				row = put(row, 7+9*i, 4, points(a.Points), true)
			}
			b.WriteString(string(row) + "\r\n")
		}
		line("202", strings.Join(t.TieBreaks, ","))
	default:
		if len(t.Points) > 0 {
			losses = append(losses, "points of results")
		}
		if len(t.TieBreaks) > 0 {
			losses = append(losses, "tie-breaks")
		}
		if t.InitialColour != "" {
			line("XXC", map[string]string{"W": "white1", "B": "black1"}[t.InitialColour])
		}
	}
	cut := 0
	for i := range t.Players {
		row, short := t.Players[i].row()
		b.WriteString(row + "\r\n")
		if short {
			cut++
		}
	}
	if cut > 0 {
		losses = append(losses, fmt.Sprintf("the end of %d names", cut))
	}
	for _, other := range t.Other {
		if strings.HasPrefix(other, "202") && len(t.TieBreaks) > 0 {
			losses = append(losses, "the tie-breaks"+strings.TrimPrefix(other, "202")+", by which Assay cannot rank")
			continue
		}
		b.WriteString(other + "\r\n")
	}
	_, err = io.WriteString(w, b.String())
	return losses, err
}

// row returns the line of a player, and whether the name was too long.
func (p *Player) row() (line string, short bool) {
	row := put([]rune("001"), 5, 4, strconv.Itoa(p.Number), true)
	row = put(row, 10, 1, p.Sex, false)
	row = put(row, 11, 3, p.Title, true)
	name := oneLine(p.Name)
	row = put(row, 15, 33, name, false)
	if p.Rating > 0 {
		row = put(row, 49, 4, strconv.Itoa(p.Rating), true)
	}
	row = put(row, 54, 3, p.Federation, false)
	row = put(row, 58, 11, p.ID, true)
	row = put(row, 70, 10, p.Birth, false)
	row = put(row, 81, 4, points(p.Points), true)
	if p.Place > 0 {
		row = put(row, 86, 4, strconv.Itoa(p.Place), true)
	}
	for i, r := range p.Games {
		column := 92 + 10*i
		if r.Opponent == 0 && r.Result == None {
			continue // blank is not paired
		}
		row = put(row, column, 4, fmt.Sprintf("%4d", r.Opponent), true)
		if r.Opponent == 0 {
			row = put(row, column, 4, "0000", true)
		}
		row = put(row, column+5, 1, string(r.Colour), false)
		row = put(row, column+7, 1, string(byte(r.Result)), false)
	}
	return strings.TrimRight(string(row), " "), len([]rune(name)) > 33
}

// put writes a text into columns of a row, counted from 1.
func put(row []rune, column, width int, text string, right bool) []rune {
	for len(row) < column-1+width {
		row = append(row, ' ')
	}
	value := []rune(text)
	value = value[:min(len(value), width)]
	at := column - 1
	if right {
		at += width - len(value)
	}
	copy(row[at:], value)
	return row
}

// points formats points as reports do, in four columns.
func points(p float64) string {
	text := strconv.FormatFloat(p, 'f', 1, 64)
	if len(text) > 4 {
		return strconv.FormatFloat(p, 'f', 0, 64)
	}
	return text
}

// oneLine replaces line ends and other controls by blanks.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
