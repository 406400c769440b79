package present

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
	"assay/analysis/label"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/api/define"
	"assay/api/diagram"
	"assay/api/publish"
	"assay/api/raster"
	"assay/api/request"
	"assay/parser"
	"assay/parser/record"
)

// ExportFormat is a format for games or single positions: a record format, or
// one of the constants below.
type ExportFormat string

// ExportUsual is the default export format of a game.
const ExportUsual = ExportFormat(parser.Usual)

// ExportJSON is Assay's record format. A single position is written as
// [PositionView].
var ExportJSON = ExportFormat(parser.Whole())

// The export formats that are not record formats.
const (
	ExportText     ExportFormat = "text"     // for the terminal
	ExportSVG      ExportFormat = "svg"      // one position
	ExportPNG      ExportFormat = "png"      // one position
	ExportPosition ExportFormat = "position" // one position (FEN)
	ExportHTML     ExportFormat = "html"     // a page with an interactive board
	ExportMarkdown ExportFormat = "markdown" // with embedded or linked diagrams
	ExportGIF      ExportFormat = "gif"      // an animation of one game
)

// Annotations says which annotations to export, of the record and of the
// archive.
type Annotations string

// The values of Annotations.
const (
	AnnotationsAll  Annotations = "all"  // the default
	AnnotationsNone Annotations = "none" // moves and headers only
)

// ExportOptions are the settings of an export.
type ExportOptions struct {
	Format      ExportFormat
	Annotations Annotations
	// Namer returns the names of positions by which records without an opening
	// get one; nil for none.
	Namer func(*rules.Rules) *define.Namer
	// Encoding is the character encoding of record formats; "" means UTF-8.
	Encoding string
	// Ply selects one position. If it is nil, the whole game is exported, or
	// the last position in formats of single positions.
	Ply *int
	// Mark names squares to frame in an SVG of a position.
	Mark []string
	// Plies are the positions shown in HTML, Markdown and text, and the frames
	// of a GIF. The default of a GIF is all.
	Plies publish.Plies
	// Delay is the display time of one GIF frame; 0 means publish.DefaultDelay.
	Delay time.Duration
	// Size is the width of a square in SVG, PNG, GIF and Markdown, in pixels; 0
	// means diagram.Unit. If it is 0, a PNG has the size of link previews.
	Size int
	// Look contains the display settings, if they differ from the variant's.
	Look Look
	// Pictures stores the diagrams of Markdown; nil means publish.Embedded.
	Pictures publish.Pictures
	// Shown is the ply at which an HTML page of one game opens. PageAddress
	// returns the page's address at a ply, for readers without scripts; it may
	// be nil.
	Shown       int
	PageAddress func(ply int) string
	// MaxFrames bounds the frames of a GIF; 0 for no limit.
	MaxFrames int
	// MaxPixels bounds the pixels of all frames together; 0 for no limit.
	MaxPixels int
	// MaxShown bounds the diagrams and text boards of a game; 0 for no limit.
	// An HTML page shows all positions.
	MaxShown int
	// MaxBytes bounds the games of one file in bytes; 0 for no limit.
	MaxBytes int64
}

// The bounds of ExportOptions.Delay.
const (
	minDelay = 20 * time.Millisecond
	maxDelay = time.Minute
)

// Check returns a [*FormatError] or an [*request.InputError] if an option is
// invalid.
func (o *ExportOptions) Check() error {
	if _, err := exporterOf(o.Format); err != nil {
		return err
	}
	switch o.Annotations {
	case "", AnnotationsAll, AnnotationsNone:
	default:
		return &request.InputError{Field: "annotations", Value: string(o.Annotations), Want: "all or none"}
	}
	if o.Encoding != "" {
		if _, _, ok := parser.Encode("", o.Encoding); !ok {
			return &request.InputError{Field: "encoding", Value: o.Encoding,
				Want: "an encoding such as utf-8, shift_jis, gbk, big5, euc-kr, windows-1251 or tis-620"}
		}
		if !o.Format.isEncoded() {
			return &request.InputError{Field: "encoding", Value: o.Encoding,
				Want: "none, because the format " + string(o.Format) + " is always UTF-8"}
		}
	}
	if err := o.Look.Check(); err != nil {
		return err
	}
	if o.Delay != 0 && (o.Delay < minDelay || o.Delay > maxDelay) {
		return &request.InputError{Field: "delay", Value: o.Delay.String(),
			Want: fmt.Sprintf("%v to %v", minDelay, maxDelay)}
	}
	if o.Size != 0 && (o.Size < diagram.MinSquareSize || o.Size > diagram.MaxSquareSize) {
		return &request.InputError{Field: "size", Value: strconv.Itoa(o.Size),
			Want: fmt.Sprintf("%d to %d pixels", diagram.MinSquareSize, diagram.MaxSquareSize)}
	}
	return nil
}

