package present

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/diagram"
	"assay/api/publish"
	"assay/api/request"
	"assay/parser"
	"assay/parser/format"
)

// displayMode says how a publication shows positions.
type displayMode uint8

const (
	showBoards   displayMode = iota // text diagrams of the selected positions
	showPictures                    // pictures of the selected positions
	showAll                         // pictures of all positions
)

// publication returns the game with all its variations for package publish, and
// lists the parts of the record that are lost.
func (r *Replay) publication(o ExportOptions, show displayMode) (*publish.Game, []string, error) {
	tree, losses, err := r.TreeWith(o.Annotations)
	if err != nil {
		return nil, nil, err
	}
	if tree.Readable() {
		o.Look = o.Look.Beside(tree)
	}
	b := publisher{replay: r, tree: tree, options: o, show: show, start: Opening(tree), lines: make([]publishedLine, 1)}
	b.notation, b.timed = &parser.Traits(tree.Record.Written()).Moves, hasTimes(tree.Record)
	b.commands = len(b.start.Notes().Commands)
	b.game = &publish.Game{
		Title: r.title(tree.Record), Headers: r.headers(tree), Comments: b.comments(b.start.Notes().Comments, true),
		Shown: o.Shown, Address: o.PageAddress,
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		b.game.Players[side] = analysis.Player(tree.Record, r.Game.Rules, side)
	}
	if score := evaluationText(b.start.Notes().Eval); score != "" {
		b.game.Comments = append(b.game.Comments, publish.Comment{Text: score})
	}
	if tree.Record.Trailing != "" {
		losses = append(losses, "1 text after the moves")
	}
	if !tree.Readable() {
		b.game.Moves = b.textLine(analysis.Rest(tree.Main.Nodes))
	} else {
		marked := len(b.start.Notes().Marks) > 0
		b.game.Start = b.source(tree.Start(), b.start, nil, o.Plies.Wants(0, marked))
		if err := tree.Walk(&b); err != nil {
			return nil, nil, err
		}
		b.game.Moves = b.lines[0].out
		if o.MaxShown > 0 && b.positions > o.MaxShown {
			return nil, nil, &request.LimitError{What: "positions shown of a game", Limit: int64(o.MaxShown)}
		}
		diagram.KeepRoom(b.scenes)
		b.game.End = r.end()
	}
	b.addError()
	if b.commands > 0 {
		losses = append(losses, parser.Count(b.commands, "command"))
	}
	if b.programs > 0 {
		losses = append(losses, parser.Count(b.programs, "comment")+" of a program")
	}
	if b.marks > 0 {
		losses = append(losses, parser.Count(b.marks, "mark"))
	}
	losses = append(losses, tree.LostCredits(true, show == showAll)...)
	return b.game, losses, nil
}

// Summary returns the text of previews about the game, without its comments.
func (r *Replay) Summary() (*publish.Summary, error) {
	record, err := r.Record()
	if err != nil {
		return nil, err
	}
	s := &publish.Summary{Event: parser.Event(record), Day: parser.Day(record), Result: r.Game.Report.Result,
		Plies: r.Plies()}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		s.Players[side] = analysis.Player(record, r.Game.Rules, side)
	}
	if rs := r.Game.Rules; rs != nil {
		s.Variant = rs.Definition().Name
	}
	if r.Game.Report.Termination != nil {
		s.Reason = *r.Game.Report.Termination
	}
	code, opening := parser.Opening(record)
	s.Opening = strings.TrimSpace(code + " " + opening)
	if round, _ := record.Tag("Round"); strings.Trim(round, "?- ") != "" {
		s.Round = round
	}
	return s, nil
}

