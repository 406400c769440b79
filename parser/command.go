package parser

import (
	"strconv"
	"strings"
	"time"
)

// readCommands takes the [%name text] commands of a comment after the ply into
// the ply's fields and gives what is left of the text. A command that is not
// understood, or one of a kind that the ply has already, goes to Commands.
func (ply *Ply) readCommands(text string) string {
	var rest strings.Builder
	for {
		i := strings.Index(text, "[%")
		if i < 0 {
			break
		}
		end := strings.IndexByte(text[i:], ']')
		if end < 0 {
			break
		}
		name, value := splitCommand(text[i+2 : i+end])
		if name == "" {
			joinText(&rest, text[:i+end+1])
		} else {
			joinText(&rest, text[:i])
			ply.addCommand(name, value)
		}
		text = text[i+end+1:]
	}
	joinText(&rest, text)
	return rest.String()
}

// splitCommand cuts the inside of a command; name is "" where it is none.
func splitCommand(text string) (name, value string) {
	i := 0
	for i < len(text) && isWordByte(text[i]) {
		i++
	}
	if i < len(text) && text[i] != ' ' && text[i] != '\n' {
		return "", ""
	}
	return text[:i], trim(text[i:])
}

func isWordByte(c byte) bool { return isASCIILetter(c) || c-'0' <= 9 || c == '_' }

// joinText adds text without the blanks around it.
func joinText(b *strings.Builder, text string) {
	text = trim(text)
	if text == "" {
		return
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(text)
}

func (ply *Ply) addCommand(name, value string) {
	switch name {
	case "csl", "cal":
		if marks, ok := appendMarks(ply.Notes().Marks, value, name == "cal"); ok {
			ply.Annotate().Marks = marks
			return
		}
	case "clk":
		if d, ok := parseClock(value); ok && ply.Clock == nil {
			ply.Clock = &d
			return
		}
	case "emt":
		if d, ok := parseClock(value); ok && ply.Spent == nil {
			ply.Spent = &d
			return
		}
	case "eval":
		if ply.Notes().Eval == "" && value != "" {
			ply.Annotate().Eval = value
			return
		}
	}
	ply.Annotate().Commands = append(ply.Notes().Commands, Command{name, value})
}

// appendMarks reads a list such as "Ga1,Rb2", or "Ge2e4" where arrows are
// listed.
func appendMarks(marks []Mark, list string, arrows bool) ([]Mark, bool) {
	out := marks
	for item := range strings.SplitSeq(list, ",") {
		item = trim(item)
		if item == "" || !isASCIILetter(item[0]) {
			return marks, false
		}
		m := Mark{Colour: item[:1]}
		rest := item[1:]
		n := squareLength(rest)
		if m.From, rest = rest[:n], rest[n:]; n == 0 {
			return marks, false
		}
		if arrows {
			n = squareLength(rest)
			if m.To, rest = rest[:n], rest[n:]; n == 0 {
				return marks, false
			}
		}
		if rest != "" {
			return marks, false
		}
		out = append(out, m)
	}
	return out, true
}

// squareLength is the length of the square that text starts with, a small
// letter and a number, or as in shogi a digit and a small letter, or the pocket
// of a side, pocket1 or pocket2; 0 where it starts with none.
func squareLength(text string) int {
	if n := len(pocketSquare) + 1; len(text) >= n && text[:n-1] == pocketSquare && (text[n-1] == '1' || text[n-1] == '2') {
		return n
	}
	if len(text) > 1 && text[0]-'1' <= 8 && text[1] >= 'a' && text[1] <= 'z' {
		return 2
	}
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return 0
	}
	n := 1
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

// parseClock reads h:mm:ss or m:ss, with up to nine decimals.
func parseClock(text string) (time.Duration, bool) {
	whole, decimals, fraction := strings.Cut(text, ".")
	parts := strings.Split(whole, ":")
	if len(parts) < 2 || len(parts) > 3 || fraction && (decimals == "" || len(decimals) > 9) {
		return 0, false
	}
	seconds := 0
	for i, part := range parts {
		if part == "" || len(part) > 4 {
			return 0, false
		}
		n := 0
		for _, c := range []byte(part) {
			if c-'0' > 9 {
				return 0, false
			}
			n = 10*n + int(c-'0')
		}
		if i > 0 && n > 59 {
			return 0, false
		}
		seconds = 60*seconds + n
	}
	d := time.Duration(seconds) * time.Second
	unit := time.Second
	for _, c := range []byte(decimals) {
		if c-'0' > 9 {
			return 0, false
		}
		unit /= 10
		d += time.Duration(c-'0') * unit
	}
	return d, true
}

// appendClock is the inverse of parseClock, for times that are not negative.
func appendClock(dst []byte, d time.Duration) []byte {
	seconds := int64(d / time.Second)
	dst = strconv.AppendInt(dst, seconds/3600, 10)
	for _, n := range []int64{seconds / 60 % 60, seconds % 60} {
		dst = append(dst, ':', byte('0'+n/10), byte('0'+n%10))
	}
	if d %= time.Second; d > 0 {
		dst = append(dst, '.')
		for unit := time.Second / 10; d > 0; unit /= 10 {
			dst = append(dst, byte('0'+d/unit))
			d %= unit
		}
	}
	return dst
}

// appendCommands writes the ply's fields as commands, with a blank between
// them.
func (ply *Ply) appendCommands(dst []byte) []byte {
	notes := ply.Notes()
	start := len(dst)
	begin := func(name string) {
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = append(append(dst, "[%"...), name...)
		dst = append(dst, ' ')
	}
	for i := 0; i < len(notes.Marks); {
		name := "csl"
		if notes.Marks[i].To != "" {
			name = "cal"
		}
		begin(name)
		for first := i; i < len(notes.Marks) && (notes.Marks[i].To != "") == (name == "cal"); i++ {
			if i > first {
				dst = append(dst, ',')
			}
			dst = append(append(dst, notes.Marks[i].Colour...), notes.Marks[i].From...)
			dst = append(dst, notes.Marks[i].To...)
		}
		dst = append(dst, ']')
	}
	if notes.Eval != "" {
		begin("eval")
		dst = append(append(dst, notes.Eval...), ']')
	}
	if ply.Clock != nil {
		begin("clk")
		dst = append(appendClock(dst, *ply.Clock), ']')
	}
	if ply.Spent != nil {
		begin("emt")
		dst = append(appendClock(dst, *ply.Spent), ']')
	}
	for _, c := range notes.Commands {
		begin(c.Name)
		if c.Text == "" {
			dst = dst[:len(dst)-1]
		}
		dst = append(append(dst, c.Text...), ']')
	}
	return dst
}
