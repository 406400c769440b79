package variant

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Dress says how pictures of a game look. It is no part of the rules: games
// stay proved when it changes.
type Dress struct {
	Line        int      `yaml:"-"`
	Set         string   `yaml:"set" says:"how pieces are drawn, unless a reader chooses otherwise: figures, makruk, kanji, kanji-one, xiangqi, xiangqi-simplified, janggi, families, signs, letters or own; left out, own with pictures, figures on a checkered board, else signs"`
	Board       string   `yaml:"board" says:"squares, checks, or points: pieces stand where lines cross; left out, points with the sets xiangqi and janggi, else what 'checkered' says"`
	Coordinates string   `yaml:"coordinates" says:"plain: a1 at the lower left; shogi: numbers from right to left and kanji downward; xiangqi: numbers from each player's right; left out, those of the set's game"`
	Colours     []string `yaml:"colours" says:"First's and Second's colour, as \"#2e7d32\"; left out, those of the set"`

	Pictures Ordered[Picture] `yaml:"pictures" says:"the game's own pictures, by letters of its pieces: each the text of an SVG drawing; with them, the set left out is own"`
}

// Picture is a drawing of a piece, as SVG.
type Picture struct {
	Line   int // at which its text begins
	Column int // in characters; 0 where the text is a block of lines
	Text   string
}

// decodeNode reads a picture, which is its text.
func (p *Picture) decodeNode(d *decoder, n *yaml.Node) {
	if n.Kind != yaml.ScalarNode {
		d.report(n, "a picture is the text of an SVG drawing")
		return
	}
	p.Line, p.Column, p.Text = n.Line, n.Column, n.Value
	switch n.Style {
	case yaml.LiteralStyle, yaml.FoldedStyle:
		p.Line, p.Column = n.Line+1, 0
	case yaml.SingleQuotedStyle, yaml.DoubleQuotedStyle:
		p.Column++
	}
}

// MaxPictures bounds the texts of a game's pictures together, in bytes.
const MaxPictures = 128 << 10

// Words that a dress may have. In each list the first is the usual one.
var (
	DressSets        = []string{"signs", "figures", "makruk", "kanji", "kanji-one", "xiangqi", "xiangqi-simplified", "janggi", "families", "letters", "own"}
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
	size := 0
	for letter, p := range d.Pictures.All() {
		if size += len(p.Text); size > MaxPictures {
			c.report(p.Line, "dress: pictures have more than %d bytes together", MaxPictures)
			break
		}
		if _, known := c.d.Pieces.Get(letter); !known && p.Line > 0 { // nor is it one that the game it extends has
			c.report(p.Line, "dress: pictures: there is no piece %q; the pieces are %s", letter, strings.Join(c.d.Pieces.Keys, " "))
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
