package player

import "assay/api/diagram"

// Node is a position of a game as the script steps through it; its keys are
// short because there are many. Node 0 is the start, of parent -1.
type Node struct {
	Parent  int        `json:"p"`
	Turn    int        `json:"s"` // the side to move, -1 for none
	Changes []Filled   `json:"d"` // from the parent's
	Last    []int      `json:"l,omitempty"`
	Marks   [][]string `json:"k,omitempty"` // colour's letter, from, to, by the names of places
}

// Filled is a place with what stands there: place, symbol, count. A symbol of
// -1 empties the place.
type Filled [3]int

// Fill lists the places of a scene that are not empty.
func Fill(a Artist, s *diagram.Scene) ([]Filled, error) {
	out := []Filled{}
	for i, place := range order(s) {
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

// Changes are what turns one list of filled places into another.
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

// tones are the letters of the colours of marks, by [diagram.Tone].
var tones = [...]string{
	diagram.ToneNote: "G", diagram.ToneBad: "R", diagram.ToneHint: "P", diagram.ToneAside: "B", diagram.ToneDoubt: "Y",
}

// Marks are the marks and arrows of a scene by the names of their places.
func Marks(s *diagram.Scene) [][]string {
	if len(s.Marks)+len(s.Arrows) == 0 {
		return nil
	}
	at, called := map[int]string{}, names(s)
	for i, place := range order(s) {
		at[place] = called[i]
	}
	var out [][]string
	for _, m := range s.Marks {
		out = append(out, []string{tones[m.Tone], at[m.Square]})
	}
	for _, a := range s.Arrows {
		out = append(out, []string{tones[a.Tone], at[a.From], at[a.To]})
	}
	return out
}
