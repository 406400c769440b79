package tournament

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Limits of a report.
const (
	MaxReport  = 4 << 20 // bytes
	maxPlayers = 9999
	maxRounds  = 999
	maxCells   = 1_000_000 // players times rounds
)

// ReportError is an error in a report.
type ReportError struct {
	Line, Column int // from 1
	Message      string
}

func (e *ReportError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message) }

// Text returns a report as UTF-8. Reports in other encodings are Latin.
func Text(text []byte) string {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if utf8.Valid(text) {
		return string(text)
	}
	latin, _ := charmap.Windows1252.NewDecoder().Bytes(text) // decodes any byte
	return string(latin)
}

// splitLines splits a text at CR, LF or CR LF.
func splitLines(text string) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// reportLine is a line with its characters by column.
type reportLine struct {
	number int
	text   []rune
}

// field returns the text of columns, counted from 1, without blanks around it.
func (l *reportLine) field(from, to int) string {
	if from > len(l.text) {
		return ""
	}
	return strings.TrimSpace(string(l.text[from-1 : min(to, len(l.text))]))
}

func (l *reportLine) fault(column int, format string, args ...any) error {
	return &ReportError{l.number, column, fmt.Sprintf(format, args...)}
}

// integer returns the number in columns, 0 for none.
func (l *reportLine) integer(from, to int, what string, limit int) (int, error) {
	text := l.field(from, to)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > limit {
		return 0, l.fault(from, "expected %s from 0 to %d in columns %d to %d, found %q", what, limit, from, to, text)
	}
	return n, nil
}

// points returns the points in columns, such as 11.5.
func (l *reportLine) points(from, to int) (float64, error) {
	text := strings.ReplaceAll(l.field(from, to), ",", ".")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n < -9999 || n > 9999 {
		return 0, l.fault(from, "expected points such as 3.5 in columns %d to %d, found %q", from, to, text)
	}
	return n, nil
}

