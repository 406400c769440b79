package publish

import (
	"strconv"
	"strings"

	"assay/api/diagram"
)

// describe tells in words where the pieces of a picture stand.
func describe(s *diagram.Scene) string {
	var b strings.Builder
	for side := diagram.First; side <= diagram.Second; side++ {
		owner := s.Reserves[side].Name
		if owner == "" {
			owner = []string{"First", "Second"}[side]
		}
		if b.Len() > 0 {
			b.WriteString(" ")
		}
		b.WriteString(owner + ":")
		separator := " "
		for place := range s.Places() {
			piece, count := s.At(place)
			if piece == nil || piece.Side != side {
				continue
			}
			b.WriteString(separator)
			separator = ", "
			if count > 1 {
				b.WriteString(strconv.Itoa(count) + " ")
			}
			name := piece.Name
			if name == "" {
				name = piece.Letter
			}
			b.WriteString(strings.TrimPrefix(name, owner+" "))
			if label := placeLabel(s, place); label != "" {
				b.WriteString(" " + label)
			}
		}
		b.WriteString(".")
	}
	var walls []string
	for place := range s.Places() {
		if piece, _ := s.At(place); piece != nil && piece.Side == diagram.Nobody {
			walls = append(walls, placeLabel(s, place))
		}
	}
	if len(walls) > 0 {
		b.WriteString(" Walls: " + strings.Join(walls, ", ") + ".")
	}
	return b.String()
}

// placeLabel names a place: a square by file and rank, a bench cell by its
// label.
func placeLabel(s *diagram.Scene, place int) string {
	if n := s.Files * s.Ranks; place < n {
		return s.SquareName(place)
	}
	for side := diagram.First; side <= diagram.Second; side++ {
		if i := place - s.CellPlace(side, 0); i >= 0 && i < len(s.Reserves[side].Cells) {
			return s.Reserves[side].Cells[i].Label
		}
		if place == s.PocketPlace(side) {
			return "in the pocket"
		}
	}
	return "in hand"
}