// fits returns a [*request.LimitError] if a file of this size is too large.
func (o *ExportOptions) fits(size int64) error {
	if o.MaxBytes > 0 && size > o.MaxBytes {
		return &request.LimitError{What: "bytes of an export", Limit: o.MaxBytes}
	}
	return nil
}

// exporter writes one format. A nil function means that the format does not
// support it.
type exporter struct {
	format    ExportFormat
	title     string // display name; "" for the upper-case format
	mediaType string
	game      func(r *Replay, w io.Writer, o ExportOptions) (losses []string, err error)
	position  func(r *Replay, w io.Writer, ply int, o ExportOptions) error
	// newFile starts a file of several games. It is nil if games are written
	// one after the other, or if single is set.
	newFile func(o ExportOptions) *fileWriter
	single  bool
}

// plainText is the media type of several formats.
const plainText = "text/plain; charset=utf-8"

// exporters returns all formats. It is a function so that a program without
// exports is linked without them.
func exporters() []exporter {
	return append(recordExporters(),
		exporter{format: ExportText, title: "Plain text", mediaType: plainText, game: (*Replay).writeText,
			position: (*Replay).writeBoard},
		exporter{format: ExportSVG, title: "Picture (SVG)", mediaType: "image/svg+xml", position: (*Replay).writeSVG,
			single: true},
		exporter{format: ExportPNG, title: "Picture (PNG)", mediaType: "image/png", position: (*Replay).writePNG,
			single: true},
		exporter{format: ExportPosition, title: "Position (FEN)", mediaType: plainText,
			position: (*Replay).writePosition},
		exporter{format: ExportHTML, title: "Page (HTML)", mediaType: "text/html; charset=utf-8", newFile: newHTMLFile},
		exporter{format: ExportMarkdown, title: "Markdown", mediaType: "text/markdown; charset=utf-8",
			newFile: newMarkdownFile},
		exporter{format: ExportGIF, title: "Animation (GIF)", mediaType: "image/gif", game: (*Replay).writeGIF,
			single: true})
}

// recordExporters returns the exporters of the record formats.
func recordExporters() (all []exporter) {
	for _, f := range parser.Formats() {
		traits := parser.Traits(f)
		e := exporter{format: ExportFormat(f), title: traits.Title, mediaType: cmp.Or(traits.MediaType, plainText),
			game: (*Replay).convert}
		if traits.Whole {
			e.position = (*Replay).writeViewJSON
		}
		all = append(all, e)
	}
	return all
}

// ExportFormats lists the formats.
func ExportFormats() []ExportFormat {
	var formats []ExportFormat
	for _, e := range exporters() {
		formats = append(formats, e.format)
	}
	return formats
}

// CollectionFormats lists the formats that can contain several games.
func CollectionFormats() []ExportFormat {
	var formats []ExportFormat
	for _, e := range exporters() {
		if !e.single {
			formats = append(formats, e.format)
		}
	}
	return formats
}

func exporterOf(f ExportFormat) (*exporter, error) {
	all := exporters()
	i := slices.IndexFunc(all, func(e exporter) bool { return e.format == f })
	if i < 0 {
		return nil, &FormatError{Format: string(f)}
	}
	return &all[i], nil
}

// Suits reports whether the format can represent games of these rules.
func (f ExportFormat) Suits(r *rules.Rules) bool {
	format := parser.Format(f)
	if !slices.Contains(parser.Formats(), format) || parser.Traits(format).Whole {
		return true
	}
	_, can := notation.ForFormat(format, r)
	return can
}

// Title returns the display name of the format.
func (f ExportFormat) Title() string {
	if e, err := exporterOf(f); err == nil && e.title != "" {
		return e.title
	}
	return strings.ToUpper(string(f))
}

// MediaType returns the media type of the format, "" if the format is unknown.
func (f ExportFormat) MediaType() string {
	e, err := exporterOf(f)
	if err != nil {
		return ""
	}
	return e.mediaType
}

// Extension returns the file name extension of the format, without the dot.
func (f ExportFormat) Extension() string {
	switch f {
	case ExportText, ExportPosition:
		return "txt"
	case ExportMarkdown:
		return "md"
	}
	return parser.Traits(parser.Format(f)).Extension
}