// title returns a one-line title of a game.
func (r *Replay) title(record *parser.Record) string {
	if r.Title != "" {
		return r.Title
	}
	rs := r.Game.Rules
	var parts []string
	first, second := analysis.Player(record, rs, rules.First), analysis.Player(record, rs, rules.Second)
	if first != "" || second != "" {
		parts = append(parts, cmp.Or(first, "?")+" – "+cmp.Or(second, "?"))
	}
	for _, part := range []string{parser.Event(record), publish.DayWords(parser.Day(record))} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		name := "Game"
		if rs != nil {
			name = rs.Definition().Name
		} else if variantName := cmp.Or(parser.Said(record, parser.FieldVariantName),
			parser.Said(record, parser.FieldVariant)); variantName != "" {
			name = variantName
		}
		parts = append(parts, name)
		if id := r.ID(); id != 0 {
			parts = append(parts, "game "+strconv.FormatInt(id, 10))
		}
	}
	return strings.Join(parts, ", ")
}

// headers returns the headers of the record, the annotators, and the verdict.
func (r *Replay) headers(tree *analysis.Tree) []publish.Header {
	var out []publish.Header
	for _, t := range r.Tags() {
		if strings.Trim(t.Value, "?.- ") != "" { // others have no content
			out = append(out, publish.Header{Key: t.Key, Value: t.Value})
		}
	}
	verdict := fmt.Sprintf("%s, %s, %s", r.Game.Report.Verdict, parser.Count(r.Game.Report.Plies, "ply"),
		r.Game.Report.Result)
	if r.Game.Report.Termination != nil {
		verdict += " (" + *r.Game.Report.Termination + ")"
	}
	if authors := tree.Authors(); len(authors) > 0 {
		out = append(out, publish.Header{Key: "Annotated by", Value: strings.Join(authors, ", ")})
	}
	return append(out, publish.Header{Key: "Verdict", Value: verdict})
}

// end returns how the game ended.
func (r *Replay) end() string {
	if r.Game.Report.Result == "*" || r.Game.Report.Error != nil {
		return ""
	}
	if r.Game.Report.Termination != nil {
		return r.Game.Report.Result + ", " + *r.Game.Report.Termination
	}
	return r.Game.Report.Result
}

// comments returns a list of comments for readers, without the output of
// programs. first reports that they are at the start of the record.
func (b *publisher) comments(list []parser.Comment, first bool) []publish.Comment {
	written := b.notation.WithoutMachine(list, first)
	b.programs += len(list) - len(written)
	var out []publish.Comment
	for _, c := range written {
		if strings.TrimSpace(c.Text) == "" {
			continue
		}
		comment := publish.Comment{Text: c.Text}
		if c.Author != nil {
			comment.Credit = &publish.Credit{Author: c.Author.Name, Editor: c.Author.Editor, Saved: c.Author.Saved,
				Revision: c.Author.Revision}
			comment.Named = b.tree.NamesAuthors()
		}
		out = append(out, comment)
	}
	return out
}

// hasTimes reports whether a record has any time other than zero.
func hasTimes(record *parser.Record) bool {
	for ply := range record.Moves.All() {
		if ply.Spent != nil && *ply.Spent != 0 {
			return true
		}
	}
	return false
}

// publisher is the visitor that builds a published game.
type publisher struct {
	replay    *Replay
	tree      *analysis.Tree
	options   ExportOptions
	show      displayMode
	game      *publish.Game
	lines     []publishedLine // open lines, the main line first
	scenes    []*diagram.Scene
	start     *parser.Ply
	positions int           // shown so far
	commands  int           // not shown
	programs  int           // comments of programs, not shown
	marks     int           // of positions without a picture
	notation  *format.Moves // of the record
	timed     bool          // the record has times other than zero
}

// publishedLine is a line that is being built.
type publishedLine struct {
	out   publish.Line
	sides []publish.Line // alternatives to the next ply
}

// Opening returns the comments before the moves as comments of a ply. Commands
// in them are parsed only here, not when the record is read.
func Opening(t *analysis.Tree) *parser.Ply {
	var start parser.Ply
	for _, c := range t.Comments {
		start.TakeComment(c)
	}
	return &start
}

// Open begins a variation as an alternative to a legal ply.
func (b *publisher) Open(_ *rules.Position, mainline *analysis.Node) bool {
	if mainline.Holds {
		b.lines = append(b.lines, publishedLine{})
	}
	return mainline.Holds
}

