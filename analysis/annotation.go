package analysis

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
	"assay/parser/record"
	"assay/parser/scan"
)

// Limits of one annotation.
const (
	MaxComment    = 16 << 10 // bytes
	maxGlyphs     = 16
	maxMarks      = 200 // marks and arrows together
	maxVariations = 32
	maxLineText   = 16 << 10 // bytes of a variation as typed
	maxLinePlies  = 600      // including nested variations
	maxLineDepth  = 16       // nesting of variations
	MaxPath       = 600      // plies
)

// Annotation is an annotation of one ply of a game, stored next to the record.
//
// Ply is a ply of the main line. With a Path, the annotated ply is the last
// move of the path, played from there; it is valid even when other variations
// come and go. Ply 0 without a path is the start.
type Annotation struct {
	Ply        int         `json:"ply"`
	Path       []string    `json:"path"`       // moves played after Ply; none for the main line
	Before     string      `json:"before"`     // comment before the ply
	Comment    string      `json:"comment"`    // comment after the ply, including [%…] commands
	NAGs       []int       `json:"nags"`       // numeric annotation glyphs, 1 to 255
	Marks      []Spot      `json:"marks"`      // on the board after the ply
	Arrows     []Arrow     `json:"arrows"`     // on the board after the ply
	Evaluation string      `json:"evaluation"` // pawns from First's view, such as "0.25" or "#-3", with depth as "0.25,12"
	Lines      []TypedLine `json:"lines"`

	// By wrote an archived annotation; nil for others.
	By *record.Author `json:"-"`
}

// Spot is a coloured square, bench cell, or pocket: "pocket1" is First's,
// "pocket2" Second's.
type Spot struct {
	Square string `json:"square"`
	Colour string `json:"colour"`
}

// Arrow connects two places, named as in Spot.
type Arrow struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Colour string `json:"colour"`
}

// TypedLine is a variation as typed, with its verified plies.
type TypedLine struct {
	Text string `json:"text"`
	// Instead means that the variation replaces the annotated ply; otherwise it
	// continues after it.
	Instead bool          `json:"instead"`
	Format  parser.Format `json:"format"` // of Text; "" tries all
	Plies   []LinePly     `json:"plies"`  // set by Annotate; input is ignored
}

// LinePly is a verified ply of a variation.
type LinePly struct {
	Move     string      `json:"move"` // as in numbered lists, without number
	Before   []string    `json:"before,omitempty"`
	Comments []string    `json:"comments,omitempty"`
	NAGs     []int       `json:"nags,omitempty"`
	Lines    [][]LinePly `json:"lines,omitempty"` // variations that replace it
}

// AnnotationError is an invalid part of an annotation.
type AnnotationError struct {
	Field string // key of the annotation
	Value string
	Want  string
}

func (e *AnnotationError) Error() string {
	return fmt.Sprintf("%s %q: expected %s", e.Field, record.Clip(e.Value), e.Want)
}

// LineError is an illegal variation, path or list of moves.
type LineError struct {
	Field string `json:"field"` // "lines", "path" or "moves"
	Index int    `json:"index"` // in Lines, or of the move in the others
	Fault *Error `json:"error"` // Line and Column count in the variation's text
}

func (e *LineError) Error() string {
	switch e.Field {
	case "path":
		return fmt.Sprintf("path: %v", e.Fault)
	case "moves":
		return fmt.Sprintf("move %d: %v", e.Index+1, e.Fault)
	}
	return fmt.Sprintf("variation %d: %v", e.Index+1, e.Fault)
}

// Unwrap returns Fault.
func (e *LineError) Unwrap() error { return e.Fault }

// colours are the colours of marks and arrows, with their letters in [%csl] and
// [%cal].
var colours = []struct{ name, letter string }{{"green", "G"}, {"red", "R"}, {"yellow", "Y"}, {"blue", "B"}}

var evaluation = scan.NewPattern(`^(#[+-]?[0-9]{1,4}|[+-]?[0-9]{1,6}(\.[0-9]{1,6})?)(,[0-9]{1,4})?$`)

