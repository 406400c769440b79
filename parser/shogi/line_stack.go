package shogi

import (
	"time"

	"assay/parser/record"
	"assay/parser/source"
)

// lineStack builds a tree of plies from lines that are written one after the
// other, each with the number of the ply that it replaces. A line is a
// variation of the last earlier line that begins before that ply.
type lineStack struct {
	meter *source.Meter
	lines []openLine
	times []time.Duration // allocates times
}

// openLine is a line that may still get plies.
type openLine struct {
	first    int // number of the first ply
	replaces int // index of the replaced ply in the line below
	plies    record.Line
	totals   []time.Duration  // the mover's total after each ply
	before   []record.Comment // comments before the first ply
}

// begin opens the main line with capacity for this number of plies.
func (s *lineStack) begin(plies int) {
	s.open(1, 0)
	s.lines[0].plies = make(record.Line, 0, s.meter.Room(plies))
}

func (s *lineStack) open(first, at int) {
	if len(s.lines) > 0 {
		s.meter.Variation()
	}
	s.lines = append(s.lines, openLine{first: first, replaces: at})
}

func (s *lineStack) top() *openLine { return &s.lines[len(s.lines)-1] }

// lastPly returns the last ply of the current line; nil if it has none.
func (s *lineStack) lastPly() *record.Ply {
	if top := s.top(); len(top.plies) > 0 {
		return &top.plies[len(top.plies)-1]
	}
	return nil
}

// inVariation reports whether the current line is a variation.
func (s *lineStack) inVariation() bool { return len(s.lines) > 1 }

// add appends a ply to the current line.
func (s *lineStack) add(ply record.Ply) {
	top := s.top()
	if len(top.before) > 0 {
		ply.Annotate().Before, top.before = top.before, nil
	}
	s.meter.Ply()
	top.plies = append(top.plies, ply)
}

// branch opens a variation that replaces ply n of the innermost line that has
// this ply. If no line has it, or the line has its ending there, the variation
// repeats the last ply of the innermost line. It returns false if there is no
// such ply.
func (s *lineStack) branch(n int, ended bool) bool {
	for len(s.lines) > 1 && s.top().first >= n {
		s.close()
		ended = false
	}
	if !s.reaches(len(s.lines)-1, n, ended) {
		for i := len(s.lines) - 2; i >= 0; i-- {
			if s.reaches(i, n, false) {
				for len(s.lines) > i+1 {
					s.close()
				}
				break
			}
		}
	}
	top := s.top()
	at := n - top.first
	switch {
	case at < len(top.plies):
		s.open(n, at)
	case at == len(top.plies) && at > 0:
		last := &top.plies[at-1]
		repeated := record.Ply{Number: last.Number, Text: last.Text, Place: last.Place}
		total := s.total(n - 1)
		s.open(n-1, at-1)
		s.add(repeated)
		s.top().totals = append(s.top().totals, total)
	default:
		return false
	}
	return true
}

// reaches reports whether an open line has ply n, or its ending there.
func (s *lineStack) reaches(line, n int, ended bool) bool {
	at := n - s.lines[line].first
	return at < len(s.lines[line].plies) || ended && at == len(s.lines[line].plies)
}

// close adds the current line to its parent as a variation.
func (s *lineStack) close() {
	line := s.lines[len(s.lines)-1]
	s.lines = s.lines[:len(s.lines)-1]
	if len(line.plies) > 0 {
		ply := &s.top().plies[line.replaces]
		ply.Annotate().Variations = append(ply.Notes().Variations, line.plies)
	}
}

// finish returns the main line with all variations.
func (s *lineStack) finish() record.Line {
	for len(s.lines) > 1 {
		s.close()
	}
	if len(s.lines[0].plies) == 0 {
		return nil
	}
	return s.lines[0].plies
}

// setTime sets the time of the last ply. A total that is not the sum of the
// times is kept as a command.
func (s *lineStack) setTime(spent, total time.Duration) {
	top, ply := s.top(), s.lastPly()
	for len(top.totals) < len(top.plies)-1 {
		top.totals = append(top.totals, s.total(top.first+len(top.totals)-2))
	}
	sum := s.total(top.first + len(top.plies) - 3)
	if spent != noTime {
		sum += spent
		ply.Spent = s.newTime(spent)
	}
	if total != noTime && total != sum {
		sum = total
		ply.Annotate().Commands = append(ply.Notes().Commands, clockCommand(record.CommandTotal, total))
	}
	top.totals = append(top.totals, sum)
}

// total returns the mover's total after ply n of the current line or its
// parents. Without a total there, it uses the mover's previous ply.
func (s *lineStack) total(n int) time.Duration {
	for i := len(s.lines) - 1; i >= 0 && n > 0; {
		line := &s.lines[i]
		switch at := n - line.first; {
		case at < 0:
			i--
		case at < len(line.totals):
			return line.totals[at]
		default:
			n -= 2
		}
	}
	return 0
}

func (s *lineStack) newTime(d time.Duration) *time.Duration {
	if len(s.times) == cap(s.times) {
		s.times = make([]time.Duration, 0, max(16, min(2*cap(s.times), 1024)))
	}
	s.times = append(s.times, d)
	return &s.times[len(s.times)-1]
}

// end records the ending of the current line and its times. It returns false if
// there is no ply to keep them on.
func (s *lineStack) end(word string, spent, total time.Duration) bool {
	if s.inVariation() && !s.command(record.Command{Name: record.CommandEnding, Text: word}) {
		return false
	}
	if spent != noTime && !s.endTime(spent) {
		return false
	}
	top := s.top()
	sum := s.total(top.first+len(top.plies)-2) + max(spent, 0)
	if total != noTime && total != sum {
		s.command(clockCommand(record.CommandEndTotal, total))
	}
	return true
}

// endTime records the time used for the ending of the current line. It returns
// false if there is no ply to keep it on, unless the time is zero.
func (s *lineStack) endTime(spent time.Duration) bool {
	return s.command(clockCommand(record.CommandEndTime, spent)) || spent == 0
}

// clockCommand returns a command with a time as its text.
func clockCommand(name string, d time.Duration) record.Command {
	return record.Command{Name: name, Text: string(record.AppendClock(nil, d))}
}

// comment adds a comment to the last ply, or before the first ply of a
// variation. It returns false before the first ply of the main line.
func (s *lineStack) comment(c record.Comment) bool {
	if ply := s.lastPly(); ply != nil {
		ply.TakeComment(c)
		return true
	}
	if !s.inVariation() {
		return false
	}
	s.top().before = append(s.top().before, c)
	return true
}

// command adds a command to the last ply. It returns false if there is none.
func (s *lineStack) command(c record.Command) bool {
	ply := s.lastPly()
	if ply != nil {
		ply.Annotate().Commands = append(ply.Notes().Commands, c)
	}
	return ply != nil
}
