package tape

import (
	"fmt"

	"assay/analysis/rules"
)

// Check validates a whole tape. A player cannot fail on a valid tape.
func (t Tape) Check(r *rules.Rules) error {
	lines, err := t.lines(nil)
	if err != nil {
		return err
	}
	w := walk{squares: r.Files() * r.Ranks(), types: r.Types(), wide: isWide(r)}
	if t[4] != 0 {
		array, rest, _ := pairs(t[head:])
		held, _, _ := pairs(rest)
		if !each(array, w.isChange) || !each(held, w.isHolding) {
			return errDamaged
		}
	}
	for i := range lines {
		l, parent := &lines[i], &lines[lines[i].parent]
		if l.from < parent.from || l.from > parent.from+parent.plies {
			return fmt.Errorf("%w: line %d does not leave line %d", errDamaged, i, l.parent)
		}
		w.ops = l.ops
		for ply := range l.plies {
			if !w.ply() {
				return fmt.Errorf("%w: ply %d of line %d", errDamaged, ply+1, i)
			}
		}
		if len(w.ops) > 0 {
			return errDamaged
		}
	}
	return nil
}

// walk reads plies without playing them.
type walk struct {
	ops            []byte
	squares, types int
	wide           bool
}

func (w *walk) ply() bool {
	if len(w.ops) < 3 {
		return false
	}
	flags, going := w.ops[0], w.ops[1]&noArrival == 0
	from, to := readSquares(w.ops)
	w.ops = w.ops[3:]
	if w.wide {
		if len(w.ops) == 0 {
			return false
		}
		from, to = addHighBits(from, to, w.ops[0])
		w.ops = w.ops[1:]
	}
	for _, s := range [2]rules.Square{from, to} {
		if !w.onBoard(s) && (going || s != rules.NoSquare) {
			return false
		}
	}
	if flags&changesFollow != 0 && !w.changes() || flags&handsFollow != 0 && !w.hands() {
		return false
	}
	if flags&relationsFollow != 0 {
		if len(w.ops) < 2 {
			return false
		}
		w.ops = w.ops[2:]
	}
	return true
}

func (w *walk) onBoard(s rules.Square) bool { return int(s) < w.squares }

// isChange reports whether a square is on the board and the piece exists.
func (w *walk) isChange(square, pc byte) bool {
	return w.onBoard(rules.Square(square)) && int(rules.Piece(pc).Type()) <= w.types
}

// isHolding reports whether a piece type in hand exists.
func (w *walk) isHolding(what, _ byte) bool { return int(what&63) <= w.types }

func (w *walk) changes() bool { return w.pairs(w.isChange) }

func (w *walk) hands() bool { return w.pairs(w.isHolding) }

func (w *walk) pairs(sound func(a, b byte) bool) bool {
	if len(w.ops) == 0 || len(w.ops) < 1+2*int(w.ops[0]) {
		return false
	}
	end := 1 + 2*int(w.ops[0])
	all := w.ops[1:end]
	w.ops = w.ops[end:]
	return each(all, sound)
}

func each(pairs []byte, sound func(a, b byte) bool) bool {
	for n := 0; n < len(pairs); n += 2 {
		if !sound(pairs[n], pairs[n+1]) {
			return false
		}
	}
	return true
}
