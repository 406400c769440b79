package fairy

import (
	"maps"
	"slices"
)

// Builtin converts Fairy-Stockfish's built-in variants.
func Builtin() (out []Game, refused []Refusal) {
	for _, name := range slices.Sorted(maps.Keys(builtin())) {
		g := builtin()[name]
		s := &section{name: name, parent: "Fairy-Stockfish"}
		if faults := g.unsupported(s); len(faults) > 0 {
			refused = append(refused, faults...)
			continue
		}
		text, key, err := g.define("builtin.ini", s)
		if err != nil {
			refused = append(refused, Refusal{0, name, key + ": " + err.Error()})
			continue
		}
		out = append(out, Game{Name: name, YAML: []byte(text)})
	}
	return out, refused
}
