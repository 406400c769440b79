package api

import (
	"cmp"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// Look is what a reader chooses of pictures. What is left empty is as the
// game's definition has it.
type Look struct {
	Set   string // one of Sets
	Board string // one of variant.DressBoards
}

// Sets are the names of the sets of pieces.
func Sets() []string {
	var out []string
	for _, set := range diagram.Sets() {
		out = append(out, string(set))
	}
	return out
}

// Check refuses words that are not known, with an [*InputError].
func (l Look) Check() error {
	if l.Set != "" && !slices.Contains(Sets(), l.Set) {
		return &InputError{Field: "set", Value: l.Set, Want: strings.Join(Sets(), ", ")}
	}
	if l.Board != "" && !slices.Contains(variant.DressBoards, l.Board) {
		return &InputError{Field: "board", Value: l.Board, Want: strings.Join(variant.DressBoards, ", ")}
	}
	return nil
}

// In is the whole look that pictures of a game have: what is chosen, else what
// the definition says, else what is usual with its pieces.
func (l Look) In(d *variant.Definition) Look {
	var said variant.Dress
	if d.Dress != nil {
		said = *d.Dress
	}
	usual := diagram.Signs
	if d.Board.Checkered {
		usual = diagram.Figures
	}
	own := cmp.Or(said.Set, string(usual))
	l.Set = cmp.Or(l.Set, own)
	if l.Board == "" {
		l.Board = said.Board
	}
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
	s.Colours = colours(said)
	switch {
	case s.Style == diagram.StylePoints:
		s.Stars = posts(r)
	case shogi:
		if s.Stars = thirds(d.Board); s.Stars != nil { // which mark the zones
			s.Zones = slices.DeleteFunc(s.Zones, func(z diagram.Zone) bool { return z.Style == diagram.ZoneLine })
		}
	}
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
