package diagram

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Surface is a target for drawing. Its elements are SVG elements: a path or
// text inherits traits from its groups.
type Surface interface {
	// Open starts a picture and paints its background.
	Open(Page) error
	// Group starts a group, End ends it.
	Group(traits ...Trait)
	End()
	// Name sets the accessible name of the group.
	Name(text string)
	// Path draws the [*Path] among its traits: first its fill, then its stroke.
	Path(traits ...Trait)
	// Text draws a line of text with baseline y, starting or centred at x.
	Text(x, y float64, text string, traits ...Trait)
}

// Page describes a picture.
type Page struct {
	Width, Height      float64 // units
	Scale              float64 // pixels per unit
	Ground             Colour
	Title, Description string
}

// Trait is a drawing attribute: one of the types below, or a [*Path]. SVG has
// them in the given order.
type Trait interface{ write(*svg) }

type (
	// Fill is the fill colour, black by default; FillOpacity is 0 to 1.
	Fill        Colour
	FillOpacity float64
	// Stroke is the colour of the outline, none by default; StrokeWidth is in
	// units, 1 by default.
	Stroke      Colour
	StrokeWidth float64
	// Dash is the length of dashes and gaps.
	Dash float64
	// Cap is the shape of line ends.
	Cap string
	// Family, FontSize (in units), Bold and Middle apply to text.
	Family   string
	FontSize float64
	Bold     bool
	Middle   struct{}
	// Transform scales, then translates by X and Y.
	Transform struct{ X, Y, Scale float64 }
)

// RoundLines rounds the corners and ends of lines; ButtCap ends lines at their
// end points.
const (
	RoundLines Cap = "round"
	ButtCap    Cap = "butt"
)

// Colour is a colour, or [None].
type Colour struct {
	hex  string
	RGBA color.RGBA // transparent for None
}

// None paints nothing.
var None = Colour{hex: "none"}

func (c Colour) String() string { return c.hex }

// ParseColour parses #rrggbb in lower case.
func ParseColour(hex string) (Colour, error) {
	if len(hex) != len("#rrggbb") || hex[0] != '#' || strings.Trim(hex[1:], "0123456789abcdef") != "" {
		return Colour{}, fmt.Errorf("%q is no colour: expected # and six of 0 to 9 and a to f", hex)
	}
	return colour(hex), nil
}

// luminance returns the relative luminance of WCAG 2, 0 to 1.
func (c Colour) luminance() float64 {
	total := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64([]uint8{c.RGBA.R, c.RGBA.G, c.RGBA.B}[i]) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		total += weight * v
	}
	return total
}

// mixed returns a colour mixed with white, or with black if part is negative.
func (c Colour) mixed(part float64) Colour {
	var hex [3]uint8
	for i, v := range []uint8{c.RGBA.R, c.RGBA.G, c.RGBA.B} {
		mixed := float64(v) * (1 - math.Abs(part))
		if part > 0 {
			mixed += 255 * part
		}
		hex[i] = uint8(math.Round(mixed))
	}
	return colour(fmt.Sprintf("#%02x%02x%02x", hex[0], hex[1], hex[2]))
}

// deepened returns a colour, darkened until its contrast with white is at least
// the given one.
func (c Colour) deepened(contrast float64) Colour {
	deep := c
	for part := 0.0; 1.05/(deep.luminance()+0.05) < contrast; part -= 0.05 {
		deep = c.mixed(part)
	}
	return deep
}

// colour returns the colour of #rgb or #rrggbb.
func colour(hex string) Colour {
	nibble := func(i int) uint8 {
		if len(hex) == len("#rgb") {
			i /= 2
		}
		c := hex[1+i]
		if c > '9' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	part := func(i int) uint8 { return nibble(2*i)<<4 | nibble(2*i+1) }
	return Colour{hex, color.RGBA{part(0), part(1), part(2), 255}}
}
