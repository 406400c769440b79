package analysis

import (
	"slices"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/format"
)

// Losses describes annotated variations that no longer fit the game, because
// the rules have changed. The tree keeps them as text in comments.
func (t *Tree) Losses() []string {
	if t.misfits == 0 {
		return nil
	}
	return []string{parser.Count(t.misfits, "annotated line") + " without a place in the game, kept as comments"}
}

// cursor is a ply of the tree. The previous ply of its line comes before it;
// before the first ply of a variation comes a ply of its parent line. The start
// is ply -1 of the main line.
type cursor struct {
	line *Line
	ply  int
}

func (c cursor) at() *Node {
	if c.ply < 0 {
		return nil
	}
	return &c.line.Nodes[c.ply]
}

// step finds or adds the ply after c that plays m; p is the position after c.
// Variations with the same moves share nodes, with the record if possible.
// Unless the tree grows, a variation after the last ply of the main line
// repeats that ply, because the game itself must not grow. step returns false
// if the record has no ply to attach it to.
func (t *Tree) step(p *rules.Position, c cursor, m rules.Move) (cursor, bool) {
	if m.Kind() == rules.Pass && parser.Traits(t.Record.Written()).NoPass {
		return c, false
	}
	next := c.ply + 1
	if next < len(c.line.Nodes) {
		n := &c.line.Nodes[next]
		if n.verify(p, t.source); n.Holds {
			if n.Move == m {
				return cursor{c.line, next}, true
			}
			side := t.variationWith(p, n, m)
			if side == nil {
				side = &Line{Nodes: []Node{t.node(p, m)}}
				n.Sides = append(n.Sides, side)
			}
			return cursor{side, 0}, true
		}
	}
	if next == len(c.line.Nodes) && (c.line != t.Main || t.grows) {
		c.line.Nodes = append(c.line.Nodes, t.node(p, m))
		return cursor{c.line, next}, true
	}
	last := c.at()
	if last == nil {
		return c, false
	}
	p.Undo()
	last.verify(p, t.source)
	side := t.variationWith(p, last, last.Move)
	p.Play(last.Move)
	if side == nil {
		again := Node{Ply: parser.Ply{Number: last.Number, Text: last.Text}, Move: last.Move, Holds: true, read: true,
			sidesOwned: true}
		side = &Line{Nodes: []Node{again}}
		last.Sides = append(last.Sides, side)
	}
	return t.step(p, cursor{side, 0}, m)
}

// variationWith returns the variation that replaces a ply by m, nested ones
// included.
func (t *Tree) variationWith(p *rules.Position, at *Node, m rules.Move) *Line {
	for look := []*Node{at}; len(look) > 0; look = look[1:] {
		for _, side := range look[0].Sides {
			if len(side.Nodes) == 0 {
				continue
			}
			n := &side.Nodes[0]
			n.verify(p, t.source)
			switch {
			case !n.Holds:
			case n.Move == m:
				return side
			default:
				look = append(look, n)
			}
		}
	}
	return nil
}

// node returns a node of a move, written in the record's notation.
func (t *Tree) node(p *rules.Position, m rules.Move) Node {
	n := Node{Ply: parser.Ply{Number: p.Number(), Text: string(t.source.Append(nil, p, m))}, Move: m, Holds: true,
		read: true, sidesOwned: true}
	switch parser.Traits(t.Record.Written()).Numbers {
	case format.NumbersPlies:
		n.Number = p.Ply() + 1
	case format.NoNumbers:
		n.Number = 0
	}
	return n
}

// Authors returns the names of the authors of annotations.
func (t *Tree) Authors() []string { return t.authors }

// LostCredits describes which authors and times of annotations are lost when
// the tree is written. comments means that comments are written; credits means
// that times and revisions are written, too.
func (t *Tree) LostCredits(comments, credits bool) (losses []string) {
	switch {
	case t.credited == 0:
		return nil
	case !comments:
		return []string{"authors and times of " + parser.Count(t.credited, "annotation")}
	case !credits:
		losses = append(losses, "times and revisions of "+parser.Count(t.credited, "annotation"))
	}
	if t.NamesAuthors() && t.silent > 0 {
		losses = append(losses, "authors of "+parser.Count(t.silent, "annotation")+" without a comment")
	}
	return losses
}

