package rules

import (
	"cmp"
	"fmt"
	"slices"

	"assay/analysis/variant"
)

// connection ends the game when pieces of a side stand in a row, in a square,
// or in a chain between two regions (W-10).
type connection struct {
	ruleCited
	Pieces     []string `yaml:"pieces" says:"the pieces that count; all when left out"`
	Row        int      `yaml:"row" says:"how many stand side by side on a line"`
	Line       int      `yaml:"line" says:"how many stand on a line, with other squares between or not"`
	Square     int      `yaml:"square" says:"how many files and ranks of a square they fill"`
	From       string   `yaml:"from" says:"region from which a chain leads"`
	To         string   `yaml:"to" says:"region to which it leads"`
	Along      []string `yaml:"along" says:"files, ranks, diagonals: the lines that count; all when left out"`
	Result     string   `yaml:"result" says:"win or loss, for the side that has them; win when left out"`
	Ends       string   `yaml:"ends" says:"how such an ending is called; connected when left out"`
	pieces     PieceTypeSet
	directions []int
	from, to   [2]Bitboard // by side
}

var connectionKind = moduleOf("connection", "A side with pieces in a row, in a full square, or in a chain between two regions wins or loses.",
	func(c *moduleContext, m *connection) {
		m.pieces = c.piecesOr(m.Pieces, c.rules.allTypes())
		m.Ends = cmp.Or(m.Ends, "connected")
		c.checkOneOf("result", m.Result, "", "win", "loss")
		for _, along := range m.Along {
			c.checkOneOf("along", along, "files", "ranks", "diagonals")
		}
		for d, v := range directionVectors {
			along := "diagonals"
			switch {
			case v[0] == 0:
				along = "files"
			case v[1] == 0:
				along = "ranks"
			}
			if len(m.Along) == 0 || slices.Contains(m.Along, along) {
				m.directions = append(m.directions, d)
			}
		}
		if (m.From == "") != (m.To == "") {
			c.report("from and to are two regions")
		} else if m.From != "" {
			m.from, m.to = c.regions(m.From), c.regions(m.To)
		}
		if m.Row+m.Line+m.Square == 0 && m.From == "" {
			c.report("needs row, line, square, or from and to")
		}
		c.add(m)
	})

func (m *connection) describe(r *Rules) string {
	what := "pieces"
	if len(m.Pieces) > 0 {
		what = fmt.Sprintf("pieces (%s)", r.definition.PieceNames(m.Pieces, "or"))
	}
	verb := "wins"
	if m.Result == "loss" {
		verb = "loses"
	}
	where := fmt.Sprintf("lead in a chain from %s to %s", m.From, m.To)
	switch {
	case m.Row > 0:
		where = fmt.Sprintf("stand %d in a row", m.Row)
	case m.Line > 0:
		where = fmt.Sprintf("stand %d on one line", m.Line)
	case m.Square > 0:
		where = fmt.Sprintf("fill a square of %d by %d", m.Square, m.Square)
	}
	if len(m.Along) > 0 {
		where += " along " + variant.Enumerate(m.Along, "or")
	}
	return fmt.Sprintf("A side whose %s %s %s", what, where, verb) + describeName(m.Ends, "connected")
}

func (m *connection) isOver(p *Position) (over, exposed bool) {
	side := p.side.Other()
	own := p.ofTypes(side, m.pieces)
	for b := own; !b.Empty(); {
		s := b.Pop()
		for _, d := range m.directions {
			if m.Row > 1 && p.run(own, s, d) >= m.Row || m.Line > 1 && p.rules.rays[d][s].And(own).Len() >= m.Line-1 {
				return true, false
			}
		}
		if m.Row == 1 || m.Square > 0 && p.fills(own, s, m.Square) {
			return true, false
		}
	}
	return m.From != "" && m.chained(p, own, side), false
}

// run returns the number of consecutive squares of a set in a direction.
func (p *Position) run(own Bitboard, s Square, d int) int {
	n := 0
	for ok := true; ok && own.Has(s); n++ {
		s, ok = p.rules.step(s, d)
	}
	return n
}

// fills reports whether a square block, whose lowest square is s, is filled.
func (p *Position) fills(own Bitboard, s Square, size int) bool {
	for files := range size {
		for ranks := range size {
			if at, ok := p.rules.offset(s, files, ranks); !ok || !own.Has(at) {
				return false
			}
		}
	}
	return true
}

func (m *connection) chained(p *Position, own Bitboard, side Side) bool {
	reached := own.And(m.from[side])
	for open := reached; !open.Empty(); {
		s := open.Pop()
		for _, d := range m.directions {
			if at, ok := p.rules.step(s, d); ok && own.Has(at) && !reached.Has(at) {
				reached, open = reached.Or(bit(at)), open.Or(bit(at))
			}
		}
	}
	return reached.Meets(m.to[side])
}

func (m *connection) outcome(p *Position) Outcome {
	side := p.side.Other()
	if m.Result == "loss" {
		side = p.side
	}
	return Outcome{winFor[side], m.Ends, m.ruleID}
}
