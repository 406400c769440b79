package player

import "assay/api/diagram"

// Node is one position of a game, as the script steps through it. The JSON keys
// are short because a page has many nodes. Node 0 is the starting position; its
// parent is -1.
type Node struct {
	Parent  int        `json:"p"`
	Turn    int        `json:"s"` // the side to move, or -1
	Changes []Filled   `json:"d"` // relative to the parent
	Last    []int      `json:"l,omitempty"`
	Hash    string     `json:"h,omitempty"` // by which a site finds the position
	Marks   [][]string `json:"k,omitempty"` // colour letter, from, to; places by name
}

// Filled is a place and its contents: place, symbol, count. Symbol -1 empties
// the place.
type Filled [3]int

// Fill returns the occupied places of a scene.
func Fill(a Artist, s *diagram.Scene) ([]Filled, error) {
	out := []Filled{}
	for i, place := range placeOrder(s) {
		piece, count := s.At(place)
		if piece == nil {
			continue
		}
		n, err := a.Number(piece)
		if err != nil {
			return nil, err
		}
		out = append(out, Filled{i, n, count})
	}
	return out, nil
}

// Changes returns the differences that turn one list of occupied places into
// another.
func Changes(from, to []Filled) []Filled {
	out := []Filled{}
	before := map[int]Filled{}
	for _, f := range from {
		before[f[0]] = f
	}
	for _, f := range to {
		if before[f[0]] != f {
			out = append(out, f)
		}
		delete(before, f[0])
	}
	for _, f := range from {
		if _, left := before[f[0]]; left {
			out = append(out, Filled{f[0], -1, 0})
		}
	}
	return out
}

// toneLetters are the letters of mark colours, by [diagram.Tone].
var toneLetters = [...]string{
	diagram.ToneNote: "G", diagram.ToneBad: "R", diagram.ToneHint: "P", diagram.ToneAside: "B", diagram.ToneDoubt: "Y",
}

// Marks returns the marks and arrows of a scene, with places by name.
func Marks(s *diagram.Scene) [][]string {
	if len(s.Marks)+len(s.Arrows) == 0 {
		return nil
	}
	nameOf, names := map[int]string{}, placeNames(s)
	for i, place := range placeOrder(s) {
		nameOf[place] = names[i]
	}
	var out [][]string
	for _, m := range s.Marks {
		out = append(out, []string{toneLetters[m.Tone], nameOf[m.Square]})
	}
	for _, a := range s.Arrows {
		out = append(out, []string{toneLetters[a.Tone], nameOf[a.From], nameOf[a.To]})
	}
	return out
}
