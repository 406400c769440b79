package diagram

import (
	"cmp"
	"slices"
)

// Set names a way in which pieces are drawn. The zero value stands for Signs.
type Set string

// The sets.
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
	Own        Set = "own" // the game's own pictures; figures where it has none
)

// body is what a piece's sign stands on.
type body int

const (
	tile    body = iota // in the colours of its side, pointing away from it
	bare                // nothing: the figure has the colours
	wood                // a tile of one colour, whose sign is turned with it
	round               // a disc
	octagon             // eight-sided
)

// wardrobe is what a set is made of.
type wardrobe struct {
	set     Set
	says    string
	body    body
	figures map[string]glyph                                  // that only it has
	text    func(key string, side Side, promoted bool) string // "" for none
}

// wardrobes are those of all sets, in the order in which a reader chooses.
var wardrobes = []wardrobe{
	{set: Figures, says: "figures without frames", body: bare, figures: figures},
	{set: Makruk, says: "the men of makruk", body: bare, figures: makrukmen},
	{set: Kanji, says: "two kanji", body: wood, text: kanji(0)},
	{set: KanjiOne, says: "one kanji", body: wood, text: kanji(1)},
	{set: Xiangqi, says: "traditional characters", body: round, text: written(traditional)},
	{set: Simplified, says: "simplified characters", body: round, text: written(simplified)},
	{set: Janggi, says: "characters of janggi", body: octagon, text: written(korean)},
	{set: Families, says: "each piece by the games it comes from"},
	{set: Signs, says: "signs on tiles"},
	{set: Letters, says: "letters"},
	{set: Own, says: "the game's own pictures", body: bare, figures: figures},
}

// open gives what a set is made of, nil for one that is not there.
func (s Set) open() *wardrobe {
	i := slices.IndexFunc(wardrobes, func(w wardrobe) bool { return w.set == cmp.Or(s, Signs) })
	if i < 0 {
		return nil
	}
	return &wardrobes[i]
}

// Sets lists the names of the sets, in the order in which a reader chooses.
func Sets() []Set {
	var out []Set
	for _, w := range wardrobes {
		out = append(out, w.set)
	}
	return out
}

// Says describes a set in a few words.
func (s Set) Says() string { return s.open().says }

// of is the set that draws a key: itself, but for Families.
func (s Set) of(key string) Set {
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

// Has reports whether a set draws a key in its own way.
func (s Set) Has(key string) bool {
	w := s.open()
	if w.text != nil {
		return w.text(key, First, false) != ""
	}
	_, drawn := glyphs[key]
	if s == Makruk {
		_, drawn = makrukmen[key]
	}
	return drawn && s != Letters
}