// Close ends the innermost line.
func (b *publisher) Close() {
	last := len(b.lines) - 1
	b.lines[last-1].sides = append(b.lines[last-1].sides, b.lines[last].out)
	b.lines = b.lines[:last]
}

// Ply adds a ply to its line. Plies of a variation after its last legal ply are
// added as text. The remaining plies of the main line belong to the error.
func (b *publisher) Ply(p *rules.Position, rest []analysis.Node) error {
	n, top := &rest[0], &b.lines[len(b.lines)-1]
	switch {
	case n.Holds:
		ply := b.ply(&n.Ply, b.options.Look.Written(b.tree, p, n))
		ply.Number, ply.Second = PlyNumber(p)
		ply.Variations, top.sides = top.sides, nil
		top.out = append(top.out, ply)
	case len(b.lines) > 1:
		top.out = append(top.out, b.textLine(analysis.Rest(rest))...)
	}
	return nil
}

// Played shows the position after a ply.
func (b *publisher) Played(p *rules.Position, n *analysis.Node) {
	line := b.lines[len(b.lines)-1].out
	ply := line[len(line)-1]
	ply.Position = b.source(p, &n.Ply, ply, b.showsDiagram(len(line), n))
}

// ply returns a ply without its position.
func (b *publisher) ply(source *parser.Ply, text string) *publish.Ply {
	notes := source.Notes()
	p := &publish.Ply{
		Number: source.Number, Text: text, NAGs: notes.NAGs, Before: b.comments(notes.Before, false),
		Comments: b.comments(notes.Comments, false),
	}
	if score := evaluationText(notes.Eval); score != "" {
		p.Facts = append(p.Facts, score)
	}
	if source.Clock != nil {
		p.Facts = append(p.Facts, ClockText(*source.Clock)+" left")
	}
	if source.Spent != nil && b.timed {
		p.Facts = append(p.Facts, "took "+ClockText(*source.Spent))
	}
	b.commands += len(notes.Commands)
	return p
}

// evaluationText formats an evaluation for readers: "0.3,12" is +0.3 at depth
// 12.
func evaluationText(text string) string {
	value, depth, hasDepth := strings.Cut(text, ",")
	if value != "" && value[0] >= '0' && value[0] <= '9' && strings.Trim(value, "0.") != "" {
		value = "+" + value
	}
	if hasDepth {
		value += " at depth " + depth
	}
	return value
}

