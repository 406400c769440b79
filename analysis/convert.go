package analysis

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/format"
	"assay/parser/record"
)

// Conversion is a record converted to another format.
type Conversion struct {
	Record *parser.Record
	// Losses lists what the format cannot express, such as "2 variations".
	// Write may add to it.
	Losses []string
}

// CannotHold is the error for a format that cannot write the variant's moves.
type CannotHold struct {
	Format  parser.Format
	Variant string
}

// Error returns a message with format and variant.
func (e *CannotHold) Error() string {
	return fmt.Sprintf("%s cannot express games of %s", e.Format, e.Variant)
}

// Convert converts a replayable tree to a format. It converts the plies of all
// lines with their annotations and renumbers them. It converts start, variant,
// result and ending if the format has them, and writes the other tags under the
// format's own keys. Plies after the last legal one of a line become a comment.
// JSON keeps everything as written instead. The error is a *CannotHold.
func (t *Tree) Convert(to parser.Format) (*Conversion, error) { return t.ConvertStyled(to, nil) }

// ConvertStyled is Convert with moves written in a style, if files of the
// format may have such moves.
func (t *Tree) ConvertStyled(to parser.Format, style *notation.Style) (*Conversion, error) {
	g, rec := t.game, t.Record
	form := parser.Traits(to)
	if form.Whole {
		return g.document(t.Attributed()), nil
	}
	target, ok := notation.ForFormat(to, g.Rules)
	if !ok {
		return nil, &CannotHold{to, g.Rules.Definition().ID}
	}
	if t.source == nil {
		return nil, &CannotHold{rec.Written(), g.Rules.Definition().ID}
	}
	target = style.InFormat(target, to, g.Rules)
	c := converter{
		game: g, rec: rec, traits: form, sourceTraits: parser.Traits(rec.Written()), target: target,
		names: t.MarkNames(), turn: g.Start().Side(), lines: make([]convertedLine, 1),
		out:   &parser.Record{Format: to, Setup: rec.Setup, Trailing: rec.Trailing},
		named: t.NamesAuthors(),
	}
	if len(t.authors) > 0 {
		c.annotators = t.annotators()
	}
	c.out.Comments = c.comments(t.Comments, true)
	if err := t.Walk(&c); err != nil {
		return nil, err
	}
	c.out.Moves = c.lines[0].out
	c.lose(c.illegal, "%s, kept as comments", parser.Count(c.illegal, "illegal variation"))
	c.lose(c.nulls, "%s from a pass on, kept as comments", parser.Count(c.nulls, "variation"))
	c.lose(c.empty, "%s", parser.Count(c.empty, "empty comment"))
	c.lose(c.machine, "%s of a program", parser.Count(c.machine, "comment"))
	c.lose(c.commands, "%s before a ply", parser.Count(c.commands, "command"))
	c.lose(c.signs, "%s written as comments", parser.Count(c.signs, "glyph"))
	c.lose(c.moved, "%s before a ply, moved after the previous ply", parser.Count(c.moved, "comment"))
	if rec.History != nil {
		c.lose(1, "the history of an archive")
	}
	c.outcome()
	c.start()
	if err := c.tags(); err != nil {
		return nil, err
	}
	c.boards()
	if rec.Fault != nil {
		c.lose(1, "unreadable text from line %d on", rec.Fault.Place.Line)
	}
	return &Conversion{c.out, append(c.losses, parser.Losses(c.out, to)...)}, nil
}

// document returns the record in Assay's JSON format.
func (g *Game) document(rec *parser.Record) *Conversion {
	for i := range g.Report.Rulings {
		if s := &g.Report.Rulings[i]; s.Ply <= len(rec.Moves) {
			ply := &rec.Moves[s.Ply-1]
			ply.Unshare()
			ply.Annotate().Commands = append(slices.Clip(ply.Notes().Commands), s.command())
		}
	}
	c := Document(rec)
	d := g.Rules.Definition()
	c.Record.Variant, c.Record.Options = d.ID, d.OptionText()
	if c.Record.Start == "" && g.start != nil {
		c.Record.Start = g.start.Text()
	}
	if (rec.Result == "" || rec.Result == "*" || rec.Inferred) && g.Report.Holds() && g.Report.Result != "*" {
		c.Record.Result = g.Report.Result
		if lost := overruled(rec, &g.Report); lost != "" {
			c.Losses = append(c.Losses, lost)
		}
	}
	return c
}

// Document returns the record in Assay's JSON format, without a replay.
func Document(rec *parser.Record) *Conversion {
	out := *rec
	out.Format, out.Notation = parser.Whole(), rec.Written()
	c := &Conversion{Record: &out}
	if rec.Fault != nil {
		c.Losses = []string{fmt.Sprintf("unreadable text from line %d on", rec.Fault.Place.Line)}
	}
	return c
}

