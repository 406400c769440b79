package rest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/analysis/variant"
	"assay/api/analyse"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/games"
	"assay/api/present"
	"assay/api/problem"
	"assay/api/request"
	"assay/api/search"
	"assay/index/query"
)

// plyParameters identify a position of a game.
type plyParameters struct {
	gameParameters
	ply      int
	notation string
}

func (p *plyParameters) Parameters() []*Parameter {
	return append(p.gameParameters.Parameters(), Number("ply", &p.ply, "ply, 0 for the starting position").InPath(),
		moveNotation(&p.notation))
}

// moveNotation returns the parameter that chooses how moves are written.
func moveNotation(notation *string) *Parameter {
	return Text("notation", notation, "notation of moves, if the variant has it; by default that of numbered lists").
		OneOf(present.Notations()...)
}

func (s *Server) getPosition(ctx context.Context, p *plyParameters) (*present.PositionView, error) {
	replay, err := s.archive.Replay(ctx, p.game)
	if err != nil {
		return nil, err
	}
	return withDiagram(ctx)(replay.View(p.ply, p.notation))
}

// searchLimits are the parameters common to all searches.
type searchLimits struct {
	Illegal bool    `json:"illegal"`
	Seconds float64 `json:"seconds"`
	Explain bool    `json:"explain"`
}

func (p *searchLimits) Parameters() []*Parameter {
	return []*Parameter{
		Truth("illegal", &p.Illegal, "also search the legal plies of illegal records"),
		Seconds("seconds", &p.Seconds, "time limit in seconds; 0 for the maximum").
			From(0).To(search.MaxSearch.Seconds()).
			Usually(0),
		Truth("explain", &p.Explain, "also return how the query ran"),
	}
}

// timeLimit returns the search time; 0 for the maximum.
func (p *searchLimits) timeLimit() time.Duration {
	return time.Duration(p.Seconds * float64(time.Second))
}

// searchRequest is the body of a search.
type searchRequest struct {
	PositionParameters
	searchLimits
	search.GameFilter
	Query        string `json:"query"`
	WithoutHands bool   `json:"withoutHands"`
	WithoutSide  bool   `json:"withoutSide"`
	Variations   bool   `json:"sideLines"`
	Cursor       string `json:"cursor"`
	Limit        int    `json:"limit"`
	Notation     string `json:"notation"`

	// Names before version 1 of the interface.
	FormerHands bool `json:"without_hands"`
	FormerSide  bool `json:"without_side"`
	FormerLines bool `json:"side_lines"`

	Color string `json:"color"` // another spelling of colour
}

// Parameters lists the keys of the body.
func (p *searchRequest) Parameters() []*Parameter {
	position := p.PositionParameters.Parameters()
	position[0].required = false
	position[2].help = "position (FEN); needs variant"
	return slices.Concat(position, []*Parameter{
		Truth("withoutHands", &p.WithoutHands, "ignore the hands, castling rights and en passant squares"),
		Truth("withoutSide", &p.WithoutSide, "ignore the side to move, castling rights and en passant squares"),
		Text("query", &p.Query, "query; needs variant if it is about positions"),
		Truth("sideLines", &p.Variations, "also search variations"),
		Text("cursor", &p.Cursor, "next of the previous page"),
		Number("limit", &p.Limit, "hits per page").From(1).To(request.MaxLimit).Usually(search.DefaultLimit),
		moveNotation(&p.Notation),
		Text("color", &p.Color, "another spelling of colour"),
	}, gameFilterParameters(&p.GameFilter), p.searchLimits.Parameters())
}

func (s *Server) search(c *gin.Context, p *searchRequest) error {
	p.Colour = cmp.Or(p.Colour, p.Color)
	q := search.SearchQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Query: p.Query, Games: p.GameFilter,
		WithoutHands: p.WithoutHands || p.FormerHands, WithoutSide: p.WithoutSide || p.FormerSide,
		Variations: p.Variations || p.FormerLines,
		Illegal:    p.Illegal, Cursor: p.Cursor, Limit: p.Limit, Within: p.timeLimit(), Explain: p.Explain,
		Notation: p.Notation,
	}
	if wantsNDJSON(c, gin.MIMEJSON) {
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

// Parameters lists the keys of the body.
func (p *similarRequest) Parameters() []*Parameter {
	position := p.PositionParameters.Parameters()
	position[2].help = "position (FEN)"
	position[2].Required()
	return slices.Concat(position, []*Parameter{
		Number("limit", &p.Limit, "number of games").From(1).To(request.MaxLimit).Usually(search.DefaultSimilar),
	}, p.searchLimits.Parameters())
}

func (s *Server) similar(ctx context.Context, p *similarRequest) (*search.SimilarResult, error) {
	return s.archive.Similar(ctx, search.SimilarQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position,
		Illegal: p.Illegal, Limit: p.Limit, Within: p.timeLimit(), Explain: p.Explain,
	})
}

