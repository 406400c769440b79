package diagram

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of a [Picture].
const (
	MaxPicture = 16 << 10 // bytes of SVG
	maxShapes  = 200      // elements
	maxSteps   = 4000     // steps of all paths
	maxNested  = 16       // depth of elements
)

// maxReach bounds how far points may lie from the middle of the view box, in
// units of a box of 22.
const maxReach = 16

// Picture is a variant's own drawing of a piece, parsed from SVG. It keeps only
// the shapes, so no other part of the SVG is ever written.
type Picture struct{ parts []pictureShape }

// pictureShape is a path of a picture in the box of a glyph.
type pictureShape struct {
	path  *Path
	fill  paint
	line  paint
	width float64
}

// paint is a colour of a picture: fixed, or one of the side's.
type paint struct {
	colour Colour // for fixedColour
	kind   paintKind
}

type paintKind int

const (
	noPaint      paintKind = iota
	fixedColour            // colour
	figureColour           // the side's colour of figures
	lineColour             // the side's colour of lines on figures
)

// PictureError reports invalid SVG of a picture.
type PictureError struct {
	Line, Column int // from 1, the column in characters
	Reason       string
}

func (e *PictureError) Error() string {
	return fmt.Sprintf("line %d, column %d of the picture: %s", e.Line, e.Column, e.Reason)
}

// drawnElements are the allowed elements with their geometry attributes.
var drawnElements = map[string][]string{
	"svg":      {"viewBox", "width", "height", "version"},
	"g":        {},
	"path":     {"d"},
	"rect":     {"x", "y", "width", "height"},
	"circle":   {"cx", "cy", "r"},
	"ellipse":  {"cx", "cy", "rx", "ry"},
	"line":     {"x1", "y1", "x2", "y2"},
	"polyline": {"points"},
	"polygon":  {"points"},
}

// pictureTraits are the attributes allowed on every element.
var pictureTraits = []string{"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "transform"}

// pen is the drawing state of an element, its own or inherited.
type pen struct {
	fill, line paint
	width      float64
	to         matrix
}

// matrix maps x, y to a·x+c·y+e, b·x+d·y+f.
type matrix struct{ a, b, c, d, e, f float64 }

// then returns the product that applies n first.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) at(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// pictureReader parses one picture.
type pictureReader struct {
	text     string
	xml      *xml.Decoder
	pens     []pen
	elements int
	steps    int
	at       int64 // offset of the current token
	picture  Picture
}

// ParsePicture parses a picture of a piece. Allowed SVG elements are svg, g,
// path, rect, circle, ellipse, line, polyline and polygon, with fill, stroke,
// stroke-width and transform. Colours are #rgb, #rrggbb, none, currentColor
// (the default: the side's colour of figures) and context-stroke (the side's
// colour of lines on figures). The error is a [*PictureError].
func ParsePicture(text string) (*Picture, error) {
	r := &pictureReader{text: text, xml: xml.NewDecoder(strings.NewReader(text))}
	err := r.read()
	var fault *PictureError
	switch {
	case err == nil:
		return &r.picture, nil
	case errors.As(err, &fault):
		return nil, fault
	}
	return nil, r.errorf("%v", err)
}

// errorf returns an error at the current token.
func (r *pictureReader) errorf(format string, args ...any) *PictureError {
	before := r.text[:min(int(r.at), len(r.text))]
	line := strings.LastIndexByte(before, '\n') + 1
	reason := fmt.Sprintf(format, args...)
	if len(reason) > 200 {
		reason = strings.ToValidUTF8(reason[:200], "") + "…"
	}
	return &PictureError{strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[line:]) + 1, reason}
}

func (r *pictureReader) read() error {
	if len(r.text) > MaxPicture {
		return r.errorf("%d bytes; at most %d are allowed", len(r.text), MaxPicture)
	}
	for {
		r.at = r.xml.InputOffset()
		token, err := r.xml.Token()
		switch {
		case err == io.EOF && r.elements == 0:
			return r.errorf("no svg element found")
		case err == io.EOF && len(r.picture.parts) == 0:
			return r.errorf("the picture draws nothing")
		case err == io.EOF:
			return nil
		case err != nil:
			if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
				return r.errorf("%s", syntax.Msg)
			}
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := r.begin(token); err != nil {
				return err
			}
		case xml.EndElement:
			r.pens = r.pens[:len(r.pens)-1]
		case xml.CharData:
			if strings.TrimSpace(string(token)) != "" {
				return r.errorf("text is not supported; draw it as a path")
			}
		case xml.Comment:
		default:
			return r.errorf("only elements and comments are allowed here")
		}
	}
}

