package publish

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// textWidth is where lines of side lines and comments are broken, in
// characters.
const textWidth = 78

// WriteText writes games as plain text: headers, a ply a line with its
// annotations below it, and the boards of pictured positions.
func WriteText(out io.Writer, games ...*Game) error {
	w := bufio.NewWriter(out)
	for i, g := range games {
		if i > 0 {
			w.WriteString("\n")
		}
		(&letters{Writer: w}).game(g)
	}
	return w.Flush()
}

const annotationIndent = "      "

// letters writes one game.
type letters struct {
	*bufio.Writer
	gap bool // a board came last
}

func (w *letters) game(g *Game) {
	for _, h := range g.Headers {
		fmt.Fprintf(w, "%s: %s\n", h.Key, oneLine(h.Value))
	}
	w.WriteByte('\n')
	w.quote("", g.Comments)
	w.board(&g.Start)
	g.flatten(w.ply, func(text string, pictured []step) {
		w.part()
		w.quote(annotationIndent, []string{text})
		for _, s := range pictured {
			w.board(&s.ply.Position)
		}
	})
	if g.Fault != nil {
		w.part()
		w.quote(annotationIndent, g.Fault.said())
	}
	if n := len(g.Moves); g.End != "" && (n == 0 || !g.Moves[n-1].drawn()) { // else the board says it
		w.WriteString("\n" + g.End + "\n")
	}
}

// ply writes a ply of the main line.
func (w *letters) ply(s step) {
	w.part()
	p := s.ply
	w.quote(annotationIndent, p.Before)
	if p.Number > 0 {
		fmt.Fprintf(w, "%4d. ", p.Number)
	} else {
		w.WriteString(annotationIndent)
	}
	w.WriteString(p.Text + signs(p.NAGs))
	if len(p.Facts) > 0 {
		w.WriteString(" [" + strings.Join(p.Facts, ", ") + "]")
	}
	w.WriteByte('\n')
	w.quote(annotationIndent, p.Comments)
	w.board(&p.Position)
}

func (w *letters) quote(indent string, texts []string) {
	for _, text := range texts {
		wrap(w.Writer, indent, text)
	}
}

func (w *letters) board(p *Position) {
	if !p.drawn() {
		return
	}
	w.WriteByte('\n')
	for line := range strings.Lines(p.Board) {
		if utf8.RuneCountInString(line) > textWidth {
			wrap(w.Writer, "", line)
		} else {
			w.WriteString(line)
		}
	}
	w.gap = true
}

// part keeps what follows apart from a board.
func (w *letters) part() {
	if w.gap {
		w.WriteByte('\n')
		w.gap = false
	}
}

// said is what is wrong with the ply, and the record from there on; nothing
// where there is no fault.
func (f *Fault) said() []string {
	if f == nil {
		return nil
	}
	message := "Not legal: " + f.Text
	if f.Rule != "" {
		message += " (" + f.Rule + ")"
	}
	texts := []string{message + ": " + f.Message}
	if f.Rest != "" {
		texts = append(texts, "The record: "+f.Rest)
	}
	return texts
}

// appendInline adds a ply of a side line as running text.
func appendInline(b *strings.Builder, s step) {
	word := func(text string) {
		if n := b.Len(); n > 0 && b.String()[n-1] != '(' {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	for _, comment := range s.ply.Before {
		word("[" + oneLine(comment) + "]")
	}
	if s.numbered {
		word(s.ply.Label() + signs(s.ply.NAGs))
	} else {
		word(s.ply.Text + signs(s.ply.NAGs))
	}
	for _, comment := range append(s.ply.Facts[:len(s.ply.Facts):len(s.ply.Facts)], s.ply.Comments...) {
		word("[" + oneLine(comment) + "]")
	}
}

// flatten tells of the plies of the main line, and of the lines beside it: each
// with those inside it as running text, and its plies that are pictured.
func (g *Game) flatten(ply func(step), side func(text string, pictured []step)) {
	var text strings.Builder
	var pictured []step
	for s := range g.steps() {
		switch {
		case s.kind == stepPly && s.depth == 0:
			ply(s)
		case s.kind == stepPly:
			appendInline(&text, s)
			if s.ply.Pictured {
				pictured = append(pictured, s)
			}
		case s.kind == stepOpen && s.depth == 1:
			text.WriteByte('(')
		case s.kind == stepOpen:
			text.WriteString(" (")
		case s.depth == 1:
			side(text.String()+")", pictured)
			text.Reset()
			pictured = nil
		default:
			text.WriteByte(')')
		}
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// wrap writes text in lines of textWidth, a paragraph for each of its lines.
func wrap(w *bufio.Writer, indent, text string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		column := 0
		for _, word := range strings.Fields(paragraph) {
			n := utf8.RuneCountInString(word)
			switch {
			case column == 0:
				w.WriteString(indent)
				column = len(indent)
			case column+1+n > textWidth:
				w.WriteString("\n" + indent)
				column = len(indent)
			default:
				w.WriteByte(' ')
				column++
			}
			w.WriteString(word)
			column += n
		}
		if column > 0 {
			w.WriteByte('\n')
		}
	}
}
