package present

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/request"
)

// Look contains a reader's display settings for diagrams and moves. Empty
// fields mean the variant's default, and the record's own notation.
type Look struct {
	Set      string `json:"set"`      // one of Sets
	Board    string `json:"board"`    // one of variant.DressBoards
	Notation string `json:"notation"` // one of Notations

	recordNotation string // notation of the record shown next to the board, the default
}

// Beside returns the settings for boards shown next to a record. Their edges
// are labelled as the notation of the record requires.
func (l Look) Beside(t *analysis.Tree) Look {
	l.recordNotation = t.Style().Name
	return l
}

// labelNotation returns the notation that labels the board, nil for the
// variant's usual labels.
func (l Look) labelNotation(r *rules.Rules) *notation.Style {
	if s := notation.StyleNamed(cmp.Or(l.Notation, l.recordNotation)); s != nil && s.Suits(r) {
		return s
	}
	return nil
}

// Sets returns the names of the piece sets.
func Sets() []string { return request.Words(diagram.Sets()) }

// Check returns an [*request.InputError] if a value is unknown.
func (l Look) Check() error {
	if l.Set != "" && !slices.Contains(Sets(), l.Set) {
		return &request.InputError{Field: "set", Value: l.Set, Want: strings.Join(Sets(), ", ")}
	}
	if l.Board != "" && !slices.Contains(variant.DressBoards, l.Board) {
		return &request.InputError{Field: "board", Value: l.Board, Want: strings.Join(variant.DressBoards, ", ")}
	}
	if l.Notation != "" && notation.StyleNamed(l.Notation) == nil {
		return &request.InputError{Field: "notation", Value: l.Notation,
			Want: strings.Join(notation.StyleNames(), ", ")}
	}
	return nil
}

// Notations returns the names of the notations.
func Notations() []string { return notation.StyleNames() }

// Moves returns the writer for moves in the selected notation. The default is
// numbered lists; it is also used if the selected notation does not suit the
// variant.
func (l Look) Moves(r *rules.Rules) define.MoveWriter {
	if moves := l.selectedWriter(r); moves != nil {
		return moves
	}
	return define.Numbered
}

// selectedWriter returns the writer for the selected notation, nil if none is
// selected or it does not suit the variant.
func (l Look) selectedWriter(r *rules.Rules) define.MoveWriter {
	if style := notation.StyleNamed(l.Notation); style != nil && style.Suits(r) {
		w := style.Writer(r)
		if numbered, ok := w.(notation.Numbered); ok {
			return numbered
		}
		return plainWriter{w}
	}
	return nil
}

// Written formats a move of a tree in the selected notation, or as in the
// record. p is the position before the move.
func (l Look) Written(t *analysis.Tree, p *rules.Position, n *analysis.Node) string {
	if moves := l.selectedWriter(p.Rules()); moves != nil {
		return moves.Format(p, n.Move)
	}
	return t.Written(p, n)
}

// plainWriter formats moves without numbers.
type plainWriter struct{ notation.Writer }

// Format formats a legal move.
func (s plainWriter) Format(p *rules.Position, m rules.Move) string {
	return string(s.Append(nil, p, m))
}

// Usual returns the settings with the variant's usual notation, if none is
// selected.
func (l Look) Usual(r *rules.Rules) Look {
	if l.Notation == "" {
		var s diagram.Scene
		l.apply(&s, r)
		defaultSet := Look{}.In(r.Definition()).Set
		l.Notation = notation.UsualStyle(r, int(s.Coordinates) > 0,
			isOneOf(defaultSet, diagram.Figures, diagram.Makruk)).Name
	}
	return l
}

// UsualMoves returns the writer for moves in the variant's usual notation.
func UsualMoves(r *rules.Rules) define.MoveWriter { return Look{}.Usual(r).Moves(r) }

