package present

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/player"
	"assay/index/query"
	"assay/parser"
)

// Drawing is a position for a page that draws it and lets its moves be played.
// Places and symbols are indexes into the view.
type Drawing struct {
	View   *player.View    `json:"view"`
	Filled []player.Filled `json:"filled"` // places with pieces: place, symbol, count
	Last   []int           `json:"last"`   // places of the last ply
	Turn   int             `json:"turn"`   // side to move: 0 or 1
	// Notation is the notation of the position's moves. Numbered are the same
	// moves as in numbered lists.
	Notation string   `json:"notation"`
	Numbered []string `json:"numbered"`
	// Paths has the places of each move: from, to, and of a wall or second
	// piece; empty for a pass.
	Paths [][]int `json:"paths"`
	Pass  string  `json:"pass,omitempty"` // ID of the rule that allows passing
	Standing
	// Label is the number of the next move as lists show it. ByPlies means that
	// every ply has a number of its own.
	Label   string         `json:"label"`
	ByPlies bool           `json:"byPlies"`
	Plies   []DrawnPly     `json:"plies"`            // the moves that led here
	Formats []RecordFormat `json:"formats"`          // notations for records of such games
	Pieces  []TrayPiece    `json:"pieces,omitempty"` // all pieces of the variant, while setting up
}

// DrawnPly is a played move.
type DrawnPly struct {
	Move    string   `json:"move"`    // as in numbered lists
	Text    string   `json:"text"`    // in the notation of the drawing
	Squares []string `json:"squares"` // from and to, as in reports
}

// RecordFormat is a notation for records, and its name.
type RecordFormat struct {
	Format string `json:"format"`
	Name   string `json:"name"`
}

// TrayPiece is a piece of a variant: its symbol, and its names in queries.
type TrayPiece struct {
	Symbol int    `json:"symbol"`
	Side   string `json:"side"`
	Kind   string `json:"kind"`
}

// DrawingSettings says how a position is drawn.
type DrawingSettings struct {
	Look
	Roomy bool `json:"roomy"` // reserve space in the hands for every kind of piece
}

// PlayDrawn is [Play] for pages: the position after the moves, drawn. Without a
// notation, the variant's usual one is used. A move that is illegal in the
// notation is read in any other.
func PlayDrawn(p *rules.Position, moves []string, s DrawingSettings) (*PositionView, error) {
	if err := s.Look.Check(); err != nil {
		return nil, err
	}
	s.Look = s.Look.Usual(p.Rules())
	stated := s.Look.labelNotation(p.Rules())
	for i := range moves {
		err := analysis.PlayMoves(p, moves[i:i+1], stated)
		if err != nil {
			err = analysis.PlayMoves(p, moves[i:i+1], nil)
		}
		if illegal, ok := errors.AsType[*analysis.LineError](err); ok {
			illegal.Index = i
		}
		if err != nil {
			return nil, err
		}
	}
	return s.view(p, len(moves))
}

// ContinueDrawn is [Replay.Continue] for pages: the position after the line,
// drawn.
func (r *Replay) ContinueDrawn(at analysis.Annotation, line analysis.TypedLine, move string,
	s DrawingSettings) (*PositionView, error) {
	if err := s.Look.Check(); err != nil {
		return nil, err
	}
	c, err := r.Continue(at, line, move)
	if err != nil {
		return nil, err
	}
	s.Look = s.Look.Usual(c.Position.Rules())
	v, err := s.view(c.Position, len(c.Line.Plies))
	if err == nil {
		v.Game, v.Line = r.ID(), c.Line.Text
	}
	return v, err
}

// Setup is a position being set up: a text (FEN), or the pieces of an editor.
type Setup struct {
	Position string
	// Turn is the side to move, "0" or "1", of the Pieces; "" for a text. See
	// [define.Library.SetupText].
	Turn   string
	Pieces []string
	Fields string
}

// SetUp draws a position being set up. If it is invalid, the view has no moves
// and says why.
func SetUp(l *define.Library, variant, options string, in Setup, s DrawingSettings) (*PositionView, error) {
	text := in.Position
	if in.Turn != "" {
		var err error
		if text, err = l.SetupText(variant, options, in.Pieces, rules.Side(in.Turn[0]-'0'), in.Fields); err != nil {
			return nil, err
		}
	}
	p, invalid := l.Setup(variant, options, text)
	switch err := s.Look.Check(); {
	case err != nil:
		return nil, err
	case p == nil && in.Turn == "":
		return nil, invalid
	case p == nil:
		return &PositionView{Variant: variant, Options: options, Position: text, Problem: invalid.Error(),
			Board: BoardView{Pieces: []PieceView{}}, Hands: []HandView{}, Moves: []string{}}, nil
	}
	s.Look = s.Look.Usual(p.Rules())
	var v *PositionView
	if invalid != nil {
		v = viewBoard(p)
		v.Position, v.Problem, v.Moves = text, invalid.Error(), []string{}
	} else {
		v = viewPosition(p, s.Look.Moves(p.Rules()))
	}
	drawn, symbols, err := s.draw(p)
	if err != nil {
		return nil, err
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for kind := range p.Rules().Types() {
			piece := rules.NewPiece(rules.PieceType(kind+1), side)
			face := DrawnPiece(p.Rules(), piece, s.Look)
			n, err := symbols.Number(&face)
			if err != nil {
				return nil, err
			}
			owner, name := query.Spell(p.Rules(), piece)
			drawn.Pieces = append(drawn.Pieces, TrayPiece{n, owner, name})
		}
	}
	drawn.View.Symbols = symbols.Drawn
	v.Drawing = drawn
	return v, nil
}