// playRequest is the body of a request to play moves from a position.
type playRequest struct {
	PositionParameters
	Moves   []string `json:"moves"`
	Drawing bool     `json:"drawing"`
	drawingKeys
}

// Parameters lists the keys of the body.
func (p *playRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		append(p.drawingKeys.Parameters(),
			Texts("moves", &p.Moves, "moves to play from the position, in any notation", present.MaxPlayed),
			Truth("drawing", &p.Drawing, "also return a drawing of the position, with moves in the variant's usual "+
				"notation by default"))...)
}

func (s *Server) play(ctx context.Context, p *playRequest) (*present.PositionView, error) {
	position, err := s.archive.Played(p.Variant, p.Options, p.Position)
	if err != nil {
		return nil, err
	}
	if !p.Drawing {
		return withDiagram(ctx)(present.Play(position, p.Moves, p.Notation))
	}
	return withDiagram(ctx)(present.PlayDrawn(position, p.Moves, p.DrawingSettings))
}

// withDiagram completes the diagram's URL of a position.
func withDiagram(ctx context.Context) func(*present.PositionView, error) (*present.PositionView, error) {
	return func(view *present.PositionView, err error) (*present.PositionView, error) {
		if err == nil && view.Diagram != "" {
			view.Diagram = baseOf(ctx) + view.Diagram
		}
		return view, err
	}
}

// drawingKeys say how a position is drawn for a page.
type drawingKeys struct{ present.DrawingSettings }

// Parameters lists the keys of the body.
func (p *drawingKeys) Parameters() []*Parameter {
	return append(lookParameters(&p.Look), Truth("roomy", &p.Roomy,
		"reserve space in the hands of a drawing for every kind of piece"))
}

// setupRequest is the body of a request to set up a position.
type setupRequest struct {
	PositionParameters
	Pieces []string `json:"pieces"`
	Turn   string   `json:"turn"`
	Fields string   `json:"fields"`
	drawingKeys
}

// Parameters lists the keys of the body.
func (p *setupRequest) Parameters() []*Parameter {
	return append(append(p.PositionParameters.Parameters(), p.drawingKeys.Parameters()...),
		Texts("pieces", &p.Pieces, "pieces instead of a position, such as e5:K or hand1:P; needs turn", maxPieces),
		Text("turn", &p.Turn, "side to move of the pieces: 0 or 1").OneOf("0", "1"),
		Text("fields", &p.Fields, "fields of the position after the side to move, for the pieces"))
}

// maxPieces bounds the pieces of a position being set up.
const maxPieces = 2000

func (s *Server) setUp(ctx context.Context, p *setupRequest) (*present.PositionView, error) {
	return withDiagram(ctx)(present.SetUp(s.archive.Library, p.Variant, p.Options,
		present.Setup{Position: p.Position, Turn: p.Turn, Pieces: p.Pieces, Fields: p.Fields}, p.DrawingSettings))
}

// lineRequest is the body of a request to continue a variation of a game.
type lineRequest struct {
	Ply     int      `json:"ply"`
	Path    []string `json:"path"`
	Line    string   `json:"line"`
	Instead bool     `json:"instead"`
	Move    string   `json:"move"`
	drawingKeys
}

// Parameters lists the keys of the body.
func (p *lineRequest) Parameters() []*Parameter {
	return append(p.drawingKeys.Parameters(),
		Number("ply", &p.Ply, "ply of the main line; 0 for the starting position").From(0),
		Texts("path", &p.Path, "moves from that ply, in any notation", analysis.MaxPath),
		Text("line", &p.Line, "the variation from there, in any notation"),
		Truth("instead", &p.Instead, "it replaces the ply; otherwise it continues after it"),
		Text("move", &p.Move, "legal move to append, as in numbered lists"))
}

// continueLine returns the position after a variation, with its text.
func (s *Server) continueLine(c *gin.Context, game *gameParameters) error {
	p := new(lineRequest)
	if err := readKeys(c, p); err != nil {
		return err
	}
	if err := enter(c, s.brief); err != nil {
		return err
	}
	ctx := c.Request.Context()
	replay, err := s.archive.Replay(ctx, game.game)
	if err != nil {
		return err
	}
	view, err := withDiagram(ctx)(replay.ContinueDrawn(analysis.Annotation{Ply: p.Ply, Path: p.Path},
		analysis.TypedLine{Text: p.Line, Instead: p.Instead}, p.Move, p.DrawingSettings))
	return replyOr(c, view, err)
}

// perftRequest is the body of a request for perft counts.
type perftRequest struct {
	PositionParameters
	Depth int `json:"depth"`
}

