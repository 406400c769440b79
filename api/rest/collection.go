package rest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/store"
)

// collectionParameters are which games are wanted in one file, and how.
type collectionParameters struct {
	api.Selection
	exportParameters
	title  string
	cursor string
}

func (p *collectionParameters) Parameters() []*Parameter {
	return slices.Concat([]*Parameter{
		Parsed("games", p.number, "numbers of games, such as 1,2,5, in this order; without a filter or search beside them"),
	}, selectionParameters(&p.Selection), sortedBy(&p.Order), []*Parameter{
		Text("title", &p.title, "of html and markdown"),
		cursorOfLines(&p.cursor),
	}, p.exportParameters.Parameters())
}

// cursorOfLines is where a stream of records goes on.
func cursorOfLines(into *string) *Parameter {
	return Text("cursor", into, "where lines of JSON are asked for: the last that came, to go on behind it")
}

// selectionParameters are a filter and a search.
func selectionParameters(s *api.Selection) []*Parameter {
	return append([]*Parameter{
		Text("query", &s.Search.Query, "what positions and games are to meet, as searches take it"),
		Text("position", &s.Search.Position, "text of a position that the games are to reach; variant must be given"),
		Text("options", &s.Search.Options, "of the variant, key=value words, for the position and the query"),
		Truth("withoutHands", &s.Search.WithoutHands, "leave the hands of the position out of account, and all else but board and side").Formerly("without_hands"),
		Truth("withoutSide", &s.Search.WithoutSide, "leave its side to move out of account, and all else but board and hands").Formerly("without_side"),
		Truth("sideLines", &s.Search.SideLines, "look into side lines too").Formerly("side_lines"),
	}, (*FilterParameters)(&s.Filter).Parameters()...)
}

// number reads the numbers of games.
func (p *collectionParameters) number(text string) (want string) {
	for word := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil || id < 1 {
			return "numbers of games, such as 1,2,5"
		}
		p.Games = append(p.Games, id)
	}
	return ""
}

// exportGames answers with several games in one file.
func (s *Server) exportGames(c *gin.Context, p *collectionParameters) error {
	if p.Games != nil && (p.Filter != (api.Filter{}) || p.Searches() || p.Order != "") {
		return &api.InputError{Field: "games", Value: fmt.Sprint(p.Games), Want: "no filter or search beside it, and no order"}
	}
	o, err := s.bounded(&p.ExportOptions)
	if err != nil {
		return err
	}
	if asksLines(c, o.Format.MediaType()) {
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
	return s.replyCollection(c, games, p.Games != nil, cmp.Or(p.title, p.Title()), o)
}

// replyCollection answers with games in one file, each of which there has to be
// where they were named.
func (s *Server) replyCollection(c *gin.Context, games []int64, named bool, title string, o api.ExportOptions) error {
	if len(games) > s.config.MaxExport {
		return &api.LimitError{What: "games of a collection", Limit: int64(s.config.MaxExport)}
	}
	body, losses, err := s.collect(c.Request.Context(), games, named, title, o)
	if err != nil {
		return err
	}
	mediaType := o.Format.MediaType()
	switch {
	case o.Format == api.ExportJSON:
		mediaType = ndjson // a record a line
	case mediaType == gin.MIMEJSON && len(games) != 1:
		mediaType = api.ExportText.MediaType() // values of JSON, and not one
	}
	sendExport(c, &exported{o.Format, mediaType, "games", body, losses})
	return nil
}

// collect writes games into one file. Those that the format cannot hold are
// left out and listed as losses; where none is left, that is the error.
func (s *Server) collect(ctx context.Context, games []int64, named bool, title string, o api.ExportOptions) (file []byte, losses []string, err error) {
	var body bytes.Buffer
	collection, err := api.NewCollection(&body, title, o)
	if err != nil {
		return nil, nil, err
	}
	var unwritten error // of the first game that cannot be written
	for _, id := range games {
		var lost []string
		replay, err := s.archive.Replay(ctx, id)
		if err == nil {
			lost, err = collection.Add(replay)
		}
		if api.Unwritten(err) {
			unwritten = cmp.Or(unwritten, err)
			lost = []string{"left out: " + err.Error()}
		} else if !named && errors.Is(err, store.ErrGone) {
			continue // since it was listed
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
