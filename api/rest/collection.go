package rest

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
)

// collectionParameters are those of an export of several games.
var collectionParameters = slices.Concat([]string{
	"games", "query", "position", "options", "without_hands", "without_side", "side_lines",
}, filterParameters, []string{"title"}, exportParameters)

// exportGames answers with several games in one file.
func (s *Server) exportGames(c *gin.Context) error {
	p, err := readParameters(c, collectionParameters...)
	if err != nil {
		return err
	}
	o, err := s.exportOptions(p)
	if err != nil {
		return err
	}
	chosen, err := s.selection(p)
	if err != nil {
		return err
	}
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	ctx := c.Request.Context()
	games, err := s.archive.Select(ctx, chosen)
	if err != nil {
		return err
	}
	body, losses, err := s.collect(ctx, games, cmp.Or(p.text("title"), chosen.Title()), o)
	if err != nil {
		return err
	}
	mediaType := o.Format.MediaType()
	if o.Format == api.ExportJSON {
		mediaType = "application/x-ndjson" // a record a line
	}
	sendExport(c, &exported{o.Format, mediaType, "games", body, losses})
	return nil
}

// selection reads which games are wanted.
func (s *Server) selection(p parameters) (api.Selection, error) {
	chosen := api.Selection{
		Filter: p.filter(),
		Search: api.SearchQuery{Query: p.text("query"), Position: p.text("position"), Options: p.text("options")},
		Limit:  s.config.MaxExport,
	}
	for name, asked := range map[string]*bool{
		"without_hands": &chosen.Search.WithoutHands, "without_side": &chosen.Search.WithoutSide, "side_lines": &chosen.Search.SideLines,
	} {
		var err error
		if *asked, err = p.truth(name); err != nil {
			return chosen, err
		}
	}
	text := p.text("games")
	if text == "" {
		return chosen, nil
	}
	if chosen.Filter != (api.Filter{}) || chosen.Searches() {
		return chosen, &api.InputError{Field: "games", Value: text, Want: "no filter or search beside it"}
	}
	for word := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil || id < 1 {
			return chosen, &api.InputError{Field: "games", Value: text, Want: "numbers of games, such as 1,2,5"}
		}
		chosen.Games = append(chosen.Games, id)
	}
	return chosen, nil
}

// collect writes games into one file. Those that the format cannot hold are left
// out and listed as losses; where none is left, that is the error.
func (s *Server) collect(ctx context.Context, games []int64, title string, o api.ExportOptions) (file []byte, losses []string, err error) {
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
