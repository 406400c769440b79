package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
)

func (s *Server) getPosition(c *gin.Context) error {
	id, err := plainGame(c)
	if err != nil {
		return err
	}
	ply, err := strconv.Atoi(c.Param("ply"))
	if err != nil {
		return &api.InputError{Field: "ply", Value: c.Param("ply"), Want: "a whole number"}
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
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

	WithoutHands bool `json:"without_hands"`
	WithoutSide  bool `json:"without_side"`

	Query     string  `json:"query"`
	SideLines bool    `json:"side_lines"`
	Illegal   bool    `json:"illegal"`
	Cursor    string  `json:"cursor"`
	Limit     *int    `json:"limit"`
	Seconds   float64 `json:"seconds"`
	Explain   bool    `json:"explain"`
}

// within is the time that a caller gives a search.
func within(seconds float64) (time.Duration, error) {
	if !(seconds >= 0 && seconds <= api.MaxSearch.Seconds()) {
		return 0, &api.InputError{Field: "seconds", Value: fmt.Sprint(seconds), Want: fmt.Sprintf("0 to %g", api.MaxSearch.Seconds())}
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

func (s *Server) searchPositions(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	var request searchRequest
	if err := readBody(c, &request); err != nil {
		return err
	}
	patience, err := within(request.Seconds)
	if err != nil {
		return err
	}
	q := api.SearchQuery{
		Variant: request.Variant, Options: request.Options, Position: request.Position, Query: request.Query,
		WithoutHands: request.WithoutHands, WithoutSide: request.WithoutSide, SideLines: request.SideLines,
		Illegal: request.Illegal, Cursor: request.Cursor, Limit: api.DefaultLimit, Within: patience, Explain: request.Explain,
	}
	if request.Limit != nil {
		q.Limit = *request.Limit
		if q.Limit == 0 {
			q.Limit = -1 // none is no page; only the command line's silence is the default
		}
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	result, err := s.archive.Search(c.Request.Context(), q)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, result)
}

// similarRequest is the body of a search for similar positions.
type similarRequest struct {
	Variant  string  `json:"variant"`
	Options  string  `json:"options"`
	Position string  `json:"position"`
	Illegal  bool    `json:"illegal"`
	Limit    *int    `json:"limit"`
	Seconds  float64 `json:"seconds"`
	Explain  bool    `json:"explain"`
}

func (s *Server) similarPositions(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	var request similarRequest
	if err := readBody(c, &request); err != nil {
		return err
	}
	patience, err := within(request.Seconds)
	if err != nil {
		return err
	}
	if err := wantPosition(request.Variant, request.Position); err != nil {
		return err
	}
	q := api.SimilarQuery{
		Variant: request.Variant, Options: request.Options, Position: request.Position,
		Illegal: request.Illegal, Limit: api.DefaultSimilar, Within: patience, Explain: request.Explain,
	}
	if request.Limit != nil {
		if q.Limit = *request.Limit; q.Limit == 0 {
			q.Limit = -1
		}
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	result, err := s.archive.Similar(c.Request.Context(), q)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, result)
}

func wantPosition(variant, position string) error {
	switch {
	case variant == "":
		return &api.InputError{Field: "variant", Want: "the variant of the position"}
	case position == "":
		return &api.InputError{Field: "position", Want: "a position text"}
	}
	return nil
}

func (s *Server) explore(c *gin.Context) error {
	p, err := readParameters(c, "variant", "options", "position", "illegal", "seconds", "explain")
	if err != nil {
		return err
	}
	if p.text("variant") == "" {
		return &api.InputError{Field: "variant", Want: "the variant of the position"}
	}
	q := api.ExploreQuery{Variant: p.text("variant"), Options: p.text("options"), Position: p.text("position")}
	if q.Illegal, err = p.truth("illegal"); err != nil {
		return err
	}
	if q.Explain, err = p.truth("explain"); err != nil {
		return err
	}
	if text := p.text("seconds"); text != "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return &api.InputError{Field: "seconds", Value: text, Want: "a number"}
		}
		if q.Within, err = within(seconds); err != nil {
			return err
		}
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	explored, err := s.archive.Explore(c.Request.Context(), q)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, explored)
}

func (s *Server) drawDiagram(c *gin.Context) error {
	p, err := readParameters(c, "variant", "options", "position")
	if err != nil {
		return err
	}
	if p.text("variant") == "" {
		return &api.InputError{Field: "variant", Want: "the variant of the position"}
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	position, err := s.archive.Position(p.text("variant"), p.text("options"), p.text("position"))
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := api.WriteDiagram(&picture, position); err != nil {
		return err
	}
	c.Header("Cache-Control", "public, max-age=3600")
	send(c, http.StatusOK, api.ExportSVG.MediaType(), picture.Bytes())
	return nil
}
