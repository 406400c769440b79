package raster

import (
	"image"
	"image/png"
	"io"
	"slices"
	"sync"

	"assay/api/diagram"
)

// The size of a picture in link previews, in pixels, as Open Graph recommends.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// The colours of a preview: board, marks and pieces are flat, and a few blends
// are enough for their edges.
const (
	previewColours = 16
	previewExact   = 12
)

// previewMargin is the least space above and below the board of a preview.
const previewMargin = 15

// WritePNG writes a scene as PNG. The error is from [Canvas.Draw] or
// the writer.
func WritePNG(w io.Writer, s *diagram.Scene) error {
	var c Canvas
	if err := c.Draw(s); err != nil {
		return err
	}
	return encoder.Encode(w, reduce(c.Image, colours, exact))
}

// WritePreview writes a scene as PNG of [PreviewWidth] by [PreviewHeight]
// pixels, with the board in its centre. It returns the errors of [WritePNG].
func WritePreview(w io.Writer, s *diagram.Scene) error {
	layout, err := diagram.Measure(s)
	if err != nil {
		return err
	}
	fitted := *s
	scale := min(PreviewWidth/layout.Width, (PreviewHeight-2*previewMargin)/layout.Height)
	fitted.SquareSize = min(max(int(scale*diagram.Unit), diagram.MinSquareSize), diagram.MaxSquareSize)
	c := canvases.Get().(*Canvas)
	if err := c.Draw(&fitted); err != nil {
		return err // the canvas is not used again
	}
	board := reduce(c.Image, previewColours, previewExact)
	canvases.Put(c)
	page := image.NewPaletted(image.Rect(0, 0, PreviewWidth, PreviewHeight), board.Palette)
	background := slices.Repeat(board.Pix[:1], PreviewWidth)
	left, top := max(0, (PreviewWidth-board.Rect.Dx())/2), (PreviewHeight-board.Rect.Dy())/2
	for y := range PreviewHeight {
		row := page.Pix[y*page.Stride:][:PreviewWidth]
		copy(row, background)
		if of := y - top; of >= 0 && of < board.Rect.Dy() {
			copy(row[left:], board.Pix[of*board.Stride:][:board.Rect.Dx()])
		}
	}
	return encoder.Encode(w, page)
}

// canvases are used again, because most previews have the same board.
var canvases = sync.Pool{New: func() any { return new(Canvas) }}

var encoder = png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &buffers{}}

// buffers are the encoder's memory, to be used again.
type buffers struct{ sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	buffer, _ := b.Pool.Get().(*png.EncoderBuffer)
	return buffer
}

func (b *buffers) Put(buffer *png.EncoderBuffer) { b.Pool.Put(buffer) }

// reduce returns an image with a palette of at most n of its colours, which
// halves the time and the size of a file. Up to 16 colours, a pixel has 4 bits.
func reduce(m *image.RGBA, n, exact int) *image.Paletted {
	h := histogram{}
	h.count(m)
	match := matcher{palette: h.palette(n, exact)}
	return match.paint(m, match.palette)
}
