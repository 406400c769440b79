package analysis

import (
	"fmt"
	"slices"
	"strings"

	"assay/parser"
)

// EditAction is what an edit does with a ply.
type EditAction string

// The actions of edits.
const (
	EditNotes   EditAction = ""        // replaces its annotations; adds the ply if it is missing
	EditDelete  EditAction = "delete"  // deletes it and all that follows; the first variation takes its place
	EditPromote EditAction = "promote" // exchanges its variation and the line that this one replaces
)

// Edit is a change of a record's own tree. Ply and Path are a place, as in
// [Annotation]. Parts of the annotation that are nil are left as they are.
type Edit struct {
	Ply        int        `json:"ply"`
	Path       []string   `json:"path"`
	Action     EditAction `json:"action"`
	Before     *string    `json:"before"`
	Comment    *string    `json:"comment"`
	NAGs       *[]int     `json:"nags"`
	Marks      *[]Spot    `json:"marks"`
	Arrows     *[]Arrow   `json:"arrows"`
	Evaluation *string    `json:"evaluation"`
}

// annotation returns the place of an edit with its parts.
func (e *Edit) annotation() *Annotation {
	return &Annotation{Ply: e.Ply, Path: e.Path, Before: value(e.Before), Comment: value(e.Comment),
		NAGs: value(e.NAGs), Marks: slices.Clone(value(e.Marks)), Arrows: slices.Clone(value(e.Arrows)),
		Evaluation: value(e.Evaluation)}
}

// value returns what p points to, or the zero value.
func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Edit returns the game's record with a change, in the same notation. Unlike
// annotations, edits may extend the main line. Everything else is kept.
// The error is an *AnnotationError or a *LineError.
func (g *Game) Edit(e *Edit) (*Conversion, error) {
	a := e.annotation()
	if err := a.validateText(); err != nil {
		return nil, err
	}
	switch {
	case e.Action != EditNotes && e.Action != EditDelete && e.Action != EditPromote:
		return nil, &AnnotationError{"action", string(e.Action), "delete, promote or nothing"}
	case !g.Playable() || g.Record.Fault != nil || g.Record.Trailing != "":
		return nil, &AnnotationError{"record", "", "one that can be read to its end; correct its text first"}
	case e.Ply < 0 || e.Ply > len(g.Moves):
		return nil, &AnnotationError{"ply", fmt.Sprint(e.Ply), fmt.Sprintf("0 to %d", len(g.Moves))}
	}
	if err := a.validatePlaces(g.Rules); err != nil {
		return nil, err
	}
	if _, err := g.resolve(a); err != nil {
		return nil, err
	}
	if a.Ply == 0 && len(a.Path) == 0 {
		if err := a.requireNoPly(); err != nil {
			return nil, err
		}
		if e.Action != EditNotes {
			return nil, &AnnotationError{"ply", "0", "a move; the start cannot be changed"}
		}
	}
	t := g.Tree(g.Record, nil)
	t.grows = true
	if !t.Readable() {
		return nil, &AnnotationError{"record", "", "moves in a notation that can be written"}
	}
	if err := t.Walk(nil); err != nil { // reads all variations
		return nil, err
	}
	c, _, rest := t.find(a.Ply, a.Path)
	if rest != nil {
		return nil, &AnnotationError{"path", strings.Join(a.Path, " "), "moves that the notation can write"}
	}
	switch e.Action {
	case EditDelete:
		t.remove(c)
	case EditPromote:
		t.promote(c.line)
	default:
		t.replaceNotes(c, e, t.withOwnNames(a))
	}
	return &Conversion{Record: t.Annotated()}, nil
}

// replaceNotes replaces the parts of the annotation of a ply that an edit has.
func (t *Tree) replaceNotes(c cursor, e *Edit, a *Annotation) {
	n := c.at()
	if n == nil { // no format structures the text before the moves
		n = new(Node)
		for _, comment := range t.Comments {
			n.TakeComment(comment)
		}
		if n.Beside != nil {
			n.owned = true
		}
	}
	notes := n.own()
	if e.Before == nil || *e.Before == joined(notes.Before) {
		a.Before = ""
	} else {
		notes.Before = nil
	}
	if e.Comment == nil || *e.Comment == joined(notes.Comments) {
		a.Comment = ""
	} else {
		notes.Comments = nil
	}
	if e.NAGs != nil {
		notes.NAGs = nil
	}
	if e.Evaluation != nil {
		notes.Eval = ""
	}
	notes.Marks = slices.DeleteFunc(notes.Marks, func(m parser.Mark) bool {
		return m.To == "" && e.Marks != nil || m.To != "" && e.Arrows != nil
	})
	n.annotate(a)
	if c.at() != nil {
		return
	}
	t.Comments = nil
	if commands := n.CommandText(); commands != "" {
		t.Comments = append(t.Comments, parser.Comment{Text: commands})
	}
	t.Comments = append(t.Comments, n.Notes().Comments...)
}

// joined returns the comments of a place as one text, as editors show them.
func joined(all []parser.Comment) string {
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = strings.TrimSpace(c.Text)
	}
	return strings.Join(texts, "\n\n")
}

// remove removes a ply and what follows it. The first variation of the ply
// takes its place.
func (t *Tree) remove(c cursor) {
	n, line := c.at(), c.line
	rest := n.Sides
	line.Nodes = slices.Clip(line.Nodes[:c.ply])
	if len(rest) > 0 {
		heir := rest[0]
		heir.Nodes[0].setSides(append(slices.Clip(rest[1:]), heir.Nodes[0].Sides...))
		line.Nodes = append(line.Nodes, heir.Nodes...)
	} else if len(line.Nodes) == 0 && line != t.Main {
		parent, i := t.owner(line)
		n := &parent.Nodes[i]
		n.setSides(slices.DeleteFunc(slices.Clone(n.Sides), func(s *Line) bool { return s == line }))
	}
}

// promote exchanges a variation and the rest of the line that it replaces.
func (t *Tree) promote(line *Line) {
	parent, i := t.owner(line)
	if parent == nil {
		return
	}
	sides := slices.DeleteFunc(slices.Clone(parent.Nodes[i].Sides), func(s *Line) bool { return s == line })
	former := &Line{Nodes: slices.Clone(parent.Nodes[i:])}
	former.Nodes[0].setSides(nil)
	parent.Nodes = append(slices.Clip(parent.Nodes[:i]), line.Nodes...)
	first := &parent.Nodes[i]
	first.setSides(slices.Concat([]*Line{former}, sides, first.Sides))
}

// owner returns the line and the index of the ply that a variation replaces;
// nil for the main line.
func (t *Tree) owner(of *Line) (*Line, int) {
	for lines := []*Line{t.Main}; len(lines) > 0; lines = lines[1:] {
		for i := range lines[0].Nodes {
			if slices.Contains(lines[0].Nodes[i].Sides, of) {
				return lines[0], i
			}
			lines = append(lines, lines[0].Nodes[i].Sides...)
		}
	}
	return nil, 0
}

// setSides replaces the variations of a node.
func (n *Node) setSides(sides []*Line) {
	n.own().Variations = nil
	n.Sides, n.sidesOwned = sides, true
}
