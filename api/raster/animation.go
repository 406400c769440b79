package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

// Animation is pictures of one size, shown one after the other.
type Animation struct {
	// Frames is how many there are, 1 or more.
	Frames int
	// SVG gives a frame, from 0. It is asked for some of them twice.
	SVG func(frame int) ([]byte, error)
	// Delay is how long a frame is shown; nil is one second each.
	Delay func(frame int) time.Duration
	// Coloured are frames whose colours the palette takes in any case; the
	// others' are taken from some of them.
	Coloured []int
	// Once shows the frames once; else they begin again.
	Once bool
}

// sampled is how many frames, at most, the colours are taken from, beside those
// of Animation.Coloured.
const sampled = 16

// Write writes the animation as GIF. All frames share one palette, and each
// holds only what differs from the one before. The error is that of SVG, of
// [Canvas.Draw] or of the writer.
func (a *Animation) Write(w io.Writer) error {
	if a.Frames < 1 {
		return &Unsupported{"frames", fmt.Sprint(a.Frames)}
	}
	var c Canvas
	h := histogram{}
	for _, frame := range a.samples() {
		if err := a.draw(&c, frame); err != nil {
			return err
		}
		h.count(c.Image)
	}
	m := matcher{palette: h.palette(), known: map[color.RGBA]uint8{}}
	whole := append(m.palette[:len(m.palette):len(m.palette)], color.RGBA{})
	out := gif.GIF{Config: image.Config{ColorModel: whole, Width: c.Image.Bounds().Dx(), Height: c.Image.Bounds().Dy()}}
	if a.Once {
		out.LoopCount = -1
	}
	var before *image.Paletted
	for i := range a.Frames {
		if err := a.draw(&c, i); err != nil {
			return err
		}
		if got := c.Image.Bounds(); got.Dx() != out.Config.Width || got.Dy() != out.Config.Height {
			return &Unsupported{"frame of another size", fmt.Sprintf("%d by %d", got.Dx(), got.Dy())}
		}
		frame := m.paint(c.Image, whole)
		out.Image = append(out.Image, difference(before, frame))
		out.Delay = append(out.Delay, a.hundredths(i))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		before = frame
	}
	return gif.EncodeAll(w, &out)
}

// samples are the frames that the colours are taken from.
func (a *Animation) samples() []int {
	n := min(a.Frames, sampled)
	frames := slices.Clone(a.Coloured)
	for i := range n {
		frames = append(frames, i*(a.Frames-1)/max(1, n-1))
	}
	slices.Sort(frames)
	return slices.Compact(frames)
}

func (a *Animation) draw(c *Canvas, frame int) error {
	svg, err := a.SVG(frame)
	if err != nil {
		return err
	}
	return c.Draw(svg)
}

// hundredths is a frame's delay in hundredths of a second. Viewers take those
// below 2 for a mistake.
func (a *Animation) hundredths(frame int) int {
	if a.Delay == nil {
		return 100
	}
	return int(min(max(a.Delay(frame)/(10*time.Millisecond), 2), 1<<16-1))
}

// paint gives an image the colours of the palette.
func (m *matcher) paint(src *image.RGBA, palette color.Palette) *image.Paletted {
	out := image.NewPaletted(src.Bounds(), palette)
	last, index := color.RGBA{}, uint8(0)
	for i := range out.Pix {
		if c := (color.RGBA{src.Pix[4*i], src.Pix[4*i+1], src.Pix[4*i+2], 255}); c != last {
			last, index = c, m.index(c)
		}
		out.Pix[i] = index
	}
	return out
}

// difference is the part of a frame in which it differs from the one before,
// clear where it does not.
func difference(before, frame *image.Paletted) *image.Paletted {
	if before == nil {
		return frame
	}
	var changed image.Rectangle
	width := frame.Stride
	for y := range frame.Rect.Dy() {
		for x := range width {
			if i := y*width + x; before.Pix[i] != frame.Pix[i] {
				changed = changed.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if changed.Empty() {
		changed = image.Rect(0, 0, 1, 1)
	}
	out := image.NewPaletted(changed, frame.Palette)
	clear := uint8(len(frame.Palette) - 1)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			i := y*width + x
			index := frame.Pix[i]
			if before.Pix[i] == index {
				index = clear
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
	return out
}
