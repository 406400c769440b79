package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
)

// canvas collects SVG text.
type canvas struct {
	bytes.Buffer
}

// appendNumber writes v rounded to hundredths.
func appendNumber(b []byte, v float64) []byte {
	r := math.Round(v*100) / 100
	if r == 0 {
		r = 0 // no negative zero
	}
	return strconv.AppendFloat(b, r, 'f', -1, 64)
}

// markup writes its arguments in order: strings as they are, numbers rounded.
func (c *canvas) markup(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			c.WriteString(p)
		case float64:
			c.Write(appendNumber(c.AvailableBuffer(), p))
		default:
			fmt.Fprint(c, p)
		}
	}
}

// text writes s escaped; what XML cannot hold becomes U+FFFD.
func (c *canvas) text(s string) {
	// The only errors are those of the writer, and a bytes.Buffer has none.
	_ = xml.EscapeText(&c.Buffer, []byte(s))
}

// element writes s in the element name, or nothing when s is empty.
func (c *canvas) element(name, s string) {
	if s == "" {
		return
	}
	c.markup("<", name, ">")
	c.text(s)
	c.markup("</", name, ">")
}

// label writes a line of text at a point; the group around it sets the style.
func (c *canvas) label(x, y float64, s string) {
	if s == "" {
		return
	}
	c.markup(`<text x="`, x, `" y="`, y, `">`)
	c.text(s)
	c.markup("</text>")
}

// open starts the document of a picture of w by h units.
func (c *canvas) open(w, h float64, squareSize int) {
	scale := float64(squareSize) / Unit
	c.markup(`<svg xmlns="http://www.w3.org/2000/svg" width="`, w*scale, `" height="`, h*scale,
		`" viewBox="0 0 `, w, " ", h, `" role="img">`)
}

// box writes the path of a rectangle.
func (c *canvas) box(r Rect) {
	c.markup("M", r.X, " ", r.Y, "h", r.W, "v", r.H, "h", -r.W, "z")
}
