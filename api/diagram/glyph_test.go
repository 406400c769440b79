package diagram

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func drawPiece(t *testing.T, p *Piece) string {
	t.Helper()
	var b bytes.Buffer
	if err := WritePiece(&b, p, 40); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGlyphsWanted(t *testing.T) {
	keys := Glyphs()
	if !slices.IsSorted(keys) {
		t.Errorf("not sorted: %v", keys)
	}
	for _, key := range strings.Fields(`king queen rook bishop knight pawn archbishop chancellor guard met khon
		copper silver gold wildcard jumper cannon completed-pawn copper-dragon silver-dragon gold-dragon
		general advisor elephant horse chariot soldier
		lance keima angle incense dragon-king dragon-horse side-mover platinum tokin
		jade jewel cassia van iron amazon camel zebra grasshopper nightrider unicorn gryphon elephant wizard champion
		giraffe dabbaba wazir ferz ship man buffalo`) {
		if !slices.Contains(keys, key) {
			t.Errorf("no glyph %q", key)
		}
	}
}

// TestNearGlyphs has unknown names and the glyphs that are offered.
func TestNearGlyphs(t *testing.T) {
	for name, want := range map[string]string{"princess": "archbishop", "empress": "chancellor", "griffin": "gryphon", "cammel": "camel", "wizzard": "wizard"} {
		if got := NearGlyphs(name, 3); len(got) != 3 || got[0] != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for key, glyph := range otherNames {
		if !slices.Contains(Glyphs(), glyph) || slices.Contains(Glyphs(), key) {
			t.Errorf("%s: %s", key, glyph)
		}
	}
}

// TestPiecesDiffer: every combination of glyph, side and promotion looks
// different. Exceptions are dragons, which are promoted metals, and pieces of
// chu shogi that share a sign with another variant.
func TestPiecesDiffer(t *testing.T) {
	seen := map[string]string{}
	for key := range glyphs {
		if slices.Contains([]string{"free-king", "reverse-chariot", "drunk-elephant", "crown-prince"}, key) {
			continue
		}
		for _, side := range []Side{First, Second} {
			for _, promoted := range []bool{false, true} {
				if glyphs[key].promoted && promoted || strings.HasSuffix(key, "-dragon") {
					continue
				}
				name := fmt.Sprint(key, side, promoted)
				doc := drawPiece(t, &Piece{Glyph: key, Side: side, Promoted: promoted})
				if _, err := texts(doc, "title"); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if other, ok := seen[doc]; ok {
					t.Errorf("%s looks like %s", name, other)
				}
				seen[doc] = name
			}
		}
	}
	for _, metal := range []string{"copper", "silver", "gold"} {
		for _, side := range []Side{First, Second} {
			dragon := drawPiece(t, &Piece{Glyph: metal + "-dragon", Side: side})
			if dragon != drawPiece(t, &Piece{Glyph: metal, Side: side, Promoted: true}) {
				t.Errorf("%s-dragon does not look like %s promoted", metal, metal)
			}
		}
	}
}

func TestWritePieceRefuses(t *testing.T) {
	for _, tc := range []struct {
		piece Piece
		size  int
		want  string
	}{
		{Piece{Glyph: "mermaid"}, 40, `diagram: Piece has unknown glyph "mermaid"`},
		{Piece{}, 40, "diagram: Piece has neither glyph nor letter"},
		{Piece{Letter: "X", Side: 2}, 40, "diagram: Piece has side 2; expected First, Second or Nobody"},
		{Piece{Letter: "X"}, 401, "diagram: size is 401; expected 8 to 400"},
	} {
		var out bytes.Buffer
		if err := WritePiece(&out, &tc.piece, tc.size); err == nil || err.Error() != tc.want || out.Len() > 0 {
			t.Errorf("%v at %d: %v, want %s", tc.piece, tc.size, err, tc.want)
		}
	}
}

var (
	pathToken = regexp.MustCompile(`^(?:([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+)))[ ,]*`)
	operands  = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'A': 7, 'Z': 0}
)

// corners parses path data strictly and returns its bounds. Of arcs other than
// half circles it uses the ends only.
func corners(path string) (low, high [2]float64, err error) {
	low, high = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	var at [2]float64
	reach := func(x, y float64) {
		low = [2]float64{min(low[0], x), min(low[1], y)}
		high = [2]float64{max(high[0], x), max(high[1], y)}
	}
	var command byte
	var args []float64
	apply := func() {
		base := [2]float64{}
		if command >= 'a' {
			base = at
		}
		switch upper := command &^ 0x20; upper {
		case 'H':
			at[0] = base[0] + args[0]
		case 'V':
			at[1] = base[1] + args[0]
		case 'A':
			end := [2]float64{base[0] + args[5], base[1] + args[6]}
			if dx, dy := end[0]-at[0], end[1]-at[1]; math.Hypot(dx, dy) > 2*args[0]-0.01 { // a half circle
				cx, cy := (at[0]+end[0])/2, (at[1]+end[1])/2
				reach(cx-args[0], cy-args[0])
				reach(cx+args[0], cy+args[0])
			}
			at = end
		case 'C':
			for t := 0.0; t < 1; t += 1.0 / 64 {
				u := 1 - t
				on := func(axis int) float64 {
					return u*u*u*at[axis] + 3*u*u*t*(base[axis]+args[axis]) +
						3*u*t*t*(base[axis]+args[axis+2]) + t*t*t*(base[axis]+args[axis+4])
				}
				reach(on(0), on(1))
			}
			at = [2]float64{base[0] + args[4], base[1] + args[5]}
		default:
			at = [2]float64{base[0] + args[0], base[1] + args[1]}
		}
		reach(at[0], at[1])
		args = nil
	}
	for rest := path; rest != ""; {
		m := pathToken.FindStringSubmatch(rest)
		if m == nil {
			return low, high, fmt.Errorf("unreadable at %q", rest)
		}
		rest = rest[len(m[0]):]
		if m[1] != "" {
			n, known := operands[m[1][0]&^0x20]
			if !known || len(args) > 0 {
				return low, high, fmt.Errorf("command %s in %q", m[1], path)
			}
			if command = m[1][0]; n == 0 {
				continue
			}
		} else {
			v, err := strconv.ParseFloat(m[2], 64)
			if err != nil || operands[command&^0x20] == 0 {
				return low, high, fmt.Errorf("number %s in %q", m[2], path)
			}
			if args = append(args, v); len(args) == operands[command&^0x20] {
				apply()
			}
		}
	}
	if len(args) > 0 || path[0] != 'M' {
		return low, high, fmt.Errorf("%q is no whole path", path)
	}
	return low, high, nil
}

// TestGlyphsStayInTheirBox: every path is valid and stays close to the 22
// units.
func TestGlyphsStayInTheirBox(t *testing.T) {
	const reach = 12.1
	for key, g := range glyphs {
		for _, s := range g.shapes {
			low, high, err := corners(s.path().String())
			if err != nil {
				t.Errorf("%s: %v", key, err)
				continue
			}
			shift := cmp.Or(s.shift, Transform{Scale: 1})
			pen, scale := s.width/2, shift.Scale
			for axis, d := range []float64{shift.X, shift.Y} {
				if a, b := d+scale*(low[axis]-pen), d+scale*(high[axis]+pen); a < -reach || b > reach {
					t.Errorf("%s: %q reaches from %.1f to %.1f", key, s.path(), a, b)
				}
			}
		}
	}
}