// Parameters lists the keys of the body.
func (p *perftRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Number("depth", &p.Depth, "greatest depth in plies").From(1).To(search.MaxCountDepth).Usually(4))
}

// perft streams the perft counts of a position, depth by depth.
func (s *Server) perft(c *gin.Context, p *perftRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	count := search.NewCount(position)
	defer count.Close()
	return s.streamNDJSON(c, s.long, func(ctx context.Context, w io.Writer) (more bool, err error) {
		line, err := count.Next(ctx)
		if err != nil {
			return false, err
		}
		return !line.Cut && (!line.Done || line.Depth < p.Depth), request.WriteJSON(w, line)
	})
}

// sampleRequest is the body of a request for sample games.
type sampleRequest struct {
	PositionParameters
	Games int    `json:"games"`
	By    string `json:"by"`
	Nodes int    `json:"nodes"`
	Plies int    `json:"plies"`
	Seed  int64  `json:"seed"`
}

// Parameters lists the keys of the body.
func (p *sampleRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Number("games", &p.Games, "number of games").From(1).To(analyse.MaxSampled).Usually(10),
		Text("by", &p.By, "who plays the games").OneOf(analyse.ByRandom, analyse.ByEngine).Usually(analyse.ByRandom),
		Number("nodes", &p.Nodes, "positions that the engine searches per move").From(1).To(analyse.MaxSampledNodes).
			Usually(300),
		Number("plies", &p.Plies, "maximum length of a game in plies").From(1).To(analyse.MaxSampledPlies).
			Usually(analyse.MaxSampledPlies),
		Number("seed", &p.Seed, "random seed; the same seed plays the same games").From(0).Usually(1))
}

// sample streams sample games as they end, then their summary.
func (s *Server) sample(c *gin.Context, p *sampleRequest) error {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	playing, err := s.archive.Sample(position,
		analyse.Sample{Games: p.Games, By: p.By, Nodes: p.Nodes, Plies: p.Plies, Seed: uint64(p.Seed),
			Time: analyse.MaxSampleTime})
	if err != nil {
		return err
	}
	return s.streamNDJSON(c, s.long, func(ctx context.Context, w io.Writer) (more bool, err error) {
		game, err := playing.Next(ctx)
		if err != nil {
			return false, err
		}
		return game.Summary == nil, request.WriteJSON(w, game)
	})
}

// explorerParameters are a position and which games to count.
type explorerParameters struct {
	PositionParameters
	games search.GameFilter
	searchLimits
	notation string
}

func (p *explorerParameters) Parameters() []*Parameter {
	return slices.Concat(p.PositionParameters.Parameters(), gameFilterParameters(&p.games),
		[]*Parameter{moveNotation(&p.notation)}, p.searchLimits.Parameters())
}

// gameFilterParameters filter the games of a search.
func gameFilterParameters(f *search.GameFilter) []*Parameter {
	return append([]*Parameter{
		Text("player", &f.Player, "words in one player's name"),
		mineParameter(&f.Mine),
		colourParameter(&f.Colour),
		Text("event", &f.Event, "words in the event's name"),
		Text("result", &f.Result, "result from the first player's view").OneOf(games.Results...),
		Number("ratingFrom", &f.RatingFrom,
			"lowest mean rating of both players; games without both ratings do not count").From(0).To(9999),
		Number("ratingTo", &f.RatingTo, "highest mean rating of both players").From(0).To(9999),
	}, dayParameters(&f.From, &f.To)...)
}

func (s *Server) explore(ctx context.Context, p *explorerParameters) (*search.Explored, error) {
	return s.archive.Explore(ctx, search.ExploreQuery{
		Variant: p.Variant, Options: p.Options, Position: p.Position, Games: p.games, Illegal: p.Illegal,
		Within: p.timeLimit(), Explain: p.Explain, Notation: p.notation,
	})
}

// diagramParameters are a position and its appearance.
type diagramParameters struct {
	PositionParameters
	look present.Look
	size int
}

func (p *diagramParameters) Parameters() []*Parameter {
	return slices.Concat(p.PositionParameters.Parameters(), lookParameters(&p.look), []*Parameter{
		Number("size", &p.size, "size of a square in pixels").From(diagram.MinSquareSize).To(diagram.MaxSquareSize).
			Usually(diagram.Unit),
	})
}

// lookParameters choose how board and pieces are drawn.
func lookParameters(l *present.Look) []*Parameter {
	return []*Parameter{
		Text("set", &l.Set, "piece set; by default that of the variant").OneOf(present.Sets()...),
		Text("board", &l.Board, "board appearance; by default that of the variant").OneOf(variant.DressBoards...),
		Text("notation", &l.Notation,
			"notation of moves and coordinates, if the variant has it; by default that of the record").
			OneOf(present.Notations()...),
	}
}

