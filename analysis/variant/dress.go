package variant

import (
	"regexp"
	"slices"
	"strings"
)

// Dress says how pictures of a game look. It is no part of the rules: games
// stay proved when it changes.
type Dress struct {
	Line        int      `yaml:"-"`
	Set         string   `yaml:"set" says:"how pieces are drawn, unless a reader chooses otherwise: figures, makruk, kanji, kanji-one, xiangqi, xiangqi-simplified, janggi, families, signs or letters; left out, figures on a checkered board, else signs"`
	Board       string   `yaml:"board" says:"squares, checks, or points: pieces stand where lines cross; left out, points with the sets xiangqi and janggi, else what 'checkered' says"`
	Coordinates string   `yaml:"coordinates" says:"plain: a1 at the lower left; shogi: numbers from right to left and kanji downward; xiangqi: numbers from each player's right; left out, those of the set's game"`
	Colours     []string `yaml:"colours" says:"First's and Second's colour, as \"#2e7d32\"; left out, those of the set"`
}

// Words that a dress may have. In each list the first is the usual one.
var (
	DressSets        = []string{"signs", "figures", "makruk", "kanji", "kanji-one", "xiangqi", "xiangqi-simplified", "janggi", "families", "letters"}
	DressBoards      = []string{"squares", "checks", "points"}
	DressCoordinates = []string{"plain", "shogi", "xiangqi"}
)

var colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// dress checks the words of a dress.
func (c *checker) dress() {
	d := c.d.Dress
	if d == nil {
		return
	}
	for _, word := range []struct {
		key, value string
		known      []string
	}{{"set", d.Set, DressSets}, {"board", d.Board, DressBoards}, {"coordinates", d.Coordinates, DressCoordinates}} {
		if word.value != "" && !slices.Contains(word.known, word.value) {
			c.report(d.Line, "dress: unknown %s %q; known: %s", word.key, word.value, strings.Join(word.known, ", "))
		}
	}
	if n := len(d.Colours); n != 0 && n != 2 {
		c.report(d.Line, "dress: colours are two, First's and Second's, found %d", n)
	}
	for _, colour := range d.Colours {
		if !colourForm.MatchString(colour) {
			c.report(d.Line, `dress: a colour is written "#2e7d32", in small letters, found %q`, colour)
		}
	}
}
