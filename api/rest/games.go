package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/api"
	"assay/parser"
)

// upload is the name of a body in reports where the caller gives none.
const upload = "upload"

// records reads the body and the parameters of a call that sends a record file,
// compressed or not, and takes a slot to prove them in.
func (s *Server) records(c *gin.Context, p parameters) (name string, body []byte, r api.Reading, err error) {
	if name = p.text("file"); name == "" {
		name = upload
	}
	if r, err = s.reading(p); err != nil {
		return name, nil, r, err
	}
	r.MaxGames = s.config.MaxGames
	body, err = s.recordFile(c)
	return name, body, r, err
}

// recordFile reads a body as what it holds, up to the limit of a body, and takes
// a slot for what is done with it.
func (s *Server) recordFile(c *gin.Context) ([]byte, error) {
	body, err := s.body(c)
	if err != nil {
		return nil, err
	}
	if err := s.enter(c, s.long); err != nil {
		return nil, err
	}
	return api.Unpack(body, s.config.MaxBody)
}

// readText answers with the text of a record file, in which the lines and
// columns of reports are: programs that show them cannot read every encoding.
func (s *Server) readText(c *gin.Context) error {
	p, err := readParameters(c, "format")
	if err != nil {
		return err
	}
	body, err := s.recordFile(c)
	if err != nil {
		return err
	}
	send(c, http.StatusOK, "text/plain; charset=utf-8", []byte(parser.Text(body, parser.Format(p.text("format")))))
	return nil
}

func (s *Server) validate(c *gin.Context) error {
	p, err := readParameters(c, "variant", "options", "format", "file", "strict")
	if err != nil {
		return err
	}
	name, body, r, err := s.records(c, p)
	if err != nil {
		return err
	}
	reports := []*analysis.Report{}
	_, err = s.archive.VerifyReader(c.Request.Context(), name, bytes.NewReader(body), r, func(report *analysis.Report) error {
		reports = append(reports, report)
		return nil
	})
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, reports)
}

func (s *Server) postGames(c *gin.Context) error {
	p, err := readParameters(c, "keep", "variant", "options", "format", "file")
	if err != nil {
		return err
	}
	keep := p.text("keep")
	if keep != "" && keep != analysis.Illegal {
		return &api.InputError{Field: "keep", Value: keep, Want: analysis.Illegal}
	}
	name, body, r, err := s.records(c, p)
	if err != nil {
		return err
	}
	submission, err := s.archive.Submit(c.Request.Context(), name, bytes.NewReader(body), r, keep == analysis.Illegal)
	if err != nil {
		return err
	}
	if submission.Added() == 0 {
		return reply(c, http.StatusOK, submission)
	}
	if len(submission.Games) == 1 {
		c.Header("Location", fmt.Sprintf("%s/games/%d", basePath, submission.Games[0].ID))
	}
	return reply(c, http.StatusCreated, submission)
}

// filterParameters are those of a filter.
var filterParameters = []string{"variant", "player", "result", "event", "verdict", "from", "to", "q"}

func (p parameters) filter() api.Filter {
	return api.Filter{
		Variant: p.text("variant"), Player: p.text("player"), Result: p.text("result"), Event: p.text("event"),
		Verdict: p.text("verdict"), From: p.text("from"), To: p.text("to"), Query: p.text("q"),
	}
}

func (s *Server) listGames(c *gin.Context) error {
	p, err := readParameters(c, slices.Concat(filterParameters, []string{"cursor", "skip", "limit"})...)
	if err != nil {
		return err
	}
	limit, err := p.number("limit", api.DefaultLimit)
	if err != nil {
		return err
	}
	cursor := p.text("cursor")
	skip, err := p.number("skip", 0)
	if err != nil {
		return err
	}
	if skip != 0 {
		if cursor != "" {
			return &api.InputError{Field: "skip", Value: p.text("skip"), Want: "no cursor beside it"}
		}
		if cursor, err = s.archive.Skip(c.Request.Context(), p.filter(), skip); err != nil {
			return err
		}
	}
	page, err := s.archive.List(c.Request.Context(), p.filter(), cursor, limit)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, page)
}

func (s *Server) getGame(c *gin.Context) error {
	id, err := plainGame(c)
	if err != nil {
		return err
	}
	game, err := s.archive.Game(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, gameAnswer{game, linksOf(game)})
}

// gameAnswer is an archived game with where more of it is.
type gameAnswer struct {
	*api.GameDetail
	Links gameLinks `json:"links"`
}

// gameLinks are addresses.
type gameLinks struct {
	Record string `json:"record"`
	Export string `json:"export"`
	First  string `json:"first,omitempty"` // position; none where the record cannot be replayed
	Last   string `json:"last,omitempty"`
}

func linksOf(g *api.GameDetail) gameLinks {
	base := fmt.Sprintf("%s/games/%d", basePath, g.ID)
	links := gameLinks{Record: base + "/record", Export: base + "/export?as=" + string(api.ExportNumbered)}
	if g.Start != "" {
		links.First, links.Last = base+"/positions/0", fmt.Sprintf("%s/positions/%d", base, g.Plies)
	}
	return links
}

func (s *Server) deleteGame(c *gin.Context) error {
	id, err := plainGame(c)
	if err != nil {
		return err
	}
	if err := s.archive.Delete(c.Request.Context(), id); err != nil {
		return err
	}
	return noBody(c)
}

// plainGame is the game of a call that has no parameters.
func plainGame(c *gin.Context) (int64, error) {
	if _, err := readParameters(c); err != nil {
		return 0, err
	}
	return gameID(c)
}

func (s *Server) getRecord(c *gin.Context) error {
	id, err := plainGame(c)
	if err != nil {
		return err
	}
	record, err := s.archive.Record(c.Request.Context(), id)
	if err != nil {
		return err
	}
	c.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="game-%d.txt"`, id))
	send(c, http.StatusOK, "application/octet-stream", record)
	return nil
}

// lossesHeader is losses as an array of JSON in ASCII.
func lossesHeader(losses []string) string {
	words := make([]string, len(losses))
	for i, loss := range losses {
		words[i] = asciiJSON(loss)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// asciiJSON is a text as a string of JSON in which every other character than
// those of ASCII is escaped.
func asciiJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // every text can be written
	}
	var b strings.Builder
	for _, c := range string(quoted) {
		if c < utf8.RuneSelf {
			b.WriteRune(c)
			continue
		}
		for _, half := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, "\\u%04x", half)
		}
	}
	return b.String()
}

func (s *Server) recordSchema(c *gin.Context) error {
	if _, err := readParameters(c); err != nil {
		return err
	}
	send(c, http.StatusOK, "application/schema+json", parser.RecordSchema)
	return nil
}
