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

// Animation is a sequence of frames of equal size.
type Animation struct {
	// Frames is the number of frames, at least 1.
	Frames int
	// Scene returns a frame, counted from 0. It is called twice for sampled
	// frames.
	Scene func(frame int) *diagram.Scene
	// Delay returns how long a frame is shown; nil means one second each.
	Delay func(frame int) time.Duration
	// Coloured lists frames that are always sampled for the palette. Only some
	// of the other frames are sampled.
	Coloured []int
	// maxPixels bounds the pixels of all frames together; 0 means no limit.
	MaxPixels int
	// Once plays the animation once instead of in a loop.
	Once bool
}

// maxSamples bounds the frames sampled for the palette, in addition to
// Animation.Coloured.
const maxSamples = 16

// Write writes the animation as GIF, frame by frame. All frames share one
// palette, and each contains only what differs from the previous one. The error
// is a [*TooLarge], or from [Canvas.Draw] or the writer.
func (a *Animation) Write(w io.Writer) error {
	if a.Frames < 1 {
		return fmt.Errorf("raster: animation with %d frames; expected at least 1", a.Frames)
	}
	var c Canvas
	h := histogram{}
	for _, frame := range a.sampleFrames() {
		if err := c.Draw(a.Scene(frame)); err != nil {
			return err
		}
		if size := c.Image.Bounds().Size(); a.MaxPixels > 0 && a.Frames*size.X*size.Y > a.MaxPixels {
			return &TooLarge{a.MaxPixels}
		}
		h.count(c.Image)
	}
	m := matcher{palette: h.palette(colours, exact)}
	fullPalette := slices.Repeat(color.Palette{color.Black}, colours+1)
	copy(fullPalette, m.palette)
	fullPalette[colours] = color.Transparent
	size := c.Image.Bounds().Size()
	out := gifWriter{w: w, config: image.Config{ColorModel: fullPalette, Width: size.X, Height: size.Y}, once: a.Once}
	var previous *image.Paletted
	for i := range a.Frames {
		if err := c.Draw(a.Scene(i)); err != nil {
			return err
		}
		if got := c.Image.Bounds().Size(); got != size {
			return fmt.Errorf("raster: frame %d has %d by %d pixels; expected %d by %d", i, got.X, got.Y, size.X,
				size.Y)
		}
		frame := m.paint(c.Image, fullPalette)
		if err := out.frame(difference(previous, frame), a.centiseconds(i)); err != nil {
			return err
		}
		previous = frame
	}
	return out.end()
}

// TooLarge reports that an image or animation exceeds the pixel limit.
type TooLarge struct{ Limit int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("the image has more than %d pixels; use a smaller square size or fewer frames", e.Limit)
}

// sampleFrames returns the frames that make the palette.
func (a *Animation) sampleFrames() []int {
	n := min(a.Frames, maxSamples)
	frames := slices.Clone(a.Coloured)
	for i := range n {
		frames = append(frames, i*(a.Frames-1)/max(1, n-1))
	}
	slices.Sort(frames)
	return slices.Compact(frames)
}

// centiseconds returns a frame's delay in hundredths of a second. It is at
// least 2, because viewers replace shorter delays by their own.
func (a *Animation) centiseconds(frame int) int {
	if a.Delay == nil {
		return 100
	}
	return int(min(max(a.Delay(frame)/(10*time.Millisecond), 2), 1<<16-1))
}

// paint converts an image to the palette's colours.
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

// difference returns the smallest rectangle that contains all changed pixels of
// a frame. It makes the unchanged pixels transparent.
func difference(previous, frame *image.Paletted) *image.Paletted {
	if previous == nil {
		return frame
	}
	var changed image.Rectangle
	width := frame.Stride
	for y := range frame.Rect.Dy() {
		for x := range width {
			if i := y*width + x; previous.Pix[i] != frame.Pix[i] {
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
			if previous.Pix[i] == index {
				index = colours // transparent
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
	return out
}