// isEncoded reports whether files of the format are kept in several encodings:
// records that are not JSON.
func (f ExportFormat) isEncoded() bool {
	format := parser.Format(f)
	return slices.Contains(parser.Formats(), format) && !strings.Contains(parser.Traits(format).MediaType, "json")
}

// MediaType returns the media type of the export.
func (o *ExportOptions) MediaType() string {
	kind, _, _ := strings.Cut(o.Format.MediaType(), ";")
	if o.Encoding == "" {
		return o.Format.MediaType()
	}
	return kind + "; charset=" + o.encodingName()
}

func (o *ExportOptions) encodingName() string {
	name, _ := parser.EncodingNamed(o.Encoding)
	return name
}

// Extension returns the file name extension of the export, without the dot. KIF
// and KI2 in UTF-8, if asked for, are named kifu and ki2u.
func (o *ExportOptions) Extension() string {
	if unicode := parser.Traits(parser.Format(o.Format)).UnicodeExtension; unicode != "" &&
		o.encodingName() == "utf-8" {
		return unicode
	}
	return o.Format.Extension()
}

// IsPicture reports whether the format is an image.
func (f ExportFormat) IsPicture() bool { return strings.HasPrefix(f.MediaType(), "image/") }

// IsStreamed reports whether games of the format are written one after the
// other.
func (f ExportFormat) IsStreamed() bool {
	e, err := exporterOf(f)
	return err == nil && e.newFile == nil && !e.single
}

// IsSingle reports whether other programs read only the first game of a file.
func (f ExportFormat) IsSingle() bool { return parser.Traits(parser.Format(f)).Single }

// Separator returns the text between two games of a file.
func (f ExportFormat) Separator() string {
	if f == ExportText {
		return "\n"
	}
	return parser.Traits(parser.Format(f)).Separator
}

// ID returns the game's ID in the archive, 0 for a game from a file.
func (r *Replay) ID() int64 {
	if r.Stored == nil {
		return 0
	}
	return r.Stored.ID
}

