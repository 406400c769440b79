package api

import (
	"io"
	"slices"

	"assay/api/diagram"
	"assay/parser"
)

// ExportFormat names a form in which a game, or one position of it, is written.
type ExportFormat string

// The formats of export.
const (
	ExportNumbered ExportFormat = "numbered" // numbered move list
	ExportJSON     ExportFormat = "json"     // Document; PositionView for one position
	ExportText     ExportFormat = "text"     // for reading on a terminal
	ExportSVG      ExportFormat = "svg"      // one position
	ExportPosition ExportFormat = "position" // one position's text
)

// ExportOptions say what to write.
type ExportOptions struct {
	Format ExportFormat
	// Ply asks for one position; nil for the game, which is its last position in
	// the formats that hold one position only.
	Ply *int
}

// exporter writes games in one format; a nil function is what it cannot write.
type exporter struct {
	format    ExportFormat
	mediaType string
	game      func(*Replay, io.Writer) error
	position  func(r *Replay, w io.Writer, ply int) error
}

var exporters []exporter

func init() {
	exporters = []exporter{
		{ExportNumbered, "text/plain; charset=utf-8", (*Replay).writeNumbered, nil},
		{ExportJSON, "application/json", (*Replay).writeJSON, (*Replay).writeViewJSON},
		{ExportText, "text/plain; charset=utf-8", (*Replay).writeText, (*Replay).writeBoard},
		{ExportSVG, "image/svg+xml", nil, (*Replay).writeSVG},
		{ExportPosition, "text/plain; charset=utf-8", nil, (*Replay).writePosition},
	}
}

// ExportFormats lists the formats.
func ExportFormats() []ExportFormat {
	formats := make([]ExportFormat, len(exporters))
	for i := range exporters {
		formats[i] = exporters[i].format
	}
	return formats
}

func exporterOf(f ExportFormat) (*exporter, error) {
	i := slices.IndexFunc(exporters, func(e exporter) bool { return e.format == f })
	if i < 0 {
		return nil, &FormatError{Format: string(f)}
	}
	return &exporters[i], nil
}

// MediaType is the type of what a format writes, "" for an unknown format.
func (f ExportFormat) MediaType() string {
	e, err := exporterOf(f)
	if err != nil {
		return ""
	}
	return e.mediaType
}

// Export writes the game, or one position of it. The error is a
// [*FormatError], [*PlyError] or [*ReplayError], a *parser.Unwritable where the
// format cannot hold what the record holds, or the writer's.
func (r *Replay) Export(w io.Writer, o ExportOptions) error {
	e, err := exporterOf(o.Format)
	switch {
	case err != nil:
		return err
	case o.Ply != nil && e.position == nil:
		return &FormatError{Format: string(o.Format), Reason: "holds whole games, not one position"}
	case o.Ply != nil:
		return e.position(r, w, *o.Ply)
	case e.game == nil:
		return e.position(r, w, r.Plies())
	}
	return e.game(r, w)
}

func (r *Replay) writeSVG(w io.Writer, ply int) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	return diagram.Write(w, Scene(p))
}

func (r *Replay) writePosition(w io.Writer, ply int) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.Text()+"\n")
	return err
}

// comments are those of a record's ply, or those before the first for ply 0.
func comments(record *parser.Record, ply int) []parser.Comment {
	switch {
	case ply == 0:
		return record.Comments
	case ply <= len(record.Moves):
		return record.Moves[ply-1].Comments
	}
	return nil
}