// ClockText formats a time as h:mm:ss.
func ClockText(d time.Duration) string {
	seconds := int64(d.Round(time.Second) / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// textLine returns plies that are only known as text; their variations are
// marked as such.
func (b *publisher) textLine(line parser.Line) publish.Line {
	var out publish.Line
	type open struct {
		from parser.Line
		to   *publish.Line
	}
	for stack := []open{{line, &out}}; len(stack) > 0; {
		next := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range next.from {
			ply := b.ply(&next.from[i], next.from[i].Text)
			b.marks += len(next.from[i].Notes().Marks)
			*next.to = append(*next.to, ply)
			ply.Variations = make([]publish.Line, len(next.from[i].Notes().Variations))
			for k := range ply.Variations {
				stack = append(stack, open{next.from[i].Notes().Variations[k], &ply.Variations[k]})
			}
		}
	}
	return out
}

// showsDiagram reports whether to show the position after ply n of a line.
// Unless plies were requested, the last position of the game is also shown.
func (b *publisher) showsDiagram(n int, node *analysis.Node) bool {
	requested, _ := publish.AsksForDiagram(node.Notes().NAGs)
	marked := requested || len(node.Notes().Marks) > 0
	if len(b.lines) > 1 {
		return b.options.Plies.WantsAside(marked)
	}
	return b.options.Plies.Wants(n, marked || hasText(node.Notes().Comments) || n == b.replay.Plies())
}

// hasText reports whether any comment has text.
func hasText(list []parser.Comment) bool {
	return slices.ContainsFunc(list, func(c parser.Comment) bool { return strings.TrimSpace(c.Text) != "" })
}

// source returns a position as it is shown, with the marks of a ply; the ply is
// nil for the starting position.
func (b *publisher) source(position *rules.Position, source *parser.Ply, ply *publish.Ply,
	pictured bool) publish.Position {
	requested, _ := publish.AsksForDiagram(source.Notes().NAGs)
	p := publish.Position{Hash: publish.PositionHash(position.Text()), Pictured: pictured, Asked: pictured &&
		(requested || b.options.Plies.Named())}
	if pictured || b.show == showAll {
		b.positions++
	}
	switch {
	case b.options.MaxShown > 0 && b.positions > b.options.MaxShown: // over the limit of a game
	case b.show == showBoards && pictured:
		var board strings.Builder
		if err := WriteBoard(&board, position, b.options.Look); err == nil { // writing to a Builder cannot fail
			p.Board = board.String()
		}
	case b.show == showAll, b.show == showPictures && pictured:
		p.Scene = Scene(position, b.options.Look)
		p.Scene.SquareSize = b.options.Size
		if ply != nil {
			p.Scene.Title = "After " + ply.Label()
		}
		drawMarks(p.Scene, position, source, b.tree.MarkNames())
		b.scenes = append(b.scenes, p.Scene)
	}
	if p.Scene == nil {
		b.marks += len(source.Notes().Marks)
	}
	return p
}

// drawMarks adds a ply's marks and arrows to the picture of the position after
// it.
func drawMarks(s *diagram.Scene, p *rules.Position, source *parser.Ply, names notation.Names) {
	for _, m := range source.Notes().Marks {
		from, ok := markPlace(s, p, m.From, names.Marked)
		if !ok {
			continue
		}
		if m.To == "" {
			s.Marks = append(s.Marks, diagram.Mark{Square: from, Shape: markShape(m.Colour), Tone: markTone(m.Colour)})
		} else if to, ok := markPlace(s, p, m.To, names.Marked); ok && to != from {
			s.Arrows = append(s.Arrows, diagram.Arrow{From: from, To: to, Tone: markTone(m.Colour)})
		}
	}
	_, s.Flip = publish.AsksForDiagram(source.Notes().NAGs)
}

// markPlace returns the place of a picture that a mark names: a square, a bench
// cell, or a pocket.
func markPlace(s *diagram.Scene, p *rules.Position, name string, square func(string) (rules.Square, bool)) (int, bool) {
	r := p.Rules()
	for _, side := range []rules.Side{rules.First, rules.Second} {
		if cell, ok := r.CellNamed(side, name); ok {
			return s.CellPlace(diagram.Side(side), cell), true
		}
		if r.HasPocket() && name == analysis.PocketName(side) {
			return s.PocketPlace(diagram.Side(side)), true
		}
	}
	sq, ok := square(name)
	return int(sq), ok
}

// markTone returns the colour of a mark by its letter in [%csl] and [%cal].
func markTone(letter string) diagram.Tone {
	switch strings.ToUpper(letter) {
	case "R", "O", "M":
		return diagram.ToneBad
	case "B", "C":
		return diagram.ToneAside
	case "Y":
		return diagram.ToneDoubt
	case "P", "V":
		return diagram.ToneHint
	}
	return diagram.ToneNote
}

// markShape distinguishes red and yellow squares from green and blue ones by
// more than colour.
func markShape(letter string) diagram.MarkShape {
	if t := markTone(letter); t == diagram.ToneBad || t == diagram.ToneDoubt {
		return diagram.MarkFrame
	}
	return diagram.MarkRing
}

// addError adds the record's error, with the position before it.
func (b *publisher) addError() {
	e := b.replay.Game.Report.Error
	if e == nil {
		return
	}
	f := &publish.Fault{Text: e.Text, Rule: e.Rule, Message: e.Message}
	if legal := len(b.game.Moves); legal < len(b.tree.Main.Nodes) {
		f.Rest = analysis.RestText(analysis.Rest(b.tree.Main.Nodes[legal:]))
	}
	b.game.Fault = f
}