func (s *Server) drawDiagram(c *gin.Context, p *diagramParameters) error {
	return s.sendDiagram(c, p, present.ExportSVG.MediaType(), diagram.Write)
}

func (s *Server) paintDiagram(c *gin.Context, p *diagramParameters) error {
	return s.sendDiagram(c, p, "image/png", present.WritePNG)
}

// sendDiagram sends the picture of a position.
func (s *Server) sendDiagram(c *gin.Context, p *diagramParameters, mediaType string,
	write func(io.Writer, *diagram.Scene) error) error {
	position, err := s.archive.Played(p.Variant, p.Options, p.Position)
	if err != nil {
		return err
	}
	scene := present.Scene(position, p.look)
	scene.SquareSize = p.size
	var picture bytes.Buffer
	if err := write(&picture, scene); err != nil {
		return err
	}
	c.Header("Cache-Control", "public, max-age=3600")
	s.lendPicture(c)
	Send(c.Writer, c.Request, http.StatusOK, mediaType, picture.Bytes())
	return nil
}

// Solutions of a request: by default, and at most.
const (
	defaultSolutions = 100
	maxSolutions     = 1000
)

// solveRequest is the body of a request to solve a problem.
type solveRequest struct {
	PositionParameters
	problem.Query
	NodeLimit int64 `json:"nodes"`
}

// Parameters lists the keys of the body.
func (p *solveRequest) Parameters() []*Parameter {
	return append(p.PositionParameters.Parameters(),
		Text("stipulation", &p.Stipulation,
			"what to solve, such as #2, h#2.5, s#3, r#2, ser-h#4 or dia4.5 (proof game)").Required(),
		Truth("tries", &p.Tries, "also first moves that exactly one defence refutes"),
		Truth("setPlay", &p.SetPlay, "also the play if the other side moves first"),
		Truth("tsume", &p.Tsume,
			"apply the customs of tsume shogi to a direct mate: only checks, no futile interpositions"),
		Truth("variations", &p.Variations, "also every defence and all its answers"),
		Number("solutions", &p.Most, "stop after this many solutions").From(1).To(maxSolutions).
			Usually(defaultSolutions),
		Number("nodes", &p.NodeLimit, "stop after trying this many moves; 0 for no limit").From(0).Usually(0))
}

// solve returns the solutions that are found within the time for a request.
func (s *Server) solve(ctx context.Context, p *solveRequest) (*problem.Result, error) {
	position, err := s.archive.Position(p.Variant, p.Options, p.Position)
	if err != nil {
		return nil, err
	}
	p.Time, p.Nodes = s.analysisLimit, uint64(p.NodeLimit)
	return problem.Solve(ctx, position, p.Query, present.UsualMoves(position.Rules()))
}

// completionParameters are a query and the cursor to complete it at.
type completionParameters struct {
	PositionParameters
	text   string
	cursor int
}

func (p *completionParameters) Parameters() []*Parameter {
	position := p.PositionParameters.Parameters()
	position[0].required, position[0].help = false, "id, name or alias; without it, variant-specific names are left out"
	return append(position[:2],
		Text("text", &p.text, "query typed so far"),
		Number("cursor", &p.cursor, "column of the cursor, from 1; the end of the text by default").From(1))
}

// queryExample is an example query and what it finds.
type queryExample struct {
	Query string `json:"query"`
	Help  string `json:"help"`
}

// queryExamples are example queries for a variant.
type queryExamples struct {
	Examples []queryExample `json:"examples"`
}

func (s *Server) queryExamples(ctx context.Context, p *exampleParameters) (out queryExamples, err error) {
	r, err := s.archive.Rules(p.Variant, p.Options)
	if err != nil {
		return out, err
	}
	for _, e := range query.Examples(r) {
		if strings.HasPrefix(e.Query, "mine ") && request.CallerOf(ctx).PersonID == 0 {
			continue // the caller has no games
		}
		out.Examples = append(out.Examples, queryExample(e))
	}
	return out, nil
}

// exampleParameters identify a variant.
type exampleParameters struct{ PositionParameters }

func (p *exampleParameters) Parameters() []*Parameter { return p.PositionParameters.Parameters()[:2] }

func (s *Server) completions(_ context.Context, p *completionParameters) (*define.CompletionList, error) {
	end := utf8.RuneCountInString(p.text) + 1
	if p.cursor > end {
		return nil, &request.InputError{Field: "cursor", Value: strconv.Itoa(p.cursor),
			Want: "a column of the text, from 1"}
	}
	return s.archive.Complete(p.Variant, p.Options, p.text, cmp.Or(p.cursor, end))
}
