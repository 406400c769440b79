package api

import (
	"bytes"
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api/publish"
)

// exportParameters are what every export takes.
var exportParameters = []string{"as", "annotations", "plies", "delay", "size"}

// exportOptions reads them.
func (s *Server) exportOptions(p parameters) (ExportOptions, error) {
	o := ExportOptions{Format: ExportFormat(p.text("as")), Annotations: Annotations(p.text("annotations")), MaxFrames: s.config.MaxFrames, MaxPixels: maxPixels}
	if _, err := exporterOf(o.Format); err != nil {
		return o, err
	}
	var err error
	if o.Plies, err = publish.ParsePlies(p.text("plies")); err != nil {
		return o, &InputError{Field: "plies", Value: p.text("plies"), Want: "all, annotated, none, or numbers and ranges such as 0,10-30,90-"}
	}
	if text := p.text("delay"); text != "" {
		if o.Delay, err = time.ParseDuration(text); err != nil || o.Delay == 0 {
			return o, &InputError{Field: "delay", Value: text, Want: "a time such as 800ms"}
		}
	}
	if o.Size, err = p.number("size", 0); err != nil {
		return o, err
	}
	return o, o.check()
}

func (s *Server) exportGame(c *gin.Context) error {
	p, err := readParameters(c, append([]string{"ply"}, exportParameters...)...)
	if err != nil {
		return err
	}
	id, err := gameID(c)
	if err != nil {
		return err
	}
	o, err := s.exportOptions(p)
	if err != nil {
		return err
	}
	if p.text("ply") != "" {
		ply, err := p.number("ply", 0)
		if err != nil {
			return err
		}
		o.Ply = &ply
	}
	leave, err := s.enter(c)
	if err != nil {
		return err
	}
	defer leave()
	replay, err := s.archive.Replay(c.Request.Context(), id)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	losses, err := replay.Export(&body, o)
	if err != nil {
		return err
	}
	sendExport(c, o.Format, o.Format.MediaType(), body.Bytes(), losses)
	return nil
}

// exportGames answers with several games in one file.
func (s *Server) exportGames(c *gin.Context) error {
	p, err := readParameters(c, append([]string{"games", "query", "position", "options", "without_hands", "without_side", "side_lines", "variant", "player", "result", "event", "verdict", "from", "to", "q", "title"}, exportParameters...)...)
	if err != nil {
		return err
	}
	o, err := s.exportOptions(p)
	if err != nil {
		return err
	}
	selection := Selection{
		Filter: Filter{
			Variant: p.text("variant"), Player: p.text("player"), Result: p.text("result"), Event: p.text("event"),
			Verdict: p.text("verdict"), From: p.text("from"), To: p.text("to"), Query: p.text("q"),
		},
		Search: SearchQuery{Query: p.text("query"), Position: p.text("position"), Options: p.text("options")},
		Limit:  s.config.MaxExport,
	}
	for name, asked := range map[string]*bool{
		"without_hands": &selection.Search.WithoutHands, "without_side": &selection.Search.WithoutSide, "side_lines": &selection.Search.SideLines,
	} {
		if *asked, err = p.truth(name); err != nil {
			return err
		}
	}
	if text := p.text("games"); text != "" {
		if selection.Filter != (Filter{}) || selection.searches() {
			return &InputError{Field: "games", Value: text, Want: "no filter or search beside it"}
		}
		for word := range strings.SplitSeq(text, ",") {
			id, err := strconv.ParseInt(word, 10, 64)
			if err != nil || id < 1 {
				return &InputError{Field: "games", Value: text, Want: "numbers of games, such as 1,2,5"}
			}
			selection.Games = append(selection.Games, id)
		}
	}
	leave, err := s.enter(c)
	if err != nil {
		return err
	}
	defer leave()
	ctx := c.Request.Context()
	games, err := s.archive.Select(ctx, selection)
	if err != nil {
		return err
	}
	title := p.text("title")
	if title == "" {
		title = selection.Title()
	}
	var body bytes.Buffer
	collection, err := NewCollection(&body, title, o)
	if err != nil {
		return err
	}
	var losses []string
	var unwritten error // of the first game that cannot be written
	for _, id := range games {
		replay, err := s.archive.Replay(ctx, id)
		if err != nil {
			return err
		}
		lost, err := collection.Add(replay)
		if Unwritten(err) {
			unwritten = cmp.Or(unwritten, err)
			lost = []string{"left out: " + err.Error()}
		} else if err != nil {
			return err
		}
		for _, loss := range lost {
			losses = append(losses, "game "+strconv.FormatInt(id, 10)+": "+loss)
		}
		if body.Len() > maxExportBytes {
			return &LimitError{What: "bytes of a collection", Limit: maxExportBytes}
		}
	}
	if collection.Games() == 0 && unwritten != nil {
		return unwritten
	}
	if err := collection.Close(); err != nil {
		return err
	}
	mediaType := o.Format.MediaType()
	if mediaType == jsonText {
		mediaType = "application/x-ndjson" // a record a line
	}
	sendExport(c, o.Format, mediaType, body.Bytes(), losses)
	return nil
}

// Limits of what one answer holds.
const (
	maxExportBytes  = 256 << 20
	maxPixels       = 256 << 20 // of an animation: 1,000 boards of 9 by 9 with benches, at the usual size
	maxLossesHeader = 8 << 10   // the rest is left out
)

// sendExport answers with an export. Pages run only the script that they are
// written with, and as if they came from nowhere.
func sendExport(c *gin.Context, format ExportFormat, mediaType string, body []byte, losses []string) {
	if len(losses) > 0 {
		header := lossesHeader(losses)
		for len(header) > maxLossesHeader {
			losses = losses[:len(losses)/2]
			header = lossesHeader(append(losses[:len(losses):len(losses)], "…"))
		}
		c.Header("Assay-Losses", header)
	}
	if format == ExportHTML {
		c.Header("Content-Security-Policy", publish.ContentPolicy+"; frame-ancestors 'none'; sandbox allow-scripts")
	}
	send(c, http.StatusOK, mediaType, body)
}
