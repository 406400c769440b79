package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api"
)

// lineData is a side line as it is played on a board: its text, and the
// position that it leads to.
type lineData struct {
	positionData
	Line  string   `json:"line"`
	Plies []string `json:"plies"` // as numbered lists write them
	// Ways are the places that the Moves lead from and to; none for a turn that
	// passes.
	Ways [][]int `json:"ways"`
}

// continueLine answers with a line typed beside a game, longer by a move where
// one is given.
func (b *board) continueLine(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	c, err := b.continued(r, q.Get("game"), analysis.Annotation{Path: q["path"]}, q.Get("ply"),
		analysis.TypedLine{Text: q.Get("line"), Instead: q.Get("instead") == "true"}, q.Get("move"))
	if err != nil {
		return err
	}
	drawn, err := b.viewPosition(c.Position, false, true)
	if err != nil {
		return err
	}
	data := &lineData{positionData: *drawn, Line: c.Line.Text, Plies: []string{}}
	for _, ply := range c.Line.Plies {
		data.Plies = append(data.Plies, ply.Move)
	}
	for _, m := range api.LegalMoves(c.Position, api.Numbered) {
		data.Ways = append(data.Ways, drawn.way(c.Position, m.Move))
	}
	return sendJSON(w, r, data)
}

func (b *board) continued(r *http.Request, game string, at analysis.Annotation, ply string, line analysis.TypedLine, move string) (*analysis.Continuation, error) {
	id, err := strconv.ParseInt(game, 10, 64)
	if err != nil {
		return nil, &api.InputError{Field: "game", Value: game, Want: "the number of a game"}
	}
	if at.Ply, err = strconv.Atoi(ply); err != nil {
		return nil, &api.InputError{Field: "ply", Value: ply, Want: "the number of a ply"}
	}
	replay, err := b.archive.Replay(r.Context(), id)
	if err != nil {
		return nil, err
	}
	return replay.Continue(at, line, move)
}

// way are the places that a move in a position leads from and to; none for a
// pass.
func (d *positionData) way(p *rules.Position, m rules.Move) []int {
	var out []int
	for _, name := range analysis.Squares(p, m) {
		out = append(out, d.place(name))
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
