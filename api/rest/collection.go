package rest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/games"
	"assay/api/players"
	"assay/api/present"
	"assay/api/ratings"
	"assay/api/request"
	"assay/api/search"
	"assay/api/statistics"
	"assay/store"
)

// collectionParameters select games and how to export them in one file.
type collectionParameters struct {
	search.Selection
	exportParameters
	games   gameIDs
	missing string
	title   string
	cursor  string
}

func (p *collectionParameters) Parameters() []*Parameter {
	return slices.Concat([]*Parameter{
		p.games.parameter("games",
			"numbers of games in the order to export, such as 1,2,5; excludes filter and search"),
		Text("missing", &p.missing,
			"skip: leave out those of games that do not exist or are deleted, and name them in Assay-Losses, "+
				"or in the line's leftOut").OneOf(missingFails, missingSkip).Usually(missingFails),
	}, selectionParameters(&p.Selection), sortParameter(&p.Order), []*Parameter{
		Text("title", &p.title, "title of the file, in html and markdown"),
		streamCursor(&p.cursor),
	}, p.exportParameters.Parameters())
}

// streamCursor returns the parameter that resumes a stream of records.
func streamCursor(into *string) *Parameter {
	return Text("cursor", into, "cursor of the last complete line, to resume a stream of JSON lines")
}

// selectionParameters are a filter and a search.
func selectionParameters(s *search.Selection) []*Parameter {
	return append([]*Parameter{
		Text("query", &s.Search.Query, "query, as in a search"),
		Text("position", &s.Search.Position, "position (FEN) that the games reach; needs variant"),
		Text("options", &s.Search.Options, "options of the variant for position and query, as key=value words"),
		Truth("withoutHands", &s.Search.WithoutHands, "compare only board and side to move, not the hands").
			Formerly("without_hands"),
		Truth("withoutSide", &s.Search.WithoutSide, "compare only board and hands, not the side to move").
			Formerly("without_side"),
		Truth("sideLines", &s.Search.Variations, "also search variations").Formerly("side_lines"),
	}, (*FilterParameters)(&s.Filter).Parameters()...)
}

// Ways to treat requested games that do not exist.
const (
	missingFails = "error"
	missingSkip  = "skip"
)

// gameIDs are numbers of games in a parameter.
type gameIDs []int64

// parameter returns the parameter of the numbers.
func (g *gameIDs) parameter(name, help string) *Parameter {
	return Parsed(name, func(text string) (want string) {
		*g = nil
		for word := range strings.SplitSeq(text, ",") {
			id, err := strconv.ParseInt(word, 10, 64)
			if err != nil || id < 1 {
				return "numbers of games, such as 1,2,5"
			}
			*g = append(*g, id)
		}
		return ""
	}, help)
}

// exportGames returns several games in one file, or one record a line.
func (s *Server) exportGames(c *gin.Context, p *collectionParameters) error {
	p.Games = p.games
	if p.Games != nil && (p.Filter != (games.Filter{}) || p.Searches() || p.Order != "") {
		return &request.InputError{Field: "games", Value: fmt.Sprint(p.Games),
			Want: "no filter, search or sort order with it"}
	}
	o, err := s.withLimits(p.named(s))
	if err != nil {
		return err
	}
	if wantsNDJSON(c, o.Format.MediaType()) {
		return s.streamExport(c, p, o)
	}
	p.Limit = s.config.MaxExport
	if err := enter(c, s.long); err != nil {
		return err
	}
	ctx := c.Request.Context()
	games, err := s.archive.Select(ctx, p.Selection)
	if err != nil {
		return err
	}
	named := p.Games != nil && p.missing == missingFails
	return s.replyCollection(c, games, named, cmp.Or(p.title, p.Title()), o)
}

// replyCollection returns games in one file. If the request named them, each
// must exist.
func (s *Server) replyCollection(c *gin.Context, games []int64, named bool, title string,
	o present.ExportOptions) error {
	if len(games) > s.config.MaxExport {
		return &request.LimitError{What: "games of a collection", Limit: int64(s.config.MaxExport)}
	}
	body, losses, err := s.collect(c.Request.Context(), games, named, title, o)
	if err != nil {
		return err
	}
	mediaType := o.MediaType()
	switch {
	case o.Format == present.ExportJSON:
		mediaType = ndjson // one record a line
	case mediaType == gin.MIMEJSON && len(games) != 1:
		mediaType = present.ExportText.MediaType() // several JSON values
	}
	sendExport(c, &exportFile{o, mediaType, "games", body, losses})
	return nil
}