// view returns a position with its drawing. n counts the moves that led there.
func (s DrawingSettings) view(p *rules.Position, n int) (*PositionView, error) {
	r, writer := p.Rules(), s.Look.Moves(p.Rules())
	v := viewPosition(p, writer)
	drawn, _, err := s.draw(p)
	if err != nil {
		return nil, err
	}
	for _, m := range define.LegalMoves(p, writer) {
		drawn.Numbered = append(drawn.Numbered, define.Numbered.Format(p, m.Move))
		drawn.Paths = append(drawn.Paths, drawn.path(p, m.Move))
	}
	moves := make([]rules.Move, n)
	for i := n - 1; i >= 0; i-- {
		moves[i], _ = p.LastMove()
		p.Undo()
	}
	for _, m := range moves {
		v.Last = optional.Text(writer.Format(p, m))
		drawn.Plies = append(drawn.Plies, DrawnPly{define.Numbered.Format(p, m), string(v.Last),
			append([]string{}, analysis.Squares(p, m)...)})
		p.Play(m)
	}
	drawn.Pass = r.PassRule()
	v.Drawing = drawn
	return v, nil
}

// draw draws a position. The symbols are those drawn so far.
func (s DrawingSettings) draw(p *rules.Position) (*Drawing, *player.Symbols, error) {
	scene := setupScene(p, s.Look)
	if hand := p.Rules().Definition().Hand; s.Roomy && hand != nil && p.Rules().Cells() == 0 {
		kinds := len(hand.Order)
		if kinds == 0 {
			kinds = handRow
		}
		for side := range scene.Reserves {
			scene.Reserves[side].Room = kinds
		}
	}
	var symbols player.Symbols
	filled, err := player.Fill(&symbols, scene)
	if err != nil {
		return nil, nil, err
	}
	number, second := PlyNumber(p)
	d := &Drawing{Filled: filled, Last: scene.LastMove, Turn: int(p.Side()), Notation: s.Look.Notation,
		Numbered: []string{}, Paths: [][]int{}, Plies: []DrawnPly{}, Label: fmt.Sprint(number, "."),
		ByPlies: countsPlies(p.Rules()), Formats: recordFormats(p.Rules()), Standing: StandingOf(p)}
	if second {
		d.Label = fmt.Sprint(number, "…")
	}
	d.View, err = DrawnBoard(&symbols, scene)
	return d, &symbols, err
}

// handRow is the size of a hand if the variant lists no order of kinds.
const handRow = 7

// tall is the ratio of height to width above which a board stands next to its
// controls in a low window.
const tall = 1.25

// DrawnBoard returns the board of a game with its symbols. It returns the
// errors of [player.NewView].
func DrawnBoard(symbols *player.Symbols, scene *diagram.Scene) (*player.View, error) {
	v, err := player.NewView(symbols, scene)
	if err != nil {
		return nil, err
	}
	v.Symbols, v.Tall = symbols.Drawn, v.Ways[0].Height > tall*v.Ways[0].Width
	for side := range v.Sides {
		ground, edge, ink := scene.Banner(diagram.Side(side))
		v.Colours = append(v.Colours, [3]string{ground.String(), edge.String(), ink.String()})
	}
	return v, nil
}

// path returns the places of a move: from, to, second. A pass has none.
func (d *Drawing) path(p *rules.Position, m rules.Move) []int {
	out := []int{}
	for _, name := range analysis.Squares(p, m) {
		out = append(out, d.place(name))
	}
	if len(out) > 0 && m.Use() == rules.Wall {
		out = append(out, d.place(p.Rules().SquareName(m.Second())))
	}
	return out
}

// place returns the index of a place by its name in reports, such as e4 or
// hand1.P; -1 if there is none.
func (d *Drawing) place(name string) int {
	if i := slices.Index(d.View.Places, name); i >= 0 {
		return i
	}
	hand, letter, _ := strings.Cut(name, ".")
	for _, f := range d.Filled {
		if strings.HasPrefix(d.View.Places[f[0]], hand+".") && d.View.Symbols[f[1]].Letter == letter {
			return f[0]
		}
	}
	return -1
}

// recordFormats returns the notations that can represent games of the rules.
func recordFormats(r *rules.Rules) []RecordFormat {
	out := []RecordFormat{}
	for _, f := range parser.Formats() {
		if ExportFormat(f).Suits(r) {
			out = append(out, RecordFormat{string(f), cmp.Or(parser.Traits(f).Title, strings.ToUpper(string(f)))})
		}
	}
	return out
}
