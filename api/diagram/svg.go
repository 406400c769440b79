package diagram

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
)

// svg is a surface that writes SVG text.
type svg struct {
	bytes.Buffer
	terse bool // omit optional separators
}

// appendNumber writes v rounded to hundredths.
func appendNumber(b []byte, v float64) []byte {
	r := math.Round(v*100) / 100
	if r == 0 {
		r = 0 // no negative zero
	}
	return strconv.AppendFloat(b, r, 'f', -1, 64)
}

// markup writes its arguments in order: strings verbatim, numbers rounded.
func (v *svg) markup(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			v.WriteString(p)
		case float64:
			b := appendNumber(v.AvailableBuffer(), p)
			if v.terse && math.Abs(p) < 1 {
				b = bytes.Replace(b, []byte("0."), []byte("."), 1)
			}
			v.Write(b)
		default:
			fmt.Fprint(v, p)
		}
	}
}

// text writes s escaped; characters invalid in XML become U+FFFD.
func (v *svg) text(s string) {
	// Only the writer returns errors, and a bytes.Buffer has none.
	_ = xml.EscapeText(&v.Buffer, []byte(s))
}

// element writes s in an element, or nothing if s is empty.
func (v *svg) element(name, s string) {
	if s == "" {
		return
	}
	v.markup("<", name, ">")
	v.text(s)
	v.markup("</", name, ">")
}

// document starts the document of a picture.
func (v *svg) document(p Page) {
	v.markup(`<svg xmlns="http://www.w3.org/2000/svg" width="`, p.Width*p.Scale, `" height="`, p.Height*p.Scale,
		`" viewBox="0 0 `, p.Width, " ", p.Height, `" role="img">`)
	v.element("title", p.Title)
	v.element("desc", p.Description)
}

// Open implements [Surface]; the error is nil.
func (v *svg) Open(p Page) error {
	v.document(p)
	v.ground(p)
	return nil
}

func (v *svg) ground(p Page) {
	v.markup(`<rect width="`, p.Width, `" height="`, p.Height, `" fill="`, p.Ground, `"/>`)
}

// Group implements [Surface].
func (v *svg) Group(traits ...Trait) { v.open("<g", traits, ">") }

// End implements [Surface].
func (v *svg) End() { v.markup("</g>") }

// Name implements [Surface].
func (v *svg) Name(text string) { v.element("title", text) }

// Path implements [Surface].
func (v *svg) Path(traits ...Trait) {
	v.terse = true
	v.open("<path", traits, "/>")
	v.terse = false
}

// Text implements [Surface].
func (v *svg) Text(x, y float64, text string, traits ...Trait) {
	v.markup("<text")
	if x != 0 {
		v.markup(` x="`, x, `"`)
	}
	v.markup(` y="`, y, `"`)
	v.open("", traits, ">")
	v.text(text)
	v.markup("</text>")
}

// open writes an element's traits between begin and end.
func (v *svg) open(begin string, traits []Trait, end string) {
	v.markup(begin)
	for _, t := range traits {
		t.write(v)
	}
	v.markup(end)
}

func (t Fill) write(v *svg)        { v.markup(` fill="`, t.hex, `"`) }
func (t FillOpacity) write(v *svg) { v.markup(` fill-opacity="`, float64(t), `"`) }
func (t Stroke) write(v *svg)      { v.markup(` stroke="`, t.hex, `"`) }
func (t StrokeWidth) write(v *svg) { v.markup(` stroke-width="`, float64(t), `"`) }
func (t Dash) write(v *svg) {
	v.markup(` stroke-dasharray="`, float64(t), " ", float64(t), `"`)
}
func (t Family) write(v *svg)   { v.markup(` font-family="`, string(t), `"`) }
func (t FontSize) write(v *svg) { v.markup(` font-size="`, float64(t), `"`) }
func (Middle) write(v *svg)     { v.markup(` text-anchor="middle"`) }
func (p *Path) write(v *svg)    { v.markup(` d="`, p.String(), `"`) }

func (t Cap) write(v *svg) {
	if t == RoundLines {
		v.markup(` stroke-linejoin="round"`)
	}
	v.markup(` stroke-linecap="`, string(t), `"`)
}

func (t Bold) write(v *svg) {
	weight := "400"
	if t {
		weight = "700"
	}
	v.markup(` font-weight="`, weight, `"`)
}

func (t Transform) write(v *svg) {
	v.markup(` transform="translate(`, t.X)
	if !v.terse || t.Y >= 0 { // a minus sign separates numbers too
		v.markup(" ")
	}
	v.markup(t.Y)
	if t.Scale != 1 {
		v.markup(`)scale(`, t.Scale)
	}
	v.markup(`)"`)
}
