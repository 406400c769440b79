package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"assay/analysis"
	"assay/analysis/optional"
	"assay/api/container"
	"assay/api/games"
	"assay/api/present"
	"assay/api/records"
	"assay/api/request"
	"assay/parser"
	"assay/store"
)

// defaultFile is the file name in reports if the request names none.
const defaultFile = "upload"

// readRecords reads a record file, compressed or not, and enters the queue for
// verifying it.
func (s *Server) readRecords(c *gin.Context, p *recordParameters) (body []byte, err error) {
	if p.Variant != "" {
		if _, err := s.archive.Rules(p.Variant, p.Options); err != nil {
			return nil, err
		}
	}
	p.MaxGames, p.MaxContent = s.config.MaxGames, s.config.MaxBody
	if body, err = s.readRecordFile(c); err == nil {
		p.Encoding, err = charset(c.Request, body)
	}
	return body, err
}

// readRecordFile reads and decompresses a body, up to the limit of a body, and
// enters the queue.
func (s *Server) readRecordFile(c *gin.Context) ([]byte, error) {
	body, err := s.body(c)
	if err != nil {
		return nil, err
	}
	if err := enter(c, s.long); err != nil {
		return nil, err
	}
	return records.Unpack(body, s.config.MaxBody)
}

// readText returns the decoded text of a record file. Lines and columns in
// reports refer to it; clients cannot decode every encoding themselves.
func (s *Server) readText(c *gin.Context, p *textParameters) error {
	body, err := s.readRecordFile(c)
	if err != nil {
		return err
	}
	if container.IsArchive(body) {
		return &request.InputError{Field: "body", Value: "an archive", Want: "one record file"}
	}
	encoding, err := charset(c.Request, body)
	if err != nil {
		return err
	}
	text := []byte(parser.Text(body, p.format, encoding))
	if p.as != "" {
		reading := records.Reading{Format: p.format, Encoding: encoding}
		if text, err = s.convert(c.Request.Context(), body, reading, present.ExportFormat(p.as)); err != nil {
			return err
		}
	}
	Send(c.Writer, c.Request, http.StatusOK, "text/plain; charset=utf-8", text)
	return nil
}

// convert returns the first record of a file in another notation.
func (s *Server) convert(
	ctx context.Context, body []byte, in records.Reading, as present.ExportFormat,
) ([]byte, error) {
	replay, err := s.archive.ReplayRecord(ctx, "-", bytes.NewReader(body), 1, in)
	if err != nil {
		return nil, err
	}
	if !replay.Report().Holds() {
		return nil, &records.RejectedError{Reports: []*analysis.Report{replay.Report()}}
	}
	var text bytes.Buffer
	_, err = replay.Export(&text, present.ExportOptions{Format: as})
	return text.Bytes(), err
}

// charset returns the encoding that a request declares for its body, or "".
// Many clients declare UTF-8 by default, so this declaration is used only if
// the body is valid UTF-8.
func charset(request *http.Request, body []byte) (string, error) {
	_, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	name := parameters["charset"]
	if err != nil || name == "" {
		return "", nil
	}
	encoding, ok := parser.EncodingNamed(name)
	switch {
	case !ok:
		return "", &parser.UnknownEncoding{Name: name}
	case encoding == "utf-8" && !utf8.Valid(body):
		return "", nil
	}
	return encoding, nil
}

// textParameters are the format of a file to decode, and of the text.
type textParameters struct {
	format parser.Format
	as     string
}

func (p *textParameters) Parameters() []*Parameter {
	return []*Parameter{formatParameter(&p.format),
		Text("as", &p.as, "notation to which the first record is converted; by default the text as it is").
			OneOf(request.Words(parser.Formats())...)}
}

// validationParameters are the parameters of validate.
type validationParameters struct{ recordParameters }

func (p *validationParameters) Parameters() []*Parameter {
	return append(p.recordParameters.Parameters(),
		Truth("strict", &p.Strict, "treat warnings as errors; notes are not warnings"),
		Truth("repair", &p.Repair, "suggest corrections of illegal records, for up to ten seconds in all"))
}

// errVerifyTimeout reports that the records took too long to validate.
var errVerifyTimeout = &request.LimitError{What: "seconds for the records of a request",
	Limit: int64(verifyTime / time.Second)}

func (s *Server) validate(c *gin.Context, p *validationParameters) error {
	body, err := s.readRecords(c, &p.recordParameters)
	if err != nil {
		return err
	}
	p.RepairTime = s.repairLimit
	ctx, cancel := context.WithTimeoutCause(c.Request.Context(), s.verifyLimit, errVerifyTimeout)
	defer cancel()
	reports := []*analysis.Report{}
	_, err = s.archive.VerifyReader(ctx, p.file, bytes.NewReader(body), p.Reading, func(report *analysis.Report) error {
		reports = append(reports, report)
		return nil
	})
	if err != nil {
		return err
	}
	return reply(c, http.StatusOK, reports)
}

