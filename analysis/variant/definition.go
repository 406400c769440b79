// Package variant holds what a game is: definitions as data, one YAML file a
// variant, embedded or the user's own. How a definition is played is package
// rules.
package variant

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Definition describes one variant whole. Squares, regions and directions are
// given as First sees them; Second's regions are First's with the ranks
// reflected, Second's pieces move rotated by half a turn.
type Definition struct {
	ID      string          `yaml:"id"`
	Name    string          `yaml:"name"`
	Aliases []string        `yaml:"aliases"`
	Version string          `yaml:"version"` // any word; a record remembers it
	Extends string          `yaml:"extends"` // id of the definition this one starts from
	Sources []string        `yaml:"sources"`
	Summary string          `yaml:"summary"`
	Rulings string          `yaml:"rulings"` // prefix of the ruling numbers: CSG for CSG-7
	Says    Ordered[string] `yaml:"says"`    // what rulings say, in a sentence or two, by their numbers
	Board   Board           `yaml:"board"`
	Sides   []Side          `yaml:"sides"`
	Regions Ordered[Region] `yaml:"regions"`
	Pieces  Ordered[Piece]  `yaml:"pieces"` // by the letters of the position text
	Start   string          `yaml:"start"`  // position text
	State   []string        `yaml:"state"`  // fields of the position text after the side to move, see StateFields
	Sfen    bool            `yaml:"sfen"`   // positions are also read as SFEN, where b is the first player

	Promotion []Promotion `yaml:"promotion"`
	Hand      *Hand       `yaml:"hand"`
	Drops     *Drops      `yaml:"drops"`
	Pocket    *Pocket     `yaml:"pocket"`
	Castling  *Castling   `yaml:"castling"`
	Array     *Array      `yaml:"array"`
	Rules     []Module    `yaml:"rules"`
	Claims    []Claim     `yaml:"claims"`

	Options  Ordered[Option] `yaml:"options"`
	Overlays []Overlay       `yaml:"overlays"`

	NodeCounts []NodeCount `yaml:"node-counts"`

	chosen map[string]string
	digest string
}

// StateFields are the words Definition.State may list, in the order of the
// position text.
var StateFields = []string{"pocket", "castling", "en-passant", "clock", "number"}

// Board gives the size, up to 10 by 10, and how it is drawn.
type Board struct {
	Files     int  `yaml:"files"`
	Ranks     int  `yaml:"ranks"`
	Checkered bool `yaml:"checkered"`
	River     int  `yaml:"river"` // drawn after this rank; 0 for none
}

// Side names a player in records.
type Side struct {
	Name string `yaml:"name"`
}

// Region is a set of squares: `a1`, rectangles `d1-f3`, `rank 3`, `ranks 7-9`.
type Region []string

// Piece is one kind of piece.
type Piece struct {
	Line    int        `yaml:"-"`
	Name    string     `yaml:"name"`
	Label   string     `yaml:"label"` // how rulings and Game Courier call it; the letters when empty
	Also    []string   `yaml:"also"`  // other letters read in position texts
	Moves   []Movement `yaml:"moves"`
	Within  string     `yaml:"within"` // region it never leaves
	Royal   bool       `yaml:"royal"`
	Demotes string     `yaml:"demotes"`    // what it becomes when captured; itself when empty
	Rule    string     `yaml:"rule"`       // ruling of its movement; PREFIX-0 when empty
	Counts  bool       `yaml:"counts"`     // its moves reset the clock, as captures do
	Limit   string     `yaml:"limit-rule"` // ruling cited instead when the way fits and a region or a piece in it forbids it
	Glyph   string     `yaml:"glyph"`
	Value   int        `yaml:"value"` // material, in hundredths of a pawn
}

// Movement is a Betza description and what limits it.
type Movement struct {
	Line      int      `yaml:"-"`
	Betza     string   `yaml:"betza"`
	From      string   `yaml:"from"`       // only from squares of this region
	Within    string   `yaml:"within"`     // only to squares of this region
	Takes     []string `yaml:"takes"`      // captures these pieces only
	Spares    []string `yaml:"spares"`     // never captures these
	HopsNot   []string `yaml:"hops-not"`   // never passes over these
	Stays     bool     `yaml:"stays"`      // captures without moving
	EnPassant bool     `yaml:"en-passant"` // leaves the crossed square open to capture in passing
	Passing   []string `yaml:"passing"`    // captures these in passing, by this movement, and nothing else
	Rule      string   `yaml:"rule"`

	Components []Component `yaml:"-"`
}

// Promotion says which pieces change on a move, where and into what.
type Promotion struct {
	Line   int               `yaml:"-"`
	Pieces Ordered[[]string] `yaml:"pieces"` // each with what it may become; an empty list gives Rule to a piece that never promotes
	Zone   string            `yaml:"zone"`
	On     string            `yaml:"on"`   // end: the move ends in the zone; touch: it starts or ends there
	Must   Ordered[string]   `yaml:"must"` // piece: region in which a move that ends there promotes
	Always bool              `yaml:"always"`
	Except Ordered[string]   `yaml:"except"` // target: region in which it is not made
	Rule   string            `yaml:"rule"`
	Into   string            `yaml:"into-rule"` // ruling on the choice, Rule when empty
}

