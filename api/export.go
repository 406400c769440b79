package api

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/api/diagram"
	"assay/api/publish"
	"assay/parser"
)

// ExportFormat names a form in which a game, or one position of it, is written:
// a format of records, or one of those below.
type ExportFormat string

// ExportUsual is the format of a game where none is asked for.
const ExportUsual = ExportFormat(parser.Usual)

// ExportJSON is Assay's own form of records; where one position is asked for,
// its [PositionView].
var ExportJSON = ExportFormat(parser.Whole())

// The formats of export that are none of records.
const (
	ExportText     ExportFormat = "text"     // for reading on a terminal
	ExportSVG      ExportFormat = "svg"      // one position
	ExportPosition ExportFormat = "position" // one position's text
	ExportHTML     ExportFormat = "html"     // a page with a board to step through
	ExportMarkdown ExportFormat = "markdown" // with diagrams beside it, or in its links
	ExportGIF      ExportFormat = "gif"      // an animation of one game
)

// Annotations say how much is exported of what is said of a game, in its record
// and beside it.
type Annotations string

// The values of Annotations.
const (
	AnnotationsAll  Annotations = "all"  // the zero value stands for it
	AnnotationsNone Annotations = "none" // moves and headers alone
)

// ExportOptions say what to write.
type ExportOptions struct {
	Format      ExportFormat
	Annotations Annotations
	// Ply asks for one position; nil for the game, which is its last position
	// in the formats that hold one position only.
	Ply *int
	// Mark names places that are framed in the svg of a position.
	Mark []string
	// Plies are the positions pictured in html, markdown and text, and the
	// frames of gif, which are all where none are chosen.
	Plies publish.Plies
	// Delay is how long a position of a gif is shown; publish.DefaultDelay
	// when 0.
	Delay time.Duration
	// Size is the side of a square of svg, gif and markdown in pixels;
	// diagram.Unit when 0.
	Size int
	// Look is that of pictures, where it is not as the game has it.
	Look Look
	// Pictures keeps the diagrams of markdown; nil for publish.Embedded.
	Pictures publish.Pictures
	// MaxFrames is the greatest number of positions of a gif; 0 for no limit.
	MaxFrames int
	// MaxPixels is how many pixels they have together at most; 0 for no limit.
	MaxPixels int
	// MaxShown is how many positions of a game are shown at most, in pictures
	// or letters; 0 for no limit. A page of html shows all of them.
	MaxShown int
	// MaxBytes is how many bytes the games of one file have at most; 0 for no
	// limit.
	MaxBytes int64
}

// The bounds of ExportOptions.Delay.
const (
	MinDelay = 20 * time.Millisecond
	MaxDelay = time.Minute
)

// Check refuses options that cannot be, with a [*FormatError] or an
// [*InputError].
func (o *ExportOptions) Check() error {
	if _, err := exporterOf(o.Format); err != nil {
		return err
	}
	switch o.Annotations {
	case "", AnnotationsAll, AnnotationsNone:
	default:
		return &InputError{Field: "annotations", Value: string(o.Annotations), Want: "all or none"}
	}
	if err := o.Look.Check(); err != nil {
		return err
	}
	if o.Delay != 0 && (o.Delay < MinDelay || o.Delay > MaxDelay) {
		return &InputError{Field: "delay", Value: o.Delay.String(), Want: fmt.Sprintf("%v to %v", MinDelay, MaxDelay)}
	}
	if o.Size != 0 && (o.Size < diagram.MinSquareSize || o.Size > diagram.MaxSquareSize) {
		return &InputError{Field: "size", Value: strconv.Itoa(o.Size), Want: fmt.Sprintf("%d to %d pixels", diagram.MinSquareSize, diagram.MaxSquareSize)}
	}
	return nil
}

// fits refuses a file of more bytes than are asked for.
func (o *ExportOptions) fits(size int64) error {
	if o.MaxBytes > 0 && size > o.MaxBytes {
		return &LimitError{What: "bytes of an export", Limit: o.MaxBytes}
	}
	return nil
}