// Annotate verifies an annotation of a replayed record and normalises it. It
// uses the variant's own names of places and moves, folds a path along the main
// line into Ply, and sets the plies of variations. After the last legal ply,
// and in games that cannot be replayed (g is nil or has no rules), only text,
// glyphs and evaluations are allowed. The error is an *AnnotationError or a
// *LineError.
func (g *Game) Annotate(rec *parser.Record, a *Annotation) error {
	last, proved := len(rec.Moves), 0
	if g != nil && g.Rules != nil {
		proved = len(g.Moves)
	}
	err := errors.Join(a.validateText(), a.requireContent())
	if a.Ply < 0 || a.Ply > max(last, proved) {
		err = errors.Join(&AnnotationError{"ply", fmt.Sprint(a.Ply), fmt.Sprintf("0 to %d", max(last, proved))}, err)
	}
	if err != nil {
		return err
	}
	if g == nil || g.Rules == nil || a.Ply > proved {
		return a.requireNoPosition()
	}
	if err := a.validatePlaces(g.Rules); err != nil {
		return err
	}
	p, err := g.resolve(a)
	if err != nil {
		return err
	}
	if a.Ply == 0 && len(a.Path) == 0 {
		if err := a.requireNoPly(); err != nil {
			return err
		}
	}
	return a.verify(p)
}

// validateText checks everything that does not depend on rules. The error has
// an *AnnotationError for each fault.
func (a *Annotation) validateText() error {
	a.Fill()
	errs := []error{plainComment("before", &a.Before), plainComment("comment", &a.Comment)}
	reject := func(field, value, want string) { errs = append(errs, &AnnotationError{field, value, want}) }
	if i := slices.IndexFunc(a.NAGs, func(n int) bool { return n < 1 || n > 255 }); i >= 0 {
		reject("nags", fmt.Sprint(a.NAGs[i]), "numbers from 1 to 255")
	}
	if a.Evaluation != "" && !evaluation.MatchString(a.Evaluation) {
		reject("evaluation", a.Evaluation, `pawns such as "-1.25", or "#3" for a mate, with ",12" for the depth`)
	}
	for _, many := range []struct {
		field   string
		n, most int
	}{
		{"nags", len(a.NAGs), maxGlyphs}, {"marks", len(a.Marks) + len(a.Arrows), maxMarks},
		{"lines", len(a.Lines), maxVariations}, {"path", len(a.Path), MaxPath},
	} {
		if many.n > many.most {
			reject(many.field, fmt.Sprint(many.n), fmt.Sprintf("%d at most", many.most))
		}
	}
	return errors.Join(errs...)
}

// requireContent rejects an annotation without any part.
func (a *Annotation) requireContent() error {
	if a.Before == "" && a.Comment == "" && a.Evaluation == "" &&
		len(a.NAGs)+len(a.Marks)+len(a.Arrows)+len(a.Lines) == 0 {
		return &AnnotationError{"annotation", "", "a comment, glyph, mark, evaluation or line"}
	}
	return nil
}

