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
	played, err := b.played(r, c.Position, false)
	if err != nil {
		return err
	}
	data := &lineData{playData: *played, Line: c.Line.Text}
	for _, ply := range c.Line.Plies {
		data.Plies = append(data.Plies, ply.Move)
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
