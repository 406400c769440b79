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
	"assay/api/define"
	"assay/api/present"
	"assay/api/request"
	"assay/api/rest"
)

// playData is a position reached by moves, from which scripts continue.
type playData struct {
	positionData
	Plies      []string `json:"plies"`      // the moves in numbered-list notation
	ShownPlies []string `json:"shownPlies"` // the moves in the reader's notation
	// Squares are from and to of each ply, as in reports.
	Squares [][]string `json:"squares,omitempty"`
	// Paths has, for each of Moves, the places from, to, and of a wall or
	// second piece; empty for a pass.
	Paths [][]int `json:"paths"`
	Pass  string  `json:"pass,omitempty"` // ID of the rule that allows passing
	// Label is the number of the next move, as lists show it. ByPlies means
	// that every ply has its own number.
	Label   string `json:"label"`
	ByPlies bool   `json:"byPlies"`
	Check   bool   `json:"check"`
	Result  string `json:"result"` // by the rules, or "*"
	// Formats are the notations that can represent games of these rules.
	Formats []recordFormat `json:"formats,omitempty"`
}

// playBody is the body of a request for the position after moves.
type playBody struct {
	Variant  string   `json:"variant"`
	Options  string   `json:"options"`
	Position string   `json:"position"` // "" for the start
	Moves    []string `json:"moves"`    // in any notation
	Notation string   `json:"notation"` // of the response's moves; "" for the reader's
}

// play sends the position after moves.
func (h *handler) play(w http.ResponseWriter, r *http.Request) error {
	var body playBody
	if err := rest.ReadJSON(r, rest.MaxPageBody, &body); err != nil {
		return err
	}
	if len(body.Moves) > present.MaxPlayed {
		return &request.LimitError{What: "moves of a call", Limit: present.MaxPlayed}
	}
	p, err := h.archive.Position(body.Variant, body.Options, body.Position)
	if err != nil {
		return err
	}
	look, err := settingsIn(r, p.Rules(), body.Notation)
	if err != nil {
		return err
	}
	writer, squares := look.Moves(p.Rules()), make([][]string, len(body.Moves))
	plies, shownPlies := make([]string, len(body.Moves)), make([]string, len(body.Moves))
	for i := range body.Moves {
		before := p.Clone()
		err := analysis.PlayMoves(p, body.Moves[i:i+1], notation.StyleNamed(look.Notation))
		if err != nil && body.Notation == "" { // no notation was requested, so any will do
			err = analysis.PlayMoves(p, body.Moves[i:i+1], nil)
		}
		if err != nil {
			if illegal, ok := errors.AsType[*analysis.LineError](err); ok {
				illegal.Index = i
			}
			return err
		}
		m, _ := p.LastMove()
		plies[i], shownPlies[i], squares[i] = define.Numbered.Format(before, m), writer.Format(before, m),
			analysis.Squares(before, m)
	}
	data, err := h.newPlayData(p, look, true)
	if err != nil {
		return err
	}
	data.Plies, data.ShownPlies, data.Squares, data.Formats = plies, shownPlies, squares, recordFormats(p.Rules())
	return sendJSON(w, r, data)
}

// settingsIn returns the reader's display settings with a notation: the named
// one, else the reader's, else the variant's default.
func settingsIn(r *http.Request, rules *rules.Rules, name string) (present.Look, error) {
	look := storedSettings(r, rules.Definition().ID)
	if name != "" {
		look.Notation = name
	}
	return look.Usual(rules), look.Check()
}

// newPlayData returns a position with its legal moves. roomy has the same
// meaning as in [handler.viewPosition].
func (h *handler) newPlayData(p *rules.Position, look present.Look, roomy bool) (*playData, error) {
	drawn, err := h.viewPosition(p, look, roomy, true)
	if err != nil {
		return nil, err
	}
	data := &playData{positionData: *drawn, Plies: []string{}, ShownPlies: []string{}, Check: p.InCheck(p.Side()),
		Result: "*"}
	number, second := present.PlyNumber(p)
	data.Label, data.ByPlies = fmt.Sprint(number, "."), present.CountsPlies(p.Rules())
	if second {
		data.Label = fmt.Sprint(number, "…")
	}
	for _, m := range define.LegalMoves(p, define.Numbered) {
		data.Paths = append(data.Paths, drawn.movePath(p, m.Move))
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

// movePath returns the places of a move: from, to, second. A pass has none.
func (d *positionData) movePath(p *rules.Position, m rules.Move) []int {
	var out []int
	for _, name := range analysis.Squares(p, m) {
		out = append(out, d.placeIndex(name))
	}
	if len(out) > 0 && m.Use() == rules.Wall {
		out = append(out, d.placeIndex(p.Rules().SquareName(m.Second())))
	}
	return out
}

// placeIndex returns the index of a place by its name in reports, such as e4 or
// hand1.P; -1 if there is none.
func (d *positionData) placeIndex(name string) int {
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
