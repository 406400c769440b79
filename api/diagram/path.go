package diagram

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Path is a path as SVG path data and as steps for painting.
type Path struct {
	Steps []Step

	data      []byte
	at, start [2]float64 // current point, and start of the subpath
}

// Step is a step of a path in absolute coordinates. P contains the end point
// for Op M (move) and L (line); for C (cubic curve) two control points and the
// end point. Z closes the subpath.
type Step struct {
	Op byte
	P  [6]float64
}

// String returns the path data.
func (p *Path) String() string { return string(p.data) }

// maxCoordinate bounds coordinates, so that painting invisible lines is
// cheap.
const maxCoordinate = 1 << 14

// arity is the number of arguments of each supported path command.
var arity = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'A': 7, 'Z': 0}

// ParsePath parses path data with the commands M L H V C A Z, absolute or
// relative, without rotated ellipses. The error quotes the data and the
// position in bytes.
func ParsePath(data string) (*Path, error) {
	p := &Path{data: []byte(data)}
	fault := func(at int, reason string) (*Path, error) {
		return nil, fmt.Errorf("diagram: path data %q: %s at byte %d", data, reason, at)
	}
	var op byte
	for rest := trim(data); rest != ""; rest = trim(rest) {
		at := len(data) - len(rest)
		if rest[0] >= 'A' {
			op, rest = rest[0], rest[1:]
		} else if op == 0 || op&^0x20 == 'Z' {
			return fault(at, "number without a command")
		}
		n, known := arity[op&^0x20]
		if !known {
			return fault(at, "unknown command "+string(rune(op)))
		}
		if len(p.Steps) == 0 && op&^0x20 != 'M' {
			return fault(at, "path does not start with M")
		}
		var args [7]float64
		for i := range n {
			rest = trim(rest)
			size := numberSize(rest)
			v, err := strconv.ParseFloat(rest[:size], 64)
			if err != nil || math.Abs(v) > maxCoordinate {
				return fault(len(data)-len(rest), "expected a number of at most "+strconv.Itoa(maxCoordinate))
			}
			args[i], rest = v, rest[size:]
		}
		if op&^0x20 == 'A' && args[2] != 0 {
			return fault(at, "rotated ellipse")
		}
		p.step(op, args[:n])
		if max(math.Abs(p.at[0]), math.Abs(p.at[1])) > maxCoordinate {
			return fault(at, "point out of range")
		}
		if op&^0x20 == 'M' {
			op-- // further points are lines
		}
	}
	return p, nil
}

func trim(s string) string { return strings.TrimLeft(s, " ,") }

// numberSize returns the length of the number at the start of s. A number ends
// where another begins.
func numberSize(s string) int {
	dot := false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '-' && i == 0 || '0' <= c && c <= '9':
		case c == '.' && !dot:
			dot = true
		default:
			return i
		}
	}
	return len(s)
}

// figure parses valid path data.
func figure(data string) *Path {
	p, err := ParsePath(data)
	if err != nil {
		panic(err)
	}
	return p
}

// draw appends path commands. Each consumes its share of numbers.
func (p *Path) draw(commands string, numbers ...float64) *Path {
	for _, op := range []byte(commands) {
		n := arity[op&^0x20]
		p.data = append(p.data, op)
		for i, v := range numbers[:n] {
			if i > 0 {
				p.data = append(p.data, ' ')
			}
			p.data = appendNumber(p.data, v)
		}
		p.step(op, numbers[:n])
		numbers = numbers[n:]
	}
	return p
}

// box appends a rectangle.
func (p *Path) box(r Rect) *Path { return p.draw("Mhvhz", r.X, r.Y, r.W, r.H, -r.W) }

// circle returns the path of a circle.
func circle(x, y, r float64) *Path {
	return new(Path).draw("MaaZ", x-r, y, r, r, 0, 1, 1, 2*r, 0, r, r, 0, 1, 1, -2*r, 0)
}

// step appends the step of a command.
func (p *Path) step(op byte, args []float64) {
	var base [2]float64
	if op >= 'a' {
		base, op = p.at, op&^0x20
	}
	switch op {
	case 'Z':
		p.at = p.start
		p.Steps = append(p.Steps, Step{Op: 'Z'})
		return
	case 'H':
		op, args = 'L', []float64{args[0], p.at[1] - base[1]}
	case 'V':
		op, args = 'L', []float64{p.at[0] - base[0], args[0]}
	case 'A':
		p.arc([2]float64{base[0] + args[5], base[1] + args[6]}, args[0], args[1], args[3] != 0, args[4] != 0)
		return
	}
	s := Step{Op: op}
	for i, v := range args {
		s.P[i] = base[i%2] + v
	}
	p.at = [2]float64(s.P[len(args)-2:])
	if op == 'M' {
		p.start = p.at
	}
	p.Steps = append(p.Steps, s)
}

// arc appends an elliptical arc as cubic curves of at most a quarter turn each.
func (p *Path) arc(to [2]float64, rx, ry float64, large, sweep bool) {
	from := p.at
	p.at = to
	if rx == 0 || ry == 0 || from == to {
		p.Steps = append(p.Steps, Step{'L', [6]float64{to[0], to[1]}})
		return
	}
	// On the unit circle: half the vector from one end to the other.
	hx, hy := (to[0]-from[0])/2/rx, (to[1]-from[1])/2/ry
	half := math.Hypot(hx, hy)
	if half > 1 { // the radii are too small, so scale them up
		rx, ry, hx, hy, half = rx*half, ry*half, hx/half, hy/half, 1
	}
	rise := math.Sqrt(max(0, 1-half*half)) / half
	if large == sweep {
		rise = -rise
	}
	cx, cy := hx-hy*rise, hy+hx*rise // centre relative to the first end
	a := math.Atan2(-cy, -cx)
	turn := math.Atan2(2*hy-cy, 2*hx-cx) - a
	if sweep && turn <= 0 {
		turn += 2 * math.Pi
	} else if !sweep && turn >= 0 {
		turn -= 2 * math.Pi
	}
	parts := math.Ceil(math.Abs(turn) / (math.Pi/2 + 1e-6))
	step := turn / parts
	k := 4. / 3 * math.Tan(step/4)
	ox, oy := from[0]+cx*rx, from[1]+cy*ry
	for range int(parts) {
		sin, cos := math.Sincos(a)
		a += step
		sin2, cos2 := math.Sincos(a)
		p.Steps = append(p.Steps, Step{'C', [6]float64{
			ox + rx*(cos-k*sin), oy + ry*(sin+k*cos),
			ox + rx*(cos2+k*sin2), oy + ry*(sin2-k*cos2),
			ox + rx*cos2, oy + ry*sin2,
		}})
	}
}
