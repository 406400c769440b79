package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/api/publish"
)

// bounded are options with the limits of one answer. The error is that of
// [api.ExportOptions.Check].
func (s *Server) bounded(o *api.ExportOptions) (api.ExportOptions, error) {
	o.MaxFrames, o.MaxPixels, o.MaxShown, o.MaxBytes = s.config.MaxFrames, maxPixels, maxShown, maxExportBytes
	return *o, o.Check()
}

// gameExportParameters are one game, or one position of it.
type gameExportParameters struct {
	gameParameters
	exportParameters
}

func (p *gameExportParameters) Parameters() []*Parameter {
	return slices.Concat(p.gameParameters.Parameters(), []*Parameter{
		MaybeNumber("ply", &p.Ply, "one position instead of the game"),
		Parsed("mark", func(text string) (want string) {
			if p.Mark = strings.Split(text, ","); len(p.Mark) > maxMarks {
				return fmt.Sprintf("%d places at most", maxMarks)
			}
			return ""
		}, "places to be framed in the svg of a position, apart by commas"),
	}, p.exportParameters.Parameters())
}

func (s *Server) exportGame(c *gin.Context, p *gameExportParameters) error {
	o, err := s.bounded(&p.ExportOptions)
	if err != nil {
		return err
	}
	replay, err := s.archive.Replay(c.Request.Context(), p.game)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	losses, err := replay.Export(&body, o)
	if err != nil {
		return err
	}
	sendExport(c, &exported{o.Format, o.Format.MediaType(), fmt.Sprintf("game-%d", p.game), body.Bytes(), losses})
	return nil
}

// Limits of what one answer holds.
const (
	maxExportBytes  = 256 << 20
	maxPixels       = 256 << 20 // of an animation: 1,000 boards of 9 by 9 with benches, at the usual size
	maxShown        = 10_000    // positions of a game
	maxMarks        = 256       // places of a position
	maxLossesHeader = 8 << 10   // the rest is left out
)

// exported is a file that answers a call.
type exported struct {
	format    api.ExportFormat
	mediaType string
	name      string // without its extension
	body      []byte
	losses    []string
}

// sendExport answers with an export. Pages run only the script that they are
// written with, and as if they came from nowhere.
func sendExport(c *gin.Context, e *exported) {
	if losses := e.losses; len(losses) > 0 {
		header := lossesHeader(losses)
		for len(header) > maxLossesHeader {
			losses = losses[:len(losses)/2]
			header = lossesHeader(append(losses[:len(losses):len(losses)], "…"))
		}
		c.Header("Assay-Losses", header)
	}
	c.Header("Content-Disposition", fmt.Sprintf(`inline; filename="%s.%s"`, e.name, e.format.Extension()))
	if e.format == api.ExportHTML {
		c.Header("Content-Security-Policy", publish.ContentPolicy+"; frame-ancestors 'none'; sandbox allow-scripts")
	}
	Send(c.Writer, c.Request, http.StatusOK, e.mediaType, e.body)
}
