package laboratory

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"assay/analysis/lab"
)

// Colours of the diagrams, which people who confuse red and green can tell
// apart.
const (
	plotBlue = "#0072b2"
	plotRed  = "#d55e00"
)

// Size of a diagram, and of the margins of its axes.
const (
	plotWidth  = 420
	plotHeight = 220
	plotLeft   = 44
	plotBottom = 28
	plotTop    = 12
)

// openSVG begins a picture.
func openSVG(b *strings.Builder, width, height int, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+
		`<title>%s</title>`, width, height, width, height, template.HTMLEscapeString(title))
}

// closeSVG returns the completed picture, whose texts must be escaped.
func closeSVG(b *strings.Builder) template.HTML {
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// canvas draws a diagram of values between bounds.
type canvas struct {
	strings.Builder
	x0, x1, y0, y1 float64
}

func (c *canvas) x(v float64) float64 {
	return plotLeft + (v-c.x0)/max(c.x1-c.x0, 1e-9)*(plotWidth-plotLeft-12)
}

func (c *canvas) y(v float64) float64 {
	return plotHeight - plotBottom - (v-c.y0)/max(c.y1-c.y0, 1e-9)*(plotHeight-plotBottom-plotTop)
}

// begin opens the picture and draws the axes.
func (c *canvas) begin(title string) {
	openSVG(&c.Builder, plotWidth, plotHeight, title)
	c.WriteString(`<g fill="none" stroke="currentColor" stroke-opacity=".3">`)
	var labels strings.Builder
	for _, v := range ticks(c.y0, c.y1) {
		fmt.Fprintf(c, `<path d="M%d %.1fH%d"/>`, plotLeft, c.y(v), plotWidth-12)
		fmt.Fprintf(&labels, `<text x="%d" y="%.1f" text-anchor="end">%g</text>`, plotLeft-6, c.y(v)+4, v)
	}
	for _, v := range ticks(c.x0, c.x1) {
		fmt.Fprintf(&labels, `<text x="%.1f" y="%d" text-anchor="middle">%g</text>`, c.x(v), plotHeight-8, v)
	}
	fmt.Fprintf(c, `</g>%s`, labels.String())
}

func (c *canvas) end() template.HTML { return closeSVG(&c.Builder) }

// line draws a curve.
func (c *canvas) line(colour string, n int, at func(i int) (x, y float64)) {
	fmt.Fprintf(c, `<path fill="none" stroke="%s" stroke-width="2" d="`, colour)
	for i := range n {
		x, y := at(i)
		fmt.Fprintf(c, "%c%.1f %.1f", "LM"[min(max(1-i, 0), 1)], c.x(x), c.y(min(max(y, c.y0), c.y1)))
	}
	c.WriteString(`"/>`)
}

// ticks returns up to seven round values between bounds.
func ticks(low, high float64) []float64 {
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

// plots returns the diagrams of a report that have something to show.
func plots(r *Report) []plot {
	var out []plot
	if len(r.Lengths) > 0 {
		out = append(out, plot{"Lengths of the games, in plies", histogram(r.Lengths)})
	}
	if n := len(r.Plies); n > 1 {
		c := &canvas{x1: float64(n - 1), y1: 100}
		c.begin("First player's expected points by ply, and their distance from 50 %")
		c.line(plotBlue, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Expected })
		c.line(plotRed, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Deviation })
		out = append(out, plot{"First player's expected points by ply, % (blue); distance from 50 (red)", c.end()})
		c = &canvas{x1: float64(n - 1)}
		for _, p := range r.Plies {
			c.y1 = max(c.y1, p.Branching)
		}
		c.begin("Legal moves by ply")
		c.line(plotBlue, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Branching })
		out = append(out, plot{"Legal moves by ply", c.end()})
	}
	if n := len(r.Levels); n > 1 {
		c := &canvas{x1: float64(n - 1), y1: 100}
		c.begin("Score of the side with twice the nodes, by level")
		c.line(plotBlue, n, func(i int) (float64, float64) { return float64(i), r.Levels[i].Value })
		for i, e := range r.Levels {
			fmt.Fprintf(c, `<path stroke="%s" d="M%.1f %.1fV%.1f"/>`, plotBlue, c.x(float64(i)), c.y(e.Low),
				c.y(e.High))
		}
		out = append(out, plot{"Score of the side with twice the nodes, by level, %", c.end()})
	}
	if len(r.Values) > 0 {
		out = append(out, plot{"Values of the pieces (blue: on the board, red: in hand)", valuePlot(r)})
	}
	return out
}

