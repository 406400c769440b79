package analysis

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Conversion is a record in another format than it came in.
type Conversion struct {
	Record *parser.Record
	// Losses say what of the record it is that the format cannot hold, such as
	// "2 side lines"; nothing where all of it is there. Write may add some.
	Losses []string
}

// CannotHold says that a format has no way to write the moves of a game.
type CannotHold struct {
	Format  parser.Format
	Variant string
}

// Error names format and variant.
func (e *CannotHold) Error() string {
	return fmt.Sprintf("%s cannot hold games of %s", e.Format, e.Variant)
}

// Convert rewrites a replayed record in a format: each ply of the main line and
// of the side lines in its notation, numbered anew, with all that belongs to
// it; the start, the variant, the result and the ending where the format keeps
// them; the other tags under the format's own keys. A side line is carried as
// far as it is legal, and the main line as far as it was proved; the rest of
// each stays as text in a comment. The format JSON keeps everything as it was
// written instead. The error is a *CannotHold.
func (g *Game) Convert(rec *parser.Record, to parser.Format) (*Conversion, error) {
	if to == parser.JSON {
		return g.document(rec), nil
	}
	target, ok := notation.ForFormat(to, g.Rules)
	if !ok {
		return nil, &CannotHold{to, g.Rules.Definition().ID}
	}
	source, ok := notation.For(rec, g.Rules)
	if !ok {
		return nil, &CannotHold{rec.Written(), g.Rules.Definition().ID}
	}
	c := converter{
		game: g, rec: rec, to: to, source: source, target: target,
		out: &parser.Record{Format: to, Setup: rec.Setup, Trailing: rec.Trailing},
	}
	c.out.Comments = c.comments(rec.Comments)
	c.lines()
	c.outcome()
	c.start()
	if err := c.tags(); err != nil {
		return nil, err
	}
	if rec.Fault != nil {
		c.lose(1, "text that cannot be read, from line %d on", rec.Fault.Place.Line)
	}
	return &Conversion{c.out, append(c.losses, parser.Losses(c.out, to)...)}, nil
}

// document is the record in Assay's own form.
func (g *Game) document(rec *parser.Record) *Conversion {
	c := Document(rec)
	d := g.Rules.Definition()
	c.Record.Variant, c.Record.Options = d.ID, d.OptionText()
	if c.Record.Start == "" && g.start != nil {
		c.Record.Start = g.start.Text()
	}
	if (rec.Result == "" || rec.Result == "*") && g.Report.Verdict == Legal && g.Report.Result != "*" {
		c.Record.Result = g.Report.Result
	}
	return c
}

// Document is a record in Assay's own form, which needs no replay.
func Document(rec *parser.Record) *Conversion {
	out := *rec
	out.Format, out.Notation = parser.JSON, rec.Written()
	c := &Conversion{Record: &out}
	if rec.Fault != nil {
		c.Losses = []string{fmt.Sprintf("text that cannot be read, from line %d on", rec.Fault.Place.Line)}
	}
	return c
}

// Bare is a record without annotations: comments, glyphs, marks, clocks, times,
// evaluations, commands and side lines.
func Bare(rec *parser.Record) *parser.Record {
	out := *rec
	out.Comments, out.Trailing = nil, ""
	out.Moves = make(parser.Line, len(rec.Moves))
	for i := range rec.Moves {
		ply := &rec.Moves[i]
		out.Moves[i] = parser.Ply{Number: ply.Number, Text: ply.Text, Place: ply.Place}
	}
	return &out
}