// begin reads a start tag.
func (r *pictureReader) begin(e xml.StartElement) error {
	name := e.Name.Local
	shape, known := drawnElements[name]
	const space = "http://www.w3.org/2000/svg"
	switch {
	case !known || e.Name.Space != "" && e.Name.Space != space:
		return r.errorf("element %q is not allowed in a picture", name)
	case (name == "svg") != (len(r.pens) == 0) || name == "svg" && r.elements > 0:
		return r.errorf("a picture has one svg element, which contains all others")
	case len(r.pens) == maxNested:
		return r.errorf("elements are nested more than %d deep", maxNested)
	case r.elements == maxShapes:
		return r.errorf("more than %d elements", maxShapes)
	}
	r.elements++
	attributes := map[string]string{}
	for _, a := range e.Attr {
		if a.Name.Local == "xmlns" && a.Name.Space == "" && a.Value == space {
			continue
		}
		if a.Name.Space != "" || !slices.Contains(shape, a.Name.Local) &&
			!slices.Contains(pictureTraits, a.Name.Local) {
			return r.errorf("attribute %q of %s is not allowed in a picture", a.Name.Local, name)
		}
		if _, twice := attributes[a.Name.Local]; twice {
			return r.errorf("%s: duplicate attribute %s", name, a.Name.Local)
		}
		attributes[a.Name.Local] = a.Value
	}
	p := pen{fill: paint{kind: figureColour}, width: 1}
	if len(r.pens) > 0 {
		p = r.pens[len(r.pens)-1]
	} else if err := r.box(attributes["viewBox"], &p); err != nil {
		return err
	}
	if err := r.traits(attributes, &p); err != nil {
		return err
	}
	r.pens = append(r.pens, p)
	if name == "svg" || name == "g" {
		return nil
	}
	path, err := r.shape(name, attributes)
	if err != nil {
		return err
	}
	return r.put(path, p)
}

// box maps the view box to the box of a glyph.
func (r *pictureReader) box(text string, p *pen) error {
	box, err := r.numbers("viewBox", text, 4)
	if err != nil {
		return err
	}
	if box[2] < 1 || box[3] < 1 {
		return r.errorf("viewBox: width and height must be at least 1")
	}
	scale := 22 / max(box[2], box[3])
	p.to = matrix{scale, 0, 0, scale, -scale * (box[0] + box[2]/2), -scale * (box[1] + box[3]/2)}
	return nil
}

