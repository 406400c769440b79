package diagram

import (
	"cmp"
	"slices"
)

// Set is the name of a piece set. Zero means Signs.
type Set string

// The piece sets.
const (
	Signs      Set = "signs"
	Figures    Set = "figures"
	Kanji      Set = "kanji"
	KanjiOne   Set = "kanji-one"
	Xiangqi    Set = "xiangqi"
	Simplified Set = "xiangqi-simplified"
	Janggi     Set = "janggi"
	Families   Set = "families"
	Makruk     Set = "makruk"
	Letters    Set = "letters"
	Own        Set = "own" // the variant's own pictures, or else figures
)

// body is the shape under a piece's sign.
type body int

const (
	tile    body = iota // in the colours of its side, pointing away from it
	bare                // none: the figure has the colours
	wood                // a tile of one colour, rotated with its sign
	round               // a disc
	octagon             // eight-sided
)

// pieceSet describes a set.
type pieceSet struct {
	set     Set
	says    string
	body    body
	figures map[string]glyph                                  // figures of this set only
	text    func(key string, side Side, promoted bool) string // characters of a piece; "" for none
}

// pieceSets lists all sets in display order.
var pieceSets = []pieceSet{
	{set: Figures, says: "figures without frames", body: bare, figures: figures},
	{set: Makruk, says: "makruk pieces", body: bare, figures: makrukmen},
	{set: Kanji, says: "two kanji", body: wood, text: kanji(0)},
	{set: KanjiOne, says: "one kanji", body: wood, text: kanji(1)},
	{set: Xiangqi, says: "traditional characters", body: round, text: characterText(traditional)},
	{set: Simplified, says: "simplified characters", body: round, text: characterText(simplified)},
	{set: Janggi, says: "janggi characters", body: octagon, text: characterText(korean)},
	{set: Families, says: "each piece in the style of its game"},
	{set: Signs, says: "signs on tiles"},
	{set: Letters, says: "letters"},
	{set: Own, says: "the variant's own pictures", body: bare, figures: figures},
}

// lookup returns the description of a set, nil for an unknown one.
func (s Set) lookup() *pieceSet {
	i := slices.IndexFunc(pieceSets, func(w pieceSet) bool { return w.set == cmp.Or(s, Signs) })
	if i < 0 {
		return nil
	}
	return &pieceSets[i]
}

// Sets returns the names of the sets in display order.
func Sets() []Set {
	var out []Set
	for _, w := range pieceSets {
		out = append(out, w.set)
	}
	return out
}

// Says describes a set in a few words.
func (s Set) Says() string { return s.lookup().says }

// forKey returns the set that draws a key: s itself, except for Families.
func (s Set) forKey(key string) Set {
	if s != Families {
		return s
	}
	for _, other := range []Set{Xiangqi, KanjiOne} {
		if other.Has(key) && figures[key].shapes == nil {
			return other
		}
	}
	if _, drawn := figures[key]; drawn {
		return Figures
	}
	return Signs
}

// Has reports whether a set has its own drawing of a key.
func (s Set) Has(key string) bool {
	w := s.lookup()
	if w.text != nil {
		return w.text(key, First, false) != ""
	}
	_, drawn := glyphs[key]
	if s == Makruk {
		_, drawn = makrukmen[key]
	}
	return drawn && s != Letters
}
