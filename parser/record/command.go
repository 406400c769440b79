package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/parser/scan"
)

// ReadCommands moves the [%name text] commands of a comment into the ply's
// fields and returns the rest of the text. Unknown commands, and a second
// command of the same kind, go to Commands.
func (ply *Ply) ReadCommands(text string) string {
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

// splitCommand splits the inside of a command; name is "" if it is no command.
func splitCommand(text string) (name, value string) {
	i := 0
	for i < len(text) && scan.IsWordByte(text[i]) {
		i++
	}
	if i < len(text) && text[i] != ' ' && text[i] != '\n' {
		return "", ""
	}
	return text[:i], scan.Trim(text[i:])
}

// joinText appends text without the blanks around it.
func joinText(b *strings.Builder, text string) {
	if text = scan.Trim(text); text != "" && b.Len() > 0 {
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
		if d, ok := ParseClock(value); ok && ply.Clock == nil {
			ply.Clock = &d
			return
		}
	case "emt":
		if d, ok := ParseClock(value); ok && ply.Spent == nil {
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

// appendMarks reads a list such as "Ga1,Rb2", or "Ge2e4" for arrows.
func appendMarks(marks []Mark, list string, arrows bool) ([]Mark, bool) {
	out := marks
	for item := range strings.SplitSeq(list, ",") {
		item = scan.Trim(item)
		if item == "" || !scan.IsASCIILetter(item[0]) {
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

// squareLength returns the length of the square that a text starts with; 0 for
// none. A square is a small letter and a number; in shogi a number of one or
// two digits and a small letter; or the pocket of a side, pocket1 or pocket2.
func squareLength(text string) int {
	if n := len(PocketSquare) + 1; len(text) >= n && text[:n-1] == PocketSquare &&
		(text[n-1] == '1' || text[n-1] == '2') {
		return n
	}
	if file, n := scan.LeadingNumber(text); n > 0 && n <= 2 && file > 0 && text[0] != '0' && len(text) > n &&
		text[n] >= 'a' && text[n] <= 'z' {
		return n + 1
	}
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return 0
	}
	_, digits := scan.LeadingNumber(text[1:])
	if digits == 0 {
		return 0
	}
	return 1 + digits
}

// ParseClock reads h:mm:ss or m:ss, with up to nine decimals.
func ParseClock(text string) (time.Duration, bool) {
	whole, decimals, fraction := strings.Cut(text, ".")
	parts := strings.Split(whole, ":")
	if len(parts) < 2 || len(parts) > 3 || fraction && (decimals == "" || len(decimals) > 9) {
		return 0, false
	}
	seconds := 0
	for i, part := range parts {
		n, after := scan.LeadingNumber(part)
		if part == "" || len(part) > 4 || after < len(part) || i > 0 && n > 59 {
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

// AppendClock is the inverse of ParseClock, for times that are not negative.
func AppendClock(dst []byte, d time.Duration) []byte {
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

// AppendCommands writes the ply's fields as commands, separated by blanks.
func (ply *Ply) AppendCommands(dst []byte) []byte {
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
		dst = append(AppendClock(dst, *ply.Clock), ']')
	}
	if ply.Spent != nil {
		begin("emt")
		dst = append(AppendClock(dst, *ply.Spent), ']')
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

// Commands for data that shogi notations record in addition to the moves.
const (
	CommandBookmark = "bookmark" // a mark of Kifu for Windows on a ply
	CommandEnding   = "ending"   // how a variation ends, on its last ply
	CommandEndTime  = "endtime"  // the time of the ending, on the last ply
	CommandEndTotal = "endtotal" // that side's total time, if it is not the sum
	CommandTotal    = "total"    // the mover's total time, if it is not the sum
	commandNAG      = "nag"      // NAGs, if the notation has no sign for them
)

// GlyphsAndCommands returns a ply's NAGs and commands as text for a comment,
// for notations that have no other place for them.
func (ply *Ply) GlyphsAndCommands() string {
	notes := ply.Notes()
	if len(notes.NAGs) == 0 {
		return ply.CommandText()
	}
	with := *ply
	with.Unshare()
	nags := strings.Trim(fmt.Sprint(notes.NAGs), "[]")
	with.Beside.Commands = append(slices.Clip(notes.Commands), Command{commandNAG, nags})
	return with.CommandText()
}

// TakeComment adds a comment to the ply and moves the commands in it to their
// fields.
func (ply *Ply) TakeComment(c Comment) {
	if strings.Contains(c.Text, "[%") {
		known := len(ply.Notes().Commands)
		text := ply.ReadCommands(c.Text)
		ply.takeNAGs(known)
		if text == "" && c.Text != "" {
			return
		}
		c.Text = text
	}
	ply.Annotate().Comments = append(ply.Notes().Comments, c)
}

// takeNAGs turns the commands after the first known ones into NAGs if they list
// any.
func (ply *Ply) takeNAGs(known int) {
	notes := ply.Notes()
	if len(notes.Commands) == known {
		return
	}
	kept := notes.Commands[:known]
	for _, c := range notes.Commands[known:] {
		if nags, ok := parseNAGs(c); ok {
			notes.NAGs = append(notes.NAGs, nags...)
		} else {
			kept = append(kept, c)
		}
	}
	notes.Commands = slices.Clip(kept)
}

func parseNAGs(c Command) ([]int, bool) {
	if c.Name != commandNAG {
		return nil, false
	}
	var nags []int
	for word := range strings.FieldsSeq(c.Text) {
		n, after := scan.LeadingNumber(word)
		if after != len(word) || n > maxNAG {
			return nil, false
		}
		nags = append(nags, n)
	}
	return nags, len(nags) > 0
}

// maxNAG is the largest NAG.
const maxNAG = 255

// AppendComments appends comments after the ply as they are.
func (ply *Ply) AppendComments(comments []Comment) {
	if len(comments) > 0 {
		notes := ply.Annotate()
		notes.Comments = append(notes.Comments, comments...)
	}
}

// AddComment adds a comment after the ply as if it had been read there: its
// [%…] commands become the ply's NAGs, marks, clock, time, evaluation and other
// commands.
func (ply *Ply) AddComment(text string) { ply.TakeComment(Comment{Text: text}) }

// CommandText returns the ply's marks, evaluation, clock, time and other
// commands as [%…] commands; "" for none. AddComment reads them back.
func (ply *Ply) CommandText() string { return string(ply.AppendCommands(nil)) }

// PocketSquare is written as a square for a hand that is marked or drawn on.
const PocketSquare = "pocket"