// exporter writes games in one format; a nil function is what it cannot write.
type exporter struct {
	format    ExportFormat
	title     string // what people call it; "" for its name in capitals
	mediaType string
	game      func(r *Replay, w io.Writer, o ExportOptions) (losses []string, err error)
	position  func(r *Replay, w io.Writer, ply int, o ExportOptions) error
	// bind begins one file of several games; nil where they can stand one
	// after the other, or where single says that there is one at most.
	bind   func(o ExportOptions) *binding
	single bool
}

// plainText is the media type of several formats.
const plainText = "text/plain; charset=utf-8"

// exporters are all formats.
var exporters = append(recordExporters(),
	exporter{format: ExportText, title: "Plain text", mediaType: plainText, game: (*Replay).writeText, position: (*Replay).writeBoard},
	exporter{format: ExportSVG, title: "Picture (SVG)", mediaType: "image/svg+xml", position: (*Replay).writeSVG, single: true},
	exporter{format: ExportPosition, title: "Position text", mediaType: plainText, position: (*Replay).writePosition},
	exporter{format: ExportHTML, title: "Page (HTML)", mediaType: "text/html; charset=utf-8", bind: bindHTML},
	exporter{format: ExportMarkdown, title: "Markdown", mediaType: "text/markdown; charset=utf-8", bind: bindMarkdown},
	exporter{format: ExportGIF, title: "Animation (GIF)", mediaType: "image/gif", game: (*Replay).writeGIF, single: true})

// recordExporters are the formats of records.
func recordExporters() (all []exporter) {
	for _, f := range parser.Formats() {
		traits := parser.Traits(f)
		e := exporter{format: ExportFormat(f), title: traits.Title, mediaType: cmp.Or(traits.MediaType, plainText), game: (*Replay).convert}
		if traits.Whole {
			e.position = (*Replay).writeViewJSON
		}
		all = append(all, e)
	}
	return all
}

// ExportFormats lists the formats.
func ExportFormats() []ExportFormat {
	formats := make([]ExportFormat, len(exporters))
	for i := range exporters {
		formats[i] = exporters[i].format
	}
	return formats
}

