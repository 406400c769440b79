package variant

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// yamlFault is the form of what the YAML reader says.
var yamlFault = regexp.MustCompile(`^(?:yaml: )?(?:line (\d{1,9}): )?(.*)$`)

// layoutProblem says what is wrong with a text that is no YAML, and in which of
// its lines, where that can be told better than the reader of YAML does: it
// names the line on which the outermost part begins, and none for a character.
func layoutProblem(file, text string, err error) Problem {
	found := yamlFault.FindStringSubmatch(err.Error())
	p := Problem{File: file, Message: found[2]}
	p.Line, _ = strconv.Atoi(found[1]) // digits, or none
	l := layout{lines: strings.Split(text, "\n")}
	if at := l.unreadable(); at > 0 && p.Line == 0 {
		p.Line, p.Message = at, "a character that is no UTF-8, or controls a terminal; the file has to be saved as UTF-8 text"
		return p
	}
	switch {
	case strings.Contains(l.line(p.Line), "\t") && (strings.Contains(p.Message, "cannot start any token") || strings.Contains(p.Message, "tab character")):
		p.Message = "a tab; the lines of YAML are indented by blanks alone"
	case strings.Contains(p.Message, "mapping values are not allowed") && colonInside(l.line(p.Line)):
		p.Message = colonFault
	case strings.Contains(p.Message, "',' or"):
		p.Line++ // the reader counts the lines before it
		p.Message = "a bracket that opens here is not closed, or a comma is missing: " + p.Message
		if colonInside(l.line(p.Line)) {
			p.Message = colonFault
		}
	default:
		if at, message := l.misplaced(); at > 0 {
			p.Line, p.Message = at, message
		}
	}
	return p
}

// unreadable is the first line with what no text has; 0 for none.
func (l *layout) unreadable() int {
	return 1 + slices.IndexFunc(l.lines, func(line string) bool {
		return !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && r != '\r' && unicode.IsControl(r) })
	})
}

const colonFault = "a colon with a blank behind it stands inside a value: put the value in quotes"

// layout is a text by its lines.
type layout struct{ lines []string }

// line is a line by its number, "" where there is none.
func (l *layout) line(n int) string {
	if n < 1 || n > len(l.lines) {
		return ""
	}
	return l.lines[n-1]
}

var (
	quoted     = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']*'`)
	twoColons  = regexp.MustCompile(`:\s[^,{}\[\]]*:(\s|$)|^\s*(- )?[^:{\[]+:\s+[^\s{\["].*:(\s|$)`)
	blockValue = regexp.MustCompile(`[:-]\s+[>|][+-]?\d*\s*(#.*)?$`)
	opens      = regexp.MustCompile(`(:|^\s*-)\s*(#.*)?$`)
	entry      = regexp.MustCompile(`^\s*(- |[^\s].*:(\s|$))`)
	listed     = regexp.MustCompile(`^(\s*-\s+)[^\s#].*?:(\s|$)`)
)

// colonInside reports whether a value of a line has what ends a key.
func colonInside(line string) bool {
	return twoColons.MatchString(quoted.ReplaceAllString(line, `""`))
}

// misplaced finds the first line whose indentation is that of no line it could
// stand under or beside; 0 for none.
func (l *layout) misplaced() (at int, message string) {
	levels := []int{0}
	open, block, before, depth := true, -1, 0, 0
	for i, line := range l.lines {
		bare := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case bare == "" || bare[0] == '#' || block >= 0 && indent > block:
			continue
		case depth > 0: // inside brackets lines may stand anywhere
			depth += brackets(bare)
			continue
		}
		block = -1
		top := levels[len(levels)-1]
		switch {
		case indent > top && !open && !entry.MatchString(line):
			continue // the value goes on
		case indent > top && !open:
			return i + 1, fmt.Sprintf("indented by %s, more than line %d above it, which has its value already", blanks(indent), before)
		case indent > top:
			levels = append(levels, indent)
		case indent < top:
			for levels[len(levels)-1] > indent {
				levels = levels[:len(levels)-1]
			}
			if levels[len(levels)-1] != indent {
				return i + 1, fmt.Sprintf("indented by %s, where the lines above have %d or %d", blanks(indent), levels[len(levels)-1], top)
			}
		}
		if item := listed.FindStringSubmatch(line); item != nil {
			levels = append(levels, len(item[1]))
		}
		open = opens.MatchString(line)
		if blockValue.MatchString(line) {
			block = indent
		}
		depth = max(0, brackets(bare))
		before = i + 1
	}
	return 0, ""
}

func blanks(n int) string {
	if n == 1 {
		return "a blank"
	}
	return fmt.Sprintf("%d blanks", n)
}

// brackets is how many more brackets a line opens than it closes.
func brackets(line string) int {
	line, _, _ = strings.Cut(quoted.ReplaceAllString(line, ""), " #")
	return strings.Count(line, "{") + strings.Count(line, "[") - strings.Count(line, "}") - strings.Count(line, "]")
}
