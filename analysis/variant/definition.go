// Package variant reads the definitions of variants: data, one YAML file per
// variant, embedded or the user's own. Package rules compiles and plays them.
package variant

import (
	"iter"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Definition is a complete variant. Squares, regions and directions are given
// from First's view. Second's regions are First's with the ranks reflected;
// Second's pieces move rotated by 180°.
type Definition struct {
	ID      string          `yaml:"id" says:"the variant's ID: lower-case letters, digits and hyphens"`
	Name    string          `yaml:"name" says:"its name"`
	Aliases []string        `yaml:"aliases" says:"other names for records and '--variant'"`
	Common  int             `yaml:"common" says:"1 to 4: records that name no variant may be of this one; those with 1 are tried first"`
	Version string          `yaml:"version" says:"any word; change it whenever the rules change, because records remember it"`
	Extends string          `yaml:"extends" says:"ID of the definition to start from. Mappings are merged key by key, all else is replaced, and null deletes a key. Never inherited: id, name, aliases, common, sources, summary, node-counts and the material claim"`
	Sources []string        `yaml:"sources" says:"where the rules are published"`
	Summary string          `yaml:"summary" says:"the variant in a few sentences"`
	Rulings string          `yaml:"rulings" says:"prefix of the rule IDs: CSG for CSG-7"`
	Says    Ordered[string] `yaml:"says" says:"rule ID: the text of the rule in a sentence or two"`
	Board   Board           `yaml:"board" says:"the board"`
	Sides   []Side          `yaml:"sides" says:"the two players, the first player first"`
	Regions Ordered[Region] `yaml:"regions" says:"named sets of squares from the first player's view. For the second player the ranks are reflected, unless the value is a mapping of first and second"`
	Pieces  Ordered[Piece]  `yaml:"pieces" says:"the piece types by their letters in positions: a capital, with + before it or ~ after it for promoted ones"`
	Start   string          `yaml:"start" says:"the starting position"`
	State   []string        `yaml:"state" says:"fields of a position after the side to move, in this order: pocket, castling, en-passant, traded, checks, clock, number"`
	Sfen    bool            `yaml:"sfen" says:"true: positions are also read as SFEN, where b is the first player. Without a hand, SFEN has three or four words"`

	Promotion []Promotion `yaml:"promotion" says:"which pieces change on a move, where and into what"`
	Hand      *Hand       `yaml:"hand" says:"where captured pieces go; without it they leave the game"`
	Drops     *Drops      `yaml:"drops" says:"how pieces in hand are dropped"`
	Pocket    *Pocket     `yaml:"pocket" says:"one cell per side that pieces enter by moving and leave by drops"`
	Castling  *Castling   `yaml:"castling" says:"castling of a royal piece and a partner"`
	Gating    *Gating     `yaml:"gating" says:"pieces in hand may enter when other pieces make their first move"`
	Array     *Array      `yaml:"array" says:"allows records with a starting position of their own"`
	Rules     []Module    `yaml:"rules" says:"the rule modules, each with the keys of its module"`
	Claims    []Claim     `yaml:"claims" says:"endings that a player may claim (W-1). They never happen by themselves and are reported as warnings"`

	Appearance *Appearance `yaml:"dress" says:"the appearance of diagrams; the defaults come from the piece set"`

	Page *Page `yaml:"page" says:"coordinates of the variant's Game Courier page, if they differ from the board's"`

	Options  Ordered[Option] `yaml:"options" says:"choices of the players before the game, by name"`
	Overlays []Overlay       `yaml:"overlays" says:"changes of the definition for certain values of options"`

	NodeCounts []NodeCount `yaml:"node-counts" says:"published perft counts, which 'variants --check' verifies"`

	chosen   map[string]string
	digest   string
	prefixes []string // of rule IDs, inherited ones included
}

// StateFields are the possible values of Definition.State, in the order of a
// position's text.
var StateFields = []string{"pocket", "castling", "en-passant", "traded", "checks", "clock", "number"}

// Board is the size of the board, up to 16 by 16, and its look.
type Board struct {
	Files     int    `yaml:"files" says:"number of files, 1 to 16"`
	Ranks     int    `yaml:"ranks" says:"number of ranks, 1 to 16"`
	Cells     string `yaml:"cells" says:"squares (default) or hexagons. Hexagons are named file by file from the lowest cell that is not a hole, without a file j"`
	Checkered bool   `yaml:"checkered" says:"true: drawn with dark and light squares"`
	River     int    `yaml:"river" says:"rank above which a river is drawn; 0 for none"`

	hexagons *hexagons
}

// Side is a player's name in records.
type Side struct {
	Name string `yaml:"name" says:"the player's name in records"`
}

// Region is a set of squares per side, in the form that [Board.Squares] parses.
// Without Second, Second's squares are First's with the ranks reflected.
type Region struct {
	First  []string `yaml:"first"`
	Second []string `yaml:"second"`
}

// Piece is a piece type.
type Piece struct {
	Line    int        `yaml:"-"`
	Name    string     `yaml:"name" says:"its name in records: one word"`
	Label   string     `yaml:"label" says:"its name in Game Courier; default: its letter"`
	Also    []string   `yaml:"also" says:"further letters read in positions"`
	SAN     string     `yaml:"san" says:"capital letter of a promoted piece in algebraic moves, as in Fairy-Stockfish and pychess; pieces may share one"`
	Moves   []Movement `yaml:"moves" says:"its movements: each Betza text, or a mapping with the keys of a movement; [] for none"`
	Within  string     `yaml:"within" says:"region that it never leaves"`
	Royal   bool       `yaml:"royal" says:"true: it is royal, and a side has at most one of its type. Several kings are not royal but pieces of the module extinction with royal: last"`
	Demotes string     `yaml:"demotes" says:"what it becomes when captured; default: itself"`
	Rule    string     `yaml:"rule" says:"ID of the rule of its movement; default: PREFIX-0"`
	Counts  bool       `yaml:"counts" says:"true: its irreversible moves reset the clock, like captures, drops and promotions"`
	Limit   string     `yaml:"limit-rule" says:"rule ID cited instead of 'rule' if a region, or a piece in a region, forbids a move of the right shape"`
	Glyph   string     `yaml:"glyph" says:"key of its picture; default: its letter is drawn"`
	Most    int        `yaml:"most" says:"how many of it a side may have on the board by promotion"`
	Value   int        `yaml:"value" says:"material value in centipawns"`
}

// Movement is a Betza description with its limits.
type Movement struct {
	Line           int      `yaml:"-"`
	Betza          string   `yaml:"betza" says:"the moves in Betza notation"`
	From           string   `yaml:"from" says:"only from squares of this region"`
	Within         string   `yaml:"within" says:"only to squares of this region"`
	Takes          []string `yaml:"takes" says:"captures only these pieces"`
	Spares         []string `yaml:"spares" says:"never captures these pieces"`
	HopsNot        []string `yaml:"hops-not" says:"never hops over these pieces"`
	InPlace        bool     `yaml:"stays" says:"true: captures without moving; needs 'takes'"`
	First          bool     `yaml:"first" says:"true: leaps without capturing that are the piece's first move, from the first rank; a royal piece must not be attacked. The castling field of a position lists the files that still allow it"`
	EnPassant      bool     `yaml:"en-passant" says:"true: after a step across squares that must be empty, the piece may be captured there en passant; nD and W2 cross squares, D does not"`
	TakesEnPassant []string `yaml:"passing" says:"captures these pieces en passant by single leaps, and does nothing else"`
	Rule           string   `yaml:"rule" says:"ID of the rule of this movement"`

	Components []Component `yaml:"-"`
}

// Party is the side to which a rule applies: "first", "second", or "" for both.
type Party string

// Has reports whether the rule applies to a side.
func (p Party) Has(second bool) bool { return p == "" || p == "second" == second }

// Known reports whether the value is valid.
func (p Party) Known() bool { return p == "" || p == "first" || p == "second" }

// Promotion says which pieces change on a move, where and into what.
type Promotion struct {
	Line      int               `yaml:"-"`
	Pieces    Ordered[[]string] `yaml:"pieces" says:"piece: what it may become; an empty list gives 'rule' to a piece that never promotes"`
	Zone      string            `yaml:"zone" says:"region of promotion"`
	Side      Party             `yaml:"side" says:"first or second; default: both sides"`
	By        string            `yaml:"by" says:"capture: only captures promote"`
	On        string            `yaml:"on" says:"end: the move ends in the zone; touch: it starts or ends there; entry: it enters the zone, or is a capture from or to it; stand: instead of moving, a piece in the zone promotes on its square, or on an empty square one step of the new piece away, and then attacks nothing and gives no check"`
	Last      bool              `yaml:"last" says:"true, with stand: a side's last piece of its type promotes anywhere"`
	May       Ordered[string]   `yaml:"may" says:"piece: region in which a move that ends there may promote too"`
	EnPassant string            `yaml:"en-passant" says:"keeps: a capture en passant that ends in the zone does not promote"`
	Must      Ordered[string]   `yaml:"must" says:"piece: region in which a move that ends there must promote"`
	Always    bool              `yaml:"always" says:"true: promotion is mandatory"`
	Except    Ordered[string]   `yaml:"except" says:"target: region in which no piece may become it"`
	Rule      string            `yaml:"rule" says:"its rule ID"`
	Into      string            `yaml:"into-rule" says:"rule ID about the choice; default: 'rule'"`
}

// Hand holds captured pieces.
type Hand struct {
	Line     int        `yaml:"-"`
	Name     string     `yaml:"name" says:"its name for the players"`
	Keeps    string     `yaml:"keeps" says:"all, victims, captors, or none (captured pieces leave the game)"`
	Pieces   []string   `yaml:"pieces" says:"the victims or captors that count; default: all"`
	Order    []string   `yaml:"order" says:"order of the pieces in a hand; an exploding royal piece enters the hand only if listed"`
	Text     []string   `yaml:"text" says:"order in positions, if it differs; pieces not listed follow"`
	Cells    [][]string `yaml:"cells" says:"names of the first and of the second player's cells in the order in which they fill; default: none"`
	Rows     int        `yaml:"rows" says:"number of rows in which cells are drawn"`
	CellRule string     `yaml:"cell-rule" says:"rule ID about the cells"`
	Rule     string     `yaml:"rule" says:"rule ID about captured pieces"`
}

// Drops says how pieces in hand are dropped.
type Drops struct {
	Line      int               `yaml:"-"`
	Rule      string            `yaml:"rule" says:"rule ID about drops"`
	Free      []string          `yaml:"free" says:"pieces of unlimited supply; with them the variant needs no hand"`
	As        Ordered[[]string] `yaml:"as" says:"piece in hand: what else it may be dropped as"`
	KeepClock bool              `yaml:"keep-clock" says:"true: drops do not reset the clock, except those of pieces that count"`
	Forbid    []DropBan         `yaml:"forbid" says:"where pieces may not be dropped"`
	Promoted  string            `yaml:"promoted-rule" says:"rule ID broken by dropping a piece as promoted; default: 'rule'"`
	Promotes  string            `yaml:"promotes-rule" says:"rule ID broken by a drop written with a promotion; default: 'rule'"`
	Occupied  string            `yaml:"occupied-rule" says:"rule ID broken by a drop on an occupied square; default: G-5"`
}

// DropBan forbids drops of some pieces on some squares.
type DropBan struct {
	Line     int      `yaml:"-"`
	Pieces   []string `yaml:"pieces" says:"these pieces; default: all"`
	In       string   `yaml:"in" says:"region in which they may not be dropped"`
	Outside  string   `yaml:"outside" says:"the only region in which they may be dropped"`
	FileWith []string `yaml:"file-with" says:"not on a file with one of these pieces of the same side"`
	Already  int      `yaml:"already" says:"how many of them the file must have; default: 1"`
	Rule     string   `yaml:"rule" says:"its rule ID"`
}

// Pocket is one cell per side, which pieces enter by moving and leave by drops.
type Pocket struct {
	Line     int      `yaml:"-"`
	Never    []string `yaml:"never" says:"pieces that may not enter"`
	Rule     string   `yaml:"rule" says:"rule ID about entering"`
	Promotes string   `yaml:"keeps-rule" says:"rule ID that pieces do not change in the pocket"`
	Apart    string   `yaml:"apart-rule" says:"rule ID that hand and pocket are separate"`
}

// Castling moves the royal piece toward an unmoved partner, which lands next to
// it, on the side it came from.
type Castling struct {
	Line     int      `yaml:"-"`
	Royal    string   `yaml:"royal" says:"the piece that castles"`
	Partner  []string `yaml:"partner" says:"the piece it goes toward; several are possible"`
	Rank     int      `yaml:"rank" says:"the rank of both, from the first player's view"`
	Step     int      `yaml:"step" says:"files that the royal piece travels, at most the distance; if this could also be a normal move, records write castling with the partner's square"`
	To       []string `yaml:"to" says:"instead of step: the royal piece's file after castling toward the higher files, and toward the lower"`
	Free     bool     `yaml:"free" says:"true: both may start on any files, as in Chess960; needs to"`
	Usual    string   `yaml:"usual" says:"with free: the royal piece's usual file; from there castling is written as without free"`
	Dropped  []string `yaml:"dropped" says:"for pieces that are dropped first: the file of the royal piece, of the partner toward the higher files, and of the one toward the lower. Pieces dropped there may castle"`
	Opposite bool     `yaml:"opposite" says:"true: once a side has castled, the other may not castle toward the same files"`
	Distance int      `yaml:"distance" says:"least number of files between them; default with to: 1"`
	Rule     string   `yaml:"rule" says:"its rule ID"`
}

// Gating puts a piece from the hand on the square that another piece leaves by
// its first move, as in Seirawan chess. The castling field of a position lists
// the files of unmoved pieces.
type Gating struct {
	Line   int      `yaml:"-"`
	Pieces []string `yaml:"pieces" says:"pieces whose first move lets one enter; default: all"`
	Rank   int      `yaml:"rank" says:"their rank, from the first player's view. Pieces in hand enter only there; with drops they may be dropped too"`
	Rule   string   `yaml:"rule" says:"its rule ID"`
}

// Page contains the coordinates of a Game Courier page if they differ from the
// board's, and those of hands and pockets. A coordinate has lower-case letters
// and digits, such as gr2.
type Page struct {
	Line      int        `yaml:"-"`
	Files     []string   `yaml:"files" says:"the part that the coordinates of each file share, from the first player's left"`
	Ranks     []string   `yaml:"ranks" says:"the part that the coordinates of each rank share, from the first player's side"`
	RankFirst bool       `yaml:"rank-first" says:"true: a coordinate is the rank's part, then the file's"`
	Pocket    []string   `yaml:"pocket" says:"pockets of the first and the second player"`
	Reserve   [][]string `yaml:"reserve" says:"cells for the first and the second player's hand, in the order in which they fill"`
}

// Square returns the coordinate of a square; file and rank count from 0.
func (p *Page) Square(file, rank int) string {
	if p.RankFirst {
		return p.Ranks[rank] + p.Files[file]
	}
	return p.Files[file] + p.Ranks[rank]
}

// Array lets a record start from an arrangement of its own.
type Array struct {
	Line   int             `yaml:"-"`
	Places Ordered[string] `yaml:"places" says:"piece: region in which it must start"`
	Rule   string          `yaml:"rule" says:"its rule ID"`
}

// Module is a rule module by name, with its parameters.
type Module struct {
	Line   int       `yaml:"-"`
	Name   string    `yaml:"module" says:"name of the module"`
	Rule   string    `yaml:"rule" says:"its rule ID"`
	Params yaml.Node `yaml:"-"`
}

// Claim is an ending that a player may claim (W-1). It never happens by itself
// and is reported as a warning.
type Claim struct {
	Line  int    `yaml:"-"`
	Name  string `yaml:"name" says:"repetition, clock, counting (a losing side counts its moves) or material (what is left cannot win)"`
	Count int    `yaml:"count" says:"occurrences; plies without a capture or a move of a piece that counts; or counted moves (optional with limits); none for material"`
	Says  string `yaml:"says" says:"what may be claimed"`

	Wins           string `yaml:"wins" says:"repetition and clock: the winner: first, second, to-move, moved (the side that played the last ply), or more or fewer (the side with more or fewer pieces); default: neither side"`
	PerpetualCheck string `yaml:"perpetual-check" says:"repetition: loses: a side whose every move between the occurrences gave check loses"`
	Chase          *Chase `yaml:"chase" says:"repetition: a side whose every move in between newly threatened the same piece loses, unless the other side did too"`

	Left    int          `yaml:"left" says:"counting: the counting side has at most so many pieces on the board; default: any number"`
	Least   int          `yaml:"least" says:"counting: and at least so many"`
	Without []string     `yaml:"without" says:"counting: neither side has such pieces on the board"`
	Limits  Ordered[int] `yaml:"limits" says:"counting: letters of pieces, such as RR, to the number of moves counted against them, instead of count; the first entry that the other side has when counting begins applies"`
	OnBoard bool         `yaml:"on-board" says:"counting: true: the count begins with the number of pieces on the board"`

	Alone     []string `yaml:"alone" says:"material: pieces of which one may be left in addition to royal ones"`
	OneColour []string `yaml:"one-colour" says:"material: pieces of which any number may be left in addition to royal ones, of either side, if all are on squares of one colour"`
}

// Chase defines which threats of capture count as a chase. A side loses if
// every move of a repetition is a chase. Two kinds of pieces are not
// threatened: protected pieces whose captor could be recaptured legally, and
// pieces that could legally capture an attacker of their own type.
type Chase struct {
	Line    int               `yaml:"-"`
	By      []string          `yaml:"by" says:"pieces whose threats count"`
	Of      []string          `yaml:"of" says:"pieces that are threatened"`
	Within  Ordered[string]   `yaml:"within" says:"piece: the only region in which it counts as threatened"`
	Despite Ordered[[]string] `yaml:"despite" says:"piece: pieces that it threatens even if they are protected"`
}

// Option is a choice of the players before the game.
type Option struct {
	Line    int      `yaml:"-"`
	Values  []string `yaml:"values" says:"the values"`
	Default string   `yaml:"default" says:"the default value"`
	Summary string   `yaml:"summary" says:"what is chosen"`
}

// Overlay changes the definition if options have certain values.
type Overlay struct {
	Line int             `yaml:"-"`
	When Ordered[string] `yaml:"when" says:"option: its value"`
	Set  yaml.Node       `yaml:"set" says:"keys of a definition, merged as with 'extends'"`
}

// NodeCount contains published perft counts.
type NodeCount struct {
	Line     int      `yaml:"-"`
	Options  string   `yaml:"options" says:"key=value words; default: the default options"`
	Position string   `yaml:"position" says:"position; default: the starting position"`
	Nodes    []uint64 `yaml:"nodes" says:"perft counts at depth 1, 2, 3 …"`
}

// Ordered is a mapping in the order of the file.
type Ordered[T any] struct {
	Keys   []string
	values map[string]T
}

// Get returns the value of key and whether it exists.
func (o *Ordered[T]) Get(key string) (T, bool) {
	v, ok := o.values[key]
	return v, ok
}

// All iterates over keys and values in order.
func (o *Ordered[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for _, key := range o.Keys {
			if !yield(key, o.values[key]) {
				return
			}
		}
	}
}

// Len returns the number of keys.
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

// Chosen returns the value of each option.
func (d *Definition) Chosen() map[string]string { return d.chosen }

// Number returns a rule ID; "" becomes PREFIX-0.
func (d *Definition) Number(rule string) string {
	if rule == "" {
		return d.Rulings + "-0"
	}
	return rule
}

// PieceNames returns the names of pieces as a list in words, the last joined by
// `and` or `or`. Unknown letters stand for themselves.
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

// Enumerate returns a list in words, such as `a, b or c`.
func Enumerate(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
