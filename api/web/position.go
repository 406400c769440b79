package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"assay/analysis/rules"
	"assay/api"
	"assay/api/player"
	"assay/index/query"
)

// positionData is a position as scripts draw it.
type positionData struct {
	View   *player.View    `json:"view"`
	Filled []player.Filled `json:"filled"`
	Last   []int           `json:"last"`
	Text   string          `json:"text"`
	Side   int             `json:"side"`
	Moves  []string        `json:"moves"` // legal
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

// position answers with a position of a variant by its text, or by the pieces that
// are set up; with setup, also with what is none, and why.
func (b *board) position(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	text := q.Get("position")
	if q.Has("turn") {
		var pieces []string
		if q.Get("pieces") != "" {
			pieces = strings.Split(q.Get("pieces"), ",")
		}
		side := rules.First
		if q.Get("turn") == "1" {
			side = rules.Second
		}
		var err error
		if text, err = b.archive.SetupText(q.Get("variant"), q.Get("options"), pieces, side, q.Get("fields")); err != nil {
			return err
		}
	}
	setup := q.Get("setup") == "true"
	p, err := b.archive.Setup(q.Get("variant"), q.Get("options"), text)
	if p == nil && setup && q.Has("turn") {
		return sendJSON(w, r, http.StatusOK, positionData{Text: text, Why: err.Error()})
	}
	if p == nil || err != nil && !setup {
		return err
	}
	data, fault := b.viewPosition(p, q.Get("hands") == "all", err == nil)
	if fault != nil {
		return fault
	}
	if err != nil {
		data.Text, data.Why = text, err.Error()
	}
	return sendJSON(w, r, http.StatusOK, data)
}

// viewPosition draws a position, or what is set up where nothing plays; roomy makes place in the hands for every kind
// that they can hold.
func (b *board) viewPosition(p *rules.Position, roomy, plays bool) (*positionData, error) {
	scene := api.SetupScene(p)
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
			look := api.DrawnPiece(p.Rules(), piece)
			n, err := drawn.Number(&look)
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
		d.Text, d.Moves = p.Text(), b.archive.Moves(p)
		if o, over := p.Outcome(); over {
			d.Ended = o.Termination
		}
	}
	if d.View, err = player.NewView(&drawn, scene); err != nil {
		return nil, err
	}
	d.View.Symbols = drawn.Drawn
	return d, nil
}

// handRow is the room of a hand whose game lists no order of kinds.
const handRow = 7

// sendJSON answers with JSON.
func sendJSON(w http.ResponseWriter, r *http.Request, code int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return send(w, r, code, "application/json", body)
}
