package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api"
	"assay/api/rest"
)

// playData is a position that moves have led to, as scripts play on from it.
type playData struct {
	positionData
	Plies []string `json:"plies"` // the moves as numbered lists write them
	Told  []string `json:"told"`  // and as the reader has them
	// Squares name where each of the plies led from and to, as reports do.
	Squares [][]string `json:"squares,omitempty"`
	// Ways are the places that the Moves lead from, to, and on to where a wall
	// or a second piece is put; none for a turn that passes.
	Ways [][]int `json:"ways"`
	Pass string  `json:"pass,omitempty"` // the ruling by which turns pass in the game
	// Label is the number of the move to be made as lists have it, and ByPlies
	// says that each ply has one.
	Label   string `json:"label"`
	ByPlies bool   `json:"byPlies"`
	Check   bool   `json:"check"`
	Result  string `json:"result"` // as the rules decide it, "*" where they do not
	// Formats are the notations that hold games of these rules.
	Formats []recordFormat `json:"formats,omitempty"`
}

// playBody is the body of a call for a position that moves lead to.
type playBody struct {
	Variant  string   `json:"variant"`
	Options  string   `json:"options"`
	Position string   `json:"position"` // "" for the start
	Moves    []string `json:"moves"`    // in any notation
	Notation string   `json:"notation"` // in which moves are told, "" for the reader's
}

// play answers with the position that moves lead to.
func (b *board) play(w http.ResponseWriter, r *http.Request) error {
	var asked playBody
	if err := rest.ReadJSON(r, rest.MaxPageBody, &asked); err != nil {
		return err
	}
	if len(asked.Moves) > api.MaxPlayed {
		return &api.LimitError{What: "moves of a call", Limit: api.MaxPlayed}
	}
	p, err := b.archive.Position(asked.Variant, asked.Options, asked.Position)
	if err != nil {
		return err
	}
	look, err := tellingIn(r, p.Rules(), asked.Notation)
	if err != nil {
		return err
	}
	telling, squares := look.Moves(p.Rules()), make([][]string, len(asked.Moves))
	plies, told := make([]string, len(asked.Moves)), make([]string, len(asked.Moves))
	for i := range asked.Moves {
		before := p.Clone()
		err := analysis.PlayMoves(p, asked.Moves[i:i+1], notation.StyleNamed(look.Notation))
		if err != nil && asked.Notation == "" { // the reader has stated nothing for these moves
			err = analysis.PlayMoves(p, asked.Moves[i:i+1], nil)
		}
		if err != nil {
			if illegal, ok := errors.AsType[*analysis.LineError](err); ok {
				illegal.Index = i
			}
			return err
		}
		m, _ := p.LastMove()
		plies[i], told[i], squares[i] = api.Numbered.Format(before, m), telling.Format(before, m), analysis.Squares(before, m)
	}
	data, err := b.played(p, look, true)
	if err != nil {
		return err
	}
	data.Plies, data.Told, data.Squares, data.Formats = plies, told, squares, recordFormats(p.Rules())
	return sendJSON(w, r, data)
}

// tellingIn is how a reader has a game drawn and told: in a notation that is
// named, else in his own, else in the game's usual one.
func tellingIn(r *http.Request, of *rules.Rules, name string) (api.Look, error) {
	look := remembered(r, of.Definition().ID)
	if name != "" {
		look.Notation = name
	}
	return look.Usual(of), look.Check()
}

// played draws a position with its legal moves; roomy as [board.viewPosition]
// has it.
func (b *board) played(p *rules.Position, look api.Look, roomy bool) (*playData, error) {
	drawn, err := b.viewPosition(p, look, roomy, true)
	if err != nil {
		return nil, err
	}
	data := &playData{positionData: *drawn, Plies: []string{}, Told: []string{}, Check: p.InCheck(p.Side()), Result: "*"}
	number, second := api.PlyNumber(p)
	data.Label, data.ByPlies = fmt.Sprint(number, "."), api.CountsPlies(p.Rules())
	if second {
		data.Label = fmt.Sprint(number, "…")
	}
	for _, m := range api.LegalMoves(p, api.Numbered) {
		data.Ways = append(data.Ways, drawn.way(p, m.Move))
	}
	d := p.Rules().Definition()
	if i := slices.IndexFunc(d.Rules, func(m variant.Module) bool { return m.Name == "pass" }); i >= 0 {
		data.Pass = d.Number(d.Rules[i].Rule)
	}
	if o, over := p.Outcome(); over {
		data.Result = o.Result
	}
	return data, nil
}

// way are the places that a move in a position leads from, to and on to; none
// for a pass.
func (d *positionData) way(p *rules.Position, m rules.Move) []int {
	var out []int
	for _, name := range analysis.Squares(p, m) {
		out = append(out, d.place(name))
	}
	if len(out) > 0 && m.Use() == rules.Wall {
		out = append(out, d.place(p.Rules().SquareName(m.Second())))
	}
	return out
}

// place is the number of a place by its name in reports, in which "hand1.P" are
// pieces of a kind in hand; -1 where there is none.
func (d *positionData) place(name string) int {
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