// histogram draws how often each length occurs.
func histogram(lengths []int) template.HTML {
	const bars = 30
	c := &canvas{x0: 0, x1: float64(slices.Max(lengths) + 1)}
	width := math.Ceil(c.x1 / bars)
	counts := make([]float64, int(c.x1/width)+1)
	for _, n := range lengths {
		counts[int(float64(n)/width)]++
	}
	c.y1 = slices.Max(counts)
	c.begin("Lengths of the games")
	for i, n := range counts {
		from, to := c.x(float64(i)*width), c.x(min(float64(i+1)*width, c.x1))
		if n > 0 {
			fmt.Fprintf(c, `<path fill="%s" d="M%.1f %.1fH%.1fV%.1fH%.1fZ"/>`, plotBlue, from, c.y(0), to-1, c.y(n),
				from)
		}
	}
	return c.end()
}

// valuePlot draws the values with their intervals, a row for each piece.
func valuePlot(r *Report) template.HTML {
	low, high := 0.0, 1.0
	for _, v := range r.Values {
		for _, e := range []*lab.Estimate{v.Board, v.Hand} {
			if e != nil {
				low, high = min(low, e.Value-1), max(high, 1.3*e.Value)
			}
		}
	}
	const row, left = 26, 120
	height := row*len(r.Values) + plotBottom
	x := func(v float64) float64 { return left + (min(max(v, low), high)-low)/(high-low)*(plotWidth-left-12) }
	var b strings.Builder
	openSVG(&b, plotWidth, height, "Values of the pieces")
	for _, v := range ticks(low, high) {
		fmt.Fprintf(&b, `<path stroke="currentColor" stroke-opacity=".3" d="M%.1f 0V%d"/>`+
			`<text x="%.1f" y="%d" text-anchor="middle">%g</text>`, x(v), height-plotBottom, x(v), height-8, v)
	}
	for i, v := range r.Values {
		y := row*i + row/2
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, left-8, y+4,
			template.HTMLEscapeString(v.Piece))
		for j, e := range []*lab.Estimate{v.Board, v.Hand} {
			if e != nil {
				at := y - 3 + 6*j
				colour := []string{plotBlue, plotRed}[j]
				fmt.Fprintf(&b, `<path stroke="%s" d="M%.1f %dH%.1f"/><circle cx="%.1f" cy="%d" r="3.5" fill="%s"/>`,
					colour, x(e.Low), at, x(e.High), x(e.Value), at, colour)
			}
		}
	}
	return closeSVG(&b)
}

// heatMaps draws, for each piece type and side, how often it stands on each
// square.
func heatMaps(r *Report) []plot {
	var out []plot
	for _, h := range r.Heat {
		most := 0.0
		for _, v := range h.Squares {
			most = max(most, v)
		}
		const size = 22
		var b strings.Builder
		caption := h.Piece + ", " + h.Side
		openSVG(&b, size*r.Board.Files, size*r.Board.Ranks, caption)
		for i, name := range r.Board.Squares {
			if name == "" {
				continue
			}
			share := h.Squares[name]
			x, y := i%r.Board.Files*size, (r.Board.Ranks-1-i/r.Board.Files)*size
			fmt.Fprintf(&b, `<path fill="%s" fill-opacity="%.2f" stroke="currentColor" stroke-opacity=".3" `+
				`d="M%d %dh%dv%dh-%dz"><title>%s: %.1f %%</title></path>`, plotBlue, math.Sqrt(share/most), x, y,
				size, size, size, template.HTMLEscapeString(name), 100*share)
		}
		out = append(out, plot{caption, closeSVG(&b)})
	}
	return out
}
