package analysis

import (
	"fmt"
	"slices"

	"assay/analysis/rules"
	"assay/parser"
)

// verifyPartner verifies the other board of a bughouse record, and that every
// dropped piece was captured on the other board before. The first error of
// either kind becomes the game's.
func (v *Verifier) verifyPartner(g *Game, rec *parser.Record, s Settings, c choice) bool {
	s.Watcher, s.Rulings = nil, nil
	other := NewVerifier(v.book).verify(rec.Partner, s, c)
	if other == nil {
		return false
	}
	if !other.Report.Holds() {
		e := *other.Report.Error
		e.Message = "on board B: " + e.Message
		g.Report.fail(&e)
		return true
	}
	g.checkDrops(v.book, other, rec)
	return true
}

// boards adds the other board, if the target has both and no line branches.
func (c *converter) boards() {
	partner := c.rec.Partner
	branches := func(p parser.Ply) bool { return len(p.Notes().Variations) > 0 }
	switch {
	case partner == nil:
	case !c.traits.Boards || len(c.rec.Order) != len(c.out.Moves)+len(partner.Moves) ||
		slices.ContainsFunc(c.out.Moves, branches) || slices.ContainsFunc(partner.Moves, branches):
		c.lose(1, "board B of a bughouse record")
	default:
		c.out.Partner, c.out.Order = partner, c.rec.Order
		if start, ok := c.rec.Tag("FEN"); ok {
			c.out.Tags = append(c.out.Tags, parser.Tag{Key: "FEN", Value: start})
		}
	}
}

// checkDrops reports the first drop of a piece that the partner has not
// captured. Crazyhouse, played with the same moves, shows what is captured.
func (g *Game) checkDrops(book *Rulebook, other *Game, rec *parser.Record) {
	r, err := book.Rules("crazyhouse", "")
	if err != nil || r.Types() != g.Rules.Types() {
		return
	}
	games, records := [2]*Game{g, other}, [2]*parser.Record{rec, rec.Partner}
	var boards [2]*rules.Position
	for i := range boards {
		if boards[i], err = r.ParsePosition(records[i].Start); err != nil {
			return
		}
	}
	supply := [2][2][]int{}
	for i := range supply {
		for side := range supply[i] {
			supply[i][side] = make([]int, r.Types()+1)
		}
	}
	var at [2]int
	for _, second := range rec.Order {
		i := 0
		if second {
			i = 1
		}
		if at[i] >= len(games[i].Moves) {
			continue
		}
		p, m := boards[i], games[i].Moves[at[i]]
		at[i]++
		side := p.Side()
		if m.Kind() == rules.Drop {
			t := p.Moved(m).Type()
			if supply[i][side][t]--; supply[i][side][t] < 0 {
				g.refuseDrop(rec, records[i], i, at[i], p.Rules().PieceName(t), p.Rules().SideName(side))
				return
			}
			p.Play(m)
			continue
		}
		before := make([]int, r.Types()+1)
		for t := range before[1:] {
			before[t+1] = p.InHand(side, rules.PieceType(t+1))
		}
		p.Play(m)
		for t := 1; t < len(before); t++ {
			supply[1-i][1-side][t] += max(0, p.InHand(side, rules.PieceType(t))-before[t])
		}
	}
}

// refuseDrop reports the drop at ply n of a board.
func (g *Game) refuseDrop(rec, of *parser.Record, board, n int, piece, side string) {
	ply := &of.Moves[n-1]
	e := &Error{Ply: n, Number: ply.Number, Side: side, Line: ply.Place.Line, Column: ply.Place.Column, Text: ply.Text,
		Rule: "BH-1", Reason: "hand", Legal: []string{}, Message: fmt.Sprintf(
			"no %s is in hand on board %c: the partner has captured none on the other board that is left", piece,
			"AB"[board])}
	if board == 0 {
		g.cut(rec, e)
	}
	g.Report.fail(e)
}
