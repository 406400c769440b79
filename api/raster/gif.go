package raster

import (
	"bufio"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// gifWriter writes an animation of the format GIF89a, each frame as soon as it
// is there: the standard library's encoder wants all of them at once.
type gifWriter struct {
	w     *bufio.Writer
	clear byte // colour of what stays as it was
}

// newGIFWriter writes the head of an animation. The last colour of the palette,
// which has 256 at most, is that of what stays as it was.
func newGIFWriter(w io.Writer, size image.Point, palette color.Palette, once bool) *gifWriter {
	g := &gifWriter{bufio.NewWriter(w), byte(len(palette) - 1)}
	g.w.WriteString("GIF89a")
	g.numbers(size.X, size.Y)
	g.w.Write([]byte{0xF7, 0, 0}) // 256 common colours of 8 bits
	table := make([]byte, 3*256)
	for i, c := range palette {
		r, green, b, _ := c.RGBA()
		table[3*i], table[3*i+1], table[3*i+2] = byte(r>>8), byte(green>>8), byte(b>>8)
	}
	g.w.Write(table)
	if !once {
		g.w.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00") // begin again, without end
	}
	return g
}

func (g *gifWriter) numbers(list ...int) {
	for _, n := range list {
		g.w.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
	}
}

// frame writes a frame that covers a part of the picture, and is shown for so
// many hundredths of a second. The error is the writer's.
func (g *gifWriter) frame(m *image.Paletted, delay int) error {
	g.w.Write([]byte{0x21, 0xF9, 4, 1<<2 | 1}) // stays, with a clear colour
	g.numbers(delay)
	g.w.Write([]byte{g.clear, 0, 0x2C})
	g.numbers(m.Rect.Min.X, m.Rect.Min.Y, m.Rect.Dx(), m.Rect.Dy())
	g.w.Write([]byte{0, 8}) // no colours of its own; 8 bits a pixel
	blocks := &gifBlocks{w: g.w}
	packer := lzw.NewWriter(blocks, lzw.LSB, 8)
	if _, err := packer.Write(m.Pix); err != nil {
		return err
	}
	if err := packer.Close(); err != nil {
		return err
	}
	return blocks.end()
}

// end writes the end of the animation.
func (g *gifWriter) end() error {
	g.w.WriteByte(0x3B)
	return g.w.Flush()
}

// gifBlocks cuts data into blocks of 255 bytes.
type gifBlocks struct {
	w     *bufio.Writer
	block [255]byte
	used  int
}

func (b *gifBlocks) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		n := copy(b.block[b.used:], rest)
		b.used += n
		rest = rest[n:]
		if b.used == len(b.block) {
			if err := b.flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(data), nil
}

func (b *gifBlocks) flush() error {
	b.w.WriteByte(byte(b.used))
	_, err := b.w.Write(b.block[:b.used])
	b.used = 0
	return err
}

// end writes the last block, and the empty one behind it.
func (b *gifBlocks) end() error {
	if b.used > 0 {
		if err := b.flush(); err != nil {
			return err
		}
	}
	return b.w.WriteByte(0)
}