// Bare returns a copy of a record without annotations: comments, glyphs, marks,
// clocks, times, evaluations, commands and variations.
func Bare(rec *parser.Record) *parser.Record {
	out := *rec
	out.Comments, out.Trailing, out.History = nil, "", nil
	out.Moves = make(parser.Line, len(rec.Moves))
	for i := range rec.Moves {
		ply := &rec.Moves[i]
		out.Moves[i] = parser.Ply{Number: ply.Number, Text: ply.Text, Place: ply.Place}
	}
	return &out
}

// Write writes the converted record. It rewrites or drops comments and tags
// that the format cannot express, and adds them to Losses. The error is a
// *parser.Unwritable or the writer's.
func (c *Conversion) Write(w io.Writer) error {
	text, err := spell(c.Record)
	if _, ok := errors.AsType[*parser.Unwritable](err); ok {
		c.respell()
		text, err = spell(c.Record)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// spell formats a record with all required headers. The error is a
// *parser.Unwritable.
func spell(r *parser.Record) ([]byte, error) {
	var b bytes.Buffer
	if err := parser.Write(&b, r); err != nil {
		return nil, err
	}
	start := b.Bytes()[:min(b.Len(), parser.DetectBytes)]
	if f, ok := parser.Detect(start); ok && f != parser.Traits(r.Format).File && len(r.Moves) > 0 {
		return nil, &parser.Unwritable{Format: r.Format, Message: "text that would be read as " + string(f)}
	}
	return b.Bytes(), nil
}

// converter is the visitor that converts a tree.
type converter struct {
	game         *Game
	rec, out     *parser.Record
	traits       *format.Row    // of the target
	sourceTraits *format.Row    // of the record
	names        notation.Names // names of squares in the record's marks
	target       notation.Notation
	turn         rules.Side      // side to move after the main line
	lines        []convertedLine // open lines, the main line first
	losses       []string
	illegal      int  // variations
	nulls        int  // variations with a pass that the target cannot write
	moved        int  // comments before plies
	empty        int  // comments without text
	machine      int  // comments of programs
	commands     int  // commands of comments before a ply
	signs        int  // glyphs written as comments
	named        bool // comments name their authors
	annotators   string
}

func (c *converter) lose(n int, format string, args ...any) {
	if n > 0 {
		c.losses = append(c.losses, fmt.Sprintf(format, args...))
	}
}

// convertedLine is a line being converted.
type convertedLine struct {
	out        parser.Line
	variations []parser.Line    // converted variations of the next ply
	notes      []parser.Comment // for the next ply: variations illegal from the first ply
	cut        bool             // the rest is not converted
}

// Open begins a variation if the ply it replaces is converted.
func (c *converter) Open(p *rules.Position, instead *Node) bool {
	top := &c.lines[len(c.lines)-1]
	if top.cut || !c.canWrite(p, instead) {
		return false
	}
	c.lines = append(c.lines, convertedLine{})
	return true
}

// canWrite reports whether a ply is legal, or allowed by a ruling, and the
// target can write it.
func (c *converter) canWrite(p *rules.Position, n *Node) bool {
	if n.Holds && n.Move.Ruled() {
		return c.canWriteRuled(p, n.Move)
	}
	return n.Holds && (n.Move.Kind() != rules.Pass || !c.traits.NoPass || len(c.lines) == 1)
}

// canWriteRuled reports whether the target can write a move allowed by a ruling
// and read it back.
func (c *converter) canWriteRuled(p *rules.Position, m rules.Move) bool {
	if m.Kind() == rules.Pass && c.traits.NoPass {
		return false
	}
	read, _, _, _ := c.target.Read(p, string(c.target.Append(nil, p, m)))
	return read == m.Unruled()
}

// Close ends the innermost line.
func (c *converter) Close() {
	last := len(c.lines) - 1
	if line := c.lines[last].out; len(line) > 0 {
		c.lines[last-1].variations = append(c.lines[last-1].variations, line)
	}
	c.lines = c.lines[:last]
}

// Ply converts a ply.
func (c *converter) Ply(p *rules.Position, rest []Node) error {
	top, n := &c.lines[len(c.lines)-1], &rest[0]
	switch {
	case top.cut:
	case c.canWrite(p, n):
		c.ply(p, top, n)
	default:
		top.cut = true
		c.keepRest(rest)
	}
	return nil
}

// Played records the side to move after the main line.
func (c *converter) Played(p *rules.Position, _ *Node) {
	if len(c.lines) == 1 {
		c.turn = p.Side()
	}
}

// keepRest keeps the plies from the first unconvertible one on as a comment.
func (c *converter) keepRest(rest []Node) {
	top := &c.lines[len(c.lines)-1]
	word := "illegal: "
	switch {
	case len(c.lines) == 1 && rest[0].Holds:
		word = "by a ruling: "
		c.lose(1, "%s from the one allowed by a ruling on, kept as a comment", parser.Count(len(rest), "ply"))
	case len(c.lines) == 1:
		c.lose(1, "%s from the illegal one on, kept as a comment", parser.Count(len(rest), "ply"))
	case rest[0].Holds:
		word = ""
		c.nulls++
	default:
		c.illegal++
	}
	note := parser.Comment{Text: word + RestText(Rest(rest))}
	switch {
	case len(top.out) > 0:
		last := top.out[len(top.out)-1].Annotate()
		last.Comments = append(last.Comments, note)
	case len(c.lines) == 1:
		c.out.Comments = append(c.out.Comments, note)
	default:
		outer := &c.lines[len(c.lines)-2]
		outer.notes = append(outer.notes, note)
	}
}

// comments returns the comments that the target can express. first reports that
// they are at the start of the record.
func (c *converter) comments(list []parser.Comment, first bool) []parser.Comment {
	if c.traits.Format != c.sourceTraits.Format {
		written := c.sourceTraits.WithoutMachine(list, first)
		c.machine += len(list) - len(written)
		list = written
	}
	kept := make([]parser.Comment, 0, len(list))
	for _, comment := range list {
		if c.traits.Has(record.PartMarks) {
			if !c.traits.OneComment && !c.sourceTraits.OneComment { // there commands in text are rewritten
				comment = c.renamed(comment)
			}
		} else if c.traits.Has(record.PartComments) && strings.Contains(comment.Text, "[%") {
			var ply parser.Ply
			text := ply.ReadCommands(comment.Text)
			if c.commands += strings.Count(ply.CommandText(), "[%"); text == "" && text != comment.Text {
				continue
			}
			comment.Text = text
		}
		if c.named {
			comment = attributed(comment)
		}
		kept = append(kept, comment)
	}
	list = slices.Clone(kept)
	if c.traits.NoBlankComments {
		kept = slices.DeleteFunc(kept, func(comment parser.Comment) bool { return plainText(comment.Text) == "" })
		c.empty += len(list) - len(kept)
	}
	return kept
}

// ply converts a legal ply of a line.
func (c *converter) ply(p *rules.Position, l *convertedLine, n *Node) {
	ply := parser.Ply{Number: p.Number(), Text: string(c.target.Append(nil, p, n.Move)), Clock: n.Clock, Spent: n.Spent}
	if notes := n.Notes(); n.Beside != nil || len(l.notes)+len(l.variations) > 0 {
		ply.Beside = &parser.Notes{
			Before: c.comments(notes.Before, false), Comments: append(c.comments(notes.Comments, false), l.notes...),
			NAGs: notes.NAGs,
			Eval: notes.Eval, Commands: notes.Commands, Variations: l.variations,
		}
	}
	if c.traits.Behind && (len(c.lines) == 1 || len(l.out) > 0) {
		c.moved += len(ply.Notes().Before)
	}
	if s := c.game.Report.rulingAt(p.Ply() + 1); s != nil && len(c.lines) == 1 {
		ply.Annotate().Commands = append(slices.Clip(ply.Notes().Commands), s.command())
	}
	if len(n.Notes().NAGs) > 0 && !c.traits.Has(record.PartGlyphs) && c.traits.Has(record.PartComments) {
		c.glyphsAsComments(ply.Beside)
	}
	for _, m := range n.Notes().Marks {
		ply.Beside.Marks = append(ply.Beside.Marks, c.mark(m))
	}
	l.out = append(l.out, ply)
	l.variations, l.notes = nil, nil
}

// moveSigns are the usual signs of NAGs 1 to 6.
var moveSigns = []string{"!", "?", "!!", "??", "!?", "?!"}

// glyphsAsComments writes the glyphs that have a usual sign as a comment before
// the other comments.
func (c *converter) glyphsAsComments(notes *parser.Notes) {
	var signs []string
	var rest []int
	for _, nag := range notes.NAGs {
		if nag >= 1 && nag <= len(moveSigns) {
			signs = append(signs, moveSigns[nag-1])
		} else {
			rest = append(rest, nag)
		}
	}
	if notes.NAGs = rest; len(signs) > 0 {
		c.signs += len(signs)
		notes.Comments = slices.Insert(notes.Comments, 0, parser.Comment{Text: strings.Join(signs, " ")})
	}
}
