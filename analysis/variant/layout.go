package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/parser/scan"
)

// yamlErrorForm matches an error message of the YAML parser.
var yamlErrorForm = scan.NewPattern(`^(?:yaml: )?(?:line (\d{1,9}): )?(.*)$`)

// layoutProblem returns the problem of invalid YAML. It finds a more exact line
// than the parser, which reports the start of the outermost element, or no line
// for an invalid character.
func layoutProblem(file, text string, err error) Problem {
	match := yamlErrorForm.FindStringSubmatch(err.Error())
	p := Problem{File: file, Message: match[2]}
	p.Line, _ = strconv.Atoi(match[1]) // digits or empty
	l := yamlText{lines: strings.Split(text, "\n")}
	if at := l.unreadable(); at > 0 && p.Line == 0 {
		p.Line, p.Message = at, "invalid character; save the file as UTF-8 text without control characters"
		return p
	}
	switch {
	case strings.Contains(l.line(p.Line), "\t") &&
		(strings.Contains(p.Message, "cannot start any token") || strings.Contains(p.Message, "tab character")):
		p.Message = "tab found; YAML lines must be indented by spaces"
	case strings.Contains(p.Message, "mapping values are not allowed") && colonInside(l.line(p.Line)):
		p.Message = colonMessage
	case strings.Contains(p.Message, "',' or"):
		p.Line++ // the parser counts from 0 here
		p.Message = "an opening bracket is not closed, or a comma is missing: " + p.Message
		if colonInside(l.line(p.Line)) {
			p.Message = colonMessage
		}
	default:
		if at, message := l.misplaced(); at > 0 {
			p.Line, p.Message = at, message
		}
	}
	return p
}

// unreadable returns the first line with an invalid character, 0 for none.
func (l *yamlText) unreadable() int {
	return 1 + slices.IndexFunc(l.lines, func(line string) bool {
		return !utf8.ValidString(line) ||
			strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && r != '\r' && unicode.IsControl(r) })
	})
}

const colonMessage = "a value contains a colon followed by a space; put the value in quotes"

// yamlText contains the lines of a text.
type yamlText struct{ lines []string }

// line returns a line by number, "" if there is none.
func (l *yamlText) line(n int) string {
	if n < 1 || n > len(l.lines) {
		return ""
	}
	return l.lines[n-1]
}

var (
	quoted     = scan.NewPattern(`"(?:[^"\\]|\\.)*"|'[^']*'`)
	twoColons  = scan.NewPattern(`:\s[^,{}\[\]]*:(\s|$)|^\s*(- )?[^:{\[]+:\s+[^\s{\["].*:(\s|$)`)
	blockValue = scan.NewPattern(`[:-]\s+[>|][+-]?\d*\s*(#.*)?$`)
	opens      = scan.NewPattern(`(:|^\s*-)\s*(#.*)?$`)
	entry      = scan.NewPattern(`^\s*(- |[^\s].*:(\s|$))`)
	listItem   = scan.NewPattern(`^(\s*-\s+)[^\s#].*?:(\s|$)`)
)

// colonInside reports whether an unquoted value contains a colon that would end
// a key.
func colonInside(line string) bool {
	return twoColons.MatchString(quoted.ReplaceAllString(line, `""`))
}

// misplaced returns the first line whose indentation fits no line above it; 0
// for none.
func (l *yamlText) misplaced() (at int, message string) {
	levels := []int{0}
	open, block, before, depth := true, -1, 0, 0
	for i, line := range l.lines {
		bare := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case bare == "" || bare[0] == '#' || block >= 0 && indent > block:
			continue
		case depth > 0: // indentation is free inside brackets
			depth += brackets(bare)
			continue
		}
		block = -1
		top := levels[len(levels)-1]
		switch {
		case indent > top && !open && !entry.MatchString(line):
			continue // continued value
		case indent > top && !open:
			return i + 1, fmt.Sprintf("indented by %s, more than line %d, which already has a value", blanks(indent),
				before)
		case indent > top:
			levels = append(levels, indent)
		case indent < top:
			for levels[len(levels)-1] > indent {
				levels = levels[:len(levels)-1]
			}
			if levels[len(levels)-1] != indent {
				return i + 1, fmt.Sprintf("indented by %s; expected %d or %d, as in the lines above", blanks(indent),
					levels[len(levels)-1], top)
			}
		}
		if item := listItem.FindStringSubmatch(line); item != nil {
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
		return "1 space"
	}
	return fmt.Sprintf("%d spaces", n)
}

// brackets returns the number of brackets that a line opens minus the number
// that it closes.
func brackets(line string) int {
	line, _, _ = strings.Cut(quoted.ReplaceAllString(line, ""), " #")
	return strings.Count(line, "{") + strings.Count(line, "[") - strings.Count(line, "}") - strings.Count(line, "]")
}