// NamesAuthors reports whether comments need the names of their authors,
// because there are several, or comments of the record.
func (t *Tree) NamesAuthors() bool {
	return len(t.authors) > 1 || len(t.authors) == 1 && isAnnotated(t.Record)
}

// isAnnotated reports whether a record has comments or glyphs of its own.
func isAnnotated(rec *parser.Record) bool {
	if len(rec.Comments) > 0 {
		return true
	}
	for ply := range rec.Moves.All() {
		if notes := ply.Notes(); len(notes.Before)+len(notes.Comments)+len(notes.NAGs) > 0 {
			return true
		}
	}
	return false
}

// Attributed converts the tree to a record that names the authors of
// annotations.
func (t *Tree) Attributed() *parser.Record {
	out := t.Annotated()
	if len(t.authors) == 0 {
		return out
	}
	out.Tags = slices.DeleteFunc(slices.Clone(out.Tags),
		func(tag parser.Tag) bool { return strings.EqualFold(tag.Key, annotatorKey) })
	out.Tags = append(out.Tags, parser.Tag{Key: annotatorKey, Value: t.annotators()})
	if !t.NamesAuthors() {
		return out
	}
	attribute := func(list []parser.Comment) []parser.Comment {
		list = slices.Clone(list)
		for i := range list {
			list[i] = attributed(list[i])
		}
		return list
	}
	out.Comments = attribute(out.Comments)
	for ply := range out.Moves.All() {
		if ply.Unshare(); ply.Beside != nil {
			ply.Beside.Before, ply.Beside.Comments = attribute(ply.Beside.Before), attribute(ply.Beside.Comments)
		}
	}
	return out
}

const annotatorKey = "Annotator"

// annotators returns the names of all annotators, the record's first.
func (t *Tree) annotators() string {
	names := t.authors
	if own, _ := t.Record.Tag(annotatorKey); strings.Trim(own, "?.- ") != "" {
		names = append([]string{own}, names...)
	}
	return strings.Join(names, ", ")
}

// attributed returns a comment that begins with the name of its author.
// Commands remain before it.
func attributed(c parser.Comment) parser.Comment {
	if c.Author == nil {
		return c
	}
	var ply parser.Ply
	text := c.Text
	if strings.HasPrefix(text, "[%") {
		text = ply.ReadCommands(text)
	}
	if text != "" {
		c.Text = strings.TrimSpace(ply.CommandText() + " " + c.Author.Name + ": " + text)
	}
	return c
}

// add adds an annotation to the tree.
func (t *Tree) add(a *Annotation) {
	if t.by = a.By; a.By != nil && !slices.Contains(t.authors, a.By.Name) {
		t.authors = append(t.authors, a.By.Name)
	}
	if a.By != nil {
		t.credited++
		if a.Before == "" && a.Comment == "" &&
			!slices.ContainsFunc(a.Lines, func(line TypedLine) bool { return hasComments(line.Plies) }) {
			t.silent++
		}
	}
	a = t.withOwnNames(a)
	c, p, rest := t.find(a.Ply, a.Path)
	if rest != nil {
		t.keepMisfit(c, rest)
	}
	if last := c.at(); last != nil {
		last.annotate(a)
	} else {
		// No format structures the text before the moves.
		var start Node
		start.annotate(a)
		text := start.CommandText()
		for _, comment := range start.Notes().Comments {
			text = strings.TrimSpace(text + " " + comment.Text)
		}
		if text != "" {
			t.Comments = append(t.Comments, parser.Comment{Text: text, Author: a.By})
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
			t.keepMisfit(c, a.Lines[i].Plies)
			continue
		}
		t.addLine(from, at, a.Lines[i].Plies)
	}
}