// postGamesParameters are the parameters of postGames.
type postGamesParameters struct {
	recordParameters
	keep string
}

func (p *postGamesParameters) Parameters() []*Parameter {
	return append(p.recordParameters.Parameters(), atomicParameter(&p.Atomic),
		keepParameter(&p.keep))
}

func keepParameter(into *string) *Parameter {
	return Text("keep", into, "illegal: archive invalid records too, if they can be read in part").
		OneOf(analysis.Illegal)
}

func (s *Server) postGames(c *gin.Context, p *postGamesParameters) error {
	body, err := s.readRecords(c, &p.recordParameters)
	if err != nil {
		return err
	}
	submission, err := s.archive.Submit(c.Request.Context(), p.file, bytes.NewReader(body), p.Reading, p.keep != "")
	if err != nil {
		return err
	}
	if deleted := submission.Deleted(); submission.Added() == 0 && len(deleted.Games) > 0 {
		return deleted
	}
	if submission.Added() == 0 {
		return reply(c, http.StatusOK, submission)
	}
	if len(submission.Games) == 1 {
		return replyCreated(c, submission, "/games/%d", submission.Games[0].ID)
	}
	return reply(c, http.StatusCreated, submission)
}

// externalParameters identify a game by its ID in another system.
type externalParameters struct{ games.ExternalID }

func (p *externalParameters) Parameters() []*Parameter {
	return []*Parameter{
		Text("source", &p.Source, "name of the other system").InPath(),
		Text("id", &p.ID, "the game's ID in that system").InPath(),
	}
}

func (s *Server) getExternal(c *gin.Context, p *externalParameters) error {
	game, err := s.archive.External(c.Request.Context(), p.ExternalID)
	if err != nil {
		return err
	}
	c.Header("Content-Location", Base(c.Request)+fmt.Sprintf("%s/games/%d", basePath, game))
	return s.getGame(c, &gameParameters{game})
}

// putExternalParameters are the parameters of putExternal.
type putExternalParameters struct {
	externalParameters
	recordParameters
	keep string
}

func (p *putExternalParameters) Parameters() []*Parameter {
	return slices.Concat(p.externalParameters.Parameters(), p.recordParameters.Parameters(),
		[]*Parameter{keepParameter(&p.keep)})
}

// putExternal archives a record under an ID of another system, or corrects the
// game that has it.
func (s *Server) putExternal(c *gin.Context, p *putExternalParameters) error {
	body, err := s.readRecords(c, &p.recordParameters)
	if err != nil {
		return err
	}
	game, err := s.archive.SubmitAs(c.Request.Context(), p.ExternalID, p.file, bytes.NewReader(body), p.Reading,
		p.keep != "")
	if err != nil {
		return err
	}
	if !game.Existing {
		return replyCreated(c, game, "/games/%d", game.ID)
	}
	return reply(c, http.StatusOK, game)
}

// listParameters select a page of games.
type listParameters struct {
	FilterParameters
	OrderParameters
	pageParameters
	gameIDs
	skip    int
	deleted bool
	labels  bool
}

func (p *listParameters) Parameters() []*Parameter {
	page := p.pageParameters.Parameters()
	page[1].From(0).help = "items per page; 0 for the total alone"
	return slices.Concat(p.FilterParameters.Parameters(), p.OrderParameters.Parameters(), page, []*Parameter{
		p.gameIDs.parameter("ids",
			"numbers of games, such as 1,2,5; missing lists those that do not exist; excludes all parameters "+
				"except fields"),
		Text("sha256", &p.SHA256, "SHA-256 of a game's record, or of an earlier revision of it, in hexadecimal").
			Valid(func() error { _, err := (store.Filter{SHA256: p.SHA256}).Digest(); return err }),
		Truth("deleted", &p.deleted, "list the deleted games instead, which arbiters may see and restore"),
		Truth("labels", &p.labels, "also give the name of each game's last named position; not of a stream"),
		Number("skip", &p.skip, "number of games to skip, instead of a cursor").From(0).Usually(0),
	})
}

func (s *Server) listGames(c *gin.Context, p *listParameters) (err error) {
	ctx := c.Request.Context()
	switch {
	case p.gameIDs != nil:
		others := c.Request.URL.Query()
		others.Del("ids")
		others.Del(selectedKey)
		if len(others) > 0 {
			return &request.InputError{Field: "ids", Value: c.Query("ids"), Want: "no other parameters with it"}
		}
		page, err := s.archive.ListGames(ctx, p.gameIDs)
		return replyOr(c, page, err)
	case p.deleted:
		if err := request.CallerOf(ctx).Need(request.Arbitrate); err != nil {
			return err
		}
		p.Deleted = true
	}
	if p.limit == 0 {
		total, err := s.archive.Count(ctx, games.Filter(p.FilterParameters))
		return replyOr(c, &games.GamePage{Games: []games.GameSummary{}, Total: total}, err)
	}
	if p.skip != 0 {
		if p.cursor != "" {
			return &request.InputError{Field: "skip", Value: strconv.Itoa(p.skip), Want: "no cursor with it"}
		}
		if p.cursor, err = s.archive.Skip(ctx, games.Filter(p.FilterParameters), p.Order,
			p.skip); err != nil {
			return err
		}
	}
	if wantsNDJSON(c, gin.MIMEJSON) {
		return s.streamList(c, p)
	}
	page, err := s.archive.List(ctx, games.Filter(p.FilterParameters), p.Order, p.cursor, p.limit)
	if err == nil && p.labels {
		err = s.archive.AddLabels(ctx, page.Games)
	}
	return replyOr(c, page, err)
}