// Fill replaces nil slices by empty ones, so that JSON has [] instead of null.
func (a *Annotation) Fill() {
	a.Path, a.NAGs = orEmpty(a.Path), orEmpty(a.NAGs)
	a.Marks, a.Arrows, a.Lines = orEmpty(a.Marks), orEmpty(a.Arrows), orEmpty(a.Lines)
	for i := range a.Lines {
		a.Lines[i].Plies = orEmpty(a.Lines[i].Plies)
	}
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// blanks matches blanks at the end of a line, which some formats drop.
var blanks = scan.NewPattern(` +\n`)

// normaliser normalises line ends and tabs, and removes byte-order marks.
var normaliser = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\t", " ", "\uFEFF", "")

// plainComment normalises plain text. The only control characters allowed are
// line ends, which become "\n".
func plainComment(field string, text *string) error {
	if len(*text) > MaxComment {
		return &AnnotationError{field, *text, fmt.Sprintf("%d bytes at most", MaxComment)}
	}
	if !utf8.ValidString(*text) {
		return &AnnotationError{field, strings.ToValidUTF8(*text, "\uFFFD"), "text in UTF-8"}
	}
	*text = strings.TrimSpace(blanks.ReplaceAllString(normaliser.Replace(*text), "\n"))
	if i := strings.IndexFunc(*text, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
		return &AnnotationError{field, *text, fmt.Sprintf("no control character such as U+%04X", (*text)[i])}
	}
	return nil
}

// requireNoPosition rejects everything that needs a position.
func (a *Annotation) requireNoPosition() error {
	for _, part := range []struct {
		field string
		n     int
	}{{"path", len(a.Path)}, {"marks", len(a.Marks)}, {"arrows", len(a.Arrows)}, {"lines", len(a.Lines)}} {
		if part.n > 0 {
			return &AnnotationError{part.field, fmt.Sprint(part.n),
				fmt.Sprintf("none: there is no position after ply %d", a.Ply)}
		}
	}
	if a.Ply == 0 {
		return a.requireNoPly()
	}
	return nil
}

// requireNoPly rejects everything that needs a ply.
func (a *Annotation) requireNoPly() error {
	switch {
	case a.Before != "":
		return &AnnotationError{"before", a.Before, "a ply from 1 on, because nothing comes before the start"}
	case len(a.NAGs) > 0:
		return &AnnotationError{"nags", fmt.Sprint(a.NAGs), "a ply from 1 on, because the start is no move"}
	}
	for i := range a.Lines {
		if a.Lines[i].Instead {
			return &AnnotationError{"instead", a.Lines[i].Text, "a ply from 1 on, because the start cannot be replaced"}
		}
	}
	return nil
}

// validatePlaces checks the squares and colours of marks and arrows.
func (a *Annotation) validatePlaces(r *rules.Rules) error {
	var errs []error
	reject := func(field, value, want string) { errs = append(errs, &AnnotationError{field, value, want}) }
	place := func(field string, name *string) {
		found, ok := placeName(r, *name)
		if !ok {
			reject(field, *name, "a square, bench cell or pocket of the variant")
			return
		}
		*name = found
	}
	paint := func(field string, colour *string) {
		for _, c := range colours {
			if *colour == "" || *colour == c.name || *colour == c.letter {
				*colour = c.name
				return
			}
		}
		reject(field, *colour, "green, red, yellow or blue")
	}
	for i := range a.Marks {
		place("marks", &a.Marks[i].Square)
		paint("marks", &a.Marks[i].Colour)
	}
	for i := range a.Arrows {
		at := &a.Arrows[i]
		place("arrows", &at.From)
		place("arrows", &at.To)
		paint("arrows", &at.Colour)
		if at.From == at.To {
			reject("arrows", at.From, "two different places")
		}
	}
	return errors.Join(errs...)
}

// Rename converts the marked squares from a notation's names to the variant's
// own names, which are stored. It returns an *AnnotationError for a name that
// only the variant itself uses.
func (a *Annotation) Rename(names notation.Names, r *rules.Rules) error {
	rename := func(field string, name *string) error {
		if s, ok := names.Square(*name); ok {
			*name = r.SquareName(s)
		} else if _, own := r.SquareNamed(*name); own {
			return &AnnotationError{field, *name, "a square as the notation names it, such as " + names.Of(0)}
		}
		return nil
	}
	return a.eachPlace(rename)
}

// WithSquareNames returns a copy for display, with squares named as by names.
func (a *Annotation) WithSquareNames(names notation.Names, r *rules.Rules) *Annotation {
	out := *a
	out.Marks, out.Arrows = slices.Clone(a.Marks), slices.Clone(a.Arrows)
	_ = out.eachPlace(func(_ string, name *string) error { // never fails
		if s, ok := r.SquareNamed(*name); ok {
			*name = names.Of(s)
		}
		return nil
	})
	return &out
}

// eachPlace calls do with the name of each marked place until do returns an
// error.
func (a *Annotation) eachPlace(do func(field string, name *string) error) error {
	for i := range a.Marks {
		if err := do("marks", &a.Marks[i].Square); err != nil {
			return err
		}
	}
	for i := range a.Arrows {
		for _, name := range []*string{&a.Arrows[i].From, &a.Arrows[i].To} {
			if err := do("arrows", name); err != nil {
				return err
			}
		}
	}
	return nil
}

// resolve plays the path and returns the position after it. Moves of the path
// that follow the main line are moved to Ply.
func (g *Game) resolve(a *Annotation) (*rules.Position, error) {
	p, err := g.At(a.Ply)
	if err != nil {
		return nil, err
	}
	path := []string{}
	for i, text := range a.Path {
		m, move, err := readMove(p, "path", i, text, notation.RanksOpen)
		if err != nil {
			return nil, err
		}
		if len(path) == 0 && a.Ply < len(g.Moves) && g.Moves[a.Ply] == m {
			a.Ply++
		} else {
			path = append(path, move)
		}
		p.Play(m)
	}
	a.Path = path
	return p, nil
}

// PlayMoves plays moves from a position, each in any notation that players of
// the variant use. A stated style fixes how ranks are counted; otherwise the
// moves decide. The error is an *AnnotationError or a *LineError with the field
// "moves"; p is then the position before the wrong move.
func PlayMoves(p *rules.Position, moves []string, stated *notation.Style) error {
	ranks := notation.RanksIn(stated, p, moves)
	for i, text := range moves {
		m, _, err := readMove(p, "moves", i, text, ranks)
		if err != nil {
			return err
		}
		p.Play(m)
	}
	return nil
}

// readMove reads move i of a field, in any notation, and returns it with its
// text in numbered lists.
func readMove(p *rules.Position, field string, i int, text string, ranks notation.Ranks) (rules.Move, string, error) {
	if len(text) > maxLineText {
		return 0, "", &AnnotationError{field, text, "moves"}
	}
	if strings.Contains(text, ",") { // a wall, not a separator of moves
		if m, _, _, bad := notation.NewSAN(nil, p.Rules()).Read(p, text); bad == nil {
			return m, notation.Numbered{}.Format(p, m), nil
		}
	}
	plies, _, fault := readLine(p, text, "", ranks)
	if fault == nil && !isBare(plies) {
		return 0, "", &AnnotationError{field, text, "one move per item"}
	}
	if fault != nil {
		if m, ok := notation.Shows(p, text, ranks); ok {
			return m, notation.Numbered{}.Format(p, m), nil
		}
		return 0, "", &LineError{Field: field, Index: i, Fault: fault}
	}
	m, _, _, bad := (&notation.Numbered{}).Read(p, plies[0].Move)
	pass := rules.PassMove
	v := p.Judge(pass)
	if bad != nil && v != nil && plies[0].Move == (notation.Numbered{}).Format(p, pass) {
		// only variations may pass, to show a threat
		l := typedLine{position: p, moves: &notation.Numbered{}, text: text}
		return 0, "", &LineError{Field: field, Index: i,
			Fault: l.errorAt(strings.TrimSpace(text), 0, v.Rule, v.Reason, v.Message)}
	}
	if bad != nil {
		return 0, "", fmt.Errorf("internal error: %q cannot be read back: %w", plies[0].Move, bad)
	}
	return m, plies[0].Move, nil
}

// isBare reports whether a line is a single ply without annotations.
func isBare(line []LinePly) bool {
	return len(line) == 1 && len(line[0].Before)+len(line[0].Comments)+len(line[0].NAGs)+len(line[0].Lines) == 0
}

// verify verifies the variations; p is the position after the annotated ply.
func (a *Annotation) verify(p *rules.Position) error {
	for i := range a.Lines {
		at := p
		if a.Lines[i].Instead {
			at = p.Clone()
			at.Undo()
		}
		if err := a.Lines[i].verify(at, i); err != nil {
			return err
		}
	}
	return nil
}

// verify verifies variation i of an annotation from its first position.
func (line *TypedLine) verify(p *rules.Position, i int) error {
	if line.Format != "" && !slices.Contains(parser.Formats(), line.Format) {
		return &parser.UnknownFormat{Format: line.Format}
	}
	if strings.TrimSpace(line.Text) == "" || len(line.Text) > maxLineText || !utf8.ValidString(line.Text) {
		return &AnnotationError{"lines", line.Text, fmt.Sprintf("moves, in %d bytes of UTF-8 at most", maxLineText)}
	}
	plies, format, fault := readLine(p, line.Text, line.Format, notation.RanksOpen)
	if fault != nil {
		return &LineError{Field: "lines", Index: i, Fault: fault}
	}
	line.Plies, line.Format = plies, format
	return nil
}