// hasComments reports whether a line or one of its variations has a comment.
func hasComments(line []LinePly) bool {
	return slices.ContainsFunc(line, func(ply LinePly) bool {
		return len(ply.Before)+len(ply.Comments) > 0 || slices.ContainsFunc(ply.Lines, hasComments)
	})
}

// find follows a path from a ply of the main line. It returns the last ply and
// the position after it. If a move of the path is illegal, it returns the ply
// before that move, no position, and the rest of the path. The position is also
// nil without rules, or after an illegal ply.
func (t *Tree) find(ply int, path []string) (c cursor, p *rules.Position, rest []LinePly) {
	c = cursor{t.Main, max(min(ply, len(t.Main.Nodes)), 0) - 1}
	if t.source != nil && ply <= len(t.game.Moves) {
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

// legalMove reads a move of a variation as Annotate writes it.
func legalMove(p *rules.Position, text string) (rules.Move, bool) {
	if p == nil {
		return 0, false
	}
	m, fault := readSide(p, &notation.Numbered{}, text)
	return m, fault == nil
}

// addLine adds a line with its variations after a ply. p is the position after
// that ply and is left unchanged.
func (t *Tree) addLine(c cursor, p *rules.Position, line []LinePly) {
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
			t.keepMisfit(c, line[i:])
			return
		}
		at := next.at()
		for _, text := range line[i].Before {
			at.own().Before = append(at.own().Before, parser.Comment{Text: text, Author: t.by})
		}
		at.addNAGs(line[i].NAGs)
		for _, text := range line[i].Comments {
			at.own()
			at.TakeComment(parser.Comment{Text: text, Author: t.by})
		}
		for _, side := range line[i].Lines {
			t.addLine(c, p, side)
		}
		p.Play(m)
		played++
		c = next
	}
}

// keepMisfit writes plies that do not fit the game into a comment after a ply.
func (t *Tree) keepMisfit(c cursor, line []LinePly) {
	t.misfits++
	comment := parser.Comment{Text: "line: " + RestText(recordLine(line)), Author: t.by}
	if last := c.at(); last != nil {
		last.own().Comments = append(last.own().Comments, comment)
		return
	}
	t.Comments = append(t.Comments, comment)
}

// recordLine converts a variation to the record's type, for RestText.
func recordLine(line []LinePly) parser.Line {
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
			ply.Annotate().Variations = append(ply.Annotate().Variations, recordLine(side))
		}
	}
	return out
}

// withOwnNames returns an annotation with squares named as in the record's
// marks.
func (t *Tree) withOwnNames(a *Annotation) *Annotation {
	if t.game == nil || len(a.Marks)+len(a.Arrows) == 0 {
		return a
	}
	names := t.MarkNames()
	if names.Own() {
		return a
	}
	return a.WithSquareNames(names, t.game.Rules)
}

// annotate adds an annotation except its variations.
func (n *Node) annotate(a *Annotation) {
	notes := n.own()
	if a.Before != "" {
		notes.Before = append(notes.Before, parser.Comment{Text: a.Before, Author: a.By})
	}
	n.addNAGs(a.NAGs)
	for _, spot := range a.Marks {
		notes.Marks = append(notes.Marks, parser.Mark{Colour: colourLetter(spot.Colour), From: spot.Square})
	}
	for _, arrow := range a.Arrows {
		notes.Marks = append(notes.Marks,
			parser.Mark{Colour: colourLetter(arrow.Colour), From: arrow.From, To: arrow.To})
	}
	switch {
	case a.Evaluation == "":
	case notes.Eval == "":
		notes.Eval = a.Evaluation
	default:
		notes.Commands = append(notes.Commands, parser.Command{Name: "eval", Text: a.Evaluation})
	}
	if a.Comment != "" {
		n.TakeComment(parser.Comment{Text: a.Comment, Author: a.By})
	}
}

// addNAGs adds the glyphs that the ply lacks.
func (n *Node) addNAGs(nags []int) {
	for _, nag := range nags {
		if notes := n.own(); !slices.Contains(notes.NAGs, nag) {
			notes.NAGs = append(notes.NAGs, nag)
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
