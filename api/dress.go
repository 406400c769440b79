package api

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// Look is what a reader chooses of pictures, and of how moves are written. What
// is left empty is as the game's definition has it, moves as what is shown has
// them.
type Look struct {
	Set      string // one of Sets
	Board    string // one of variant.DressBoards
	Notation string // one of Notations

	beside string // the notation that a record's moves are shown in, where none is chosen
}

// Beside is the look of boards beside the moves of a tree, whose edges count as
// the moves do.
func (l Look) Beside(t *analysis.Tree) Look {
	l.beside = t.Style().Name
	return l
}

// style is the notation by which a board counts, nil where it does so in its
// game's way.
func (l Look) style(r *rules.Rules) *notation.Style {
	if s := notation.StyleNamed(cmp.Or(l.Notation, l.beside)); s != nil && s.Suits(r) {
		return s
	}
	return nil
}

// Sets are the names of the sets of pieces.
func Sets() []string { return Words(diagram.Sets()) }

// Check refuses words that are not known, with an [*InputError].
func (l Look) Check() error {
	if l.Set != "" && !slices.Contains(Sets(), l.Set) {
		return &InputError{Field: "set", Value: l.Set, Want: strings.Join(Sets(), ", ")}
	}
	if l.Board != "" && !slices.Contains(variant.DressBoards, l.Board) {
		return &InputError{Field: "board", Value: l.Board, Want: strings.Join(variant.DressBoards, ", ")}
	}
	if l.Notation != "" && notation.StyleNamed(l.Notation) == nil {
		return &InputError{Field: "notation", Value: l.Notation, Want: strings.Join(notation.StyleNames(), ", ")}
	}
	return nil
}

// Notations are the names of the ways in which moves can be written.
func Notations() []string { return notation.StyleNames() }

// Moves writes moves of a game as the reader has them: by numbered lists where
// nothing is chosen, or what does not suit the game.
func (l Look) Moves(r *rules.Rules) MoveWriter {
	if moves := l.chosen(r); moves != nil {
		return moves
	}
	return Numbered
}

// chosen writes moves in the notation that is chosen, nil where none is that
// suits the game.
func (l Look) chosen(r *rules.Rules) MoveWriter {
	if style := notation.StyleNamed(l.Notation); style != nil && style.Suits(r) {
		w := style.Writer(r)
		if numbered, ok := w.(notation.Numbered); ok {
			return numbered
		}
		return styled{w}
	}
	return nil
}

// Written is the move of a ply of a tree in the position before it: in the
// notation that is chosen, else as the record shows it.
func (l Look) Written(t *analysis.Tree, p *rules.Position, n *analysis.Node) string {
	if moves := l.chosen(p.Rules()); moves != nil {
		return moves.Format(p, n.Move)
	}
	return t.Written(p, n)
}

// styled writes moves by themselves.
type styled struct{ notation.Writer }

// Format is a legal move's text.
func (s styled) Format(p *rules.Position, m rules.Move) string { return string(s.Append(nil, p, m)) }

// Usual is the look with the notation that players of a game know best, where
// none is chosen.
func (l Look) Usual(r *rules.Rules) Look {
	if l.Notation == "" {
		var s diagram.Scene
		l.put(&s, r)
		own := Look{}.In(r.Definition()).Set
		l.Notation = notation.UsualStyle(r, int(s.Coordinates) > 0, isOf(own, diagram.Figures, diagram.Makruk)).Name
	}
	return l
}

// In is the whole look that pictures of a game have: what is chosen, else what
// the definition says, else what is usual with its pieces.
func (l Look) In(d *variant.Definition) Look {
	var said variant.Dress
	if d.Dress != nil {
		said = *d.Dress
	}
	usual := diagram.Signs
	if d.Board.Checkered || d.Board.Hexagons() {
		usual = diagram.Figures
	}
	if hasPictures(d) {
		usual = diagram.Own
	}
	own := cmp.Or(said.Set, string(usual))
	l.Set = cmp.Or(l.Set, own)
	l.Board = cmp.Or(l.Board, said.Board)
	if l.Board != "" {
		return l
	}
	switch {
	case isOf(own, diagram.Xiangqi, diagram.Simplified, diagram.Janggi):
		l.Board = "points"
	case d.Board.Checkered:
		l.Board = "checks"
	default:
		l.Board = "squares"
	}
	return l
}

// isOf reports whether a set is one of some.
func isOf(set string, some ...diagram.Set) bool { return slices.Contains(some, diagram.Set(set)) }

