package rest

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"assay/analysis/variant"
	"assay/api"
)

// plyParameters are those of a call on a position of a game.
type plyParameters struct {
	gameParameters
	ply int
}

func (p *plyParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("ply", &p.ply, "0 is the start").InPath())
}

func (s *Server) getPosition(c *gin.Context, p *plyParameters) error {
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	replay, err := s.archive.Replay(c.Request.Context(), p.game)
	if err != nil {
		return err
	}
	view, err := replay.View(p.ply)
	return replyOr(c, view, err)
}

// searchLimits is what every search is told beside what it looks for.
type searchLimits struct {
	Illegal bool    `json:"illegal"`
	Seconds float64 `json:"seconds"`
	Explain bool    `json:"explain"`
}

func (p *searchLimits) Parameters() []*Parameter {
	return []*Parameter{
		Truth("illegal", &p.Illegal, "take the legal plies of records too that are not legal"),
		Seconds("seconds", &p.Seconds, "how long it may take; 0 is the most").From(0).To(api.MaxSearch.Seconds()).Usually(0),
		Truth("explain", &p.Explain, "tell how the query ran"),
	}
}

// within is the time that the search is given.
func (p *searchLimits) within() time.Duration { return time.Duration(p.Seconds * float64(time.Second)) }

// searchRequest is the body of a search.
type searchRequest struct {
	PositionParameters
	searchLimits
	Query        string `json:"query"`
	WithoutHands bool   `json:"withoutHands"`
	WithoutSide  bool   `json:"withoutSide"`
	SideLines    bool   `json:"sideLines"`
	Cursor       string `json:"cursor"`
	Limit        int    `json:"limit"`

	// Their names until version 1 of the interface spelt all keys alike.
	FormerHands bool `json:"without_hands"`
	FormerSide  bool `json:"without_side"`
	FormerLines bool `json:"side_lines"`
}

// Parameters are the keys of the body.
func (p *searchRequest) Parameters() []*Parameter {
	placed := p.PositionParameters.Parameters()
	placed[0].required = false
	placed[2].help = "position text; variant must be given"
	return slices.Concat(placed, []*Parameter{
		Truth("withoutHands", &p.WithoutHands, "leave the hands of the position out of account, and with them castling rights and captures en passant"),
		Truth("withoutSide", &p.WithoutSide, "leave the side to move out of account, and with it castling rights and captures en passant"),
		Text("query", &p.Query, "in the query language; needs variant where it speaks of positions"),
		Truth("sideLines", &p.SideLines, "look into side lines too"),
		Text("cursor", &p.Cursor, "next of the page before"),
		Number("limit", &p.Limit, "hits on a page").From(1).To(api.MaxLimit).Usually(api.DefaultLimit),
	}, p.searchLimits.Parameters())
}

func (s *Server) search(c *gin.Context, _ *noParameters) error {
	var p searchRequest
	if err := readKeys(c, &p); err != nil {
		return err
	}
	q := api.SearchQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Query: p.Query,
		WithoutHands: p.WithoutHands || p.FormerHands, WithoutSide: p.WithoutSide || p.FormerSide, SideLines: p.SideLines || p.FormerLines,
		Illegal: p.Illegal, Cursor: p.Cursor, Limit: p.Limit, Within: p.within(), Explain: p.Explain,
	}
	if asksLines(c, gin.MIMEJSON) {
		return s.streamSearch(c, q)
	}
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	found, err := s.archive.Search(c.Request.Context(), q)
	return replyOr(c, found, err)
}

// similarRequest is the body of a search for similar positions.
type similarRequest struct {
	PositionParameters
	searchLimits
	Limit int `json:"limit"`
}

// Parameters are the keys of the body.
func (p *similarRequest) Parameters() []*Parameter {
	placed := p.PositionParameters.Parameters()
	placed[2].help = "position text"
	placed[2].Required()
	return slices.Concat(placed, []*Parameter{
		Number("limit", &p.Limit, "how many games").From(1).To(api.MaxLimit).Usually(api.DefaultSimilar),
	}, p.searchLimits.Parameters())
}

func (s *Server) similar(ctx context.Context, p *similarRequest) (any, error) {
	return s.archive.Similar(ctx, api.SimilarQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position,
		Illegal: p.Illegal, Limit: p.Limit, Within: p.within(), Explain: p.Explain,
	})
}

// playRequest is the body of a call for the position that moves lead to.
type playRequest struct {
	PositionParameters
	Moves []string `json:"moves"`
}

// Parameters are the keys of the body.
func (p *playRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Texts("moves", &p.Moves, "moves to play from there, each in any notation of the game", api.MaxPlayed))
}

func (s *Server) play(_ context.Context, p *playRequest) (any, error) {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return nil, err
	}
	return s.archive.Play(position, p.Moves)
}

// explorerParameters are a position whose moves are asked for.
type explorerParameters struct {
	PositionParameters
	searchLimits
}

func (p *explorerParameters) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(), p.searchLimits.Parameters()...)
}

func (s *Server) explore(c *gin.Context, p *explorerParameters) error {
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	found, err := s.archive.Explore(c.Request.Context(), api.ExploreQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Illegal: p.Illegal, Within: p.within(), Explain: p.Explain,
	})
	return replyOr(c, found, err)
}

// diagramParameters are a position that is drawn, and its look.
type diagramParameters struct {
	PositionParameters
	look api.Look
}

func (p *diagramParameters) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(), lookParameters(&p.look)...)
}

// lookParameters choose how pieces and board are drawn.
func lookParameters(l *api.Look) []*Parameter {
	return []*Parameter{
		Text("set", &l.Set, "how pieces are drawn, where not as the game has it").OneOf(api.Sets()...),
		Text("board", &l.Board, "how the board is drawn, where not as the game has it").OneOf(variant.DressBoards...),
	}
}

func (s *Server) drawDiagram(c *gin.Context, p *diagramParameters) error {
	if err := s.enter(c, s.brief); err != nil {
		return err
	}
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	var picture bytes.Buffer
	if err := api.WriteDiagram(&picture, position, p.look); err != nil {
		return err
	}
	c.Header("Cache-Control", "public, max-age=3600")
	Send(c.Writer, c.Request, http.StatusOK, api.ExportSVG.MediaType(), picture.Bytes())
	return nil
}
