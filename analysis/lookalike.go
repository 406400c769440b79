package analysis

import (
	"fmt"

	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser"
)

// leastAlike is the number of plies from which on a record that another game
// holds whole is taken to be of that game: shorter ones fit many.
const leastAlike = 6

// lookElsewhere says of a record that does not hold which other defined game it
// fits from the first ply to the last, the plainest of several. One that names
// a defined game itself is taken at its word where it breaks off with its
// fault.
func (v *Verifier) lookElsewhere(g *Game, rec *parser.Record) {
	fitting := len(rec.Moves)
	if stated, _ := v.statedVariant(rec); stated != "" {
		fitting -= g.Report.Plies
	}
	if rec.Fault != nil || fitting < leastAlike {
		return
	}
	for _, id := range v.book.shelf.Load().plainest() {
		if id == g.Report.Variant {
			continue
		}
		if g.ended() {
			return
		}
		other, err := v.book.Rules(id, "")
		if err != nil || !v.holds(other, rec) {
			continue
		}
		g.Report.warn(0, rec.Place, "NL-1", fmt.Sprintf(
			"the record looks like one of another game: every ply of it is legal in %s (%s)", other.Definition().Name, id))
		return
	}
}

// holds reports whether every ply of a record is legal by the rules of a game.
func (v *Verifier) holds(r *rules.Rules, rec *parser.Record) bool {
	p := r.StartIn(v.elsewhere)
	if rec.Start != "" {
		var err error
		if p, err = r.ParsePosition(rec.Start); err != nil {
			return false
		}
	}
	moves, ok := notation.For(rec, p)
	if !ok {
		return false
	}
	for i := range rec.Moves {
		m, known, _, fault := moves.Read(p, rec.Moves[i].Text)
		if _, over := p.OutcomeBefore(known || fault == nil); over || fault != nil {
			return false
		}
		p.Play(m)
	}
	return true
}
