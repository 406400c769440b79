package publish

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// textWidth is the width of variations and comments in characters.
const textWidth = 78

// WriteText writes games as plain text: headers, moves with annotations, and
// text boards. A line has one move of both players, or one ply if moves are
// long.
func WriteText(out io.Writer, games ...*Game) error {
	w := bufio.NewWriter(out)
	for i, g := range games {
		if i > 0 {
			w.WriteString("\n")
		}
		(&textWriter{Writer: w}).game(g)
	}
	return w.Flush()
}

const annotationIndent = "      "

// textWriter writes one game.
type textWriter struct {
	*bufio.Writer
	afterBoard bool // a board was written last
	pairs      bool // both players' plies may share a line
	open       int  // width of the ply on an open line, 0 for none
}

func (w *textWriter) game(g *Game) {
	for _, h := range g.Headers {
		fmt.Fprintf(w, "%s: %s\n", h.Key, oneLine(h.Value))
	}
	w.WriteByte('\n')
	w.quote("", inlineTexts(g.Comments))
	w.board(&g.Start)
	w.pairs = !g.hasLongMoves()
	g.flatten(w.ply, func(text string, pictured []step) {
		w.endLine()
		w.separate()
		w.quote(annotationIndent, []string{text})
		for _, s := range pictured {
			w.board(&s.ply.Position)
		}
	})
	w.endLine()
	if g.Fault != nil {
		w.separate()
		w.quote(annotationIndent, g.Fault.lines())
	}
	if n := len(g.Moves); g.End != "" && (n == 0 || !g.Moves[n-1].hasTextBoard()) { // otherwise the board has it
		w.WriteString("\n" + g.End + "\n")
	}
}

// pairWidth is the width of the first ply of a line with two.
const pairWidth = 12

// ply writes a ply of the main line. The second player's ply follows on the
// line of the first if nothing separates them and moves are single words.
func (w *textWriter) ply(s step) {
	p := s.ply
	text := p.Text + glyphText(p.NAGs)
	if len(p.Facts) > 0 {
		text += " [" + strings.Join(p.Facts, ", ") + "]"
	}
	if w.open > 0 && !s.numbered && p.Second {
		fmt.Fprintf(w, "%*s %s\n", max(0, pairWidth-w.open), "", text)
		w.open = 0
	} else {
		w.endLine()
		w.separate()
		w.quote(annotationIndent, inlineTexts(p.Before))
		switch {
		case p.Number == 0:
			w.WriteString(annotationIndent)
		case p.Second && w.pairs:
			fmt.Fprintf(w, "%4d… ", p.Number)
		default:
			fmt.Fprintf(w, "%4d. ", p.Number)
		}
		w.WriteString(text)
		if w.open = utf8.RuneCountInString(text); !w.pairs || p.Second || p.Number == 0 {
			w.endLine()
		}
	}
	if len(p.Comments) > 0 || p.hasTextBoard() {
		w.endLine()
	}
	w.quote(annotationIndent, inlineTexts(p.Comments))
	w.board(&p.Position)
}

// endLine ends a line with one ply.
func (w *textWriter) endLine() {
	if w.open > 0 {
		w.WriteByte('\n')
		w.open = 0
	}
}

func (w *textWriter) quote(indent string, texts []string) {
	for _, text := range texts {
		wrap(w.Writer, indent, text)
	}
}

func (w *textWriter) board(p *Position) {
	if !p.hasTextBoard() {
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
	w.afterBoard = true
}

// separate writes a blank line after a board.
func (w *textWriter) separate() {
	if w.afterBoard {
		w.WriteByte('\n')
		w.afterBoard = false
	}
}

// lines returns the error message and the rest of the record; nothing if f is
// nil.
func (f *Fault) lines() []string {
	if f == nil {
		return nil
	}
	message := "Error in the record: " + f.Text
	if f.Rule != "" {
		message += " (" + f.Rule + ")"
	}
	texts := []string{message + ": " + f.Message}
	if f.Rest != "" {
		texts = append(texts, "Rest of the record: "+f.Rest)
	}
	return texts
}

// appendInline adds a ply of a variation as running text.
func appendInline(b *strings.Builder, s step) {
	word := func(text string) {
		if n := b.Len(); n > 0 && b.String()[n-1] != '(' {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	for _, comment := range inlineTexts(s.ply.Before) {
		word("[" + oneLine(comment) + "]")
	}
	if s.numbered {
		word(s.ply.Label() + glyphText(s.ply.NAGs))
	} else {
		word(s.ply.Text + glyphText(s.ply.NAGs))
	}
	for _, comment := range slices.Concat(s.ply.Facts, inlineTexts(s.ply.Comments)) {
		word("[" + oneLine(comment) + "]")
	}
}

// flatten calls ply for each ply of the main line, and side for each variation.
// side receives the variation's text, including nested variations, and its
// plies with diagrams.
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

// wrap writes text wrapped at textWidth; each line of text is a paragraph.
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