// Write writes the converted record. Comments and tags that the format has no
// spelling for are respelled or left out, and the losses say so. The error is a
// *parser.Unwritable or the writer's.
func (c *Conversion) Write(w io.Writer) error {
	text, err := spell(c.Record)
	var bad *parser.Unwritable
	if errors.As(err, &bad) {
		c.respell()
		text, err = spell(c.Record)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// spell writes a record so that readers take it for what it is. The error is a
// *parser.Unwritable.
func spell(r *parser.Record) ([]byte, error) {
	var b bytes.Buffer
	if err := parser.Write(&b, r); err != nil {
		return nil, err
	}
	start := b.Bytes()[:min(b.Len(), parser.DetectBytes)]
	if f, ok := parser.Detect(start); ok && f != parser.Traits(r.Format).File && len(r.Moves) > 0 {
		return nil, &parser.Unwritable{Format: r.Format, Message: "text that is taken for " + string(f)}
	}
	return b.Bytes(), nil
}

// converter rewrites one record.
type converter struct {
	game           *Game
	rec, out       *parser.Record
	to             parser.Format
	source, target notation.Notation
	position       *rules.Position
	losses         []string
	illegal        int // side lines
	nulls          int // side lines in which a turn passes, where the target has no pass
	moved          int // comments in front of plies
	empty          int // comments without text
}

func (c *converter) lose(n int, format string, args ...any) {
	if n > 0 {
		c.losses = append(c.losses, fmt.Sprintf(format, args...))
	}
}

// convertedLine is a line that is being rewritten.
type convertedLine struct {
	line   parser.Line
	known  []rules.Move // of the main line
	main   bool
	out    parser.Line
	move   rules.Move // of the next ply, once it is read
	read   bool
	unheld bool             // the next ply is legal, and the target cannot write it
	side   int              // side line of the next ply that comes next
	sides  []parser.Line    // of the next ply, rewritten
	notes  []parser.Comment // for the next ply: side lines that begin illegally
	played int
}

// lines rewrites the main line with all side lines.
func (c *converter) lines() {
	c.position = c.game.Start()
	stack := []convertedLine{{line: c.rec.Moves, known: c.game.Moves, main: true}}
	for {
		top := &stack[len(stack)-1]
		switch {
		case top.played == len(top.line):
			if done := c.finish(&stack); done {
				c.lose(c.illegal, "%s, kept as comments", parser.Count(c.illegal, "illegal side line"))
				c.lose(c.nulls, "%s from a pass on, kept as comments", parser.Count(c.nulls, "side line"))
				c.lose(c.empty, "%s", parser.Count(c.empty, "empty comment"))
				c.lose(c.moved, "%s in front of a ply, put behind the one before", parser.Count(c.moved, "comment"))
				return
			}
		case !top.read:
			if !c.read(top) {
				c.keepRest(stack)
				top.line = top.line[:top.played]
			}
		case top.side < len(top.line[top.played].Notes().Variations):
			top.side++
			stack = append(stack, convertedLine{line: top.line[top.played].Notes().Variations[top.side-1]})
		default:
			c.play(top)
		}
	}
}

// finish ends the innermost line; it reports true for the main line.
func (c *converter) finish(stack *[]convertedLine) bool {
	n := len(*stack) - 1
	line := (*stack)[n]
	if line.main {
		c.out.Moves = line.out
		return true
	}
	for range line.played {
		c.position.Undo()
	}
	*stack = (*stack)[:n]
	if outer := &(*stack)[n-1]; len(line.out) > 0 {
		outer.sides = append(outer.sides, line.out)
	}
	return false
}

// read finds the next move of a line; false where there is none that is legal
// and that the target can write: the notations of shogi have no pass.
func (c *converter) read(l *convertedLine) bool {
	text := l.line[l.played].Text
	if l.main {
		if l.played == len(l.known) {
			return false
		}
		c.source.Read(c.position, text) // which may follow the game
		l.move, l.read = l.known[l.played], true
		return true
	}
	m, fault := ReadSide(c.position, c.source, text)
	l.move, l.unheld = m, fault == nil && m.Kind() == rules.Pass && ofShogi(c.to)
	l.read = fault == nil && !l.unheld
	return l.read
}

// keepRest keeps the plies of the innermost line from the one that is not
// legal, or cannot be written, on in a comment.
func (c *converter) keepRest(stack []convertedLine) {
	top := &stack[len(stack)-1]
	rest := top.line[top.played:]
	word := "illegal: "
	switch {
	case top.main:
		c.lose(1, "%s from the illegal one on, kept as a comment", parser.Count(len(rest), "ply"))
	case top.unheld:
		word = ""
		c.nulls++
	default:
		c.illegal++
	}
	note := parser.Comment{Text: word + RestText(rest)}
	switch {
	case len(top.out) > 0:
		last := top.out[len(top.out)-1].Annotate()
		last.Comments = append(last.Comments, note)
	case top.main:
		c.out.Comments = append(c.out.Comments, note)
	default:
		outer := &stack[len(stack)-2]
		outer.notes = append(outer.notes, note)
	}
}

// comments are those of a list that the target can hold: PGN has none without
// text that can be seen.
func (c *converter) comments(list []parser.Comment) []parser.Comment {
	kept := slices.Clone(list)
	if parser.Traits(c.to).File == parser.PGN {
		kept = slices.DeleteFunc(kept, func(comment parser.Comment) bool { return plainText(comment.Text) == "" })
		c.empty += len(list) - len(kept)
	}
	return kept
}

// play rewrites the next ply of a line and goes on behind it.
func (c *converter) play(l *convertedLine) {
	at := &l.line[l.played]
	ply := parser.Ply{
		Number: c.position.Number(), Text: string(c.target.Append(nil, c.position, l.move)),
		Clock: at.Clock, Spent: at.Spent,
	}
	if notes := at.Notes(); at.Beside != nil || len(l.notes)+len(l.sides) > 0 {
		ply.Beside = &parser.Notes{
			Before: c.comments(notes.Before), Comments: append(c.comments(notes.Comments), l.notes...), NAGs: notes.NAGs,
			Eval: notes.Eval, Commands: notes.Commands, Variations: l.sides,
		}
	}
	if (ofShogi(c.to) || c.to == parser.Courier || parser.Traits(c.to).File == parser.PGN) && (l.main || len(l.out) > 0) && c.to != parser.USI {
		c.moved += len(at.Notes().Before)
	}
	for _, m := range at.Notes().Marks {
		ply.Beside.Marks = append(ply.Beside.Marks, c.mark(m))
	}
	l.out = append(l.out, ply)
	c.position.Play(l.move)
	l.played++
	l.read, l.side, l.sides, l.notes = false, 0, nil, nil
}
