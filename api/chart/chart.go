// Package chart draws diagrams as SVG. Texts and axes have the colour of the
// text around the picture, and curves can be told apart by people who confuse
// red and green.
package chart

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
)

// Colours of curves, with a contrast of at least 3 to light and dark pages.
const (
	Blue = "#0072b2"
	Red  = "#d55e00"
)

// Size of a diagram, and of the margins of its axes.
const (
	Width  = 420
	height = 220
	left   = 44
	right  = 12
	Bottom = 28
	top    = 12
)

// Open begins a picture.
func Open(b *strings.Builder, width, height int, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+
		`<title>%s</title>`, width, height, width, height, template.HTMLEscapeString(title))
}

// Close returns the completed picture. Its texts must be escaped.
func Close(b *strings.Builder) template.HTML {
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// Canvas draws a diagram of values between bounds.
type Canvas struct {
	strings.Builder
	X0, X1, Y0, Y1 float64
}

func (c *Canvas) x(v float64) float64 {
	return left + (v-c.X0)/max(c.X1-c.X0, 1e-9)*(Width-left-right)
}

// y returns the height of a value, or of the nearest bound.
func (c *Canvas) y(v float64) float64 {
	return height - Bottom - (min(max(v, c.Y0), c.Y1)-c.Y0)/max(c.Y1-c.Y0, 1e-9)*(height-Bottom-top)
}

// Begin opens the picture and draws the axes.
func (c *Canvas) Begin(title string) {
	Open(&c.Builder, Width, height, title)
	c.WriteString(`<g fill="none" stroke="currentColor" stroke-opacity=".3">`)
	var labels strings.Builder
	for _, v := range Ticks(c.Y0, c.Y1) {
		fmt.Fprintf(c, `<path d="M%d %.1fH%d"/>`, left, c.y(v), Width-right)
		fmt.Fprintf(&labels, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`, left-6, c.y(v)+4, Number(v))
	}
	for _, v := range Ticks(c.X0, c.X1) {
		fmt.Fprintf(&labels, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`, c.x(v), height-8, Number(v))
	}
	fmt.Fprintf(c, `</g>%s`, labels.String())
}

// Number returns a value of an axis in digits.
func Number(v float64) string { return fmt.Sprintf("%.10g", v) }

// End returns the completed diagram.
func (c *Canvas) End() template.HTML { return Close(&c.Builder) }

// Line draws a curve through n points.
func (c *Canvas) Line(colour string, n int, at func(i int) (x, y float64)) {
	fmt.Fprintf(c, `<path fill="none" stroke="%s" stroke-width="2" d="`, colour)
	for i := range n {
		x, y := at(i)
		fmt.Fprintf(c, "%c%.1f %.1f", "LM"[min(max(1-i, 0), 1)], c.x(x), c.y(y))
	}
	c.WriteString(`"/>`)
}

// Interval draws a vertical line from one value to another.
func (c *Canvas) Interval(colour string, x, low, high float64) {
	fmt.Fprintf(c, `<path stroke="%s" d="M%.1f %.1fV%.1f"/>`, colour, c.x(x), c.y(low), c.y(high))
}

// Point draws a point. Its title is shown under the pointer.
func (c *Canvas) Point(colour string, x, y float64, title string) {
	fmt.Fprintf(c, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%s</title></circle>`, c.x(x), c.y(y), colour,
		template.HTMLEscapeString(title))
}

// Ticks returns up to seven round values between bounds.
func Ticks(low, high float64) []float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-9)/2)))
	for _, by := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*by) <= 6 {
			step *= by
			break
		}
	}
	var out []float64
	for v := math.Ceil(low/step) * step; v <= high+step/1e6; v += step {
		out = append(out, math.Round(v/step)*step+0) // not -0
	}
	return out
}

// maxBars bounds the bars of a histogram.
const maxBars = 30

// Bars counts whole numbers from 0 in ranges of equal width.
type Bars struct {
	Width  int   `json:"width"`  // numbers in a range
	Counts []int `json:"counts"` // by range, from 0
}

// Count returns the bars of numbers.
func Count(numbers []int) Bars {
	counts := map[int]int{}
	for _, n := range numbers {
		counts[n]++
	}
	return CountMap(counts)
}

// CountMap is Count for numbers with how often each occurs.
func CountMap(counts map[int]int) Bars {
	most := 0
	for n := range counts {
		most = max(most, n)
	}
	b := Bars{Width: (most + maxBars) / maxBars}
	b.Counts = make([]int, most/b.Width+1)
	for n, times := range counts {
		b.Counts[n/b.Width] += times
	}
	return b
}

// Histogram draws bars.
func Histogram(title string, b Bars) template.HTML {
	c := &Canvas{X1: float64(b.Width * len(b.Counts)), Y1: float64(max(slices.Max(b.Counts), 1))}
	c.Begin(title)
	for i, n := range b.Counts {
		if n > 0 {
			from := c.x(float64(i * b.Width))
			fmt.Fprintf(c, `<path fill="%s" d="M%.1f %.1fH%.1fV%.1fH%.1fZ"><title>%d–%d: %d</title></path>`, Blue, from,
				c.y(0), c.x(float64((i+1)*b.Width))-1, c.y(float64(n)), from, i*b.Width, (i+1)*b.Width-1, n)
		}
	}
	return c.End()
}

// Part is a share of a whole, in a colour with an opacity.
type Part struct {
	Name    string
	Share   float64 // of 1
	Colour  string
	Opacity float64
}

// Stack draws the parts of a whole next to each other.
func Stack(title string, parts []Part) template.HTML {
	const thickness = 24
	var b strings.Builder
	Open(&b, Width, thickness, title)
	at := 0.0
	for _, p := range parts {
		if p.Share > 0 {
			fmt.Fprintf(&b, `<path fill="%s" fill-opacity="%g" d="M%.1f 0h%.1fv%dh-%.1fz"><title>%s: %.1f %%</title></path>`,
				p.Colour, p.Opacity, at, p.Share*Width, thickness, p.Share*Width, template.HTMLEscapeString(p.Name),
				100*p.Share)
		}
		at += p.Share * Width
	}
	return Close(&b)
}
