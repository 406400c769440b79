package analysis

import (
	"fmt"
	"reflect"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// Continuation is a typed line with the position after it.
type Continuation struct {
	Line     TypedLine
	Position *rules.Position
}

// Continue verifies a typed line at the place of an annotation, like Annotate;
// the line may be empty. If move is not "", it then plays this legal move of a
// numbered list after the line. It appends the move to the text in the notation
// of the line, or in the given format if the text is empty. If the text does
// not read back as the same plies, the line is rewritten as a numbered list.
// The error is an *AnnotationError or a *LineError.
func (g *Game) Continue(at Annotation, line TypedLine, move string, format parser.Format) (*Continuation, error) {
	if at.Ply < 0 || at.Ply > len(g.Moves) {
		return nil, &AnnotationError{"ply", fmt.Sprint(at.Ply), fmt.Sprintf("0 to %d", len(g.Moves))}
	}
	if len(at.Path) > MaxPath {
		return nil, &AnnotationError{"path", fmt.Sprint(len(at.Path)), fmt.Sprintf("%d at most", MaxPath)}
	}
	start, err := g.resolve(&at)
	if err != nil {
		return nil, err
	}
	if line.Instead {
		if at.Ply == 0 && len(at.Path) == 0 {
			return nil, &AnnotationError{"instead", line.Text, "a ply from 1 on, because the start cannot be replaced"}
		}
		start.Undo()
	}
	if strings.TrimSpace(line.Text) == "" {
		line = TypedLine{Instead: line.Instead, Format: format, Plies: []LinePly{}}
	} else if err := line.verify(start, 0); err != nil {
		return nil, err
	}
	c := &Continuation{Line: line, Position: start.Clone()}
	for _, ply := range line.Plies {
		m, fault := readSide(c.Position, &notation.Numbered{}, ply.Move)
		if fault != nil {
			return nil, fmt.Errorf("internal error: %q cannot be read back: %s", ply.Move, fault.Message)
		}
		c.Position.Play(m)
	}
	if move == "" {
		return c, nil
	}
	return c, c.add(start, move)
}

// add plays a move after the line, which begins at start.
func (c *Continuation) add(start *rules.Position, move string) error {
	p := c.Position
	m, fault := readSide(p, &notation.Numbered{}, move)
	if fault != nil {
		l := typedLine{position: p, moves: &notation.Numbered{}, text: move}
		return &LineError{Field: "lines", Fault: l.errorAt(move, 0, fault.Rule, fault.Reason, fault.Message)}
	}
	want := append(c.Line.Plies[:len(c.Line.Plies):len(c.Line.Plies)], LinePly{Move: notation.Numbered{}.Format(p, m)})
	for _, text := range c.candidateTexts(m, want) {
		longer := TypedLine{Text: text, Instead: c.Line.Instead}
		if longer.verify(start, 0) == nil && reflect.DeepEqual(longer.Plies, want) {
			c.Line = longer
			p.Play(m)
			return nil
		}
	}
	return &AnnotationError{"lines", c.Line.Text,
		"a line without comments and variations; type the move into the text instead"}
}

// candidateTexts returns possible texts of the line with one more move, the
// most probable first.
func (c *Continuation) candidateTexts(m rules.Move, want []LinePly) []string {
	var texts []string
	p, text := c.Position, strings.TrimRight(c.Line.Text, " \n\r\t")
	if moves, ok := notation.ForFormat(c.Line.Format, p.Rules()); ok {
		more := string(moves.Append(nil, p, m))
		if text == "" {
			texts = append(texts, more)
		} else {
			between := []string{fmt.Sprintf("\n%d. ", p.Number()), " ", "\n", fmt.Sprintf("\n%d ", p.Ply()+1)}
			if !parser.Traits(c.Line.Format).Lines || !startsPly([]byte(text)) {
				between = between[1:]
			}
			for _, between := range between {
				texts = append(texts, text+between+more)
			}
		}
	}
	list := make([]string, len(want))
	for i := range want {
		list[i] = want[i].Move
	}
	return append(texts, strings.Join(list, "\n"))
}
