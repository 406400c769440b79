package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// MaxPixels is the greatest picture that is drawn.
const MaxPixels = 16 << 20

// Unsupported is something in a picture that cannot be drawn.
type Unsupported struct {
	What  string // element, attribute, colour …
	Value string
}

func (e *Unsupported) Error() string {
	return fmt.Sprintf("raster: %s %q is not supported", e.What, e.Value)
}

// Canvas is what pictures are drawn on. It keeps the outlines it has met, so
// that pictures of one game are drawn faster than each alone.
type Canvas struct {
	Image *image.RGBA
	paths map[string][]command
	ink   inker
}

// Draw paints an SVG picture on the canvas, whose Image is made anew where it
// has another size. The error is an [*Unsupported] or that of the XML.
func (c *Canvas) Draw(svg []byte) error {
	d := xml.NewDecoder(bytes.NewReader(svg))
	var states []state
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			var s state
			if len(states) > 0 {
				s = states[len(states)-1]
			}
			s.name, s.text = token.Name.Local, ""
			if err := s.read(token.Attr); err != nil {
				return err
			}
			if err := c.element(&s, token.Attr); err != nil {
				return err
			}
			states = append(states, s)
		case xml.CharData:
			if len(states) > 0 {
				states[len(states)-1].text += string(token)
			}
		case xml.EndElement:
			if len(states) == 0 {
				return &Unsupported{"element", token.Name.Local}
			}
			top := &states[len(states)-1]
			if top.name == "text" {
				if err := c.label(top); err != nil {
					return err
				}
			}
			states = states[:len(states)-1]
		}
	}
}

// element draws what an element is by its attributes alone.
func (c *Canvas) element(s *state, attrs []xml.Attr) error {
	switch s.name {
	case "svg":
		return c.open(s, attrs)
	case "g", "text", "title", "desc":
		return nil
	case "rect":
		x, y, w, h := s.number("x"), s.number("y"), s.number("width"), s.number("height")
		return c.paint(s, []command{{op: 'M', p: [6]float64{x, y}}, {op: 'L', p: [6]float64{x + w, y}},
			{op: 'L', p: [6]float64{x + w, y + h}}, {op: 'L', p: [6]float64{x, y + h}}, {op: 'Z'}})
	case "path":
		text := s.own["d"]
		commands, ok := c.paths[text]
		if !ok {
			var err error
			if commands, err = parsePath(text); err != nil {
				return err
			}
			if c.paths == nil {
				c.paths = map[string][]command{}
			}
			c.paths[text] = commands
		}
		return c.paint(s, commands)
	}
	return &Unsupported{"element", s.name}
}

// open makes the image.
func (c *Canvas) open(s *state, attrs []xml.Attr) error {
	w, h := math.Ceil(s.number("width")), math.Ceil(s.number("height"))
	if !(w >= 1 && h >= 1 && w*h <= MaxPixels) {
		return &Unsupported{"size", fmt.Sprintf("%g by %g", w, h)}
	}
	bounds := image.Rect(0, 0, int(w), int(h))
	if c.Image == nil || c.Image.Bounds() != bounds {
		c.Image = image.NewRGBA(bounds)
	}
	var box [4]float64
	fields := strings.Fields(s.own["viewBox"])
	if len(fields) != len(box) {
		return &Unsupported{"viewBox", s.own["viewBox"]}
	}
	for i := range box {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return &Unsupported{"viewBox", s.own["viewBox"]}
		}
		box[i] = v
	}
	s.matrix = matrix{w / box[2], 0, 0, h / box[3], -box[0] * w / box[2], -box[1] * h / box[3]}
	return nil
}

// state is how an element is drawn: its own attributes, and those it inherits.
type state struct {
	name          string
	text          string
	own           map[string]string
	matrix        matrix
	fill, stroke  color.RGBA
	noFill, lined bool // lined: stroke is a colour
	opacity       float64
	opaque        bool // opacity was set
	width         float64
	butt          bool
	size          float64
	bold, middle  bool
	dash          []float64
}

// number is an attribute of the element itself, 0 where it is missing.
func (s *state) number(name string) float64 {
	v, err := strconv.ParseFloat(s.own[name], 64)
	if err != nil {
		return 0
	}
	return v
}

// read takes the attributes of an element on top of those inherited.
func (s *state) read(attrs []xml.Attr) error {
	s.own = make(map[string]string, len(attrs))
	if s.name == "svg" {
		s.fill, s.width, s.butt = color.RGBA{A: 255}, 1, true
	}
	for _, a := range attrs {
		name, value := a.Name.Local, a.Value
		s.own[name] = value
		var err error
		switch name {
		case "d", "x", "y", "height", "viewBox", "role", "xmlns", "font-family", "aria-label":
		case "width":
		case "transform":
			err = s.transform(value)
		case "fill":
			if s.noFill = value == "none"; !s.noFill {
				s.fill, err = colour(value)
			}
		case "stroke":
			if s.lined = value != "none"; s.lined {
				s.stroke, err = colour(value)
			}
		case "fill-opacity":
			s.opacity, err = strconv.ParseFloat(value, 64)
			s.opaque = true
		case "stroke-width":
			s.width, err = strconv.ParseFloat(value, 64)
		case "stroke-linecap":
			s.butt = value == "butt"
		case "stroke-linejoin":
		case "stroke-dasharray":
			s.dash = nil
			for _, word := range strings.Fields(value) {
				v, bad := strconv.ParseFloat(word, 64)
				if bad != nil || v < 0.5 || v > maxCoordinate {
					return &Unsupported{name, value}
				}
				s.dash = append(s.dash, v)
			}
		case "font-size":
			s.size, err = strconv.ParseFloat(value, 64)
		case "font-weight":
			s.bold = value == "700"
		case "text-anchor":
			s.middle = value == "middle"
		default:
			return &Unsupported{"attribute", name}
		}
		if err != nil {
			return &Unsupported{name, value}
		}
	}
	return nil
}

// transform takes translate and scale, one after the other.
func (s *state) transform(text string) error {
	for rest := text; rest != ""; {
		name, after, ok := strings.Cut(rest, "(")
		inside, next, closed := strings.Cut(after, ")")
		v, err := numbers(inside)
		if !ok || !closed || err != nil || len(v) == 0 || len(v) > 2 {
			return &Unsupported{"transform", text}
		}
		switch name {
		case "translate":
			v = append(v, 0)
			s.matrix = s.matrix.times(matrix{1, 0, 0, 1, v[0], v[1]})
		case "scale":
			s.matrix = s.matrix.times(matrix{v[0], 0, 0, v[len(v)-1], 0, 0})
			if s.matrix.scale() > maxCoordinate {
				return &Unsupported{"transform", text}
			}
		default:
			return &Unsupported{"transform", text}
		}
		rest = strings.TrimSpace(next)
	}
	return nil
}

// colour reads #rgb and #rrggbb.
func colour(text string) (color.RGBA, error) {
	hex, ok := strings.CutPrefix(text, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if !ok || len(hex) != 6 || err != nil {
		return color.RGBA{}, &Unsupported{"colour", text}
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, nil
}
