package api

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

func (s *Server) getPosition(c *gin.Context) error {
	id, err := plainGame(c)
	if err != nil {
		return err
	}
	ply, err := strconv.Atoi(c.Param("ply"))
	if err != nil {
		return &InputError{Field: "ply", Value: c.Param("ply"), Want: "a whole number"}
	}
	replay, err := s.archive.Replay(c.Request.Context(), id)
	if err != nil {
		return err
	}
	view, err := replay.View(ply)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, view)
}

// searchRequest is the body of a search.
type searchRequest struct {
	Variant  string `json:"variant"`
	Options  string `json:"options"`
	Position string `json:"position"`
	Query    string `json:"query"` // words of the headers
	Illegal  bool   `json:"illegal"`
	Cursor   string `json:"cursor"`
	Limit    *int   `json:"limit"`
}

func (s *Server) searchPositions(c *gin.Context) error {
	if _, err := query(c); err != nil {
		return err
	}
	var request searchRequest
	if err := readBody(c, &request); err != nil {
		return err
	}
	q := SearchQuery{
		Variant: request.Variant, Options: request.Options, Position: request.Position, Text: request.Query,
		Illegal: request.Illegal, Cursor: request.Cursor, Limit: defaultLimit,
	}
	if request.Limit != nil {
		q.Limit = *request.Limit
		if q.Limit == 0 {
			q.Limit = -1 // none is no page; only the command line's silence is the default
		}
	}
	result, err := s.archive.Search(c.Request.Context(), q)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, result)
}

func (s *Server) drawDiagram(c *gin.Context) error {
	p, err := query(c, "variant", "options", "position")
	if err != nil {
		return err
	}
	if p.text("variant") == "" {
		return &InputError{Field: "variant", Want: "the variant of the position"}
	}
	position, err := s.archive.Position(p.text("variant"), p.text("options"), p.text("position"))
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := WriteDiagram(&picture, position); err != nil {
		return err
	}
	c.Header("Cache-Control", "public, max-age=3600")
	send(c, http.StatusOK, ExportSVG.MediaType(), picture.Bytes())
	return nil
}
