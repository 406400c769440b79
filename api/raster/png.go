package raster

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"

	"assay/api/diagram"
)

// The size of a picture in link previews, in pixels, as Open Graph recommends.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
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
	return encode(w, c.Image)
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
	var c Canvas
	if err := c.Draw(&fitted); err != nil {
		return err
	}
	page := image.NewRGBA(image.Rect(0, 0, PreviewWidth, PreviewHeight))
	draw.Draw(page, page.Rect, image.NewUniform(c.Image.At(0, 0)), image.Point{}, draw.Src)
	size := c.Image.Rect.Size()
	corner := image.Pt((PreviewWidth-size.X)/2, (PreviewHeight-size.Y)/2)
	draw.Draw(page, image.Rectangle{corner, corner.Add(size)}, c.Image, image.Point{}, draw.Src)
	return encode(w, page)
}

// encode writes an image with a palette of its colours, which halves the time
// and the size of a file.
func encode(w io.Writer, m *image.RGBA) error {
	h := histogram{}
	h.count(m)
	match := matcher{palette: h.palette(), known: map[color.RGBA]uint8{}}
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	return e.Encode(w, match.paint(m, match.palette))
}
