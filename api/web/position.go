package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/player"
	"assay/api/present"
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
	Moves  []string        `json:"moves"` // legal moves in numbered-list notation
	// Shown are the Moves in the reader's notation; empty if it is the same.
	Shown    []string `json:"shown,omitempty"`
	Notation string   `json:"notation"` // name of that notation
	// Kinds are the symbols of all pieces of the variant, for the editor.
	Kinds []int `json:"kinds"`
	// QueryNames are the names of Kinds in queries, in the same order.
	QueryNames []queryName `json:"queryNames"`
	// Sides are the names of the sides in queries.
	Sides   []string `json:"sides"`
	Ended   string   `json:"ended"`   // how the game ends here, or ""
	Problem string   `json:"problem"` // why this is not a valid position, or ""
}

// queryName is the name of a piece in queries.
type queryName struct {
	Side string `json:"side"`
	Kind string `json:"kind"`
}

// boardParameters select a position by its text (FEN), or by the pieces of the
// editor.
type boardParameters struct {
	rest.PositionParameters
	pieces, turn, fields, hands string
	setup                       bool
}

// Parameters returns the parameters of the position and of the editor.
func (p *boardParameters) Parameters() []*rest.Parameter {
	return append(p.PositionParameters.Parameters(),
		rest.Text("pieces", &p.pieces, "the pieces set up: places and pieces, comma-separated, such as e5:K"),
		rest.Text("turn", &p.turn, "the side to move: 0 or 1").OneOf("0", "1"),
		rest.Text("fields", &p.fields, "the fields of the position after the side to move"),
		rest.Truth("setup", &p.setup, "also return an invalid position, with the reason"),
		rest.Text("hands", &p.hands, "all: reserve space in the hands for every kind of piece").OneOf("all"))
}

// position sends a position of a variant, given as text or as pieces. With
// setup, it also sends invalid positions, with the reason.
func (h *handler) position(w http.ResponseWriter, r *http.Request) error {
	var parameters boardParameters
	if err := rest.Bind(r, &parameters); err != nil {
		return err
	}
	text := parameters.Position
	if parameters.turn != "" {
		var pieces []string
		if parameters.pieces != "" {
			pieces = strings.Split(parameters.pieces, ",")
		}
		side := rules.First
		if parameters.turn == "1" {
			side = rules.Second
		}
		var err error
		if text, err = h.archive.SetupText(parameters.Variant, parameters.Options, pieces, side,
			parameters.fields); err != nil {
			return err
		}
	}
	p, err := h.archive.Setup(parameters.Variant, parameters.Options, text)
	if p == nil && parameters.setup && parameters.turn != "" {
		return sendJSON(w, r, positionData{Text: text, Problem: err.Error()})
	}
	if p == nil || err != nil && !parameters.setup {
		return err
	}
	look, settingsErr := settingsIn(r, p.Rules(), "")
	if settingsErr != nil {
		return settingsErr
	}
	data, viewErr := h.viewPosition(p, look, parameters.hands == "all", err == nil)
	if viewErr != nil {
		return viewErr
	}
	if err != nil {
		data.Text, data.Problem = text, err.Error()
	}
	return sendJSON(w, r, data)
}

// viewPosition draws a position, with its legal moves if plays is set. roomy
// reserves space in the hands for every kind of piece.
func (h *handler) viewPosition(p *rules.Position, look present.Look, roomy, plays bool) (*positionData, error) {
	scene := present.SetupScene(p, look)
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
			face := present.DrawnPiece(p.Rules(), piece, look)
			n, err := drawn.Number(&face)
			if err != nil {
				return nil, err
			}
			d.Kinds = append(d.Kinds, n)
			owner, name := query.Spell(p.Rules(), piece)
			d.QueryNames = append(d.QueryNames, queryName{owner, name})
		}
		d.Sides = append(d.Sides, d.QueryNames[len(d.QueryNames)-1].Side)
	}
	if plays {
		d.Text, d.Notation = p.Text(), look.Notation
		writer := look.Moves(p.Rules())
		_, same := writer.(notation.Numbered)
		for _, m := range define.LegalMoves(p, define.Numbered) {
			d.Moves = append(d.Moves, m.Text)
			if !same {
				d.Shown = append(d.Shown, writer.Format(p, m.Move))
			}
		}
		if o, over := p.Outcome(); over {
			d.Ended = o.Termination
		}
	}
	d.View, err = boardOf(&drawn, scene)
	return d, err
}

// handRow is the size of a hand if the variant lists no order of kinds.
const handRow = 7

// sendJSON sends a value as JSON.
func sendJSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	rest.Send(w, r, http.StatusOK, "application/json", body)
	return nil
}