// Read reads a report, TRF16 or TRF26. Lines about teams and pairing are kept
// as they are. The error is a [*ReportError].
func Read(text []byte) (*Tournament, error) {
	if len(text) > MaxReport {
		return nil, &ReportError{1, 1, fmt.Sprintf("the report is longer than %d bytes", MaxReport)}
	}
	t, at, end := &Tournament{}, map[int]*reportLine{}, 1
	var later []*reportLine
	for i, line := range splitLines(Text(text)) {
		l := &reportLine{i + 1, []rune(strings.TrimRight(oneLine(line), " "))}
		end = i + 1
		if len(l.text) == 0 {
			continue
		}
		var err error
		switch code := l.field(1, 3); code {
		case "001":
			err = t.readPlayer(l, at)
		case "240":
			later = append(later, l)
		default:
			err = t.readHeader(l, code)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(t.Players) == 0 {
		return nil, &ReportError{end, 1, "expected players, in lines that begin with 001; found none"}
	}
	slices.SortFunc(t.Players, func(x, y Player) int { return x.Number - y.Number })
	for _, l := range later {
		if err := t.readByes(l); err != nil {
			return nil, err
		}
	}
	if rounds := t.LastRound(); rounds*len(t.Players) > maxCells {
		return nil, &ReportError{end, 1,
			fmt.Sprintf("the report has %d players in %d rounds; expected at most %d rounds "+
				"for as many players", len(t.Players), rounds, maxCells/len(t.Players))}
	}
	return t, t.check(at)
}

// readHeader reads a line about the tournament, or keeps it.
func (t *Tournament) readHeader(l *reportLine, code string) (err error) {
	value := l.field(5, len(l.text))
	switch code {
	case "012":
		t.Name = value
	case "022":
		t.City = value
	case "032":
		t.Federation = value
	case "042":
		t.From = value
	case "052":
		t.To = value
	case "062", "072": // counted again
	case "092":
		t.Type = value
	case "102":
		t.Arbiter = value
	case "112":
		t.Deputies = append(t.Deputies, value)
	case "122":
		t.TimeControl = value
	case "132":
		for column := 92; column <= len(l.text); column += 10 {
			t.RoundDates = append(t.RoundDates, l.field(column, column+7))
		}
	case "142", "XXR":
		t.Rounds, err = l.integer(5, len(l.text), "a number of rounds", maxRounds)
	case "152":
		t.InitialColour = strings.ToUpper(value)
		if t.InitialColour != "W" && t.InitialColour != "B" {
			return l.fault(5, "expected W or B, found %q", value)
		}
	case "162":
		err = t.readPoints(l)
	case "202":
		t.TieBreaks, err = TieBreaks(value)
		if err != nil { // of another edition, or for teams
			t.TieBreaks, err = nil, nil
			t.Other = append(t.Other, string(l.text))
		}
	default:
		t.Other = append(t.Other, string(l.text))
	}
	return err
}

// readPoints reads the points for results.
func (t *Tournament) readPoints(l *reportLine) error {
	for column := 6; column <= len(l.text); column += 9 {
		kind := l.field(column, column)
		if kind == "" {
			continue
		}
		if strings.IndexByte("WDLAPX", kind[0]) < 0 {
			return l.fault(column, "expected W, D, L, A, P or X, found %q", kind)
		}
		points, err := l.points(column+1, column+4)
		if err != nil {
			return err
		}
		t.Points = append(t.Points, Award{kind[0], points})
	}
	return nil
}

// readPlayer reads a player with the rounds so far.
func (t *Tournament) readPlayer(l *reportLine, at map[int]*reportLine) (err error) {
	p := Player{Sex: strings.ToLower(l.field(10, 10)), Title: l.field(11, 13), Name: l.field(15, 47),
		Federation: l.field(54, 56), ID: l.field(58, 68), Birth: l.field(70, 79)}
	if p.Number, err = l.integer(5, 8, "a starting number", maxPlayers); err != nil {
		return err
	}
	if p.Number == 0 {
		return l.fault(5, "expected the starting number of the player in columns 5 to 8")
	}
	if other := at[p.Number]; other != nil {
		return l.fault(5, "line %d has the starting number %d, too", other.number, p.Number)
	}
	if p.Name == "" {
		return l.fault(15, "expected the name of the player in columns 15 to 47")
	}
	if p.Rating, err = l.integer(49, 52, "a rating", 9999); err != nil {
		return err
	}
	if p.Points, err = l.points(81, 84); err != nil {
		return err
	}
	if p.Place, err = l.integer(86, 89, "a rank", maxPlayers); err != nil {
		return err
	}
	for column := 92; column <= len(l.text); column += 10 {
		if len(p.Games) == maxRounds {
			return l.fault(column, "expected at most %d rounds", maxRounds)
		}
		r := Round{Colour: '-', Result: None}
		if r.Opponent, err = l.integer(column, column+3, "a starting number", maxPlayers); err != nil {
			return err
		}
		if colour := strings.ToLower(l.field(column+5, column+5)); colour != "" {
			r.Colour = colour[0]
		}
		if strings.IndexByte("wb-", r.Colour) < 0 {
			return l.fault(column+5, "expected the colour w, b or -, found %q", r.Colour)
		}
		if result := strings.ToUpper(l.field(column+7, column+7)); result != "" {
			r.Result = Result(result[0])
		}
		if strings.IndexByte(allResults, byte(r.Result)) < 0 {
			return l.fault(column+7, "expected a result (one of %s), found %q", strings.TrimSpace(allResults), r.Result)
		}
		if bye := strings.IndexByte(byes, byte(r.Result)) >= 0; bye && r.Opponent != 0 {
			return l.fault(column+7, "the result %c is a bye, but the round has the opponent %d", r.Result, r.Opponent)
		} else if !bye && r.Opponent == 0 && r.Result != None && r.Result != ForfeitWin && r.Result != ForfeitLoss {
			return l.fault(column+7, "the result %c requires an opponent", r.Result)
		}
		p.Games = append(p.Games, r)
	}
	for len(p.Games) > 0 && p.Games[len(p.Games)-1] == (Round{Colour: '-', Result: None}) {
		p.Games = p.Games[:len(p.Games)-1]
	}
	at[p.Number] = l
	t.Players = append(t.Players, p)
	return nil
}

// readByes reads requested byes, which are written before the round is paired.
func (t *Tournament) readByes(l *reportLine) error {
	kind := strings.ToUpper(l.field(5, 5))
	if kind == "" || strings.IndexByte("FHZ", kind[0]) < 0 {
		return l.fault(5, "expected the bye F, H or Z, found %q", kind)
	}
	round, err := l.integer(7, 9, "a round", maxRounds)
	if err != nil || round == 0 {
		return cmp.Or(err, l.fault(7, "expected the round of the byes in columns 7 to 9"))
	}
	for column := 11; column <= len(l.text); column += 5 {
		number, err := l.integer(column, column+3, "a starting number", maxPlayers)
		if err != nil {
			return err
		}
		p := t.Player(number)
		switch {
		case number == 0:
			continue
		case p == nil:
			return l.fault(column, "there is no player %d", number)
		case p.Round(round).Opponent != 0:
			return l.fault(column, "player %d has an opponent in round %d", number, round)
		}
		p.set(round, Round{Colour: '-', Result: Result(kind[0])})
	}
	return nil
}

// check compares each game with the opponent's.
func (t *Tournament) check(at map[int]*reportLine) error {
	for i := range t.Players {
		p := &t.Players[i]
		l := at[p.Number]
		for k, r := range p.Games {
			if r.Opponent == 0 {
				continue
			}
			column, other := 92+10*k, t.Player(r.Opponent)
			if other == nil || other == p {
				return l.fault(column, "player %d has the opponent %d in round %d, who is not in the report", p.Number,
					r.Opponent, k+1)
			}
			back := other.Round(k + 1)
			switch {
			case back.Opponent != p.Number:
				return l.fault(column, "player %d has the opponent %d in round %d, but player %d has %d there",
					p.Number,
					r.Opponent, k+1, r.Opponent, back.Opponent)
			case r.Colour != '-' && r.Colour == back.Colour:
				return l.fault(column+5, "players %d and %d have the same colour in round %d", p.Number, r.Opponent,
					k+1)
			case !agree(r.Result, back.Result):
				return l.fault(column+7, "the result of player %d in round %d is %c, and that of the opponent %d is %c",
					p.Number, k+1, r.Result, r.Opponent, back.Result)
			}
		}
	}
	return nil
}
