package analysis

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Annotated is a record with annotations in its tree, each as if the record had
// been written with it; the record itself stays as it is. Side lines that
// begin alike are one line, and follow the record's own where they can. One
// behind the last ply of the main line begins with that ply again: the game
// itself does not grow.
//
// What the record has no place for any more, because its rules have changed
// since, stays as text in a comment, and the losses say so.
func Annotated(rec *parser.Record, g *Game, list []Annotation) (merged *parser.Record, losses []string) {
	if len(list) == 0 {
		return rec, nil
	}
	t := newAnnotatedTree(rec, g)
	for i := range list {
		t.add(&list[i])
	}
	out := *rec
	out.Comments = t.comments
	out.Moves = t.record()
	if t.adrift > 0 {
		losses = append(losses, parser.Count(t.adrift, "annotated line")+" without a place in the game, kept as comments")
	}
	return &out, losses
}

// annotatedTree is a record's tree with its moves.
type annotatedTree struct {
	game     *Game // nil where there are no moves
	format   parser.Format
	source   notation.Notation
	comments []parser.Comment // before the first ply
	main     *annotatedLine
	adrift   int
}

// annotatedLine is a line of the tree.
type annotatedLine struct {
	plies []*annotatedPly
	main  bool
}

// annotatedPly is a ply of the tree, its Variations in sides.
type annotatedPly struct {
	parser.Ply
	move  rules.Move
	legal bool // move is known
	sides []*annotatedLine
}

// newAnnotatedTree reads the moves of a record with all side lines.
func newAnnotatedTree(rec *parser.Record, g *Game) *annotatedTree {
	t := &annotatedTree{format: rec.Written(), comments: slices.Clip(rec.Comments), main: &annotatedLine{main: true}}
	if g != nil && g.Rules != nil {
		if moves, ok := notation.For(rec, g.Rules); ok {
			t.game, t.source = g, moves
		}
	}
	type open struct {
		line   parser.Line
		out    *annotatedLine
		at     *annotatedPly // the ply whose side lines are being read
		side   int
		dead   bool // a ply before was not legal
		played int
	}
	var p *rules.Position
	stack := []open{{line: rec.Moves, out: t.main, dead: t.game == nil}}
	if t.game != nil {
		p = t.game.Start()
	}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		switch {
		case top.at == nil && len(top.out.plies) == len(top.line):
			for range top.played {
				p.Undo()
			}
			stack = stack[:len(stack)-1]
		case top.at == nil:
			n := len(top.out.plies)
			top.at = newAnnotatedPly(&top.line[n])
			top.side = 0
			top.out.plies = append(top.out.plies, top.at)
			if !top.dead {
				t.read(p, top.at, top.out.main, n)
			}
		case top.side < len(top.line[len(top.out.plies)-1].Notes().Variations):
			side := &annotatedLine{}
			top.at.sides = append(top.at.sides, side)
			top.side++
			stack = append(stack, open{line: top.line[len(top.out.plies)-1].Notes().Variations[top.side-1], out: side, dead: top.dead})
		default:
			if top.at.legal {
				p.Play(top.at.move)
				top.played++
			} else {
				top.dead = true
			}
			top.at = nil
		}
	}
	return t
}

// newAnnotatedPly copies a ply so that what is added to it stays out of the
// record.
func newAnnotatedPly(ply *parser.Ply) *annotatedPly {
	out := &annotatedPly{Ply: *ply}
	if ply.Beside == nil {
		return out
	}
	notes := *ply.Beside
	notes.Variations = nil
	notes.Before, notes.Comments, notes.NAGs = slices.Clip(notes.Before), slices.Clip(notes.Comments), slices.Clip(notes.NAGs)
	notes.Marks, notes.Commands = slices.Clip(notes.Marks), slices.Clip(notes.Commands)
	out.Beside = &notes
	return out
}

// read finds the move of ply n of a line.
func (t *annotatedTree) read(p *rules.Position, at *annotatedPly, main bool, n int) {
	if main { // proved already
		if at.legal = n < len(t.game.Moves); at.legal {
			at.move = t.game.Moves[n]
		}
		return
	}
	m, fault := ReadSide(p, t.source, at.Text)
	at.move, at.legal = m, fault == nil
}