func (s *Server) listChanges(ctx context.Context, p *pageParameters) (*games.ChangePage, error) {
	return s.archive.ChangesAfter(ctx, p.cursor, p.limit)
}

func (s *Server) listFaults(ctx context.Context, p *FilterParameters) (*games.FaultSummary, error) {
	return s.archive.Faults(ctx, games.Filter(*p))
}

func (s *Server) getGame(c *gin.Context, p *gameParameters) error {
	game, err := s.archive.Game(c.Request.Context(), p.game)
	if err != nil {
		return err
	}
	links := newGameLinks(Base(c.Request), game)
	submission, err := s.archive.SubmissionOf(c.Request.Context(), p.game)
	if submission > 0 {
		links.Submission = optional.Text(fmt.Sprintf("%s%s/submissions/%d", Base(c.Request), basePath, submission))
	}
	return replyOr(c, gameResponse{game, links}, err)
}

// gameResponse is an archived game with links to its parts.
type gameResponse struct {
	*games.GameDetail
	Links gameLinks `json:"links"`
}

// gameLinks are the URLs of a game's parts.
type gameLinks struct {
	Record string        `json:"record"`
	Export string        `json:"export"`
	First  optional.Text `json:"first"` // position; none if the record cannot be replayed
	Last   optional.Text `json:"last"`

	Submission optional.Text `json:"submission"` // none if the game did not come from one
}

func newGameLinks(base string, g *games.GameDetail) gameLinks {
	base += fmt.Sprintf("%s/games/%d", basePath, g.ID)
	links := gameLinks{Record: base + "/record", Export: base + "/export?as=" + string(present.ExportUsual)}
	if g.Start != "" {
		links.First = optional.Text(base + "/positions/0")
		links.Last = optional.Text(fmt.Sprintf("%s/positions/%d", base, g.Plies))
	}
	return links
}

func (s *Server) deleteGame(c *gin.Context, p *gameParameters) error {
	return replyNoContent(c, s.archive.Delete(c.Request.Context(), p.game))
}

// restoreGame undoes the deletion of a game. It leaves a game alone that is not
// deleted.
func (s *Server) restoreGame(c *gin.Context, p *gameParameters) error {
	if err := s.archive.Restore(c.Request.Context(), p.game); err != nil {
		return err
	}
	return s.getGame(c, p)
}

func (s *Server) getRecord(c *gin.Context, p *recordBytesParameters) error {
	var record []byte
	var err error
	if p.revision == 0 {
		record, err = s.archive.Record(c.Request.Context(), p.game)
	} else {
		record, err = s.archive.RecordRevision(c.Request.Context(), p.game, p.revision)
	}
	if err != nil {
		return err
	}
	if tag := s.recordTag(c.Request.Context(), p, record); tag != "" {
		c.Header("ETag", tag)
	}
	c.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="game-%d.txt"`, p.game))
	Send(c.Writer, c.Request, http.StatusOK, "application/octet-stream", record)
	return nil
}

// recordTag returns the tag with which a record can be corrected. It is "" if
// the record has changed since it was read, or if its game is damaged.
func (s *Server) recordTag(ctx context.Context, p *recordBytesParameters, record []byte) string {
	if p.revision != 0 {
		return records.RecordTag(p.game, p.revision)
	}
	history, err := s.archive.Revisions(ctx, p.game)
	if err != nil {
		return ""
	}
	newest := history.Revisions[len(history.Revisions)-1]
	if sum := sha256.Sum256(record); newest.SHA256 != hex.EncodeToString(sum[:]) {
		return ""
	}
	return history.ETag
}

// lossesHeader returns losses as an ASCII JSON array.
func lossesHeader(losses []string) string {
	words := make([]string, len(losses))
	for i, loss := range losses {
		words[i] = asciiJSON(loss)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// asciiJSON returns a text as a JSON string with non-ASCII characters escaped.
func asciiJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // every text can be encoded
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

func (s *Server) recordSchema(c *gin.Context, _ *noParameters) error {
	Send(c.Writer, c.Request, http.StatusOK, "application/schema+json", parser.RecordSchema)
	return nil
}
