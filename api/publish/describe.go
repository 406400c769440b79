package publish

import (
	"cmp"
	"strconv"
	"strings"

	"assay/api/diagram"
)

// describe returns a text that lists the pieces of a diagram.
func describe(s *diagram.Scene) string {
	var sentences []string
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
		sentences = append(sentences, strings.TrimSpace(owner+": "+strings.Join(pieces, ", "))+".")
	}
	var walls []string
	for place := range s.Places() {
		if piece, _ := s.At(place); piece != nil && piece.Side == diagram.Nobody {
			walls = append(walls, placeLabel(s, place))
		}
	}
	if len(walls) > 0 {
		sentences = append(sentences, "Walls: "+strings.Join(walls, ", ")+".")
	}
	return strings.Join(sentences, " ")
}

// placeLabel returns the name of a place: a square's coordinates, a bench
// cell's label.
func placeLabel(s *diagram.Scene, place int) string {
	if n := s.Files * s.Ranks; place < n {
		if s.SquareNames != nil {
			return s.SquareNames[place]
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
