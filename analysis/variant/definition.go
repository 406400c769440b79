// Package variant holds what a game is: definitions as data, one YAML file a
// variant, embedded or the user's own. How a definition is played is package
// rules.
package variant

import (
	"iter"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Definition describes one variant whole. Squares, regions and directions are
// given as First sees them; Second's regions are First's with the ranks
// reflected, Second's pieces move rotated by half a turn.
type Definition struct {
	ID      string          `yaml:"id" says:"the game's id: lower-case letters, digits and hyphens"`
	Name    string          `yaml:"name" says:"its name"`
	Aliases []string        `yaml:"aliases" says:"other names by which records and '--variant' may call it"`
	Common  int             `yaml:"common" says:"1 or 2: records that name no variant may be of this one; those of 1 are tried first"`
	Version string          `yaml:"version" says:"any word, changed whenever the rules change; records remember it"`
	Extends string          `yaml:"extends" says:"id of the definition that this one starts from: mappings are merged key by key, everything else takes the other's place, and null takes a key away; id, name, aliases, sources, summary, node counts and the claim of material are never the other's"`
	Sources []string        `yaml:"sources" says:"where the rules are from"`
	Summary string          `yaml:"summary" says:"the game in a few sentences"`
	Rulings string          `yaml:"rulings" says:"prefix of the ruling numbers: CSG for CSG-7"`
	Says    Ordered[string] `yaml:"says" says:"what rulings say, in a sentence or two, by their numbers"`
	Board   Board           `yaml:"board" says:"the board"`
	Sides   []Side          `yaml:"sides" says:"the two players, First's first"`
	Regions Ordered[Region] `yaml:"regions" says:"named sets of squares as First sees them; Second's are the same with the ranks reflected, unless both are given as a mapping of first and second"`
	Pieces  Ordered[Piece]  `yaml:"pieces" says:"the kinds of piece, by their letters in position texts: a capital, with + before or ~ behind it for promoted ones"`
	Start   string          `yaml:"start" says:"position text of the start"`
	State   []string        `yaml:"state" says:"what a position text says after the side to move, in this order: pocket, castling, en-passant, traded, checks, clock, number"`
	Sfen    bool            `yaml:"sfen" says:"true: positions are also read as SFEN, where b is First; in games without a hand that is a text of three or four words"`

	Promotion []Promotion `yaml:"promotion" says:"which pieces change on a move, where and into what"`
	Hand      *Hand       `yaml:"hand" says:"where captured pieces lie; without it they leave the game"`
	Drops     *Drops      `yaml:"drops" says:"how pieces of the hand enter the board"`
	Pocket    *Pocket     `yaml:"pocket" says:"one cell a player, into which pieces move and from which they drop"`
	Castling  *Castling   `yaml:"castling" says:"the royal's move toward a partner"`
	Gating    *Gating     `yaml:"gating" says:"lets pieces of the hand in where others leave their squares for the first time"`
	Array     *Array      `yaml:"array" says:"lets a record start from an array of its own"`
	Rules     []Module    `yaml:"rules" says:"the special rules, each with the keys of its module beside its own"`
	Claims    []Claim     `yaml:"claims" says:"endings that a player may claim and that never happen by themselves (W-1): they are notes"`

	Dress *Dress `yaml:"dress" says:"how it is drawn; what is left out follows the family of games that its set belongs to"`

	Page *Page `yaml:"page" says:"coordinates of the game's Game Courier page; without it they are those of the board"`

	Options  Ordered[Option] `yaml:"options" says:"choices the players make before the game, by name"`
	Overlays []Overlay       `yaml:"overlays" says:"changes of the definition where options have certain values"`

	NodeCounts []NodeCount `yaml:"node-counts" says:"published numbers of leaves of the move tree, which 'variants --check' counts"`

	chosen   map[string]string
	digest   string
	prefixes []string // of rulings, its own and those of what it extends
}

// StateFields are the words Definition.State may list, in the order of the
// position text.
var StateFields = []string{"pocket", "castling", "en-passant", "traded", "checks", "clock", "number"}

// Board gives the size, up to 16 by 16, and how it is drawn.
type Board struct {
	Files     int    `yaml:"files" says:"number of files, 1 to 16"`
	Ranks     int    `yaml:"ranks" says:"number of ranks, 1 to 16"`
	Cells     string `yaml:"cells" says:"squares, or hexagons: drawn so, and named file by file from the lowest cell that is no hole, without a file j; squares when left out"`
	Checkered bool   `yaml:"checkered" says:"true: drawn with dark and light squares"`
	River     int    `yaml:"river" says:"drawn after this rank; 0 for none"`

	hexagons *hexagons
}

// Side names a player in records.
type Side struct {
	Name string `yaml:"name" says:"the player's name in records"`
}

// Region is a set of squares for each side, in the words that
// [Board.Squares] reads. Where Second has none of its own, its squares are
// First's with the ranks reflected.
type Region struct {
	First  []string `yaml:"first"`
	Second []string `yaml:"second"`
}

// Piece is one kind of piece.
type Piece struct {
	Line    int        `yaml:"-"`
	Name    string     `yaml:"name" says:"its name in records: one word"`
	Label   string     `yaml:"label" says:"how rulings and Game Courier call it; its letter when left out"`
	Also    []string   `yaml:"also" says:"other letters read in position texts"`
	SAN     string     `yaml:"san" says:"capital letter of a promoted piece in algebraic moves, as Fairy-Stockfish and pychess write them; several pieces may share one"`
	Moves   []Movement `yaml:"moves" says:"its movements: each Betza text alone, or with the keys of a movement; [] for none"`
	Within  string     `yaml:"within" says:"region it never leaves"`
	Royal   bool       `yaml:"royal" says:"true: it is royal, and each side has one of its kind at most; several kings are no royals but pieces of extinction with royal: last"`
	Demotes string     `yaml:"demotes" says:"what it becomes when captured; itself when left out"`
	Rule    string     `yaml:"rule" says:"ruling of its movement; PREFIX-0 when left out"`
	Counts  bool       `yaml:"counts" says:"true: its moves that it cannot take back reset the clock, as captures, drops and promotions do"`
	Limit   string     `yaml:"limit-rule" says:"ruling cited instead of 'rule' when the way fits and a region or a piece in it forbids the move"`
	Glyph   string     `yaml:"glyph" says:"key of its picture; its letter is drawn when left out"`
	Most    int        `yaml:"most" says:"how many of its name a side may have on the board by promotion"`
	Value   int        `yaml:"value" says:"material, in hundredths of a pawn"`
}

// Movement is a Betza description and what limits it.
type Movement struct {
	Line           int      `yaml:"-"`
	Betza          string   `yaml:"betza" says:"the moves in Betza notation"`
	From           string   `yaml:"from" says:"only from squares of this region"`
	Within         string   `yaml:"within" says:"only to squares of this region"`
	Takes          []string `yaml:"takes" says:"captures these pieces only"`
	Spares         []string `yaml:"spares" says:"never captures these"`
	HopsNot        []string `yaml:"hops-not" says:"never passes over these"`
	Stays          bool     `yaml:"stays" says:"true: captures without moving; needs 'takes'"`
	First          bool     `yaml:"first" says:"true: leaps without capturing that the piece makes by its first move alone, from the first rank; a royal not while it is attacked. The rights to them stand by files in the field castling"`
	EnPassant      bool     `yaml:"en-passant" says:"true: a step that passes over squares which have to be empty leaves them open to capture en passant; nD and W2 pass over squares, D does not"`
	TakesEnPassant []string `yaml:"passing" says:"captures these en passant, by this movement of single leaps, and does nothing else"`
	Rule           string   `yaml:"rule" says:"ruling of this movement"`

	Components []Component `yaml:"-"`
}

// Party is whom a rule is about: first or second, or both sides where it is
// left out.
type Party string

// Has reports whether the rule is about a side.
func (p Party) Has(second bool) bool { return p == "" || p == "second" == second }

// Known reports whether it is one of these words.
func (p Party) Known() bool { return p == "" || p == "first" || p == "second" }

// Promotion says which pieces change on a move, where and into what.
type Promotion struct {
	Line      int               `yaml:"-"`
	Pieces    Ordered[[]string] `yaml:"pieces" says:"each with what it may become; an empty list gives 'rule' to a piece that never promotes"`
	Zone      string            `yaml:"zone" says:"region of promotion"`
	Side      Party             `yaml:"side" says:"first or second, where it is about one side only"`
	By        string            `yaml:"by" says:"capture: only captures promote"`
	On        string            `yaml:"on" says:"end: the move ends in the zone; touch: it starts or ends there; entry: it leads into the zone from outside, or captures where it starts or ends there; stand: instead of moving, a piece that stands there promotes on its square, or by a step to an empty one as what it becomes makes it, and then attacks nothing and gives no check"`
	Last      bool              `yaml:"last" says:"true, with stand: a side's last piece of its kind promotes wherever it stands"`
	May       Ordered[string]   `yaml:"may" says:"piece: region in which a move that ends there may promote as well"`
	EnPassant string            `yaml:"en-passant" says:"keeps: a capture en passant that ends in the zone does not promote"`
	Must      Ordered[string]   `yaml:"must" says:"piece: region in which a move that ends there promotes"`
	Always    bool              `yaml:"always" says:"true: promotion is not the player's choice"`
	Except    Ordered[string]   `yaml:"except" says:"target: region in which it is not made"`
	Rule      string            `yaml:"rule" says:"its ruling"`
	Into      string            `yaml:"into-rule" says:"ruling on the choice; 'rule' when left out"`
}

// Hand is where captured pieces lie.
type Hand struct {
	Line     int        `yaml:"-"`
	Name     string     `yaml:"name" says:"what the players call it"`
	Keeps    string     `yaml:"keeps" says:"all, victims, captors, or none: nothing that is captured"`
	Pieces   []string   `yaml:"pieces" says:"the victims or captors that count; all of them when left out"`
	Order    []string   `yaml:"order" says:"order of what hands hold; a royal piece that explodes comes to the hand only if it stands here"`
	Text     []string   `yaml:"text" says:"order in position texts, if it is another; pieces that are not named stand behind"`
	Cells    [][]string `yaml:"cells" says:"names of First's and of Second's cells in the order in which they fill; none for a hand without cells"`
	Rows     int        `yaml:"rows" says:"cells are drawn in so many rows"`
	CellRule string     `yaml:"cell-rule" says:"ruling on the cells"`
	Rule     string     `yaml:"rule" says:"ruling on what is kept"`
}

// Drops says how pieces of the hand enter the board.
type Drops struct {
	Line      int               `yaml:"-"`
	Rule      string            `yaml:"rule" says:"ruling on drops"`
	Free      []string          `yaml:"free" says:"pieces that are dropped from nowhere, as often as one likes; such a game needs no hand"`
	As        Ordered[[]string] `yaml:"as" says:"piece of the hand: what else it may be dropped as"`
	KeepClock bool              `yaml:"keep-clock" says:"true: drops do not reset the clock, but for those of pieces that count; left out, every drop does"`
	Forbid    []DropBan         `yaml:"forbid" says:"where pieces may not be dropped"`
	Promoted  string            `yaml:"promoted-rule" says:"ruling broken by dropping a piece as promoted; 'rule' when left out"`
	Promotes  string            `yaml:"promotes-rule" says:"ruling broken by a drop written with a promotion; 'rule' when left out"`
	Occupied  string            `yaml:"occupied-rule" says:"ruling broken by a drop on a square that is not empty; G-5 when left out"`
}

// DropBan keeps pieces off squares.
type DropBan struct {
	Line     int      `yaml:"-"`
	Pieces   []string `yaml:"pieces" says:"these pieces; every piece when left out"`
	In       string   `yaml:"in" says:"region they may not be dropped in"`
	Outside  string   `yaml:"outside" says:"region they must be dropped in"`
	FileWith []string `yaml:"file-with" says:"not on a file that holds one of these of one's own"`
	Already  int      `yaml:"already" says:"how many of them the file holds for it; 1 when left out"`
	Rule     string   `yaml:"rule" says:"its ruling"`
}

// Pocket is one cell a player into which pieces move and from which they drop.
type Pocket struct {
	Line     int      `yaml:"-"`
	Never    []string `yaml:"never" says:"pieces that may not enter"`
	Rule     string   `yaml:"rule" says:"ruling on entering"`
	Promotes string   `yaml:"keeps-rule" says:"ruling that nothing changes on the way in or out"`
	Apart    string   `yaml:"apart-rule" says:"ruling that hand and pocket are two places"`
}

// Castling moves the royal toward a partner that has not moved, which lands
// beside it, on the side it came from.
type Castling struct {
	Line     int      `yaml:"-"`
	Royal    string   `yaml:"royal" says:"the piece that castles"`
	Partner  []string `yaml:"partner" says:"the piece it goes toward, or several such"`
	Rank     int      `yaml:"rank" says:"both stand on it, First's count"`
	Step     int      `yaml:"step" says:"files the royal travels, at most the distance; where a move of its own could be meant as well, records name the partner's square for castling"`
	To       []string `yaml:"to" says:"instead of step: the file that the royal comes to toward the higher files, and the one toward the lower"`
	Free     bool     `yaml:"free" says:"true: royal and partner may start on any files, as in Fischer's random chess; needs to"`
	Usual    string   `yaml:"usual" says:"with free: the file on which the royal starts as a rule; from there castling is written as where it is not free"`
	Dropped  []string `yaml:"dropped" says:"for pieces that are dropped first: the file of what castles, of its partner toward the higher files, and of the one toward the lower; dropped there, they may castle"`
	Opposite bool     `yaml:"opposite" says:"true: where one side has castled, the other does not castle toward the same files"`
	Distance int      `yaml:"distance" says:"least number of files between their squares; 1 when left out with to"`
	Rule     string   `yaml:"rule" says:"its ruling"`
}

// Gating lets a piece of the hand in on the square that another leaves by its
// first move, as in Seirawan chess. Who has not moved stands by files in the
// field castling of a position text.
type Gating struct {
	Line   int      `yaml:"-"`
	Pieces []string `yaml:"pieces" says:"those whose first move lets one in; all when left out"`
	Rank   int      `yaml:"rank" says:"where they stand, First's count; the hand's pieces come in there alone, and drop too if there are drops"`
	Rule   string   `yaml:"rule" says:"its ruling"`
}

// Page is the coordinates of a Game Courier page that differ from those of the
// board, and where hands and pockets lie on it. Its coordinates are small
// letters and digits, such as gr2.
type Page struct {
	Line      int        `yaml:"-"`
	Files     []string   `yaml:"files" says:"what each file's coordinates have in common, from First's left"`
	Ranks     []string   `yaml:"ranks" says:"what each rank's have, from First's side"`
	RankFirst bool       `yaml:"rank-first" says:"true: a coordinate is the rank's part and then the file's"`
	Pocket    []string   `yaml:"pocket" says:"First's and Second's pocket"`
	Reserve   [][]string `yaml:"reserve" says:"First's and Second's cells for the hand, in the order in which they fill"`
}

// Square is the coordinate of a square, its file and rank counted from 0.
func (p *Page) Square(file, rank int) string {
	if p.RankFirst {
		return p.Ranks[rank] + p.Files[file]
	}
	return p.Files[file] + p.Ranks[rank]
}

// Array lets a record start from an array of its own.
type Array struct {
	Line   int             `yaml:"-"`
	Places Ordered[string] `yaml:"places" says:"piece: region it must start in"`
	Rule   string          `yaml:"rule" says:"its ruling"`
}

// Module is a special rule by name, with its parameters.
type Module struct {
	Line   int       `yaml:"-"`
	Name   string    `yaml:"module" says:"which of the special rules it is"`
	Rule   string    `yaml:"rule" says:"its ruling"`
	Params yaml.Node `yaml:"-"`
}

// Claim is an ending that a player may claim and that never happens by itself
// (W-1): it is reported as a warning.
type Claim struct {
	Line  int    `yaml:"-"`
	Name  string `yaml:"name" says:"repetition, clock, counting, by which a side that is about to lose counts its moves, or material: with what is left nobody can win"`
	Count int    `yaml:"count" says:"occurrences; plies without a capture or a move of a piece that counts; or moves that are counted, none when left out beside limits; none for material"`
	Says  string `yaml:"says" says:"what may be claimed"`

	Wins           string `yaml:"wins" says:"repetition and clock: who wins by it: first, second, to-move, moved, who played the last ply, more or fewer, for the side that has more or fewer pieces; nobody when left out"`
	PerpetualCheck string `yaml:"perpetual-check" says:"repetition: loses: a side that gave check by all its moves between the occurrences loses"`
	Chase          *Chase `yaml:"chase" says:"repetition: a side that threatened one and the same piece anew by all its moves between loses, if the other did not"`

	Left    int          `yaml:"left" says:"counting: pieces on the board that the side that counts has at most; any number when left out"`
	Least   int          `yaml:"least" says:"counting: and at least"`
	Without []string     `yaml:"without" says:"counting: nobody has such pieces on the board"`
	Limits  Ordered[int] `yaml:"limits" says:"counting: letters of pieces, such as RR, to the moves that are counted against them, instead of count; the first that the other side has when counting begins holds"`
	OnBoard bool         `yaml:"on-board" says:"counting: true: it begins with the number of pieces on the board"`

	Alone     []string `yaml:"alone" says:"material: pieces of which one may be left beside royal ones"`
	OneColour []string `yaml:"one-colour" says:"material: pieces of which any number may be left beside royal ones, either side's, if all stand on squares of one colour"`
}

// Chase is which threats to capture count, where one that is repeated by every
// move loses. What is protected, so that a captor could legally be captured, is
// not threatened, nor what could legally capture a captor of its own kind.
type Chase struct {
	Line    int               `yaml:"-"`
	By      []string          `yaml:"by" says:"pieces whose threats count"`
	Of      []string          `yaml:"of" says:"pieces that are threatened"`
	Within  Ordered[string]   `yaml:"within" says:"piece: region in which alone it is threatened"`
	Despite Ordered[[]string] `yaml:"despite" says:"piece: pieces that it threatens even where they are protected"`
}

// Option is a choice the players make before the game.
type Option struct {
	Line    int      `yaml:"-"`
	Values  []string `yaml:"values" says:"the values"`
	Default string   `yaml:"default" says:"the value where nothing is said"`
	Summary string   `yaml:"summary" says:"what is chosen"`
}

// Overlay changes the definition where options have certain values.
type Overlay struct {
	Line int             `yaml:"-"`
	When Ordered[string] `yaml:"when" says:"option: the value it has"`
	Set  yaml.Node       `yaml:"set" says:"keys of a definition, merged as under 'extends'"`
}

// NodeCount is a published number of leaves of the move tree.
type NodeCount struct {
	Line     int      `yaml:"-"`
	Options  string   `yaml:"options" says:"key=value words; the usual options when left out"`
	Position string   `yaml:"position" says:"position text; the start when left out"`
	Nodes    []uint64 `yaml:"nodes" says:"leaves at depth 1, 2, 3 …"`
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

// All iterates over the keys in their order, each with its value.
func (o *Ordered[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, key := range o.Keys {
			if !yield(key, o.values[key]) {
				return
			}
		}
	}
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
