package present

import (
	"bytes"
	"errors"
	"io"

	"assay/analysis"
	"assay/api/publish"
	"assay/parser"
)

// fileWriter is a file of several games that is written as a whole.
type fileWriter struct {
	document
	options ExportOptions
	show    displayMode
}

// document is a file written by package publish.
type document interface {
	Add(*publish.Game) error
	Write(w io.Writer, title string) error
	Size() int64 // of the games added, in bytes
}

func newHTMLFile(o ExportOptions) *fileWriter { return &fileWriter{publish.NewHTML(), o, showAll} }

func newMarkdownFile(o ExportOptions) *fileWriter {
	pictures := o.Pictures
	if pictures == nil {
		pictures = publish.Embedded
	}
	return &fileWriter{publish.NewMarkdown(pictures), o, showPictures}
}

func (b *fileWriter) add(r *Replay) (losses []string, err error) {
	game, losses, err := r.publication(b.options, b.show)
	if err != nil {
		return nil, err
	}
	return losses, b.Add(game)
}

// Collection writes games to one export file.
type Collection struct {
	out      io.Writer
	title    string
	options  ExportOptions
	exporter *exporter
	file     *fileWriter // nil if games are written one after the other
	games    int
	size     int64 // of the games added, in bytes
	buffer   bytes.Buffer
}

// NewCollection starts an export file. Some formats show the title. The error
// is a [*FormatError] or an [*request.InputError].
func NewCollection(w io.Writer, title string, o ExportOptions) (*Collection, error) {
	e, err := exporterOf(o.Format)
	if err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	c := &Collection{out: w, title: title, options: o, exporter: e}
	if e.newFile != nil && o.Ply == nil {
		c.file = e.newFile(o)
	}
	return c, nil
}

// Add adds a game and returns what the format cannot represent. On error the
// file is unchanged. The errors are as for [Replay.Export]. The error is a
// [*FormatError] for a second game if the format allows only one. A
// [*request.LimitError] means that the file is too large and unusable.
func (c *Collection) Add(r *Replay) (losses []string, err error) {
	if c.games > 0 && c.exporter.single {
		return nil, &FormatError{Format: string(c.options.Format), Reason: "contains only one game"}
	}
	if c.file != nil {
		losses, err = c.file.add(r)
	} else {
		c.buffer.Reset()
		losses, err = r.Export(&c.buffer, c.options)
	}
	if err != nil {
		return nil, err
	}
	c.games++
	c.size += int64(c.buffer.Len())
	if c.file != nil {
		c.size = c.file.Size()
	}
	if err := c.options.fits(c.size); err != nil || c.file != nil {
		return losses, err
	}
	if c.games > 1 {
		if _, err := io.WriteString(c.out, c.options.Format.Separator()); err != nil {
			return nil, err
		}
	}
	_, err = c.out.Write(c.buffer.Bytes())
	return losses, err
}

// IsNotExportable reports whether an error of [Collection.Add] concerns only
// that game: it is damaged, or the format cannot represent it.
func IsNotExportable(err error) bool {
	return errors.As(err, new(*analysis.CannotHold)) || errors.As(err, new(*parser.Unwritable)) ||
		errors.As(err, new(*ReplayError)) ||
		errors.As(err, new(*PlyError)) || errors.As(err, new(*publish.NoPictures)) || IsGameDamaged(err)
}

// Games returns the number of games added.
func (c *Collection) Games() int { return c.games }

// Close ends the file. A file without games is empty.
func (c *Collection) Close() error {
	if c.file == nil || c.games == 0 {
		return nil
	}
	return c.file.Write(c.out, c.title)
}
