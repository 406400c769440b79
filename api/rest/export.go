package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"assay/api"
	"assay/api/publish"
)

// exportParameters are what every export takes.
var exportParameters = []string{"as", "annotations", "plies", "delay", "size"}

// exportOptions reads them.
func (s *Server) exportOptions(p parameters) (api.ExportOptions, error) {
	o := api.ExportOptions{
		Format: api.ExportFormat(p.text("as")), Annotations: api.Annotations(p.text("annotations")),
		MaxFrames: s.config.MaxFrames, MaxPixels: maxPixels, MaxShown: maxShown, MaxBytes: maxExportBytes,
	}
	var err error
	if o.Plies, err = publish.ParsePlies(p.text("plies")); err != nil {
		return o, &api.InputError{Field: "plies", Value: p.text("plies"), Want: "all, annotated, none, or numbers and ranges such as 0,10-30,90-"}
	}
	if text := p.text("delay"); text != "" {
		if o.Delay, err = time.ParseDuration(text); err != nil || o.Delay == 0 {
			return o, &api.InputError{Field: "delay", Value: text, Want: "a time such as 800ms"}
		}
	}
	if o.Size, err = p.number("size", 0); err != nil {
		return o, err
	}
	return o, o.Check()
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
	if err := s.enter(c, s.long); err != nil {
		return err
	}
	replay, err := s.archive.Replay(c.Request.Context(), id)
	if err != nil {
		return err
	}
	var body bytes.Buffer
	losses, err := replay.Export(&body, o)
	if err != nil {
		return err
	}
	sendExport(c, &exported{o.Format, o.Format.MediaType(), fmt.Sprintf("game-%d", id), body.Bytes(), losses})
	return nil
}

// Limits of what one answer holds.
const (
	maxExportBytes  = 256 << 20
	maxPixels       = 256 << 20 // of an animation: 1,000 boards of 9 by 9 with benches, at the usual size
	maxShown        = 10_000    // positions of a game
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
	send(c, http.StatusOK, e.mediaType, e.body)
}