// collect writes games into one file. Games that the format cannot express are
// left out and listed as losses; if none is left, that is an error.
func (s *Server) collect(ctx context.Context, games []int64, named bool, title string,
	o present.ExportOptions) (file []byte, losses []string, err error) {
	var body bytes.Buffer
	collection, err := present.NewCollection(&body, title, o)
	if err != nil {
		return nil, nil, err
	}
	var unwritten error // error of the first game that cannot be written
	for _, id := range games {
		var lost []string
		replay, err := s.archive.Replay(ctx, id)
		if err == nil {
			lost, err = collection.Add(replay)
		}
		if present.IsNotExportable(err) {
			unwritten = cmp.Or(unwritten, err)
			lost = []string{"left out: " + err.Error()}
		} else if !named && errors.As(err, new(*store.GameError)) && !errors.Is(err, store.ErrCorrupt) {
			unwritten = cmp.Or(unwritten, err)
			lost = []string{"left out: " + err.Error()} // or deleted since it was listed
		} else if err != nil {
			return nil, nil, err
		}
		for _, loss := range lost {
			losses = append(losses, "game "+strconv.FormatInt(id, 10)+": "+loss)
		}
	}
	if collection.Games() == 0 && unwritten != nil {
		return nil, nil, unwritten
	}
	if err := collection.Close(); err != nil {
		return nil, nil, err
	}
	return body.Bytes(), losses, nil
}

// StatisticsParameters select games and their groups.
type StatisticsParameters struct {
	search.Selection
	By statistics.By
	as string
}

// Parameters lists the conditions and the groups.
func (p *StatisticsParameters) Parameters() []*Parameter {
	return append([]*Parameter{
		Text("by", (*string)(&p.By), "group the games of each variant; by player, a game belongs to both players, and "+
			"results are those of the player").
			OneOf(string(statistics.Year), string(statistics.Event), string(statistics.Player)),
		Text("as", &p.as, "csv: a row per figure").OneOf("json", "csv").Usually("json"),
	}, selectionParameters(&p.Selection)...)
}

func (s *Server) statistics(c *gin.Context, p *StatisticsParameters) error {
	found, err := s.archive.Statistics(c.Request.Context(), p.Selection, p.By, search.MaxSearch)
	return replyTable(c, found, err, p.as)
}

// replyTable sends an answer as JSON or CSV.
func replyTable(c *gin.Context, found interface{ WriteCSV(io.Writer) error }, err error, as string) error {
	if err != nil || as == "json" {
		return replyOr(c, found, err)
	}
	var body bytes.Buffer
	if err := found.WriteCSV(&body); err != nil {
		return err
	}
	Send(c.Writer, c.Request, http.StatusOK, "text/csv; charset=utf-8", body.Bytes())
	return nil
}

// RatingsParameters select ratings.
type RatingsParameters struct {
	ratings.Filter
	as string
}

// Parameters lists the conditions.
func (p *RatingsParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("variant", &p.Variant, "id, name or alias"),
		Text("player", &p.Player, "name as records spell it, or whole words of it; the history is given, too"),
		Number("limit", &p.Limit, "players of each variant; 0 for all").From(0).Usually(100),
		Text("as", &p.as, "csv: a row per player").OneOf("json", "csv").Usually("json"),
	}
}

func (s *Server) ratings(c *gin.Context, p *RatingsParameters) error {
	found, err := s.archive.Ratings.List(c.Request.Context(), p.Filter)
	return replyTable(c, found, err, p.as)
}

// playerListParameters select a page of players.
type playerListParameters struct {
	text string
	pageParameters
}

func (p *playerListParameters) Parameters() []*Parameter {
	return append(p.pageParameters.Parameters(), Text("q", &p.text, "words or prefixes of one name of the player"))
}

func (s *Server) listPlayers(ctx context.Context, p *playerListParameters) (*players.Page, error) {
	return s.archive.Players.List(ctx, p.text, p.cursor, p.limit)
}

func (s *Server) listPlayerSuggestions(ctx context.Context, p *pageParameters) (*players.SuggestionPage, error) {
	return s.archive.Players.Suggestions(ctx, p.cursor, p.limit)
}

// playerParameters name a player.
type playerParameters struct{ name string }

func (p *playerParameters) Parameters() []*Parameter {
	return []*Parameter{Text("name", &p.name, "any name of the player, exactly as records spell it").Required()}
}

func (s *Server) getPlayer(ctx context.Context, p *playerParameters) (*players.Report, error) {
	return s.archive.Players.Player(ctx, p.name)
}

// comparisonParameters name two players.
type comparisonParameters struct {
	playerParameters
	other string
}

func (p *comparisonParameters) Parameters() []*Parameter {
	return append(p.playerParameters.Parameters(), Text("other", &p.other, "any name of the other player").Required())
}

func (s *Server) comparePlayers(ctx context.Context, p *comparisonParameters) (*players.Comparison, error) {
	return s.archive.Players.Compare(ctx, [2]string{p.name, p.other})
}

func (s *Server) decideNames(c *gin.Context, _ *noParameters, in *players.Decision) error {
	v, err := s.archive.Players.Decide(c.Request.Context(), *in)
	return replyOr(c, v, err)
}
