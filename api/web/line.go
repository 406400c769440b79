package web

import (
	"net/http"
	"strconv"

	"assay/analysis"
	"assay/api/request"
)

// lineData is a variation played on a board: its text and its last position.
type lineData struct {
	playData
	Line string `json:"line"`
}

// continueLine sends a typed variation of a game, extended by a move if one is
// given.
func (h *handler) continueLine(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	c, err := h.continued(r, q.Get("game"), analysis.Annotation{Path: q["path"]}, q.Get("ply"),
		analysis.TypedLine{Text: q.Get("line"), Instead: q.Get("instead") == "true"}, q.Get("move"))
	if err != nil {
		return err
	}
	look, err := settingsIn(r, c.Position.Rules(), q.Get("notation"))
	if err != nil {
		return err
	}
	played, err := h.newPlayData(c.Position, look, false)
	if err != nil {
		return err
	}
	data := &lineData{playData: *played, Line: c.Line.Text}
	for _, ply := range c.Line.Plies {
		data.Plies = append(data.Plies, ply.Move)
	}
	if m, any := c.Position.LastMove(); any && len(data.Plies) > 0 {
		c.Position.Undo()
		data.ShownPlies = []string{look.Moves(c.Position.Rules()).Format(c.Position, m)}
	}
	return sendJSON(w, r, data)
}

func (h *handler) continued(r *http.Request, game string, at analysis.Annotation, ply string, line analysis.TypedLine,
	move string) (*analysis.Continuation, error) {
	id, err := strconv.ParseInt(game, 10, 64)
	if err != nil {
		return nil, &request.InputError{Field: "game", Value: game, Want: "a game number"}
	}
	if at.Ply, err = strconv.Atoi(ply); err != nil {
		return nil, &request.InputError{Field: "ply", Value: ply, Want: "a ply number"}
	}
	replay, err := h.archive.Replay(r.Context(), id)
	if err != nil {
		return nil, err
	}
	return replay.Continue(at, line, move)
}
