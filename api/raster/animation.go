package raster

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"slices"
	"time"

	"assay/api/diagram"
)

// Animation is pictures of one size, shown one after the other.
type Animation struct {
	// Frames is how many there are, 1 or more.
	Frames int
	// Scene gives a frame, from 0. It is asked for some of them twice.
	Scene func(frame int) *diagram.Scene
	// Delay is how long a frame is shown; nil is one second each.
	Delay func(frame int) time.Duration
	// Coloured are frames whose colours the palette takes in any case; the
	// others' are taken from some of them.
	Coloured []int
	// MaxPixels is how many pixels all frames may have together; 0 for no
	// limit.
	MaxPixels int
	// Once shows the frames once; else they begin again.
	Once bool
}

// sampled is how many frames, at most, the colours are taken from, beside those
// of Animation.Coloured.
const sampled = 16

// Write writes the animation as GIF, frame by frame. All frames share one
// palette, and each holds only what differs from the one before. The error is a
// [*TooLarge], or that of [Canvas.Draw] or of the writer.
func (a *Animation) Write(w io.Writer) error {
	if a.Frames < 1 {
		return fmt.Errorf("raster: an animation of %d frames", a.Frames)
	}
	var c Canvas
	h := histogram{}
	for _, frame := range a.samples() {
		if err := c.Draw(a.Scene(frame)); err != nil {
			return err
		}
		if size := c.Image.Bounds().Size(); a.MaxPixels > 0 && a.Frames*size.X*size.Y > a.MaxPixels {
			return &TooLarge{a.MaxPixels}
		}
		h.count(c.Image)
	}
	m := matcher{palette: h.palette(), known: map[color.RGBA]uint8{}}
	whole := slices.Repeat(color.Palette{color.Black}, colours+1)
	copy(whole, m.palette)
	whole[colours] = color.Transparent
	size := c.Image.Bounds().Size()
	out := gifWriter{w: w, config: image.Config{ColorModel: whole, Width: size.X, Height: size.Y}, once: a.Once}
	var before *image.Paletted
	for i := range a.Frames {
		if err := c.Draw(a.Scene(i)); err != nil {
			return err
		}
		if got := c.Image.Bounds().Size(); got != size {
			return fmt.Errorf("raster: frame %d has %d by %d pixels, not %d by %d", i, got.X, got.Y, size.X, size.Y)
		}
		frame := m.paint(c.Image, whole)
		if err := out.frame(difference(before, frame), a.hundredths(i)); err != nil {
			return err
		}
		before = frame
	}
	return out.end()
}

// TooLarge says that a picture, or all of an animation, has more pixels than it
// may.
type TooLarge struct{ Limit int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("the picture has more than %d pixels", e.Limit)
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
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		for x := changed.Min.X; x < changed.Max.X; x++ {
			i := y*width + x
			index := frame.Pix[i]
			if before.Pix[i] == index {
				index = colours // which is clear
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
	return out
}
