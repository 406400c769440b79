package web

import (
	"bytes"
	"fmt"
	"strings"

	"assay/analysis"
	"assay/analysis/rules"
	"assay/api"
	"assay/api/diagram"
)

// stage is a board without pieces, as scripts draw on it. Places are numbered as
// [order] lists them.
type stage struct {
	Files  int      `json:"files"`
	Ranks  int      `json:"ranks"`
	Sides  []string `json:"sides"`
	Places []string `json:"places"` // their names
	Ways   [2]way   `json:"ways"`   // as First sees it, and as Second does
	// Symbols are pieces, each drawn once, with their names.
	Symbols []symbol `json:"symbols"`
}

// way is a stage seen from one side.
type way struct {
	Width  float64      `json:"width"`
	Height float64      `json:"height"`
	Ground string       `json:"ground"` // SVG
	Stands [][3]float64 `json:"stands"` // x, y and scale of each place
}

// symbol is a piece as drawn, with its tile pointing either way.
type symbol struct {
	Name   string    `json:"name"`
	Letter string    `json:"letter"`
	Side   int       `json:"side"`
	SVG    [2]string `json:"svg"`
}

// filled is a place with what stands there: place, symbol, count. A symbol of -1
// empties the place.
type filled = [3]int

// theatre collects the positions of a game, so that each piece is drawn once
// and all of them fit one stage.
type theatre struct {
	rules   *rules.Rules
	room    [2]int // most kinds that a hand holds
	symbols []symbol
	numbers map[diagram.Piece]int
	faults  error
}

func newTheatre(r *rules.Rules) *theatre {
	return &theatre{rules: r, numbers: map[diagram.Piece]int{}}
}

// take draws a position.
func (t *theatre) take(p *rules.Position) *diagram.Scene {
	s := api.Scene(p)
	for side := range s.Reserves {
		t.room[side] = max(t.room[side], len(s.Reserves[side].Hand))
	}
	return s
}

// fill lists the places of a scene that are not empty, once all are taken.
func (t *theatre) fill(s *diagram.Scene) []filled {
	t.keepRoom(s)
	var out []filled
	for i, place := range order(s) {
		if p, count := s.At(place); p != nil {
			out = append(out, filled{i, t.number(*p), count})
		}
	}
	return out
}

// keepRoom gives the hands of a scene the room that the fullest needs.
func (t *theatre) keepRoom(s *diagram.Scene) {
	for side := range s.Reserves {
		if r := &s.Reserves[side]; r.Hand != nil {
			r.Room = t.room[side]
		}
	}
}

// order lists the places of a scene as stages number them: the squares, then
// the cells, the hand and the pocket of First, and those of Second.
func order(s *diagram.Scene) []int {
	var out []int
	for square := range s.Files * s.Ranks {
		out = append(out, square)
	}
	for _, side := range []diagram.Side{diagram.First, diagram.Second} {
		r := &s.Reserves[side]
		for cell := range r.Cells {
			out = append(out, s.CellPlace(side, cell))
		}
		for kind := range max(len(r.Hand), r.Room) {
			out = append(out, s.HandPlace(side, kind))
		}
		if r.HasPocket {
			out = append(out, s.PocketPlace(side))
		}
	}
	return out
}

// number is a piece's among the symbols.
func (t *theatre) number(p diagram.Piece) int {
	if n, ok := t.numbers[p]; ok {
		return n
	}
	n := len(t.symbols)
	t.numbers[p] = n
	drawn := symbol{Name: p.Name, Letter: p.Letter, Side: int(p.Side)}
	for i, flip := range []bool{false, true} {
		var out bytes.Buffer
		if err := diagram.WriteSymbol(&out, &p, flip); err != nil {
			t.faults = err
		}
		drawn.SVG[i] = out.String()
	}
	t.symbols = append(t.symbols, drawn)
	return n
}

