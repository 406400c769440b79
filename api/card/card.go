package card

import (
	"cmp"
	"fmt"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/define"
)

// Card is a complete definition with its options applied.
type Card struct {
	rules *rules.Rules
	define.VariantSummary
	Options    []Option    `json:"options"`
	Sources    []string    `json:"sources"`
	Rulings    string      `json:"rulings"` // prefix of the variant's rule IDs
	Board      Board       `json:"board"`
	Sides      []string    `json:"sides"` // first player, second player
	Start      string      `json:"start"` // starting position
	Regions    []Region    `json:"regions"`
	Pieces     []Piece     `json:"pieces"`
	Promotion  []Promotion `json:"promotion"`
	Hand       *Hand       `json:"hand"`
	Drops      *Drops      `json:"drops"`
	Pocket     *Pocket     `json:"pocket"`
	Castling   *Castling   `json:"castling"`
	Gating     *Gating     `json:"gating,omitempty"`
	Array      *Array      `json:"array"`
	Rules      []Rule      `json:"rules"`
	Claims     []Claim     `json:"claims"`
	NodeCounts []NodeCount `json:"nodeCounts"`
	// RulingTexts contains every rule that an error may cite.
	RulingTexts []Ruling `json:"rulingTexts"`
}

// Option is a choice that the players make before the game.
type Option struct {
	Name    string   `json:"name"`
	Values  []string `json:"values"`
	Default string   `json:"default"`
	Chosen  string   `json:"chosen"`
	Summary string   `json:"summary"`
}

// Board describes the board and how it is drawn.
type Board struct {
	Files     int    `json:"files"`
	Ranks     int    `json:"ranks"`
	Cells     string `json:"cells"` // squares or hexagons
	Checkered bool   `json:"checkered"`
	River     int    `json:"river"` // drawn after this rank; 0 for none
}

// Region is a set of squares from the first player's view.
type Region struct {
	Name   string   `json:"name"`
	Parts  []string `json:"parts"`            // squares, rectangles, ranks and files
	Second []string `json:"second,omitempty"` // the second player's region, unless it is the first's mirrored by ranks
}

// Piece is a piece type.
type Piece struct {
	Letter  string     `json:"letter"`
	Name    string     `json:"name"`
	Label   string     `json:"label"`
	Royal   bool       `json:"royal"`
	Within  string     `json:"within,omitempty"`  // region that it never leaves
	Demotes string     `json:"demotes,omitempty"` // letter of the piece it becomes when captured
	Value   int        `json:"value"`             // centipawns
	Glyph   string     `json:"glyph"`
	Rule    string     `json:"rule"`
	Moves   []Movement `json:"moves"`
}

// Movement is one of a piece's movements in Betza notation.
type Movement struct {
	Betza          string   `json:"betza"`
	From           string   `json:"from,omitempty"`
	Within         string   `json:"within,omitempty"`
	Takes          []string `json:"takes,omitempty"`
	Spares         []string `json:"spares,omitempty"`
	HopsNot        []string `json:"hopsNot,omitempty"`
	Stays          bool     `json:"stays,omitempty"`     // captures without moving
	EnPassant      bool     `json:"enPassant,omitempty"` // may be captured en passant
	TakesEnPassant []string `json:"passing,omitempty"`   // captures these en passant
	Rule           string   `json:"rule,omitempty"`
}

// Promotion lists promotions and their zones.
type Promotion struct {
	Pieces map[string][]string `json:"pieces"`
	Zone   string              `json:"zone"`
	On     string              `json:"on"` // end: the move ends in the zone; touch: it starts or ends there; entry: it enters the zone, or is a capture from or to it
	Always bool                `json:"always"`
	May    map[string]string   `json:"may,omitempty"`    // piece: further region in which it may promote
	Must   map[string]string   `json:"must,omitempty"`   // piece: region in which it must promote
	Except map[string]string   `json:"except,omitempty"` // target: region in which a piece may not become it
	Rule   string              `json:"rule"`
}

// Hand holds captured pieces.
type Hand struct {
	Name   string     `json:"name"`
	Keeps  string     `json:"keeps"`
	Pieces []string   `json:"pieces,omitempty"`
	Cells  [][]string `json:"cells,omitempty"` // in the order in which they fill
	Rule   string     `json:"rule"`
}

