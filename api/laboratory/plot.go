package laboratory

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"assay/analysis/lab"
	"assay/api/chart"
)

// plotTexts are the captions of the diagrams.
var plotTexts = []string{
	"Lengths of the games, in plies",
	"First player's expected points by ply, % (blue); distance from 50 (red)",
	"Legal moves by ply",
	"Score of the side with twice the nodes, by level, %",
	"Values of the pieces (blue: on the board, red: in hand)",
}

// plots returns the diagrams of a report that have something to show. text
// translates their captions.
func plots(r *Report, text func(string) string) []plot {
	captions := make([]string, len(plotTexts))
	for i, caption := range plotTexts {
		captions[i] = text(caption)
	}
	var out []plot
	if len(r.Lengths) > 0 {
		out = append(out, plot{captions[0], chart.Histogram(captions[0], chart.Count(r.Lengths))})
	}
	if n := len(r.Plies); n > 1 {
		c := &chart.Canvas{X1: float64(n - 1), Y1: 100}
		c.Begin(captions[1])
		c.Line(chart.Blue, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Expected })
		c.Line(chart.Red, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Deviation })
		out = append(out, plot{captions[1], c.End()})
		c = &chart.Canvas{X1: float64(n - 1)}
		for _, p := range r.Plies {
			c.Y1 = max(c.Y1, p.Branching)
		}
		c.Begin(captions[2])
		c.Line(chart.Blue, n, func(i int) (float64, float64) { return float64(i), r.Plies[i].Branching })
		out = append(out, plot{captions[2], c.End()})
	}
	if n := len(r.Levels); n > 1 {
		c := &chart.Canvas{X1: float64(n - 1), Y1: 100}
		c.Begin(captions[3])
		c.Line(chart.Blue, n, func(i int) (float64, float64) { return float64(i), r.Levels[i].Value })
		for i, e := range r.Levels {
			c.Interval(chart.Blue, float64(i), e.Low, e.High)
		}
		out = append(out, plot{captions[3], c.End()})
	}
	if len(r.Values) > 0 {
		out = append(out, plot{captions[4], valuePlot(r, captions[4])})
	}
	return out
}

// valuePlot draws the values with their intervals, a row for each piece.
func valuePlot(r *Report, title string) template.HTML {
	low, high := 0.0, 1.0
	for _, v := range r.Values {
		for _, e := range []*lab.Estimate{v.Board, v.Hand} {
			if e != nil {
				low, high = min(low, e.Value-1), max(high, 1.3*e.Value)
			}
		}
	}
	const row, left = 26, 120
	height := row*len(r.Values) + chart.Bottom
	x := func(v float64) float64 { return left + (min(max(v, low), high)-low)/(high-low)*(chart.Width-left-12) }
	var b strings.Builder
	chart.Open(&b, chart.Width, height, title)
	for _, v := range chart.Ticks(low, high) {
		fmt.Fprintf(&b, `<path stroke="currentColor" stroke-opacity=".3" d="M%.1f 0V%d"/>`+
			`<text x="%.1f" y="%d" text-anchor="middle">%s</text>`,
			x(v), height-chart.Bottom, x(v), height-8, chart.Number(v))
	}
	for i, v := range r.Values {
		y := row*i + row/2
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, left-8, y+4,
			template.HTMLEscapeString(v.Piece))
		for j, e := range []*lab.Estimate{v.Board, v.Hand} {
			if e != nil {
				at := y - 3 + 6*j
				colour := []string{chart.Blue, chart.Red}[j]
				fmt.Fprintf(&b, `<path stroke="%s" d="M%.1f %dH%.1f"/><circle cx="%.1f" cy="%d" r="3.5" fill="%s"/>`,
					colour, x(e.Low), at, x(e.High), x(e.Value), at, colour)
			}
		}
	}
	return chart.Close(&b)
}

// heatMaps draws, for each piece type and side, how often it stands on each
// square.
func heatMaps(r *Report, text func(string) string) []plot {
	var out []plot
	for _, h := range r.Heat {
		most := 0.0
		for _, v := range h.Squares {
			most = max(most, v)
		}
		const size = 22
		var b strings.Builder
		caption := h.Piece + ", " + text(h.Side)
		chart.Open(&b, size*r.Board.Files, size*r.Board.Ranks, caption)
		for i, name := range r.Board.Squares {
			if name == "" {
				continue
			}
			share := h.Squares[name]
			x, y := i%r.Board.Files*size, (r.Board.Ranks-1-i/r.Board.Files)*size
			fmt.Fprintf(&b, `<path fill="%s" fill-opacity="%.2f" stroke="currentColor" stroke-opacity=".3" `+
				`d="M%d %dh%dv%dh-%dz"><title>%s: %.1f %%</title></path>`, chart.Blue, math.Sqrt(share/most), x, y,
				size, size, size, template.HTMLEscapeString(name), 100*share)
		}
		out = append(out, plot{caption, chart.Close(&b)})
	}
	return out
}
