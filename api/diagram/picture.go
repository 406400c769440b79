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
	MaxPicture = 16 << 10 // bytes of its text
	maxShapes  = 200      // elements
	maxSteps   = 4000     // of all its paths
	maxNested  = 16       // elements
)

// reach is how far a picture may go beyond its view box: a point of a path, in
// units from the middle of a box of 22.
const reach = 16

// Picture is how a piece of one game is drawn: shapes read from a text in SVG.
// Nothing of the text itself is kept, so that nothing but its shapes is ever
// written.
type Picture struct{ parts []part }

// part is a path of a picture, on the box of a glyph.
type part struct {
	path  *Path
	fill  paint
	line  paint
	width float64
}

// paint is a colour of a picture: of its own, or one of the side's.
type paint struct {
	colour Colour // where it is of its own
	kind   paintKind
}

type paintKind int

const (
	noPaint     paintKind = iota
	own                   // colour
	figured               // that of the side's figures
	contrasting           // that of lines upon them
)

// PictureError is what is wrong with the text of a picture.
type PictureError struct {
	Line, Column int // from 1, the column in characters
	Reason       string
}

func (e *PictureError) Error() string {
	return fmt.Sprintf("line %d, column %d of the picture: %s", e.Line, e.Column, e.Reason)
}

// drawnElements are those that draw, with the attributes that say what.
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

// pictureTraits are the attributes that every element may have.
var pictureTraits = []string{"fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "transform"}

// pen is what an element draws with: its own, or what is around it.
type pen struct {
	fill, line paint
	width      float64
	to         matrix
}

// matrix maps x, y to a·x+c·y+e, b·x+d·y+f.
type matrix struct{ a, b, c, d, e, f float64 }

// then is the matrix that maps by n first.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func (m matrix) at(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// pictureReader reads one picture.
type pictureReader struct {
	text     string
	xml      *xml.Decoder
	pens     []pen
	elements int
	steps    int
	at       int64 // where the token that is looked at begins, in bytes
	picture  Picture
}

// ParsePicture reads a picture of a piece: SVG of the elements svg, g, path,
// rect, circle, ellipse, line, polyline and polygon, with fill, stroke,
// stroke-width and transform. Colours are #rgb, #rrggbb, none, currentColor
// for that of the side's figures, which is taken where nothing is said, and
// context-stroke for that of lines upon them. Anything else is refused. The
// error is a [*PictureError].
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
	return nil, r.fault("%v", err)
}

// fault is an error where the token that is looked at begins.
func (r *pictureReader) fault(format string, args ...any) *PictureError {
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
		return r.fault("%d bytes, and %d are the most", len(r.text), MaxPicture)
	}
	for {
		r.at = r.xml.InputOffset()
		token, err := r.xml.Token()
		switch {
		case err == io.EOF && r.elements == 0:
			return r.fault("there is no svg element")
		case err == io.EOF && len(r.picture.parts) == 0:
			return r.fault("nothing is drawn")
		case err == io.EOF:
			return nil
		case err != nil:
			if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
				return r.fault("%s", syntax.Msg)
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
				return r.fault("text is not drawn")
			}
		case xml.Comment:
		default:
			return r.fault("only elements and comments may stand here")
		}
	}
}

// begin reads an element.
func (r *pictureReader) begin(e xml.StartElement) error {
	name := e.Name.Local
	shape, known := drawnElements[name]
	const space = "http://www.w3.org/2000/svg"
	switch {
	case !known || e.Name.Space != "" && e.Name.Space != space:
		return r.fault("the element %q may not stand in a picture", name)
	case (name == "svg") != (len(r.pens) == 0) || name == "svg" && r.elements > 0:
		return r.fault("one svg element holds all others")
	case len(r.pens) == maxNested:
		return r.fault("more than %d elements within each other", maxNested)
	case r.elements == maxShapes:
		return r.fault("more than %d elements", maxShapes)
	}
	r.elements++
	said := map[string]string{}
	for _, a := range e.Attr {
		if a.Name.Local == "xmlns" && a.Name.Space == "" && a.Value == space {
			continue
		}
		if a.Name.Space != "" || !slices.Contains(shape, a.Name.Local) && !slices.Contains(pictureTraits, a.Name.Local) {
			return r.fault("the attribute %q of %s may not stand in a picture", a.Name.Local, name)
		}
		if _, twice := said[a.Name.Local]; twice {
			return r.fault("%s: %s is said twice", name, a.Name.Local)
		}
		said[a.Name.Local] = a.Value
	}
	p := pen{fill: paint{kind: figured}, width: 1}
	if len(r.pens) > 0 {
		p = r.pens[len(r.pens)-1]
	} else if err := r.box(said["viewBox"], &p); err != nil {
		return err
	}
	if err := r.traits(said, &p); err != nil {
		return err
	}
	r.pens = append(r.pens, p)
	if name == "svg" || name == "g" {
		return nil
	}
	path, err := r.shape(name, said)
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
		return r.fault("viewBox: a side is at least 1")
	}
	scale := 22 / max(box[2], box[3])
	p.to = matrix{scale, 0, 0, scale, -scale * (box[0] + box[2]/2), -scale * (box[1] + box[3]/2)}
	return nil
}

