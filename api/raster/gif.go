package raster

import (
	"bytes"
	"image"
	"image/gif"
	"io"
)

// gifWriter writes an animation of the format GIF89a, each frame as soon as it
// is there: the standard library's encoder wants all of them at once. So each
// is encoded as a file of its own, and written without what all files share.
type gifWriter struct {
	w      io.Writer
	config image.Config // with 256 colours
	once   bool         // the frames are not shown again
	begun  bool
}

// headSize is the length of a file's head: 13 bytes, and the colours.
const headSize = 13 + 3*256

// again, behind the head, has viewers begin again without end.
const again = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"

// frame writes a frame that covers a part of the picture, and is shown for so
// many hundredths of a second. The error is the writer's.
func (g *gifWriter) frame(m *image.Paletted, delay int) error {
	var b bytes.Buffer
	one := gif.GIF{Image: []*image.Paletted{m}, Delay: []int{delay}, Disposal: []byte{gif.DisposalNone}, Config: g.config}
	if err := gif.EncodeAll(&b, &one); err != nil {
		return err
	}
	head, rest := b.Next(headSize), b.Bytes()
	if !g.begun {
		g.begun = true
		if !g.once {
			head = append(bytes.Clone(head), again...)
		}
		if _, err := g.w.Write(head); err != nil {
			return err
		}
	}
	_, err := g.w.Write(rest[:len(rest)-1]) // all but the end
	return err
}

// end writes the end of the animation.
func (g *gifWriter) end() error {
	_, err := g.w.Write([]byte{0x3B})
	return err
}
