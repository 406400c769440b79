package notation

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// formatKey is the header that names the notation of a record's moves.
const formatKey = "Format"

// oneBased are the values of that header for notations which count ranks
// from 1.
var oneBased = []string{"uci", "san", "pgn"}

// countRanks decides whether a record counts ranks from 0 or from 1. Only ICCS
// notation of xiangqi counts from 0. A header decides; without one, the count
// with which more plies are legal. If both counts fit equally, a rank 0 or 10
// decides, then the form: ICCS writes H2-E2, engines write h3e3. It returns
// false if neither count makes all moves legal.
func (n *SAN) countRanks(rec *parser.Record, start *rules.Position) (decided bool) {
	if n.rules.Ranks() < 8 { // XBoard counts the ranks of xiangqi's boards from 0
		n.fromZero = evidence(rec) == countsFromZero
		return true
	}
	if n.rules.Ranks() != 10 || !holdsXiangqi(n.rules) {
		return true
	}
	if stated, _ := rec.Tag(formatKey); slices.Contains(oneBased, strings.ToLower(stated)) {
		return true
	}
	fromOne, fromZero := *n, *n
	fromZero.fromZero = true
	p, q := start.Clone(), start.Clone()
	coordinates := len(rec.Moves) > 0
	for i := range rec.Moves {
		text := rec.Moves[i].Text
		coordinates = coordinates && n.bare(text)
		one, zero := fromOne.advance(p, text), fromZero.advance(q, text)
		if one != zero {
			n.fromZero = zero
			return true
		}
		if !one {
			n.fromZero = decidedByForm(rec)
			return false
		}
	}
	n.fromZero = decidedByForm(rec)
	n.doubtful = coordinates && !p.Equal(q) && evidence(rec) == noEvidence
	return true
}

// advance plays a move if its text is legal, and reports whether it is.
func (n *SAN) advance(p *rules.Position, text string) bool {
	m, known, _, f := n.Read(p, text)
	if _, over := p.OutcomeBefore(known || f == nil); over || f != nil {
		return false
	}
	p.Play(m)
	return true
}

// bare reports whether a text consists of two squares only.
func (n *SAN) bare(text string) bool {
	var w sanText
	return n.parse(&w, text) == nil && w.kind == sanBoard && w.types == nil && w.sure() && !w.capture
}

// rankEvidence is the conclusion from ranks 0 and 10 in a record.
type rankEvidence uint8

const (
	noEvidence rankEvidence = iota
	countsFromOne
	countsFromZero
)

// evidence looks for a rank 0 or 10 in the moves of a record and its
// variations.
func evidence(rec *parser.Record) rankEvidence {
	for ply := range rec.Moves.All() {
		text := ply.Text
		for i := 0; i+1 < len(text); i++ {
			switch {
			case !isFile(text[i] | 0x20):
			case text[i+1] == '0':
				return countsFromZero
			case text[i+1] == '1' && i+2 < len(text) && text[i+2] == '0':
				return countsFromOne
			}
		}
	}
	return noEvidence
}

// decidedByForm reports whether a record counts ranks from 0, judged by the
// squares in it and by the form of its first move.
func decidedByForm(rec *parser.Record) bool {
	if found := evidence(rec); found != noEvidence {
		return found == countsFromZero
	}
	if len(rec.Moves) == 0 {
		return false
	}
	text := rec.Moves[0].Text
	return isCoordinates(trimSigns(text)) && strings.Contains(text, "-")
}

// RanksDoubtful reports whether a record fits both counts of ranks and no
// header decides. n is the notation of its moves.
func RanksDoubtful(n Notation) bool {
	san, ok := n.(*SAN)
	return ok && san.doubtful
}

// Ranks says whether the ranks of coordinates are counted from 0 or from 1.
type Ranks uint8

// The ways to count ranks.
const (
	RanksOpen Ranks = iota // the moves decide
	RanksFromOne
	RanksFromZero
)

// RanksIn returns how moves from a position count ranks. A stated style
// decides; if it is nil, the moves do.
func RanksIn(stated *Style, p *rules.Position, moves []string) Ranks {
	switch {
	case stated != nil && stated.Edges == ZeroEdges:
		return RanksFromZero
	case stated != nil && stated.Edges == OwnEdges:
		return RanksFromOne
	}
	rec := &parser.Record{Format: parser.PGN, Moves: make(parser.Line, len(moves))}
	for i, text := range moves {
		rec.Moves[i].Text = text
	}
	n := NewSAN(nil, p.Rules())
	switch decided := n.countRanks(rec, p); {
	case !decided: // each move by itself: some are in another notation
		return RanksOpen
	case n.fromZero:
		return RanksFromZero
	}
	return RanksFromOne
}

// SetRanks makes a notation of algebraic moves or coordinates count ranks in
// that way. ICCS counts them from 0 only.
func SetRanks(n Notation, ranks Ranks) {
	san, ok := n.(*SAN)
	if list, numbered := n.(*Numbered); numbered {
		list.ranks = ranks
		return
	}
	if !ok || ranks == RanksOpen || ranks == RanksFromZero && !holdsXiangqi(san.rules) {
		return
	}
	san.fromZero, san.doubtful = ranks == RanksFromZero, false
}