// In returns the complete settings for a variant: the selected ones, those of
// its definition, or the defaults.
func (l Look) In(d *variant.Definition) Look {
	var theme variant.Appearance
	if d.Appearance != nil {
		theme = *d.Appearance
	}
	fallback := diagram.Signs
	if d.Board.Checkered || d.Board.Hexagons() {
		fallback = diagram.Figures
	}
	if hasPictures(d) {
		fallback = diagram.Own
	}
	defaultSet := cmp.Or(theme.Set, string(fallback))
	l.Set = cmp.Or(l.Set, defaultSet)
	l.Board = cmp.Or(l.Board, theme.Board)
	if l.Board != "" {
		return l
	}
	switch {
	case isOneOf(defaultSet, diagram.Xiangqi, diagram.Simplified, diagram.Janggi):
		l.Board = "points"
	case d.Board.Checkered:
		l.Board = "checks"
	default:
		l.Board = "squares"
	}
	return l
}

// isOneOf reports whether a piece set is one of the given ones.
func isOneOf(set string, sets ...diagram.Set) bool { return slices.Contains(sets, diagram.Set(set)) }

// Looks returns the piece sets suitable for a variant: letters, the variant's
// own pictures, and the sets that draw each of its pieces.
func Looks(r *rules.Rules) []diagram.Set {
	lacks := func(set diagram.Set) bool {
		for t := range r.Types() {
			if !set.Has(r.Glyph(rules.PieceType(t + 1))) {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(diagram.Sets(), func(set diagram.Set) bool {
		switch set {
		case diagram.Letters:
			return false
		case diagram.Own:
			return !hasPictures(r.Definition())
		}
		return lacks(set)
	})
}

// apply applies the settings to a scene.
func (l Look) apply(s *diagram.Scene, r *rules.Rules) {
	d := r.Definition()
	defaults := Look{}.In(d)
	l = l.In(d)
	var theme variant.Appearance
	if d.Appearance != nil {
		theme = *d.Appearance
	}
	s.Set, s.Style = diagram.Set(l.Set), diagram.Style(slices.Index(variant.DressBoards, l.Board))
	s.Coordinates = diagram.Coordinates(max(0, slices.Index(variant.DressCoordinates, theme.Coordinates)))
	shogi := isOneOf(defaults.Set, diagram.Kanji, diagram.KanjiOne)
	if theme.Coordinates == "" {
		switch {
		case shogi:
			s.Coordinates = diagram.CoordinatesShogi
		case isOneOf(defaults.Set, diagram.Xiangqi, diagram.Simplified):
			s.Coordinates = diagram.CoordinatesXiangqi
		}
	}
	l.labelEdges(s, r)
	if s.Colours = colours(theme); len(theme.Colours) == 0 && isOneOf(l.Set, diagram.Signs, diagram.Letters) {
		s.Colours = namedColours(r)
	}
	if r.Hexagons() {
		s.Style = diagram.StyleHexagons
	}
	switch {
	case s.Style == diagram.StylePoints:
		s.Stars = startPoints(r)
	case shogi:
		if s.Stars = ninthDots(d.Board); s.Stars != nil { // stars replace the lines of the zones
			s.Zones = slices.DeleteFunc(s.Zones, func(z diagram.Zone) bool { return z.Style == diagram.ZoneLine })
		}
	}
}

// labelEdges labels the edges of the board and names its squares in one
// coordinate system: the notation's, or else the variant's usual one.
func (l Look) labelEdges(s *diagram.Scene, r *rules.Rules) {
	style := l.labelNotation(r)
	var names notation.Names
	if style != nil {
		names = notation.NamesIn(style.Writer(r), r)
	} else {
		style = &notation.Style{Edges: edgesOf[s.Coordinates]}
		names = notation.NamesAlong(style.Edges, r)
	}
	if style.Edges != notation.OwnEdges {
		for square := range rules.Square(r.Files() * r.Ranks()) {
			s.SquareNames = append(s.SquareNames, names.Of(square))
		}
	}
	switch style.Edges {
	case notation.KanjiEdges:
		s.Coordinates = diagram.CoordinatesShogi
	case notation.XiangqiEdges:
		s.Coordinates = diagram.CoordinatesXiangqi
	case notation.OwnEdges:
		s.Coordinates = diagram.CoordinatesPlain
	default:
		s.Coordinates = diagram.CoordinatesPlain
		s.EdgeFiles, s.EdgeRanks = style.Labels(r)
	}
}

// edgesOf are the labels of each kind of coordinates.
var edgesOf = [...]notation.Edges{
	diagram.CoordinatesPlain: notation.OwnEdges, diagram.CoordinatesShogi: notation.KanjiEdges,
	diagram.CoordinatesXiangqi: notation.XiangqiEdges,
}

// edgeLabels returns the labels of a text board: files above and below it, and
// ranks. above may be nil. If files are counted from each side, the labels are
// Arabic numerals, because these are as narrow as letters.
func (l Look) edgeLabels(r *rules.Rules) (above, below, ranks []string) {
	style := cmp.Or(l.labelNotation(r), notation.StyleOf(""))
	below, ranks = style.Labels(r)
	if style.Edges == notation.XiangqiEdges {
		above = make([]string, len(below))
		for f := range below {
			above[f], below[f] = strconv.Itoa(f+1), strconv.Itoa(len(below)-f)
		}
	}
	return above, below, ranks
}

// startPoints returns the initial points of cannons and soldiers.
func startPoints(r *rules.Rules) []int {
	var out []int
	start := r.Start()
	for square := range r.Files() * r.Ranks() {
		if pc := start.At(rules.Square(square)); pc != rules.NoPiece && pc != rules.Walled {
			if key := r.Glyph(pc.Type()); key == "cannon" || key == "soldier" {
				out = append(out, square)
			}
		}
	}
	return out
}

// ninthDots returns the squares for the four dots of a board that can be
// divided into nine equal parts.
func ninthDots(b variant.Board) []int {
	const minSize = 3 // squares per part
	f, r := b.Files/3, b.Ranks/3
	if b.Files%3 != 0 || b.Ranks%3 != 0 || f < minSize || r < minSize {
		return nil
	}
	var out []int
	for _, rank := range []int{r - 1, 2*r - 1} {
		for _, file := range []int{f - 1, 2*f - 1} {
			out = append(out, rank*b.Files+file)
		}
	}
	return out
}

// colours returns the colours of the sides, already validated.
func colours(theme variant.Appearance) (out [2]diagram.Colour) {
	for side, hex := range theme.Colours {
		out[side], _ = diagram.ParseColour(hex)
	}
	return out
}

// sideColours are the colours of tiles by the names of their sides. White tiles
// have a dark sign, so both White and Black have the colour of that sign.
var sideColours = map[string]string{
	"White": "#3a3531", "Black": "#3a3531", "Red": "#b3141c", "Blue": "#005a8c", "Green": "#2e7d32", "Brown": "#8a5a2b",
	"Yellow": "#8a6d00", "Gold": "#8a6d00", "Silver": "#68707a", "Grey": "#5f6368", "Orange": "#b34700",
	"Purple": "#6a3d9a",
}

// namedColours returns the colours that the sides are named after, none if a
// name is no colour. The tiles of the second player are dark, so they cannot be
// White.
func namedColours(r *rules.Rules) (out [2]diagram.Colour) {
	for side := range out {
		name := r.SideName(rules.Side(side))
		hex, known := sideColours[name]
		if !known || side == int(rules.Second) && name == "White" {
			return [2]diagram.Colour{}
		}
		out[side], _ = diagram.ParseColour(hex)
	}
	return out
}

// MovesAs returns the formatter of a notation, one of Notations; "" is numbered
// lists. The error is an [*request.InputError] for an unknown or unsuitable
// notation.
func MovesAs(name string, r *rules.Rules) (define.MoveWriter, error) {
	if name == "" {
		return define.Numbered, nil
	}
	if style := notation.StyleNamed(name); style == nil || !style.Suits(r) {
		var suits []string
		for _, s := range notation.Styles(r) {
			suits = append(suits, s.Name)
		}
		return nil, &request.InputError{Field: "notation", Value: name,
			Want: "a notation for this variant: " + strings.Join(suits, ", ")}
	}
	return Look{Notation: name}.Moves(r), nil
}