// Drops says how pieces in hand are dropped.
type Drops struct {
	Rule   string `json:"rule"`
	Forbid []Ban  `json:"forbid"`
}

// Ban forbids drops of some pieces on some squares.
type Ban struct {
	Pieces   []string `json:"pieces"`
	In       string   `json:"in,omitempty"`
	Outside  string   `json:"outside,omitempty"`
	FileWith []string `json:"fileWith,omitempty"` // on a file with one of these own pieces
	Rule     string   `json:"rule"`
}

// Pocket is a cell that stores one piece of its own side.
type Pocket struct {
	Never []string `json:"never"`
	Rule  string   `json:"rule"`
}

// Castling moves the royal piece and a partner.
type Castling struct {
	Royal    string   `json:"royal"`
	Partner  string   `json:"partner"` // letters of all possible partners, joined
	Rank     int      `json:"rank"`
	Step     int      `json:"step"` // 0 if To names the royal piece's files
	To       []string `json:"to,omitempty"`
	Free     bool     `json:"free,omitempty"`
	Dropped  []string `json:"dropped,omitempty"`
	Opposite bool     `json:"opposite,omitempty"`
	Distance int      `json:"distance"`
	Rule     string   `json:"rule"`
}

// Gating brings pieces in hand onto the board.
type Gating struct {
	Pieces []string `json:"pieces,omitempty"` // pieces that allow it by their first move; empty for all
	Rank   int      `json:"rank"`
	Rule   string   `json:"rule"`
}

// Array allows a game to start from an arrangement of its own.
type Array struct {
	Places map[string]string `json:"places"`
	Rule   string            `json:"rule"`
}

// Rule is a rule module with its parameters.
type Rule struct {
	Module     string         `json:"module"`
	Rule       string         `json:"rule"` // rule ID
	Parameters map[string]any `json:"parameters,omitempty"`
}

// Claim is an ending that a player may claim.
type Claim struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Says  string `json:"says"`
}

// Array allows a game to start from its own arrangement.
type NodeCount struct {
	Options  string   `json:"options,omitempty"`
	Position string   `json:"position,omitempty"` // empty for the starting position
	Nodes    []uint64 `json:"nodes"`
}

// Find returns the card of a variant by ID, name or alias, with options as
// `key=value` words. It fails like [define.Library.Rules].
func Find(a *api.Arbiter, name, options string) (*Card, error) {
	r, err := a.Rules(name, options)
	if err != nil {
		return nil, err
	}
	return New(r)
}

// New returns the card of compiled rules.
func New(r *rules.Rules) (*Card, error) {
	d := r.Definition()
	c := &Card{
		rules: r, VariantSummary: define.SummarizeVariant(d.Header()), Options: []Option{}, Sources: list(d.Sources),
		Rulings: d.Rulings,
		Board: Board{d.Board.Files, d.Board.Ranks, cmp.Or(d.Board.Cells, "squares"), d.Board.Checkered,
			d.Board.River},
		Sides: []string{}, Start: d.Start, Regions: []Region{}, Pieces: []Piece{},
		Promotion: []Promotion{}, Rules: []Rule{}, Claims: []Claim{}, NodeCounts: []NodeCount{},
	}
	for _, name := range d.Options.Keys {
		o, _ := d.Options.Get(name)
		c.Options = append(c.Options, Option{
			Name: name, Values: list(o.Values), Default: o.Default, Chosen: d.Chosen()[name], Summary: o.Summary,
		})
	}
	for _, side := range d.Sides {
		c.Sides = append(c.Sides, side.Name)
	}
	for _, name := range d.Regions.Keys {
		region, _ := d.Regions.Get(name)
		c.Regions = append(c.Regions, Region{Name: name, Parts: list(region.First), Second: region.Second})
	}
	for _, letter := range d.Pieces.Keys {
		p, _ := d.Pieces.Get(letter)
		c.Pieces = append(c.Pieces, newPiece(d, letter, p))
	}
	for i := range d.Promotion {
		p := &d.Promotion[i]
		c.Promotion = append(c.Promotion, Promotion{
			Pieces: mapOf(&p.Pieces), Zone: p.Zone, On: p.On, Always: p.Always, May: mapOf(&p.May),
			Must:   mapOf(&p.Must),
			Except: mapOf(&p.Except), Rule: p.Rule,
		})
	}
	c.addPlaces(d)
	for _, claim := range d.Claims {
		c.Claims = append(c.Claims, Claim{Name: claim.Name, Count: claim.Count, Says: claim.Says})
	}
	for _, n := range d.NodeCounts {
		c.NodeCounts = append(c.NodeCounts, NodeCount{Options: n.Options, Position: n.Position, Nodes: list(n.Nodes)})
	}
	for i := range d.Rules {
		rule := Rule{Module: d.Rules[i].Name, Rule: d.Rules[i].Rule, Parameters: map[string]any{}}
		var parameters map[string]any
		if err := d.Rules[i].Params.Decode(&parameters); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", d.ID, d.Rules[i].Line, err)
		}
		for key, value := range parameters {
			rule.Parameters[camelCase(key)] = value
		}
		c.Rules = append(c.Rules, rule)
	}
	c.addRulings()
	return c, nil
}