// Export writes the game, or one position of it. losses lists what the format
// cannot represent, such as "2 variations". The error is a [*FormatError],
// [*request.InputError], [*PlyError] or [*ReplayError], an *analysis.CannotHold
// if the format cannot represent the game, a *parser.Unwritable for the content
// of the record, a [*request.LimitError], or from the writer.
func (r *Replay) Export(w io.Writer, o ExportOptions) (losses []string, err error) {
	w = cancellableWriter{w, r}
	e, err := exporterOf(o.Format)
	if err == nil {
		err = o.Check()
	}
	switch {
	case err != nil:
		return nil, err
	case o.Ply != nil && e.position == nil:
		return nil, &FormatError{Format: string(o.Format), Reason: "contains whole games, not single positions"}
	case o.Ply != nil:
		return nil, e.position(r, w, *o.Ply, o)
	case e.newFile != nil:
		b := e.newFile(o)
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

// cancellableWriter fails once the request of the replay is cancelled.
type cancellableWriter struct {
	io.Writer
	replay *Replay
}

func (w cancellableWriter) Write(b []byte) (int, error) {
	if err := w.replay.ContextErr(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}

// convert writes the record in a record format. A record that cannot be
// replayed can only be written in its own format or in Assay's.
func (r *Replay) convert(w io.Writer, o ExportOptions) (losses []string, err error) {
	tree, losses, err := r.TreeWith(o.Annotations)
	if err != nil {
		return nil, err
	}
	format := parser.Format(o.Format)
	var c *analysis.Conversion
	switch {
	case r.Game.Playable():
		if c, err = tree.ConvertStyled(format, notation.StyleNamed(o.Look.Notation)); err != nil {
			return nil, err
		}
	case parser.Traits(format).Whole:
		c = analysis.Document(tree.Attributed())
	case format == tree.Record.Format:
		attributed := tree.Attributed()
		c = &analysis.Conversion{Record: attributed, Losses: parser.Losses(attributed, format)}
	default:
		return nil, r.Unplayable()
	}
	if o.Namer != nil && r.Game.Playable() {
		c.Record = withOpening(c.Record, o.Namer(r.Game.Rules).Last(r.Game))
	}
	if parser.Traits(format).Whole && r.History != nil && o.Annotations != AnnotationsNone {
		if c.Record.History, err = r.History(); err != nil {
			return nil, err
		}
		return nil, c.Write(w) // the history has whatever the record cannot express
	}
	if o.Encoding == "" {
		err = c.Write(w)
	} else {
		var lacks []string
		lacks, err = writeEncoded(w, c, o.encodingName())
		losses = append(losses, lacks...)
	}
	losses = append(losses, tree.LostCredits(parser.Traits(format).Has(record.PartComments), false)...)
	return append(losses, c.Losses...), err
}

// withOpening returns a record with a label as its opening, if it has none and
// its format has a header for it.
func withOpening(in *parser.Record, l *label.Label) *parser.Record {
	key := parser.FieldKey(record.FieldOpening, in.Format)
	code, name := parser.Opening(in)
	if l == nil || key == "" || name != "" || code != "" && l.Code != "" && code != l.Code {
		return in
	}
	out := *in
	out.Tags = append(slices.Clip(in.Tags), parser.Tag{Key: key, Value: l.Name})
	if code == "" && l.Code != "" && key == parser.UsualKey(record.FieldOpening) {
		out.Tags = append(out.Tags, parser.Tag{Key: "ECO", Value: l.Code})
	}
	return &out
}

// writeEncoded writes a record in an encoding. It returns what the encoding
// lacks.
func writeEncoded(w io.Writer, c *analysis.Conversion, encoding string) (losses []string, err error) {
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		return nil, err
	}
	written := text.String()
	if words := parser.Traits(c.Record.Format).Declares; words != "" && encoding != "utf-8" {
		declared := strings.Replace(words, "UTF-8", encoding, 1)
		written = strings.Replace(written, words, strings.Replace(declared, "shift_jis", "Shift_JIS", 1), 1)
	}
	raw, missing, _ := parser.Encode(written, encoding)
	if len(missing) > 0 {
		const most = 8
		shown := string(missing[:min(most, len(missing))])
		losses = []string{fmt.Sprintf("%s that %s lacks (%s)",
			parser.Count(len(missing), "character"), encoding, shown)}
	}
	_, err = w.Write(raw)
	return losses, err
}

func (r *Replay) writeViewJSON(w io.Writer, ply int, o ExportOptions) error {
	v, err := r.View(ply, o.Look.Notation)
	if err != nil {
		return err
	}
	return request.WriteJSON(w, v)
}

// writeSVG draws a position with the record's marks and arrows.
func (r *Replay) writeSVG(w io.Writer, ply int, o ExportOptions) error {
	scene, err := r.scene(ply, o)
	if err != nil {
		return err
	}
	return diagram.Write(w, scene)
}

// writePNG draws like writeSVG, in pixels: by default for link previews.
func (r *Replay) writePNG(w io.Writer, ply int, o ExportOptions) error {
	scene, err := r.scene(ply, o)
	if err != nil {
		return err
	}
	if o.Size == 0 {
		return raster.WritePreview(w, scene)
	}
	err = raster.WritePNG(w, scene)
	if large, ok := errors.AsType[*raster.TooLarge](err); ok {
		return &request.LimitError{What: "pixels of a picture", Limit: int64(large.Limit)}
	}
	return err
}

// scene returns the picture of a position with the record's marks and arrows.
func (r *Replay) scene(ply int, o ExportOptions) (*diagram.Scene, error) {
	p, err := r.Position(ply)
	if err != nil {
		return nil, err
	}
	names, err := r.SquareNames(cmp.Or(o.Look.Notation, RecordNotation))
	if err != nil {
		return nil, err
	}
	scene := Scene(p, r.besideRecord(o.Look))
	scene.SquareSize = o.Size
	if o.Annotations != AnnotationsNone {
		tree, _, err := r.TreeWith(o.Annotations)
		if err != nil {
			return nil, err
		}
		switch {
		case ply == 0:
			drawMarks(scene, p, Opening(tree), tree.MarkNames())
		case ply <= len(tree.Main.Nodes):
			drawMarks(scene, p, &tree.Main.Nodes[ply-1].Ply, tree.MarkNames())
		}
	}
	for _, name := range o.Mark {
		at, ok := markPlace(scene, p, name, names.Marked)
		if !ok {
			return nil, &request.InputError{Field: "mark", Value: name,
				Want: "squares of the board, such as " + names.Of(0)}
		}
		scene.Marks = append(scene.Marks, diagram.Mark{Square: at, Shape: diagram.MarkFrame, Tone: diagram.ToneAside})
	}
	return scene, nil
}

func (r *Replay) writePosition(w io.Writer, ply int, _ ExportOptions) error {
	p, err := r.Position(ply)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.Text()+"\n")
	return err
}

// FormatError reports an unknown or unsuitable export format.
type FormatError struct {
	Format string
	Reason string // "" if the format is unknown
}

func (e *FormatError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("format %q: %s", e.Format, e.Reason)
	}
	return fmt.Sprintf("format %q: expected %s", e.Format, strings.Join(request.Words(ExportFormats()), ", "))
}
