package diagram

import (
	"fmt"
	"image/color"
	"math"
	"strings"
)

// Surface is what a scene is drawn on. Its elements are those of SVG: what a
// path or a text does not say of itself it takes from the groups around it.
type Surface interface {
	// Open begins a picture, with its ground.
	Open(Page) error
	// Group begins a group, and End ends it.
	Group(traits ...Trait)
	End()
	// Name is the accessible name of the group.
	Name(text string)
	// Path draws the [*Path] among its traits: filled, then along its outline.
	Path(traits ...Trait)
	// Text writes one line, its foot at y and its beginning or middle at x.
	Text(x, y float64, text string, traits ...Trait)
}

// Page is the whole of a picture.
type Page struct {
	Width, Height      float64 // units
	Scale              float64 // pixels a unit
	Ground             Colour
	Title, Description string
}

// Trait is how something is drawn: one of the types below, or a [*Path]. SVG
// has them in the order in which they are given.
type Trait interface{ write(*svg) }

type (
	// Fill is the colour inside, black if nothing says otherwise, and
	// FillOpacity how much it covers, 0 to 1.
	Fill        Colour
	FillOpacity float64
	// Stroke is the colour of the outline, which has none if nothing says
	// otherwise; StrokeWidth is its width in units, 1 if nothing says
	// otherwise.
	Stroke      Colour
	StrokeWidth float64
	// Dash is how long the dashes of an outline are, and the gaps between them.
	Dash float64
	// Cap is how lines end.
	Cap string
	// Family, FontSize in units, Bold and Middle are those of texts.
	Family   string
	FontSize float64
	Bold     bool
	Middle   struct{}
	// Transform scales what it is said of, then moves it by X and Y.
	Transform struct{ X, Y, Scale float64 }
)

// RoundLines rounds the corners and ends of lines; ButtCap cuts the ends off.
const (
	RoundLines Cap = "round"
	ButtCap    Cap = "butt"
)

// Colour is a colour, or [None].
type Colour struct {
	hex  string
	RGBA color.RGBA // clear for None
}

// None paints nothing.
var None = Colour{hex: "none"}

func (c Colour) String() string { return c.hex }

// ParseColour reads #rrggbb, in small letters.
func ParseColour(hex string) (Colour, error) {
	if len(hex) != len("#rrggbb") || hex[0] != '#' || strings.Trim(hex[1:], "0123456789abcdef") != "" {
		return Colour{}, fmt.Errorf("%q is no colour: want # and six of 0 to 9 and a to f", hex)
	}
	return colour(hex), nil
}

// luminance is how light a colour is, 0 to 1, as WCAG 2 counts it.
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

// mixed is a colour with a part of white, or of black where the part is
// negative.
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

// deepened is a colour, as much darker as it has to be for that contrast with
// white.
func (c Colour) deepened(contrast float64) Colour {
	deep := c
	for part := 0.0; 1.05/(deep.luminance()+0.05) < contrast; part -= 0.05 {
		deep = c.mixed(part)
	}
	return deep
}

// colour is that of the SVG text #rgb or #rrggbb.
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