func newPiece(d *variant.Definition, letter string, p variant.Piece) Piece {
	card := Piece{
		Letter: letter, Name: p.Name, Label: p.Label, Royal: p.Royal, Within: p.Within, Demotes: p.Demotes,
		Value: p.Value, Glyph: p.Glyph, Rule: d.Number(p.Rule), Moves: []Movement{},
	}
	card.Label = cmp.Or(card.Label, letter)
	for _, m := range p.Moves {
		card.Moves = append(card.Moves, Movement{
			Betza: m.Betza, From: m.From, Within: m.Within, Takes: m.Takes, Spares: m.Spares, HopsNot: m.HopsNot,
			Stays: m.InPlace, EnPassant: m.EnPassant, TakesEnPassant: m.TakesEnPassant, Rule: m.Rule,
		})
	}
	return card
}

// addPlaces adds hand, drops, pocket, castling, gating and free arrays.
func (c *Card) addPlaces(d *variant.Definition) {
	if h := d.Hand; h != nil {
		c.Hand = &Hand{Name: h.Name, Keeps: h.Keeps, Pieces: h.Pieces, Cells: h.Cells, Rule: h.Rule}
	}
	if drops := d.Drops; drops != nil {
		c.Drops = &Drops{Rule: drops.Rule, Forbid: []Ban{}}
		for _, b := range drops.Forbid {
			c.Drops.Forbid = append(c.Drops.Forbid, Ban{
				Pieces: list(b.Pieces), In: b.In, Outside: b.Outside, FileWith: b.FileWith, Rule: b.Rule,
			})
		}
	}
	if p := d.Pocket; p != nil {
		c.Pocket = &Pocket{Never: list(p.Never), Rule: p.Rule}
	}
	if k := d.Castling; k != nil {
		c.Castling = &Castling{
			Royal: k.Royal, Partner: strings.Join(k.Partner, ""), Rank: k.Rank, Step: k.Step, To: k.To, Free: k.Free,
			Dropped: k.Dropped, Opposite: k.Opposite,
			Distance: k.Distance, Rule: k.Rule,
		}
	}
	if g := d.Gating; g != nil {
		c.Gating = &Gating{Pieces: g.Pieces, Rank: g.Rank, Rule: g.Rule}
	}
	if a := d.Array; a != nil {
		c.Array = &Array{Places: mapOf(&a.Places), Rule: a.Rule}
	}
}

// camelCase converts a definition's key to the form of JSON keys.
func camelCase(key string) string {
	words := strings.Split(key, "-")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// list returns a non-nil copy, which JSON writes as an array.
func list[T any](s []T) []T { return append([]T{}, s...) }

func mapOf[T any](o *variant.Ordered[T]) map[string]T {
	if o.Len() == 0 {
		return nil
	}
	m := make(map[string]T, o.Len())
	for _, key := range o.Keys {
		m[key], _ = o.Get(key)
	}
	return m
}