// numbers reads so many numbers, any for 0.
func (r *pictureReader) numbers(name, text string, n int) ([]float64, error) {
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,\t\r\n", c) })
	if n > 0 && len(words) != n {
		return nil, r.fault("%s: %d numbers are wanted, found %q", name, n, text)
	}
	out := make([]float64, len(words))
	for i, word := range words {
		v, err := strconv.ParseFloat(strings.TrimSuffix(word, "px"), 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > maxCoordinate {
			return nil, r.fault("%s: %q is no number up to %d", name, word, maxCoordinate)
		}
		out[i] = v
	}
	return out, nil
}

// traits reads what an element draws with.
func (r *pictureReader) traits(said map[string]string, p *pen) (err error) {
	for key, into := range map[string]*paint{"fill": &p.fill, "stroke": &p.line} {
		if text, ok := said[key]; ok {
			if *into, err = r.paint(key, text); err != nil {
				return err
			}
		}
	}
	if text, ok := said["stroke-width"]; ok {
		v, err := r.numbers("stroke-width", text, 1)
		if err != nil {
			return err
		}
		if p.width = v[0]; p.width < 0 {
			return r.fault("stroke-width: %v is less than 0", p.width)
		}
	}
	for _, key := range []string{"stroke-linecap", "stroke-linejoin"} {
		if text, ok := said[key]; ok && text != "round" {
			return r.fault("%s: lines are round, found %q", key, text)
		}
	}
	if text, ok := said["transform"]; ok {
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
		return paint{kind: figured}, nil
	case "context-stroke":
		return paint{kind: contrasting}, nil
	}
	hex := strings.ToLower(text)
	if len(hex) == len("#rgb") && hex[0] == '#' {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	c, err := ParseColour(hex)
	if err != nil {
		return paint{}, r.fault("%s: %q is none of #rgb, #rrggbb, none, currentColor and context-stroke", key, text)
	}
	return paint{colour: c, kind: own}, nil
}

// transform reads a list of transforms, the last of which is done first.
func (r *pictureReader) transform(text string) (matrix, error) {
	all := matrix{a: 1, d: 1}
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.Trim(rest, " ,\t\r\n") {
		name, behind, opened := strings.Cut(rest, "(")
		inside, next, closed := strings.Cut(behind, ")")
		v, err := r.numbers("transform", inside, 0)
		if err != nil {
			return all, err
		}
		n, m := len(v), matrix{a: 1, d: 1}
		switch name = strings.TrimSpace(name); {
		case !opened || !closed:
			return all, r.fault("transform: %q is not closed", rest)
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
			return all, r.fault("transform: %q with %d numbers is none of translate, scale, rotate and matrix", name, n)
		}
		all, rest = all.then(m), next
	}
	return all, nil
}

// shape is the path that an element draws.
func (r *pictureReader) shape(name string, said map[string]string) (*Path, error) {
	if name == "path" {
		p, err := ParsePath(strings.Join(strings.Fields(said["d"]), " "))
		if err != nil {
			says := err.Error()
			return nil, r.fault("d: %s", says[strings.LastIndex(says, `": `)+3:])
		}
		return p, nil
	}
	if name == "polyline" || name == "polygon" {
		v, err := r.numbers("points", said["points"], 0)
		if err != nil {
			return nil, err
		}
		if len(v) < 4 || len(v)%2 != 0 {
			return nil, r.fault("points: two points at least are wanted, found %d numbers", len(v))
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
		if text, ok := said[key]; ok {
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

// put adds a path where it lies on the box of a glyph.
func (r *pictureReader) put(path *Path, p pen) error {
	if r.steps += len(path.Steps); r.steps > maxSteps {
		return r.fault("more than %d steps of paths", maxSteps)
	}
	out := new(Path)
	for _, s := range path.Steps {
		n := map[byte]int{'M': 2, 'L': 2, 'C': 6}[s.Op]
		for i := 0; i < n; i += 2 {
			s.P[i], s.P[i+1] = p.to.at(s.P[i], s.P[i+1])
			if !(math.Abs(s.P[i]) <= reach && math.Abs(s.P[i+1]) <= reach) {
				return r.fault("it reaches far out of its view box")
			}
		}
		out.draw(string(s.Op), s.P[:n]...)
	}
	width := p.width * math.Sqrt(math.Abs(p.to.a*p.to.d-p.to.b*p.to.c))
	if width > reach {
		return r.fault("stroke-width: a line that is wider than its view box")
	}
	if p.line.kind != noPaint && width == 0 {
		p.line = paint{}
	}
	if len(out.Steps) > 0 && (p.fill.kind != noPaint || p.line.kind != noPaint) {
		r.picture.parts = append(r.picture.parts, part{out, p.fill, p.line, width})
	}
	return nil
}

// in is the colour of a paint on a piece.
func (c paint) in(l *livery) Colour {
	switch c.kind {
	case own:
		return c.colour
	case figured:
		return l.ground
	case contrasting:
		return l.ink
	}
	return None
}

// draw draws a picture about the origin: first all that is solid, wider by the
// outline, then the picture itself.
func (p *Picture) draw(on Surface, l *livery, outline float64) {
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
