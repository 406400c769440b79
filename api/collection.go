package api

import (
	"bytes"
	"errors"
	"io"

	"assay/analysis"
	"assay/api/publish"
	"assay/parser"
)

// binding is a file of several games that is written at once.
type binding struct {
	document
	options ExportOptions
	show    shown
}

// document is what package publish makes of them.
type document interface {
	Add(*publish.Game) error
	Write(w io.Writer, title string) error
	Size() int64 // of the games added, in bytes
}

func bindHTML(o ExportOptions) *binding { return &binding{publish.NewHTML(), o, showAll} }

func bindMarkdown(o ExportOptions) *binding {
	pictures := o.Pictures
	if pictures == nil {
		pictures = publish.Embedded
	}
	return &binding{publish.NewMarkdown(pictures), o, showPictures}
}

func (b *binding) add(r *Replay) (losses []string, err error) {
	game, losses, err := r.published(b.options, b.show)
	if err != nil {
		return nil, err
	}
	return losses, b.Add(game)
}

// Collection is one file that games are exported to.
type Collection struct {
	out      io.Writer
	title    string
	options  ExportOptions
	exporter *exporter
	binding  *binding // nil where games stand one after the other
	games    int
	size     int64 // of the games added, in bytes
	buffer   bytes.Buffer
}

// NewCollection begins a file with a title, for formats that show one. The
// error is a [*FormatError] or an [*InputError].
func NewCollection(w io.Writer, title string, o ExportOptions) (*Collection, error) {
	e, err := exporterOf(o.Format)
	if err != nil {
		return nil, err
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	c := &Collection{out: w, title: title, options: o, exporter: e}
	if e.bind != nil && o.Ply == nil {
		c.binding = e.bind(o)
	}
	return c, nil
}

// Add adds a game, and lists what of it the format cannot hold. A game that
// cannot be written leaves the file as it was; the errors are those of
// [Replay.Export], and a [*FormatError] for a second game where the format
// holds one. Above the greatest size the error is a [*LimitError], and the file
// is of no use.
func (c *Collection) Add(r *Replay) (losses []string, err error) {
	if c.games > 0 && c.exporter.single {
		return nil, &FormatError{Format: string(c.options.Format), Reason: "holds one game"}
	}
	if c.binding != nil {
		losses, err = c.binding.add(r)
	} else {
		c.buffer.Reset()
		losses, err = r.Export(&c.buffer, c.options)
	}
	if err != nil {
		return nil, err
	}
	c.games++
	c.size += int64(c.buffer.Len())
	if c.binding != nil {
		c.size = c.binding.Size()
	}
	if err := c.options.fits(c.size); err != nil || c.binding != nil {
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

// Unwritten reports whether an error of [Collection.Add] is of that game alone,
// which cannot be written as was asked, or is damaged.
func Unwritten(err error) bool {
	return errors.As(err, new(*analysis.CannotHold)) || errors.As(err, new(*parser.Unwritable)) || errors.As(err, new(*ReplayError)) ||
		errors.As(err, new(*PlyError)) || errors.As(err, new(*publish.NoPictures)) || GameDamaged(err)
}

// Games is how many games were added.
func (c *Collection) Games() int { return c.games }

// Close ends the file. One without games stays empty.
func (c *Collection) Close() error {
	if c.binding == nil || c.games == 0 {
		return nil
	}
	return c.binding.Write(c.out, c.title)
}