// numbers parses n numbers, or any number of them if n is 0.
func (r *pictureReader) numbers(name, text string, n int) ([]float64, error) {
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,\t\r\n", c) })
	if n > 0 && len(words) != n {
		return nil, r.errorf("%s: expected %d numbers, found %q", name, n, text)
	}
	out := make([]float64, len(words))
	for i, word := range words {
		v, err := strconv.ParseFloat(strings.TrimSuffix(word, "px"), 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > maxCoordinate {
			return nil, r.errorf("%s: %q is not a number of at most %d", name, word, maxCoordinate)
		}
		out[i] = v
	}
	return out, nil
}

// traits parses the drawing attributes of an element.
func (r *pictureReader) traits(attributes map[string]string, p *pen) (err error) {
	for key, into := range map[string]*paint{"fill": &p.fill, "stroke": &p.line} {
		if text, ok := attributes[key]; ok {
			if *into, err = r.paint(key, text); err != nil {
				return err
			}
		}
	}
	if text, ok := attributes["stroke-width"]; ok {
		v, err := r.numbers("stroke-width", text, 1)
		if err != nil {
			return err
		}
		if p.width = v[0]; p.width < 0 {
			return r.errorf("stroke-width: %v is negative", p.width)
		}
	}
	for _, key := range []string{"stroke-linecap", "stroke-linejoin"} {
		if text, ok := attributes[key]; ok && text != "round" {
			return r.errorf("%s: only round is supported, found %q", key, text)
		}
	}
	if text, ok := attributes["transform"]; ok {
		m, err := r.transform(text)
		if err != nil {
			return err
		}
		p.to = p.to.then(m)
	}
	return nil
}

func (r *pictureReader) paint(key, text string) (paint, error) {
	switch text = strings.TrimSpace(text); text {
	case "none":
		return paint{}, nil
	case "currentColor":
		return paint{kind: figureColour}, nil
	case "context-stroke":
		return paint{kind: lineColour}, nil
	}
	hex := strings.ToLower(text)
	if len(hex) == len("#rgb") && hex[0] == '#' {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	c, err := ParseColour(hex)
	if err != nil {
		return paint{}, r.errorf("%s: expected #rgb, #rrggbb, none, currentColor or context-stroke, found %q", key,
			text)
	}
	return paint{colour: c, kind: fixedColour}, nil
}

// transform parses a list of transforms, the last of which applies first.
func (r *pictureReader) transform(text string) (matrix, error) {
	product := matrix{a: 1, d: 1}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.Trim(rest, " ,\t\r\n") {
		name, arguments, opened := strings.Cut(rest, "(")
		inside, next, closed := strings.Cut(arguments, ")")
		v, err := r.numbers("transform", inside, 0)
		if err != nil {
			return product, err
		}
		n, m := len(v), matrix{a: 1, d: 1}
		switch name = strings.TrimSpace(name); {
		case !opened || !closed:
			return product, r.errorf("transform: expected NAME(NUMBERS), found %q", rest)
		case name == "translate" && n == 1:
			m.e = v[0]
		case name == "translate" && n == 2:
			m.e, m.f = v[0], v[1]
		case name == "scale" && n == 1:
			m.a, m.d = v[0], v[0]
		case name == "scale" && n == 2:
			m.a, m.d = v[0], v[1]
		case name == "rotate" && (n == 1 || n == 3):
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			m = matrix{a: cos, b: sin, c: -sin, d: cos}
			if n == 3 {
				m = matrix{a: 1, d: 1, e: v[1], f: v[2]}.then(m).then(matrix{a: 1, d: 1, e: -v[1], f: -v[2]})
			}
		case name == "matrix" && n == 6:
			m = matrix{v[0], v[1], v[2], v[3], v[4], v[5]}
		default:
			return product, r.errorf(
				"transform: %q with %d numbers is not supported; use translate, scale, rotate or matrix", name, n)
		}
		product, rest = product.then(m), next
	}
	return product, nil
}

// shape returns the path of an element.
func (r *pictureReader) shape(name string, attributes map[string]string) (*Path, error) {
	if name == "path" {
		p, err := ParsePath(strings.Join(strings.Fields(attributes["d"]), " "))
		if err != nil {
			says := err.Error()
			return nil, r.errorf("d: %s", says[strings.LastIndex(says, `": `)+3:])
		}
		return p, nil
	}
	if name == "polyline" || name == "polygon" {
		v, err := r.numbers("points", attributes["points"], 0)
		if err != nil {
			return nil, err
		}
		if len(v) < 4 || len(v)%2 != 0 {
			return nil, r.errorf("points: expected at least two points, found %d numbers", len(v))
		}
		p := new(Path).draw("M", v[:2]...)
		for i := 2; i < len(v); i += 2 {
			p.draw("L", v[i:i+2]...)
		}
		if name == "polygon" {
			p.draw("Z")
		}
		return p, nil
	}
	v := map[string]float64{}
	for _, key := range drawnElements[name] {
		if text, ok := attributes[key]; ok {
			n, err := r.numbers(key, text, 1)
			if err != nil {
				return nil, err
			}
			v[key] = n[0]
		}
	}
	switch name {
	case "rect":
		return new(Path).box(Rect{v["x"], v["y"], v["width"], v["height"]}), nil
	case "line":
		return new(Path).draw("ML", v["x1"], v["y1"], v["x2"], v["y2"]), nil
	case "circle":
		v["rx"], v["ry"] = v["r"], v["r"]
	}
	x, y, rx, ry := v["cx"], v["cy"], v["rx"], v["ry"]
	return new(Path).draw("MaaZ", x-rx, y, rx, ry, 0, 1, 1, 2*rx, 0, rx, ry, 0, 1, 1, -2*rx, 0), nil
}

// put adds a path, transformed to the box of a glyph.
func (r *pictureReader) put(path *Path, p pen) error {
	if r.steps += len(path.Steps); r.steps > maxSteps {
		return r.errorf("paths have more than %d steps", maxSteps)
	}
	out := new(Path)
	for _, s := range path.Steps {
		n := map[byte]int{'M': 2, 'L': 2, 'C': 6}[s.Op]
		for i := 0; i < n; i += 2 {
			s.P[i], s.P[i+1] = p.to.at(s.P[i], s.P[i+1])
			if !(math.Abs(s.P[i]) <= maxReach && math.Abs(s.P[i+1]) <= maxReach) {
				return r.errorf("the shape reaches too far out of the view box")
			}
		}
		out.draw(string(s.Op), s.P[:n]...)
	}
	width := p.width * math.Sqrt(math.Abs(p.to.a*p.to.d-p.to.b*p.to.c))
	if width > maxReach {
		return r.errorf("stroke-width: the line is wider than the view box")
	}
	if p.line.kind != noPaint && width == 0 {
		p.line = paint{}
	}
	if len(out.Steps) > 0 && (p.fill.kind != noPaint || p.line.kind != noPaint) {
		r.picture.parts = append(r.picture.parts, pictureShape{out, p.fill, p.line, width})
	}
	return nil
}

// in returns the colour on a piece with a palette.
func (c paint) in(l *palette) Colour {
	switch c.kind {
	case fixedColour:
		return c.colour
	case figureColour:
		return l.ground
	case lineColour:
		return l.ink
	}
	return None
}

// draw draws a picture at the origin: first its outline, as all solid parts
// widened, then the picture itself.
func (p *Picture) draw(on Surface, l *palette, outline float64) {
	on.Group(Stroke(l.edge), Fill(l.edge))
	for _, s := range p.parts {
		fill, width := Fill(None), outline
		if s.fill.kind != noPaint {
			fill = Fill(l.edge)
		}
		if s.line.kind != noPaint {
			width += s.width
		}
		on.Path(s.path, fill, StrokeWidth(width))
	}
	on.End()
	for _, s := range p.parts {
		on.Path(s.path, Fill(s.fill.in(l)), Stroke(s.line.in(l)), StrokeWidth(s.width))
	}
}
