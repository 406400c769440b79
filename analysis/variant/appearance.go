package variant

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"assay/parser/scan"
)

// Appearance is the appearance of a variant's pictures. It is not part of the
// rules: changing it needs no new verification of games.
type Appearance struct {
	Line        int      `yaml:"-"`
	Set         string   `yaml:"set" says:"default piece set, which readers may change: figures, makruk, kanji, kanji-one, xiangqi, xiangqi-simplified, janggi, families, signs, letters or own. Default: own with pictures, figures on a checkered board, else signs"`
	Board       string   `yaml:"board" says:"squares, checks, or points (pieces on intersections). Default: points with the sets xiangqi and janggi, else according to 'checkered'"`
	Coordinates string   `yaml:"coordinates" says:"plain: a1 at the lower left; shogi: numbers from right to left, kanji downwards; xiangqi: numbers from each player's right. Default: according to the set"`
	Colours     []string `yaml:"colours" says:"colours of the first and the second player, such as \"#2e7d32\"; default: those of the set"`

	Pictures Ordered[Picture] `yaml:"pictures" says:"piece letter: text of an SVG drawing. With pictures the default set is own"`
}

// Picture is a drawing of a piece as SVG.
type Picture struct {
	Line   int // where its text starts
	Column int // in characters; 0 for a block of lines
	Text   string
}

// decodeNode decodes a picture, which is text.
func (p *Picture) decodeNode(d *decoder, n *yaml.Node) {
	if n.Kind != yaml.ScalarNode {
		d.report(n, "expected a picture as SVG text")
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

// MaxPictures bounds the total size of a variant's pictures in bytes.
const MaxPictures = 128 << 10

// Possible values of an appearance. The first of each list is the default.
var (
	DressSets = []string{"signs", "figures", "makruk", "kanji", "kanji-one", "xiangqi", "xiangqi-simplified",
		"janggi", "families", "letters", "own"}
	DressBoards      = []string{"squares", "checks", "points"}
	DressCoordinates = []string{"plain", "shogi", "xiangqi"}
)

var colourForm = scan.NewPattern(`^#[0-9a-f]{6}$`)

// appearance checks the appearance.
func (c *checker) appearance() {
	d := c.d.Appearance
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
			c.report(p.Line, "dress: pictures have more than %d bytes in total", MaxPictures)
			break
		}
		if _, known := c.d.Pieces.Get(letter); !known && p.Line > 0 { // inherited pictures may be for other pieces
			c.report(p.Line, "dress: pictures: there is no piece %q; the pieces are %s", letter,
				strings.Join(c.d.Pieces.Keys, " "))
		}
	}
	if n := len(d.Colours); n != 0 && n != 2 {
		c.report(d.Line, "dress: colours: expected two, of the first and the second player, found %d", n)
	}
	for _, colour := range d.Colours {
		if !colourForm.MatchString(colour) {
			c.report(d.Line, `dress: expected a colour such as "#2e7d32", in lower case, found %q`, colour)
		}
	}
}
