package publish

import (
	"cmp"
	"strconv"
	"strings"

	"assay/api/diagram"
)

// describe tells in words where the pieces of a picture stand.
func describe(s *diagram.Scene) string {
	var said []string
	for side := diagram.First; side <= diagram.Second; side++ {
		owner := cmp.Or(s.Reserves[side].Name, []string{"First", "Second"}[side])
		var pieces []string
		for place := range s.Places() {
			piece, count := s.At(place)
			if piece == nil || piece.Side != side {
				continue
			}
			text := strings.TrimPrefix(cmp.Or(piece.Name, piece.Letter), owner+" ")
			if count > 1 {
				text = strconv.Itoa(count) + " " + text
			}
			if label := placeLabel(s, place); label != "" {
				text += " " + label
			}
			pieces = append(pieces, text)
		}
		said = append(said, strings.TrimSpace(owner+": "+strings.Join(pieces, ", "))+".")
	}
	var walls []string
	for place := range s.Places() {
		if piece, _ := s.At(place); piece != nil && piece.Side == diagram.Nobody {
			walls = append(walls, placeLabel(s, place))
		}
	}
	if len(walls) > 0 {
		said = append(said, "Walls: "+strings.Join(walls, ", ")+".")
	}
	return strings.Join(said, " ")
}

// placeLabel names a place: a square by file and rank, a bench cell by its
// label.
func placeLabel(s *diagram.Scene, place int) string {
	if n := s.Files * s.Ranks; place < n {
		if s.Called != nil {
			return s.Called[place]
		}
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
