package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api"
	"assay/api/player"
	"assay/api/rest"
	"assay/index/query"
)

// positionData is a position as scripts draw it.
type positionData struct {
	View   *player.View    `json:"view"`
	Filled []player.Filled `json:"filled"`
	Last   []int           `json:"last"`
	Text   string          `json:"text"`
	Side   int             `json:"side"`
	Moves  []string        `json:"moves"` // legal, as numbered lists have them
	// Shown are the Moves as the reader has them, none where that is the same.
	Shown    []string `json:"shown,omitempty"`
	Notation string   `json:"notation"` // in which they are
	// Kinds are all pieces of the game, for editors: numbers of symbols.
	Kinds []int `json:"kinds"`
	// Asked are the words for the kinds in queries, in the same order.
	Asked []asked `json:"asked"`
	// Sides are the words for the sides.
	Sides []string `json:"sides"`
	Ended string   `json:"ended"` // how the game is decided here, "" where it goes on
	Why   string   `json:"why"`   // what is set up is no position; "" where it is
}

// asked is how queries name a piece.
type asked struct {
	Side string `json:"side"`
	Kind string `json:"kind"`
}

// boardParameters name a position that is asked for: by its text, or by the
// pieces that are set up.
type boardParameters struct {
	rest.PositionParameters
	pieces, turn, fields, hands string
	setup                       bool
}

// Parameters are those of the position, and of what is set up.
func (p *boardParameters) Parameters() []*rest.Parameter {
	return append(p.PositionParameters.Parameters(),
		rest.Text("pieces", &p.pieces, "what is set up: places and pieces, such as e5:K, with commas between"),
		rest.Text("turn", &p.turn, "the side to move of what is set up: 0 or 1").OneOf("0", "1"),
		rest.Text("fields", &p.fields, "what its text has behind the side to move"),
		rest.Truth("setup", &p.setup, "answer with what is no position too, and why"),
		rest.Text("hands", &p.hands, "all: with room for every kind in the hands").OneOf("all"))
}

// position answers with a position of a variant by its text, or by the pieces
// that are set up; with setup, also with what is none, and why.
func (b *board) position(w http.ResponseWriter, r *http.Request) error {
	var asked boardParameters
	if err := rest.Bind(r, &asked); err != nil {
		return err
	}
	text := asked.Position
	if asked.turn != "" {
		var pieces []string
		if asked.pieces != "" {
			pieces = strings.Split(asked.pieces, ",")
		}
		side := rules.First
		if asked.turn == "1" {
			side = rules.Second
		}
		var err error
		if text, err = b.archive.SetupText(asked.Variant, asked.Options, pieces, side, asked.fields); err != nil {
			return err
		}
	}
	p, err := b.archive.Setup(asked.Variant, asked.Options, text)
	if p == nil && asked.setup && asked.turn != "" {
		return sendJSON(w, r, positionData{Text: text, Why: err.Error()})
	}
	if p == nil || err != nil && !asked.setup {
		return err
	}
	look, fault := tellingIn(r, p.Rules(), "")
	if fault != nil {
		return fault
	}
	data, fault := b.viewPosition(p, look, asked.hands == "all", err == nil)
	if fault != nil {
		return fault
	}
	if err != nil {
		data.Text, data.Why = text, err.Error()
	}
	return sendJSON(w, r, data)
}

// viewPosition draws a position, or what is set up where nothing plays; roomy
// makes place in the hands for every kind that they can hold.
func (b *board) viewPosition(p *rules.Position, look api.Look, roomy, plays bool) (*positionData, error) {
	scene := api.SetupScene(p, look)
	if hand := p.Rules().Definition().Hand; roomy && hand != nil && p.Rules().Cells() == 0 {
		kinds := len(hand.Order)
		if kinds == 0 {
			kinds = handRow
		}
		for side := range scene.Reserves {
			scene.Reserves[side].Room = kinds
		}
	}
	var drawn player.Symbols
	filled, err := player.Fill(&drawn, scene)
	if err != nil {
		return nil, err
	}
	d := &positionData{Side: int(p.Side()), Moves: []string{}, Last: scene.LastMove, Filled: filled}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		for kind := range p.Rules().Types() {
			piece := rules.NewPiece(rules.PieceType(kind+1), side)
			face := api.DrawnPiece(p.Rules(), piece, look)
			n, err := drawn.Number(&face)
			if err != nil {
				return nil, err
			}
			d.Kinds = append(d.Kinds, n)
			owner, name := query.Spell(p.Rules(), piece)
			d.Asked = append(d.Asked, asked{owner, name})
		}
		d.Sides = append(d.Sides, d.Asked[len(d.Asked)-1].Side)
	}
	if plays {
		d.Text, d.Notation = p.Text(), look.Notation
		telling := look.Moves(p.Rules())
		_, same := telling.(notation.Numbered)
		for _, m := range api.LegalMoves(p, api.Numbered) {
			d.Moves = append(d.Moves, m.Text)
			if !same {
				d.Shown = append(d.Shown, telling.Format(p, m.Move))
			}
		}
		if o, over := p.Outcome(); over {
			d.Ended = o.Termination
		}
	}
	d.View, err = boardOf(&drawn, scene)
	return d, err
}

// handRow is the room of a hand whose game lists no order of kinds.
const handRow = 7

// sendJSON answers with JSON.
func sendJSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	rest.Send(w, r, http.StatusOK, "application/json", body)
	return nil
}
