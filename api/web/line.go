package web

import (
	"net/http"
	"strconv"

	"assay/analysis"
	"assay/api"
)

// lineData is a side line as it is played on a board: its text, and the
// position that it leads to.
type lineData struct {
	playData
	Line string `json:"line"`
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
	look, err := tellingIn(r, c.Position.Rules(), q.Get("notation"))
	if err != nil {
		return err
	}
	played, err := b.played(c.Position, look, false)
	if err != nil {
		return err
	}
	data := &lineData{playData: *played, Line: c.Line.Text}
	for _, ply := range c.Line.Plies {
		data.Plies = append(data.Plies, ply.Move)
	}
	if m, any := c.Position.LastMove(); any && len(data.Plies) > 0 {
		c.Position.Undo()
		data.Told = []string{look.Moves(c.Position.Rules()).Format(c.Position, m)}
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
