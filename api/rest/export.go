package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"assay/api/present"
	"assay/api/publish"
)

// withLimits returns options with the limits of one response. It returns the
// error of [present.ExportOptions.Check].
func (s *Server) withLimits(o *present.ExportOptions) (present.ExportOptions, error) {
	o.MaxFrames, o.MaxPixels, o.MaxShown, o.MaxBytes = s.config.MaxFrames, maxPixels, maxShown, maxExportBytes
	return *o, o.Check()
}

// gameExportParameters are a game or one of its positions, and its format.
type gameExportParameters struct {
	gameParameters
	exportParameters
}

func (p *gameExportParameters) Parameters() []*Parameter {
	return slices.Concat(p.gameParameters.Parameters(), []*Parameter{
		maybeNumber("ply", &p.Ply, "only the position after this ply"),
		Parsed("mark", func(text string) (want string) {
			if p.Mark = strings.Split(text, ","); len(p.Mark) > maxMarks {
				return fmt.Sprintf("at most %d squares", maxMarks)
			}
			return ""
		}, "squares to frame in the svg of a position, comma-separated"),
	}, p.exportParameters.Parameters())
}

func (s *Server) exportGame(c *gin.Context, p *gameExportParameters) error {
	o, err := s.withLimits(p.named(s))
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
	if o.Format.IsPicture() {
		s.lendPicture(c)
	}
	sendExport(c, &exportFile{o, o.MediaType(), fmt.Sprintf("game-%d", p.game), body.Bytes(), losses})
	return nil
}

// Limits of one response.
const (
	maxExportBytes  = 256 << 20
	maxPixels       = 256 << 20 // of an animation: 1,000 boards of 9x9 squares with benches at the default size
	maxShown        = 10_000    // positions of a game
	maxMarks        = 256       // marked squares of a position
	maxLossesHeader = 8 << 10   // the rest is left out
)

// exportFile is an exported file.
type exportFile struct {
	options   present.ExportOptions
	mediaType string
	name      string // without extension
	body      []byte
	losses    []string
}

// sendExport returns an exported file. HTML runs sandboxed, with its own script
// only.
func sendExport(c *gin.Context, e *exportFile) {
	if losses := e.losses; len(losses) > 0 {
		header := lossesHeader(losses)
		for len(header) > maxLossesHeader {
			losses = losses[:len(losses)/2]
			header = lossesHeader(append(losses[:len(losses):len(losses)], "…"))
		}
		c.Header("Assay-Losses", header)
	}
	c.Header("Content-Disposition", fmt.Sprintf(`inline; filename="%s.%s"`, e.name, e.options.Extension()))
	if e.options.Format == present.ExportHTML {
		c.Header("Content-Security-Policy", publish.ContentPolicy()+"; frame-ancestors 'none'; sandbox allow-scripts")
	}
	Send(c.Writer, c.Request, http.StatusOK, e.mediaType, e.body)
}
