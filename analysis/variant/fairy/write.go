package fairy

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// writer writes a definition as a section.
type writer struct {
	d       *variant.Definition
	slots   map[string]slot // of the definition's letters
	letters map[slot]string // of the section
	forms   map[string]form
	royals  []string
	keys    []string // in the order of the section
	values  map[string]string
	losses  []string
}

func (w *writer) lost(format string, args ...any) {
	if loss := fmt.Sprintf(format, args...); !slices.Contains(w.losses, loss) {
		w.losses = append(w.losses, loss)
	}
}

// set sets a key, and reports a second value of it.
func (w *writer) set(name string, value any) {
	text := fmt.Sprint(value)
	switch known, ok := w.values[name]; {
	case !ok:
		w.keys = append(w.keys, name)
		w.values[name] = text
	case known != text:
		w.lost("a second value of %s: %s", name, text)
	}
}

// setSquares sets a key of squares of both sides.
func (w *writer) setSquares(name string, sides [2]squares) {
	for side, key := range both(name) {
		w.set(key, w.keyText(sides[side]))
	}
}

// Write returns a definition as a section of a variants.ini, and what
// Fairy-Stockfish cannot hold. Without a text, no section can hold the variant.
func Write(d *variant.Definition) (text string, losses []string) {
	if d.Board.Hexagons() || d.Board.Files > maxFiles || d.Board.Ranks > maxRanks {
		return "", []string{fmt.Sprintf("the board; Fairy-Stockfish has up to %d by %d squares", maxFiles, maxRanks)}
	}
	w := &writer{d: d, slots: map[string]slot{}, letters: map[slot]string{}, forms: map[string]form{},
		values: map[string]string{}}
	w.set("maxRank", d.Board.Ranks)
	w.set("maxFile", d.Board.Files)
	w.writePieces()
	w.writeRules()
	w.writeStart()
	w.writeFirstMoves()
	w.writePromotions()
	w.writeDrops()
	w.writeCastling()
	w.writeClaims()
	if d.Pocket != nil || d.Array != nil {
		w.lost("a pocket, or starting positions that a record gives")
	}
	if d.Options.Len() > 0 {
		w.lost("options; their default values are written")
	}
	return w.section(), w.losses
}

// section returns the text. Keys with their defaults are left out; a key of
// both sides stands for equal values.
func (w *writer) section() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n[%s]\n", strings.Join(strings.Fields(w.d.Name), " "), SectionName(w.d.ID))
	for _, name := range w.keys {
		value := w.values[name]
		if k := keyNamed[name]; k != nil && k.defaultValue == value && k.kind != somePieces {
			continue
		}
		short, white := strings.CutSuffix(name, "White")
		if _, ok := keyNamed[short]; white && ok && w.values[short+"Black"] == value {
			name = short
		} else if short, black := strings.CutSuffix(name, "Black"); black && w.values[short+"White"] == value {
			if _, ok := keyNamed[short]; ok {
				continue
			}
		}
		fmt.Fprintf(&out, "%s = %s\n", name, value)
	}
	return out.String()
}

// SectionName returns the section's name of a variant. The names of
// Fairy-Stockfish's own variants are taken.
func SectionName(id string) string {
	if _, taken := builtin()[id]; taken {
		return id + "-assay"
	}
	return id
}

// region returns both sides' squares of a region, all for "".
func (w *writer) region(name string) (out [2]squares) {
	region, ok := w.d.Regions.Get(name)
	for side := range 2 {
		if !ok {
			out[side] = board(w.d.Board.Files, w.d.Board.Ranks)
		}
		found, _ := region.Squares(w.d.Board, side == 1)
		for _, s := range found {
			out[side].add(int(s)%w.d.Board.Files, int(s)/w.d.Board.Files)
		}
	}
	return out
}

// keyText returns a set of squares as the value of a key.
func (w *writer) keyText(s squares) string {
	var out []string
	for rank := range w.d.Board.Ranks {
		if s[rank] == 1<<w.d.Board.Files-1 {
			out = append(out, fmt.Sprintf("*%d", rank+1))
			s[rank] = 0
		}
	}
	for file, rank := range s.all() {
		out = append(out, squareName(file, rank))
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, " ")
}

// named returns pieces as the value of a key.
func (w *writer) named(letters []string) string {
	var out []string
	for _, letter := range letters {
		if s, ok := w.slots[letter]; ok {
			out = append(out, w.letters[s])
		}
	}
	if len(out) == 0 {
		return "-"
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), "")
}

// writeStart writes the starting position in Fairy-Stockfish's order of fields.
func (w *writer) writeStart() {
	words := strings.Fields(w.d.Start)
	fields := map[string]string{"castling": "-", "en-passant": "-", "clock": "0", "number": "1"}
	for i, name := range w.d.State {
		if i+2 < len(words) {
			fields[name] = words[i+2]
		}
		if name == "pocket" || name == "traded" {
			w.lost("the field %s of positions", name)
		}
	}
	text := strings.Join(words[:min(2, len(words))], " ")
	for _, name := range []string{"castling", "en-passant", "checks", "clock", "number"} {
		if fields[name] != "" {
			text += " " + fields[name]
		}
	}
	w.set("startFen", text)
}

// writeCastling writes castling and gating.
func (w *writer) writeCastling() {
	d, c := w.d, w.d.Castling
	if d.Gating != nil {
		w.set("gating", true)
		w.set("seirawanGating", true)
		w.set("castlingRank", d.Gating.Rank)
		if len(d.Gating.Pieces) > 0 {
			w.lost("gating by the first moves of some pieces only")
		}
	}
	w.set("castling", c != nil)
	if c == nil {
		return
	}
	opening, err := (&game{set: map[string]setting{"startFen": {text: d.Start}}}).readStart()
	if err != nil {
		w.lost("castling: %v", err)
		return
	}
	w.set("castlingRank", c.Rank)
	from, rooks := -1, []int{}
	for file := range d.Board.Files {
		switch at := opening.at[[2]int{file, c.Rank - 1}]; {
		case at.side == 1:
		case at.letter == c.Royal:
			from = file
		case slices.Contains(c.Partner, at.letter):
			rooks = append(rooks, file)
		}
	}
	name := func(file int) string { return string(rune('a' + file)) }
	to := c.To
	if len(to) != 2 {
		if from < c.Step || from+c.Step >= d.Board.Files {
			w.lost("castling by a number of files without a place of its own for the royal piece")
			return
		}
		to = []string{name(from + c.Step), name(from - c.Step)}
	}
	w.set("castlingKingsideFile", to[0])
	w.set("castlingQueensideFile", to[1])
	if len(rooks) > 0 {
		w.set("castlingRookQueensideFile", name(rooks[0]))
		w.set("castlingRookKingsideFile", name(rooks[len(rooks)-1]))
	}
	w.set("castlingKingPiece", w.named([]string{c.Royal}))
	w.set("castlingRookPieces", w.named(c.Partner))
	w.set("oppositeCastling", c.Opposite)
	if len(c.Dropped) == 3 {
		w.set("castlingDroppedPiece", true)
		w.set("castlingKingFile", c.Dropped[0])
		if c.Dropped[1] != name(d.Board.Files-1) || c.Dropped[2] != "a" {
			w.lost("castling of dropped pieces other than from the corners")
		}
	}
}