// Hand is where captured pieces lie.
type Hand struct {
	Line     int        `yaml:"-"`
	Name     string     `yaml:"name"`
	Keeps    string     `yaml:"keeps"`  // all, victims or captors
	Pieces   []string   `yaml:"pieces"` // the victims or captors that count; all of them when empty
	Order    []string   `yaml:"order"`  // order in position texts
	Cells    [][]string `yaml:"cells"`  // fill order of First's and Second's cells; none for an uncelled hand
	Rows     int        `yaml:"rows"`   // cells are drawn in so many rows
	CellRule string     `yaml:"cell-rule"`
	Rule     string     `yaml:"rule"`
}

// Drops says how pieces of the hand enter the board.
type Drops struct {
	Line     int       `yaml:"-"`
	Rule     string    `yaml:"rule"`
	Forbid   []DropBan `yaml:"forbid"`
	Promoted string    `yaml:"promoted-rule"` // ruling broken by dropping a piece as promoted; Rule when empty
	Promotes string    `yaml:"promotes-rule"` // ruling broken by a drop written with a promotion; Rule when empty
	Occupied string    `yaml:"occupied-rule"` // ruling broken by a drop on a square that is not empty; G-5 when empty
}

// DropBan keeps pieces off squares.
type DropBan struct {
	Line     int      `yaml:"-"`
	Pieces   []string `yaml:"pieces"`
	In       string   `yaml:"in"`        // region they may not be dropped in
	Outside  string   `yaml:"outside"`   // region they must be dropped in
	FileWith []string `yaml:"file-with"` // not on a file that holds one of these of one's own
	Rule     string   `yaml:"rule"`
}

// Pocket is one cell a player into which pieces move and from which they drop.
type Pocket struct {
	Line     int      `yaml:"-"`
	Never    []string `yaml:"never"`      // pieces that may not enter
	Rule     string   `yaml:"rule"`       // entering
	Promotes string   `yaml:"keeps-rule"` // no change on the way in or out
	Apart    string   `yaml:"apart-rule"` // hand and pocket are two places
}

// Castling moves the royal toward a partner that has not moved.
type Castling struct {
	Line     int    `yaml:"-"`
	Royal    string `yaml:"royal"`
	Partner  string `yaml:"partner"`
	Rank     int    `yaml:"rank"`     // both stand on it, First's count
	Step     int    `yaml:"step"`     // files the royal travels
	Distance int    `yaml:"distance"` // least number of files between their squares
	Rule     string `yaml:"rule"`
}

// Array lets a record start from an array of its own.
type Array struct {
	Line   int             `yaml:"-"`
	Places Ordered[string] `yaml:"places"` // piece: region it must start in
	Rule   string          `yaml:"rule"`
}

// Module is a special rule by name, with its parameters.
type Module struct {
	Line   int `yaml:"-"`
	Name   string
	Rule   string
	Params yaml.Node
}

// Claim is an ending that a player may claim and that never happens by itself
// (W-1): it is reported as a warning.
type Claim struct {
	Line  int    `yaml:"-"`
	Name  string `yaml:"name"`  // repetition or clock
	Count int    `yaml:"count"` // occurrences, or plies without capture or pawn move
	Says  string `yaml:"says"`
}

// Option is a choice the players make before the game.
type Option struct {
	Line    int      `yaml:"-"`
	Values  []string `yaml:"values"`
	Default string   `yaml:"default"`
	Summary string   `yaml:"summary"`
}

// Overlay changes the definition where options have certain values.
type Overlay struct {
	Line int             `yaml:"-"`
	When Ordered[string] `yaml:"when"`
	Set  yaml.Node       `yaml:"set"`
}

// NodeCount is a published number of leaves of the move tree.
type NodeCount struct {
	Line     int      `yaml:"-"`
	Options  string   `yaml:"options"`
	Position string   `yaml:"position"` // the start when empty
	Nodes    []uint64 `yaml:"nodes"`    // depth 1, 2, 3 …
}

// Ordered is a mapping that keeps the order of the file.
type Ordered[T any] struct {
	Keys   []string
	values map[string]T
}

// Get returns the value of key and whether there is one.
func (o *Ordered[T]) Get(key string) (T, bool) {
	v, ok := o.values[key]
	return v, ok
}

// Len is the number of keys.
func (o *Ordered[T]) Len() int { return len(o.Keys) }

func (o *Ordered[T]) put(key string, v T) {
	if o.values == nil {
		o.values = map[string]T{}
	}
	if _, ok := o.values[key]; !ok {
		o.Keys = append(o.Keys, key)
	}
	o.values[key] = v
}

// Chosen returns the value each option has in this definition.
func (d *Definition) Chosen() map[string]string { return d.chosen }

// Number completes a ruling: an empty one is PREFIX-0.
func (d *Definition) Number(rule string) string {
	if rule == "" {
		return d.Rulings + "-0"
	}
	return rule
}

// PieceNames are the names of the pieces of these letters as a list in words,
// the last joined by `and` or `or`. Unknown letters stand for themselves.
func (d *Definition) PieceNames(letters []string, last string) string {
	words := make([]string, len(letters))
	for i, letter := range letters {
		words[i] = letter
		if p, ok := d.Pieces.Get(letter); ok {
			words[i] = p.Name
		}
	}
	return Enumerate(words, last)
}

// Enumerate makes `a, b or c` of a list.
func Enumerate(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