// build draws the stage of all positions taken so far; like is the scene of one
// of them.
func (t *theatre) build(like *diagram.Scene) (*stage, error) {
	if t.faults != nil {
		return nil, t.faults
	}
	s := *like
	t.keepRoom(&s)
	s.Turn, s.Marks, s.Arrows, s.LastMove = diagram.Nobody, nil, nil, nil
	for side := range s.Reserves {
		s.Reserves[side].Name = ""
	}
	out := &stage{Files: s.Files, Ranks: s.Ranks, Symbols: t.symbols, Places: t.places(&s)}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		out.Sides = append(out.Sides, t.rules.SideName(side))
	}
	for i, flip := range []bool{false, true} {
		s.Flip = flip
		layout, err := diagram.Measure(&s)
		if err != nil {
			return nil, err
		}
		var ground bytes.Buffer
		if err := diagram.WriteStage(&ground, &s); err != nil {
			return nil, err
		}
		w := way{Width: layout.Width, Height: layout.Height, Ground: ground.String()}
		for _, place := range order(&s) {
			at := layout.Stand(place)
			w.Stands = append(w.Stands, [3]float64{at.X, at.Y, at.Scale})
		}
		out.Ways[i] = w
	}
	return out, nil
}

// places are the names of places: squares and cells by their own names, slots of
// hands as "hand1.0", and pockets as annotations name them.
func (t *theatre) places(s *diagram.Scene) []string {
	var names []string
	for square := range rules.Square(s.Files * s.Ranks) {
		names = append(names, t.rules.SquareName(square))
	}
	for side := range s.Reserves {
		for i := range s.Reserves[side].Cells {
			names = append(names, t.rules.CellName(rules.Side(side), i))
		}
		for i := range s.Reserves[side].Room {
			names = append(names, fmt.Sprintf("hand%d.%d", side+1, i))
		}
		if s.Reserves[side].HasPocket {
			names = append(names, analysis.PocketName(rules.Side(side)))
		}
	}
	return names
}

// changes are what turns one list of filled places into another.
func changes(from, to []filled) []filled {
	out := []filled{}
	before := map[int]filled{}
	for _, f := range from {
		before[f[0]] = f
	}
	for _, f := range to {
		if before[f[0]] != f {
			out = append(out, f)
		}
		delete(before, f[0])
	}
	for _, f := range from {
		if _, left := before[f[0]]; left {
			out = append(out, filled{f[0], -1, 0})
		}
	}
	return out
}

// picture draws a position as one SVG for a page, which scripts may take over.
func (s *stage) picture(at []filled, last []int, label string) string {
	var b strings.Builder
	w := &s.Ways[0]
	fmt.Fprintf(&b, `<svg class="board" data-symbols="b0" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" preserveAspectRatio="xMidYMin" role="img" aria-label="%s"><defs>`, w.Width, w.Height, escape(label))
	used := map[int]bool{}
	for _, f := range at {
		if !used[f[1]] {
			used[f[1]] = true
			fmt.Fprintf(&b, `<g id="b0-%d">%s</g>`, f[1], s.Symbols[f[1]].SVG[0])
		}
	}
	b.WriteString("</defs>" + w.Ground + `<g class="last">`)
	for _, place := range last {
		x, y := w.Stands[place][0], w.Stands[place][1]
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="40" height="40"/>`, x-20, y-20)
	}
	b.WriteString(`</g><g class="pieces" stroke-linejoin="round" stroke-linecap="round">`)
	for _, f := range at {
		stand := w.Stands[f[0]]
		fmt.Fprintf(&b, `<use data-at="%d" href="#b0-%d" transform="translate(%g %g)scale(%g)"/>`, f[0], f[1], stand[0], stand[1], stand[2])
		if f[2] > 1 {
			fmt.Fprintf(&b, `<text class="count" x="%g" y="%g">%d</text>`, stand[0]+14.5, stand[1]+11, f[2])
		}
	}
	b.WriteString(`</g></svg>`)
	return b.String()
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

func escape(s string) string { return escaper.Replace(s) }
