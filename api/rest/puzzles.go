package rest

import (
	"context"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/drill"
	"assay/api/puzzles"
	"assay/api/records"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/store"
)

// puzzleFilterParameters select puzzles.
type puzzleFilterParameters struct{ puzzles.Filter }

func (p *puzzleFilterParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "ID of the variant"),
		Text("theme", &p.Theme, "one theme, such as fork, mateIn2 or drop"),
		Number("game", &p.Game, "number of the game that the puzzles were made from").From(1),
		Number("ratingFrom", &p.RatingFrom, "smallest rating").From(0),
		Number("ratingTo", &p.RatingTo, "greatest rating").From(0),
	}
}

// puzzleListParameters select a page of puzzles.
type puzzleListParameters struct {
	puzzleFilterParameters
	pageParameters
}

func (p *puzzleListParameters) Parameters() []*Parameter {
	return append(p.puzzleFilterParameters.Parameters(), p.pageParameters.Parameters()...)
}

func (s *Server) listPuzzles(ctx context.Context, p *puzzleListParameters) (*puzzles.Page, error) {
	return s.archive.Puzzles.List(ctx, p.Filter, p.cursor, p.limit)
}

func (s *Server) dailyPuzzle(ctx context.Context, p *puzzleFilterParameters) (*puzzles.Puzzle, error) {
	return s.archive.Puzzles.Daily(ctx, p.Filter, time.Now())
}

// puzzleParameters identify a puzzle.
type puzzleParameters struct{ id string }

func (p *puzzleParameters) Parameters() []*Parameter {
	return []*Parameter{Text("id", &p.id, "ID of the puzzle").InPath()}
}

func (s *Server) getPuzzle(ctx context.Context, p *puzzleParameters) (*puzzles.Puzzle, error) {
	return s.archive.Puzzles.Find(ctx, p.id)
}

// repertoireList has the caller's repertoires and those without an owner.
type repertoireList struct {
	Repertoires []repertoires.Repertoire `json:"repertoires"`
}

func (s *Server) listRepertoires(ctx context.Context) (*repertoireList, error) {
	all, err := s.archive.Repertoires.List(ctx)
	return &repertoireList{all}, err
}

// repertoireInput has the lines for a repertoire.
type repertoireInput struct {
	Name    string  `json:"name"`
	Side    string  `json:"side,omitempty"`
	Variant string  `json:"variant,omitempty"`
	Options string  `json:"options,omitempty"`
	Text    string  `json:"text,omitempty"`
	Games   []int64 `json:"games,omitempty"`
	// Studies are IDs of studies; their chapters are lines.
	Studies []string `json:"studies,omitempty"`
	Replace bool     `json:"replace,omitempty"`
}

func (s *Server) postRepertoire(c *gin.Context, _ *noParameters, in *repertoireInput) error {
	d := repertoires.Draft{Name: in.Name, Side: in.Side, Variant: in.Variant, Options: in.Options, Games: in.Games,
		Studies: in.Studies, Replace: in.Replace}
	if in.Text != "" {
		d.Files = []repertoires.File{{Name: "text", Content: strings.NewReader(in.Text),
			Reading: records.Reading{MaxContent: s.config.MaxBody}}}
	}
	v, err := s.archive.Repertoires.Add(c.Request.Context(), d)
	if err != nil {
		return err
	}
	return replyCreated(c, v, "/repertoires/%d", v.ID)
}

// repertoireParameters identify a repertoire.
type repertoireParameters struct{ id int64 }

func (p *repertoireParameters) Parameters() []*Parameter {
	return []*Parameter{Number("id", &p.id, "number of the repertoire").From(1).InPath()}
}

func (s *Server) getRepertoire(ctx context.Context, p *repertoireParameters) (*repertoires.Detail, error) {
	return s.archive.Repertoires.Find(ctx, p.id)
}

func (s *Server) deleteRepertoire(c *gin.Context, p *repertoireParameters) error {
	return replyNoContent(c, s.archive.Repertoires.Remove(c.Request.Context(), p.id))
}

// departureParameters select games for a check against a repertoire.
type departureParameters struct {
	repertoireParameters
	query  string
	cursor string
	limit  int
}

// Departures that are listed by default, and at most.
const (
	defaultDepartures = 50
	maxDepartures     = 1000
)

func (p *departureParameters) Parameters() []*Parameter {
	return append(p.repertoireParameters.Parameters(),
		Text("query", &p.query, "only games that match this query"),
		Text("cursor", &p.cursor, "next of the previous page"),
		Number("limit", &p.limit, "number of positions").From(1).To(maxDepartures).Usually(defaultDepartures))
}

func (s *Server) listDepartures(ctx context.Context, p *departureParameters) (*repertoires.Check, error) {
	from, err := request.ReadNumberCursor(p.cursor)
	if err != nil {
		return nil, err
	}
	g, err := s.archive.Repertoires.Graph(ctx, p.id)
	if err != nil {
		return nil, err
	}
	return s.archive.Repertoires.Check(ctx, g, p.query, int(from), p.limit)
}

// maxProgress is the largest progress of a guest, in bytes.
const maxProgress = 1 << 20

func (s *Server) nextCards(c *gin.Context, _ *noParameters, in *drill.Query) error {
	v, err := s.archive.Training.Next(c.Request.Context(), *in)
	return replyOr(c, v, err)
}

// cardParameters identify a card of a deck.
type cardParameters struct{ deck, card string }

func (p *cardParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("deck", &p.deck, "puzzles, or the number of a repertoire").InPath(),
		Text("card", &p.card, "ID of the card").InPath(),
	}
}

func (s *Server) putReview(c *gin.Context, p *cardParameters, in *drill.Answer) error {
	in.Deck, in.Card = p.deck, p.card
	v, err := s.archive.Training.Review(c.Request.Context(), *in)
	return replyOr(c, v, err)
}

// mistakeParameters select the mistakes of analysed games.
type mistakeParameters struct {
	puzzles.MistakeFilter
	pageParameters
}

func (p *mistakeParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Number("game", &p.Game, "number of a game").From(1),
		Text("player", &p.Player, "words in the player's name, whose mistakes they are"),
		Text("side", &p.Side, "side that made the mistakes").OneOf(store.First, store.Second),
		Text("variant", &p.Variant, "ID of the variant"),
	}, p.pageParameters.Parameters()...)
}

func (s *Server) listMistakes(ctx context.Context, p *mistakeParameters) (*puzzles.MistakePage, error) {
	before, err := request.ReadNumberCursor(p.cursor)
	if err != nil {
		return nil, err
	}
	return s.archive.Puzzles.Mistakes(ctx, p.MistakeFilter, before, p.limit)
}