// Looks are the sets that a reader may choose for a game: those that draw its
// royal pieces and most of the others in their own way, and letters.
func Looks(r *rules.Rules) []diagram.Set {
	var keys []string
	var royal []string
	for t := range r.Types() {
		pt := rules.PieceType(t + 1)
		key := r.Glyph(pt)
		if key == "" {
			continue
		}
		keys = append(keys, key)
		if r.Royal(pt) {
			royal = append(royal, key)
		}
	}
	var out []diagram.Set
	for _, set := range diagram.Sets() {
		drawn := 0
		for _, key := range keys {
			if set.Has(key) {
				drawn++
			}
		}
		if set == diagram.Own {
			if hasPictures(r.Definition()) {
				out = append(out, set)
			}
			continue
		}
		headless := slices.ContainsFunc(royal, func(key string) bool { return !set.Has(key) })
		if set == diagram.Letters || drawn > 0 && 4*drawn >= 3*len(keys) && !headless {
			out = append(out, set)
		}
	}
	return out
}

// put gives a picture of a game its look.
func (l Look) put(s *diagram.Scene, r *rules.Rules) {
	d := r.Definition()
	own := Look{}.In(d)
	l = l.In(d)
	var said variant.Dress
	if d.Dress != nil {
		said = *d.Dress
	}
	s.Set, s.Style = diagram.Set(l.Set), diagram.Style(slices.Index(variant.DressBoards, l.Board))
	s.Coordinates = diagram.Coordinates(max(0, slices.Index(variant.DressCoordinates, said.Coordinates)))
	shogi := isOf(own.Set, diagram.Kanji, diagram.KanjiOne)
	if said.Coordinates == "" {
		switch {
		case shogi:
			s.Coordinates = diagram.CoordinatesShogi
		case isOf(own.Set, diagram.Xiangqi, diagram.Simplified):
			s.Coordinates = diagram.CoordinatesXiangqi
		}
	}
	l.count(s, r)
	s.Colours = colours(said)
	if r.Hexagons() {
		s.Style = diagram.StyleHexagons
	}
	switch {
	case s.Style == diagram.StylePoints:
		s.Stars = posts(r)
	case shogi:
		if s.Stars = thirds(d.Board); s.Stars != nil { // which mark the zones
			s.Zones = slices.DeleteFunc(s.Zones, func(z diagram.Zone) bool { return z.Style == diagram.ZoneLine })
		}
	}
}

// count writes along the edges what the notation counts by, where that does so
// in its own way.
func (l Look) count(s *diagram.Scene, r *rules.Rules) {
	style := l.style(r)
	if style == nil {
		return
	}
	if style.Edges == notation.OwnEdges {
		if s.Coordinates == diagram.CoordinatesShogi {
			s.Coordinates = diagram.CoordinatesPlain // whose names the moves have
		}
		return
	}
	writer := style.Writer(r)
	for square := range rules.Square(r.Files() * r.Ranks()) {
		s.Called = append(s.Called, writer.SquareName(r, square))
	}
	switch style.Edges {
	case notation.KanjiEdges:
		s.Coordinates = diagram.CoordinatesShogi
	case notation.XiangqiEdges:
		s.Coordinates = diagram.CoordinatesXiangqi
	default:
		s.Coordinates = diagram.CoordinatesPlain
		s.EdgeFiles, s.EdgeRanks = style.Labels(r)
	}
}

// edges are the labels of a board of letters: of files above it and below, nil
// for none, and of ranks. Files counted from each side are in figures, which
// are as narrow as letters.
func (l Look) edges(r *rules.Rules) (above, below, ranks []string) {
	style := cmp.Or(l.style(r), notation.StyleOf(""))
	below, ranks = style.Labels(r)
	if style.Edges == notation.XiangqiEdges {
		above = make([]string, len(below))
		for f := range below {
			above[f], below[f] = strconv.Itoa(f+1), strconv.Itoa(len(below)-f)
		}
	}
	return above, below, ranks
}

// posts are the points where cannons and soldiers stand at the start.
func posts(r *rules.Rules) []int {
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

// thirds are the squares at whose corners a board that falls into nine parts
// has its dots.
func thirds(b variant.Board) []int {
	const least = 3 // squares a part
	f, r := b.Files/3, b.Ranks/3
	if b.Files%3 != 0 || b.Ranks%3 != 0 || f < least || r < least {
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

// colours are those of the sides, which were checked.
func colours(said variant.Dress) (out [2]diagram.Colour) {
	for side, hex := range said.Colours {
		out[side], _ = diagram.ParseColour(hex)
	}
	return out
}