// CollectionFormats lists the formats that hold several games in one file.
func CollectionFormats() []ExportFormat {
	var formats []ExportFormat
	for i := range exporters {
		if !exporters[i].single {
			formats = append(formats, exporters[i].format)
		}
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

// Title is what people call the format.
func (f ExportFormat) Title() string {
	if e, err := exporterOf(f); err == nil && e.title != "" {
		return e.title
	}
	return strings.ToUpper(string(f))
}

// MediaType is the type of what a format writes, "" for an unknown format.
func (f ExportFormat) MediaType() string {
	e, err := exporterOf(f)
	if err != nil {
		return ""
	}
	return e.mediaType
}

// Extension is how names of files of the format end, without the point.
func (f ExportFormat) Extension() string {
	switch f {
	case ExportText, ExportPosition:
		return "txt"
	case ExportMarkdown:
		return "md"
	}
	return parser.Traits(parser.Format(f)).Extension
}

// IsStreamed reports whether games of the format are text that stands one
// behind the other.
func (f ExportFormat) IsStreamed() bool {
	e, err := exporterOf(f)
	return err == nil && e.bind == nil && !e.single
}

// IsSingle reports whether other programs read one game only of a file of the
// format.
func (f ExportFormat) IsSingle() bool { return parser.Traits(parser.Format(f)).Single }

// Separator is what stands between two games of one file.
func (f ExportFormat) Separator() string {
	if f == ExportText {
		return "\n"
	}
	return parser.Traits(parser.Format(f)).Separator
}

// ID is the game's number in the archive, 0 for one of a file.
func (r *Replay) ID() int64 {
	if r.stored == nil {
		return 0
	}
	return r.stored.ID
}

// Export writes the game, or one position of it, and lists what of the record
// the format cannot hold, such as "2 side lines". The error is a
// [*FormatError], [*InputError], [*PlyError] or [*ReplayError], an
// *analysis.CannotHold for a game that the format has no moves for, a
// *parser.Unwritable where it cannot hold what the record holds, a
// [*LimitError] for more than the options allow, or the writer's.
func (r *Replay) Export(w io.Writer, o ExportOptions) (losses []string, err error) {
	w = awaitedWriter{w, r}
	e, err := exporterOf(o.Format)
	if err == nil {
		err = o.Check()
	}
	switch {
	case err != nil:
		return nil, err
	case o.Ply != nil && e.position == nil:
		return nil, &FormatError{Format: string(o.Format), Reason: "holds whole games, not one position"}
	case o.Ply != nil:
		return nil, e.position(r, w, *o.Ply, o)
	case e.bind != nil:
		b := e.bind(o)
		if losses, err = b.add(r); err == nil {
			err = o.fits(b.Size())
		}
		if err != nil {
			return nil, err
		}
		return losses, b.Write(w, "")
	case e.game == nil:
		return nil, e.position(r, w, r.Plies(), o)
	}
	return e.game(r, w, o)
}

// awaitedWriter takes nothing more of a game that nobody waits for.
type awaitedWriter struct {
	io.Writer
	replay *Replay
}

func (w awaitedWriter) Write(b []byte) (int, error) {
	if err := w.replay.awaited(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}

// convert writes the record in a format of records. One that cannot be replayed
// is written in its own notation, or in Assay's own form.
func (r *Replay) convert(w io.Writer, o ExportOptions) (losses []string, err error) {
	tree, losses, err := r.tree(o.Annotations)
	if err != nil {
		return nil, err
	}
	format := parser.Format(o.Format)
	var c *analysis.Conversion
	switch {
	case r.game.Playable():
		if c, err = tree.Convert(format); err != nil {
			return nil, err
		}
	case parser.Traits(format).Whole:
		c = analysis.Document(tree.Annotated())
	case format == tree.Record.Format:
		record := tree.Annotated()
		c = &analysis.Conversion{Record: record, Losses: parser.Losses(record, format)}
	default:
		return nil, r.unplayable()
	}
	err = c.Write(w)
	return append(losses, c.Losses...), err
}

func (r *Replay) writeViewJSON(w io.Writer, ply int, o ExportOptions) error {
	v, err := r.View(ply, o.Look.Notation)
	if err != nil {
		return err
	}
	return WriteJSON(w, v)
}

// writeSVG draws a position with the marks and arrows that the record has of
// it.
func (r *Replay) writeSVG(w io.Writer, ply int, o ExportOptions) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	names, err := r.squareNames(cmp.Or(o.Look.Notation, RecordNotation))
	if err != nil {
		return err
	}
	if record, err := r.record(); err == nil {
		if tree := r.game.Tree(record, nil); tree.Readable() {
			o.Look = o.Look.Beside(tree)
		}
	}
	scene := Scene(p, o.Look)
	scene.SquareSize = o.Size
	if o.Annotations != AnnotationsNone {
		tree, _, err := r.tree(o.Annotations)
		if err != nil {
			return err
		}
		switch {
		case ply == 0:
			draw(scene, p, Opening(tree), tree.MarkNames())
		case ply <= len(tree.Main.Nodes):
			draw(scene, p, &tree.Main.Nodes[ply-1].Ply, tree.MarkNames())
		}
	}
	for _, name := range o.Mark {
		at, ok := place(scene, p, name, names.Marked)
		if !ok {
			return &InputError{Field: "mark", Value: name, Want: "places of the board, such as " + names.Of(0)}
		}
		scene.Marks = append(scene.Marks, diagram.Mark{Square: at, Shape: diagram.MarkFrame, Tone: diagram.ToneAside})
	}
	return diagram.Write(w, scene)
}

func (r *Replay) writePosition(w io.Writer, ply int, _ ExportOptions) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.Text()+"\n")
	return err
}
