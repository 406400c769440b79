package rest

import (
	"bytes"
	"context"
	"io"
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
	ply      int
	notation string
}

func (p *plyParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("ply", &p.ply, "0 is the start").InPath(), movesIn(&p.notation))
}

// movesIn chooses how moves are written.
func movesIn(notation *string) *Parameter {
	return Text("notation", notation, "how moves are written, where it suits the game; left out, as numbered lists have them").OneOf(api.Notations()...)
}

func (s *Server) getPosition(ctx context.Context, p *plyParameters) (*api.PositionView, error) {
	replay, err := s.archive.Replay(ctx, p.game)
	if err != nil {
		return nil, err
	}
	view, err := replay.View(p.ply, p.notation)
	if err == nil {
		view.Diagram = baseOf(ctx) + view.Diagram
	}
	return view, err
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
	api.GameFilter
	Query        string `json:"query"`
	WithoutHands bool   `json:"withoutHands"`
	WithoutSide  bool   `json:"withoutSide"`
	SideLines    bool   `json:"sideLines"`
	Cursor       string `json:"cursor"`
	Limit        int    `json:"limit"`
	Notation     string `json:"notation"`

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
		movesIn(&p.Notation),
	}, gameParametersOf(&p.GameFilter), p.searchLimits.Parameters())
}

func (s *Server) search(c *gin.Context, p *searchRequest) error {
	q := api.SearchQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Query: p.Query, Games: p.GameFilter,
		WithoutHands: p.WithoutHands || p.FormerHands, WithoutSide: p.WithoutSide || p.FormerSide, SideLines: p.SideLines || p.FormerLines,
		Illegal: p.Illegal, Cursor: p.Cursor, Limit: p.Limit, Within: p.within(), Explain: p.Explain,
		Notation: p.Notation,
	}
	if asksLines(c, gin.MIMEJSON) {
		return s.streamSearch(c, q)
	}
	if err := enter(c, s.brief); err != nil {
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

func (s *Server) similar(ctx context.Context, p *similarRequest) (*api.SimilarResult, error) {
	return s.archive.Similar(ctx, api.SimilarQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position,
		Illegal: p.Illegal, Limit: p.Limit, Within: p.within(), Explain: p.Explain,
	})
}

// playRequest is the body of a call for the position that moves lead to.
type playRequest struct {
	PositionParameters
	Moves    []string `json:"moves"`
	Notation string   `json:"notation"`
}

// Parameters are the keys of the body.
func (p *playRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Texts("moves", &p.Moves, "moves to play from there, each in any notation of the game", api.MaxPlayed),
		movesIn(&p.Notation))
}

func (s *Server) play(ctx context.Context, p *playRequest) (*api.PositionView, error) {
	position, err := s.archive.Played(p.Variant, p.Options, p.Position)
	if err != nil {
		return nil, err
	}
	view, err := s.archive.Play(position, p.Moves, p.Notation)
	if err == nil {
		view.Diagram = baseOf(ctx) + view.Diagram
	}
	return view, err
}

// countRequest is the body of a call for node counts.
type countRequest struct {
	PositionParameters
	Depth int `json:"depth"`
}

// Parameters are the keys of the body.
func (p *countRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Number("depth", &p.Depth, "plies that are counted, from 1 on").From(1).To(api.MaxCountDepth).Usually(4))
}

// count answers with the leaves of the tree of legal moves, depth by depth, as
// they are counted.
func (s *Server) count(c *gin.Context, p *countRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	count := api.NewCount(position)
	defer count.Close()
	return s.stream(c, s.long, func(ctx context.Context, w io.Writer) (more bool, err error) {
		line, err := count.Next(ctx)
		if err != nil {
			return false, err
		}
		return !line.Cut && (!line.Done || line.Depth < p.Depth), api.WriteJSON(w, line)
	})
}

// sampleRequest is the body of a call for sample games.
type sampleRequest struct {
	PositionParameters
	Games int    `json:"games"`
	By    string `json:"by"`
	Nodes int    `json:"nodes"`
	Plies int    `json:"plies"`
	Seed  int64  `json:"seed"`
}

// Parameters are the keys of the body.
func (p *sampleRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Number("games", &p.Games, "how many are played").From(1).To(api.MaxSampled).Usually(10),
		Text("by", &p.By, "who plays them").OneOf(api.ByRandom, api.ByEngine).Usually(api.ByRandom),
		Number("nodes", &p.Nodes, "positions that the engine searches for a move").From(1).To(api.MaxSampledNodes).Usually(300),
		Number("plies", &p.Plies, "after which a game is broken off").From(1).To(api.MaxSampledPlies).Usually(api.MaxSampledPlies),
		Number("seed", &p.Seed, "that what is drawn comes from: the same one plays the same games").From(0).Usually(1))
}

// sample answers with games that are played, each as it ends, and then with
// how they ended.
func (s *Server) sample(c *gin.Context, p *sampleRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	playing, err := s.archive.Sample(position, api.Sample{Games: p.Games, By: p.By, Nodes: p.Nodes, Plies: p.Plies, Seed: uint64(p.Seed)})
	if err != nil {
		return err
	}
	return s.stream(c, s.long, func(ctx context.Context, w io.Writer) (more bool, err error) {
		game, err := playing.Next(ctx)
		if err != nil {
			return false, err
		}
		return game.Summary == nil, api.WriteJSON(w, game)
	})
}

// explorerParameters are a position whose moves are asked for.
type explorerParameters struct {
	PositionParameters
	games api.GameFilter
	searchLimits
	notation string
}

func (p *explorerParameters) Parameters() []*Parameter {
	return slices.Concat(p.PositionParameters.Parameters(), gameParametersOf(&p.games), []*Parameter{movesIn(&p.notation)}, p.searchLimits.Parameters())
}

// gameParametersOf say which games count.
func gameParametersOf(f *api.GameFilter) []*Parameter {
	const day = "YYYY, YYYY-MM or YYYY-MM-DD"
	return []*Parameter{
		Text("player", &f.Player, "words of one player's name"),
		Text("event", &f.Event, "words"),
		Text("result", &f.Result, "from First's view").OneOf(api.Results...),
		Text("from", &f.From, day),
		Text("to", &f.To, day),
		Number("ratingFrom", &f.RatingFrom, "least mean of both players' ratings; games that do not give both do not count").From(0).To(9999),
		Number("ratingTo", &f.RatingTo, "greatest mean of both players' ratings").From(0).To(9999),
	}
}

func (s *Server) explore(ctx context.Context, p *explorerParameters) (*api.Explored, error) {
	return s.archive.Explore(ctx, api.ExploreQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Games: p.games, Illegal: p.Illegal, Within: p.within(), Explain: p.Explain, Notation: p.notation,
	})
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
		Text("notation", &l.Notation, "how moves are written and squares counted, where it suits the game; left out, as the record has them").OneOf(api.Notations()...),
	}
}

func (s *Server) drawDiagram(c *gin.Context, p *diagramParameters) error {
	position, err := s.archive.Played(p.Variant, p.Options, p.Position)
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