// record gives the tree back as a record has it.
func (t *annotatedTree) record() parser.Line {
	type open struct {
		line *annotatedLine
		out  parser.Line
		side int // of the last ply written
	}
	stack := []open{{line: t.main}}
	for {
		top := &stack[len(stack)-1]
		n := len(top.out)
		switch {
		case n > 0 && top.side < len(top.line.plies[n-1].sides):
			top.side++
			stack = append(stack, open{line: top.line.plies[n-1].sides[top.side-1]})
		case n < len(top.line.plies):
			top.out = append(top.out, top.line.plies[n].Ply)
			top.side = 0
		case len(stack) == 1:
			return top.out
		default:
			done := top.out
			stack = stack[:len(stack)-1]
			outer := &stack[len(stack)-1].out
			last := &(*outer)[len(*outer)-1]
			last.Annotate().Variations = append(last.Annotate().Variations, done)
		}
	}
}

// cursor is a ply of the tree: the one before it of its line is the one before
// it in the game, unless it is the line's first. The start is ply -1 of the
// main line.
type cursor struct {
	line *annotatedLine
	ply  int
}

func (c cursor) at() *annotatedPly {
	if c.ply < 0 {
		return nil
	}
	return c.line.plies[c.ply]
}

// step finds the ply that plays a move after c, or adds it; p is the position
// after c. false where the record has no ply that it could hang on.
func (t *annotatedTree) step(p *rules.Position, c cursor, m rules.Move) (cursor, bool) {
	if m.Kind() == rules.Pass && ofShogi(t.format) {
		return c, false // these notations have no pass
	}
	next := c.ply + 1
	if next < len(c.line.plies) && c.line.plies[next].legal {
		if c.line.plies[next].move == m {
			return cursor{c.line, next}, true
		}
		if side := beginning(c.line.plies[next], m); side != nil {
			return cursor{side, 0}, true
		}
		side := &annotatedLine{plies: []*annotatedPly{t.ply(p, m)}}
		c.line.plies[next].sides = append(c.line.plies[next].sides, side)
		return cursor{side, 0}, true
	}
	if next == len(c.line.plies) && !c.line.main {
		c.line.plies = append(c.line.plies, t.ply(p, m))
		return cursor{c.line, next}, true
	}
	last := c.at()
	if last == nil {
		return c, false
	}
	side := beginning(last, last.move)
	if side == nil {
		again := newAnnotatedPly(&parser.Ply{Number: last.Number, Text: last.Text})
		again.move, again.legal = last.move, true
		side = &annotatedLine{plies: []*annotatedPly{again}}
		last.sides = append(last.sides, side)
	}
	return t.step(p, cursor{side, 0}, m)
}

// beginning is the side line that begins with a move instead of a ply, among
// its own and theirs.
func beginning(at *annotatedPly, m rules.Move) *annotatedLine {
	for look := []*annotatedPly{at}; len(look) > 0; look = look[1:] {
		for _, side := range look[0].sides {
			if len(side.plies) == 0 || !side.plies[0].legal {
				continue
			}
			if side.plies[0].move == m {
				return side
			}
			look = append(look, side.plies[0])
		}
	}
	return nil
}

// ply writes a move as the record's notation does.
func (t *annotatedTree) ply(p *rules.Position, m rules.Move) *annotatedPly {
	ply := parser.Ply{Number: p.Number(), Text: string(t.source.Append(nil, p, m))}
	switch t.format {
	case parser.KIF:
		ply.Number = p.Ply() + 1
	case parser.KI2, parser.CSA, parser.USI, parser.JKF:
		ply.Number = 0
	}
	return &annotatedPly{Ply: ply, move: m, legal: true}
}

// add puts an annotation into the tree.
func (t *annotatedTree) add(a *Annotation) {
	c, p, rest := t.find(a.Ply, a.Path)
	if rest != nil {
		t.strand(c, rest)
	}
	if last := c.at(); last != nil {
		last.annotate(a)
	} else {
		// What stands before the moves is not taken apart by any notation.
		var start annotatedPly
		start.annotate(a)
		text := start.CommandText()
		for _, comment := range start.Notes().Comments {
			text = strings.TrimSpace(text + " " + comment.Text)
		}
		if text != "" {
			t.comments = append(t.comments, parser.Comment{Text: text})
		}
	}
	for i := range a.Lines {
		from, at := c, p
		if line := &a.Lines[i]; line.Instead {
			switch n := len(a.Path); {
			case n > 0:
				from, at, rest = t.find(a.Ply, a.Path[:n-1])
			default:
				from, at, rest = t.find(a.Ply-1, nil)
			}
		}
		if at == nil || rest != nil {
			t.strand(c, a.Lines[i].Plies)
			continue
		}
		t.addLine(from, at, a.Lines[i].Plies)
	}
}

