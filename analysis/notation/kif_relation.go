package notation

import (
	"cmp"
	"slices"

	"assay/analysis/rules"
)

// bearing is the position of a piece relative to its target, from its player's
// view.
type bearing struct {
	right   int // files to the right of the target
	forward int // ranks that it moves forward
}

func (n *shogi) bearing(p *rules.Position, from, to rules.Square) bearing {
	b := bearing{n.fileOf(to) - n.fileOf(from), n.rankOf(from) - n.rankOf(to)}
	if p.Side() == rules.Second {
		b.right, b.forward = -b.right, -b.forward
	}
	return b
}

// direction returns the word for the direction of a move.
func (b bearing) direction() int {
	switch {
	case b.forward > 0:
		return wordUp
	case b.forward < 0:
		return wordBack
	}
	return wordAside
}

// isSlider reports whether a piece type is a slider. For sliders, left and
// right compare the pieces with each other, not with the target.
func (n *shogi) isSlider(t rules.PieceType) bool {
	return slices.Contains([]string{"B", "R", "+B", "+R"}, n.kinds[t].letter)
}

// relation returns the words that distinguish a legal move from moves of other
// pieces of the same type. unique is false if no words distinguish it; this can
// happen if a ruling allows the move.
func (n *japanese) relation(p *rules.Position, m rules.Move) (words []relation, unique bool) {
	if m.Ruled() && m.Kind() != rules.Drop {
		return nil, false
	}
	t := p.Moved(m).Type()
	n.found = p.Candidates(n.found[:0], t, m.To())
	if m.Kind() == rules.Drop {
		if len(n.found) > 0 {
			return relations[wordDrop : wordDrop+1], true
		}
		return nil, true
	}
	if len(n.found) < 2 {
		return nil, true
	}
	own := n.bearing(p, m.From(), m.To())
	way, sameWay, sameSide, leftOf, rightOf := own.direction(), 0, 0, 0, 0
	for _, c := range n.found {
		if c.From == m.From() {
			continue
		}
		b := n.bearing(p, c.From, m.To())
		if b.direction() == way {
			sameWay++
		}
		if cmp.Compare(b.right, 0) == cmp.Compare(own.right, 0) {
			sameSide++
		}
		if b.right >= own.right {
			leftOf++ // to the left of this piece, or level with it
		}
		if b.right <= own.right {
			rightOf++
		}
	}
	one := func(i int) []relation { return relations[i : i+1] }
	switch {
	case sameWay == 0:
		return one(way), true
	case n.isSlider(t) && rightOf == len(n.found)-1 && leftOf == 0:
		return one(wordRight), true
	case n.isSlider(t) && leftOf == len(n.found)-1 && rightOf == 0:
		return one(wordLeft), true
	case n.isSlider(t):
		return nil, false
	case own.right == 0 && way == wordUp:
		return one(wordStraight), true
	case own.right == 0:
		return nil, false
	}
	side := wordRight
	if own.right < 0 {
		side = wordLeft
	}
	if sameSide == 0 {
		return one(side), true
	}
	return []relation{relations[side], relations[way]}, true
}

// relative reads a text without origin: the piece moves on the board if it can,
// otherwise it is dropped.
func (n *japanese) relative(p *rules.Position, j *japaneseMove) (m rules.Move, known bool, warnings []Warning,
	f *Fault) {
	n.found = p.Candidates(n.found[:0], j.kind, j.to)
	n.left = append(n.left[:0], n.found...)
	n.filterByWords(p, j)
	n.fits = n.fits[:0]
	for _, c := range n.left {
		if try := n.step(p, c.From, j.to, j.promotes); p.Completes(try) {
			n.fits = append(n.fits, try)
		}
	}
	switch {
	case len(n.fits) == 1:
		return n.fits[0], true, nil, nil
	case len(n.fits) > 1:
		f = fault(ruleKIF, "ambiguous", "%d pieces of this type can go there", len(n.fits))
		f.Candidates = slices.Clone(n.fits)
		return 0, false, nil, f
	case j.words == 0 && !j.promotes && p.InHand(p.Side(), j.kind) > 0:
		m = drop(j.kind, j.to)
	case len(n.left) > 0:
		m = n.step(p, n.left[0].From, j.to, j.promotes)
	case len(n.found) > 0:
		return 0, false, nil, fault(ruleKIF, "illegal", "no %s can go to %s as written", n.rules.PieceName(j.kind),
			n.rules.SquareName(j.to))
	default:
		return n.judgeUnreachable(p, j)
	}
	return judged(p, m)
}

// judgeUnreachable judges a move that no piece of the type can make. If there
// are several such pieces, it does not determine a move.
func (n *japanese) judgeUnreachable(p *rules.Position, j *japaneseMove) (m rules.Move, known bool, warnings []Warning,
	f *Fault) {
	var room [4]rules.Square
	standing := p.Standing(room[:0], j.kind)
	if len(standing) == 0 {
		f := fault("G-1", "empty source", "%s has no %s on the board or in hand", n.rules.SideName(p.Side()),
			n.rules.PieceName(j.kind))
		return 0, false, nil, f
	}
	m, known, warnings, f = judged(p, n.step(p, standing[0], j.to, j.promotes))
	if f != nil && len(standing) > 1 {
		m = 0
	}
	return m, known, warnings, f
}

// filterByWords keeps the candidates that fit the words.
func (n *japanese) filterByWords(p *rules.Position, j *japaneseMove) {
	if j.words == 0 {
		return
	}
	n.left = slices.DeleteFunc(n.left, func(c rules.Candidate) bool {
		b := n.bearing(p, c.From, j.to)
		way := b.direction()
		return j.words&(1<<wordUp|1<<wordUpToo) != 0 && way != wordUp ||
			j.words&(1<<wordAside) != 0 && way != wordAside ||
			j.words&(1<<wordBack) != 0 && way != wordBack ||
			j.words&(1<<wordStraight) != 0 && (way != wordUp || b.right != 0)
	})
	for _, side := range []struct{ word, sign int }{{wordRight, 1}, {wordLeft, -1}} {
		if j.words>>side.word&1 == 0 || len(n.left) == 0 {
			continue
		}
		most := 0
		for i, c := range n.left {
			if right := side.sign * n.bearing(p, c.From, j.to).right; i == 0 || right > most {
				most = right
			}
		}
		// Non-sliders on that side of the target are meant; if there are none,
		// the outermost piece is.
		beside := most > 0 && !n.isSlider(j.kind)
		n.left = slices.DeleteFunc(n.left, func(c rules.Candidate) bool {
			right := side.sign * n.bearing(p, c.From, j.to).right
			return right != most && !(beside && right > 0)
		})
	}
}
