package analysis

import (
	"strconv"
	"strings"

	"assay/parser"
)

// RestText formats plies that cannot be replayed as one line of text, with
// their variations and comments.
func RestText(line parser.Line) string {
	type open struct {
		line       parser.Line
		next, side int
	}
	var b strings.Builder
	glued := true // no blank before the next word
	number := 0   // last number written
	word := func(text string) {
		if !glued && text != ")" {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		glued = text == "("
	}
	comments := func(comments []parser.Comment) {
		for _, c := range comments {
			word("<" + strings.Join(strings.Fields(c.Text), " ") + ">")
		}
	}
	for stack := []open{{line: line}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		switch {
		case top.next > 0 && top.side < len(top.line[top.next-1].Notes().Variations):
			top.side++
			word("(")
			number = 0
			stack = append(stack, open{line: top.line[top.next-1].Notes().Variations[top.side-1]})
		case top.next < len(top.line):
			ply := &top.line[top.next]
			top.next, top.side = top.next+1, 0
			comments(ply.Notes().Before)
			if ply.Number > 0 && ply.Number != number {
				word(strconv.Itoa(ply.Number) + ".")
			}
			number = ply.Number
			word(ply.Text)
			for _, nag := range ply.Notes().NAGs {
				word("$" + strconv.Itoa(nag))
			}
			comments(ply.Notes().Comments)
		default:
			if stack = stack[:len(stack)-1]; len(stack) > 0 {
				word(")")
				number = 0
			}
		}
	}
	return b.String()
}