// find is the ply that follows a path from one of the main line, with the
// position after it. Where the path does not hold, it is the last ply that
// does, and rest the others. There is no position where there are no rules, or
// the ply is not legal.
func (t *annotatedTree) find(ply int, path []string) (c cursor, p *rules.Position, rest []LinePly) {
	c = cursor{t.main, max(min(ply, len(t.main.plies)), 0) - 1}
	if t.game != nil && ply <= len(t.game.Moves) {
		if at, err := t.game.At(ply); err == nil {
			p = at
		}
	}
	for i, text := range path {
		m, ok := legalMove(p, text)
		next := c
		if ok {
			next, ok = t.step(p, c, m)
		}
		if !ok {
			for _, word := range path[i:] {
				rest = append(rest, LinePly{Move: word})
			}
			return c, nil, rest
		}
		p.Play(m)
		c = next
	}
	return c, p, nil
}

// legalMove reads a move of a side line as Annotate writes it.
func legalMove(p *rules.Position, text string) (rules.Move, bool) {
	if p == nil {
		return 0, false
	}
	m, fault := ReadSide(p, &notation.Numbered{}, text)
	return m, fault == nil
}

// addLine puts a line and those that begin instead of its plies behind a ply;
// p is the position after it, and left as it was.
func (t *annotatedTree) addLine(c cursor, p *rules.Position, line []LinePly) {
	played := 0
	defer func() {
		for range played {
			p.Undo()
		}
	}()
	for i := range line {
		m, ok := legalMove(p, line[i].Move)
		next := c
		if ok {
			next, ok = t.step(p, c, m)
		}
		if !ok {
			t.strand(c, line[i:])
			return
		}
		at := next.at()
		for _, text := range line[i].Before {
			at.Annotate().Before = append(at.Annotate().Before, parser.Comment{Text: text})
		}
		at.addNAGs(line[i].NAGs)
		for _, text := range line[i].Comments {
			at.AddComment(text)
		}
		for _, side := range line[i].Lines {
			t.addLine(c, p, side)
		}
		p.Play(m)
		played++
		c = next
	}
}

// strand keeps plies that have no place in a comment behind a ply.
func (t *annotatedTree) strand(c cursor, line []LinePly) {
	t.adrift++
	comment := parser.Comment{Text: "line: " + RestText(lineOf(line))}
	if last := c.at(); last != nil {
		last.Annotate().Comments = append(last.Annotate().Comments, comment)
		return
	}
	t.comments = append(t.comments, comment)
}

// lineOf is a side line as records have it, to be told.
func lineOf(line []LinePly) parser.Line {
	out := make(parser.Line, len(line))
	for i := range line {
		ply := &out[i]
		ply.Text, ply.Annotate().NAGs = line[i].Move, line[i].NAGs
		for _, text := range line[i].Before {
			ply.Annotate().Before = append(ply.Annotate().Before, parser.Comment{Text: text})
		}
		for _, text := range line[i].Comments {
			ply.Annotate().Comments = append(ply.Annotate().Comments, parser.Comment{Text: text})
		}
		for _, side := range line[i].Lines {
			ply.Annotate().Variations = append(ply.Annotate().Variations, lineOf(side))
		}
	}
	return out
}

// annotate adds all but the side lines of an annotation.
func (at *annotatedPly) annotate(a *Annotation) {
	if a.Before != "" {
		at.Annotate().Before = append(at.Annotate().Before, parser.Comment{Text: a.Before})
	}
	at.addNAGs(a.NAGs)
	for _, spot := range a.Marks {
		at.Annotate().Marks = append(at.Annotate().Marks, parser.Mark{Colour: colourLetter(spot.Colour), From: spot.Square})
	}
	for _, arrow := range a.Arrows {
		at.Annotate().Marks = append(at.Annotate().Marks, parser.Mark{Colour: colourLetter(arrow.Colour), From: arrow.From, To: arrow.To})
	}
	switch {
	case a.Evaluation == "":
	case at.Notes().Eval == "":
		at.Annotate().Eval = a.Evaluation
	default:
		at.Annotate().Commands = append(at.Annotate().Commands, parser.Command{Name: "eval", Text: a.Evaluation})
	}
	if a.Comment != "" {
		at.AddComment(a.Comment)
	}
}

// addNAGs adds the glyphs that the ply has not yet.
func (at *annotatedPly) addNAGs(nags []int) {
	for _, n := range nags {
		if !slices.Contains(at.Notes().NAGs, n) {
			at.Annotate().NAGs = append(at.Annotate().NAGs, n)
		}
	}
}

func colourLetter(name string) string {
	for _, c := range colours {
		if c.name == name {
			return c.letter
		}
	}
	return name
}
