package raster

import (
	"bytes"
	"image"
	"image/gif"
	"io"
)

// gifWriter streams an animation in the format GIF89a. The standard encoder
// needs all frames at once. So each frame is encoded as a separate file and
// written without the parts that all frames share.
type gifWriter struct {
	w           io.Writer
	config      image.Config // with 256 colours
	once        bool         // do not loop
	headWritten bool
}

// headSize is the length of a file's header: 13 bytes and the palette.
const headSize = 13 + 3*256

// loop is the extension after the header that makes viewers loop forever.
const loop = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"

// frame writes a frame that covers a part of the picture, with its delay in
// hundredths of a second. The error is the writer's.
func (g *gifWriter) frame(m *image.Paletted, delay int) error {
	var b bytes.Buffer
	single := gif.GIF{Image: []*image.Paletted{m}, Delay: []int{delay}, Disposal: []byte{gif.DisposalNone},
		Config: g.config}
	if err := gif.EncodeAll(&b, &single); err != nil {
		return err
	}
	head, rest := b.Next(headSize), b.Bytes()
	if !g.headWritten {
		g.headWritten = true
		if !g.once {
			head = append(bytes.Clone(head), loop...)
		}
		if _, err := g.w.Write(head); err != nil {
			return err
		}
	}
	_, err := g.w.Write(rest[:len(rest)-1]) // without the trailer
	return err
}

// end writes the trailer.
func (g *gifWriter) end() error {
	_, err := g.w.Write([]byte{0x3B})
	return err
}
