package tape

import (
	"fmt"

	"assay/analysis/rules"
)

// Check reads a tape whole and says whether it can be run through. A player
// cannot fail on a tape that it has found sound.
func (t Tape) Check(r *rules.Rules) error {
	lines, err := t.lines(nil)
	if err != nil {
		return err
	}
	w := walk{squares: r.Files() * r.Ranks(), types: r.Types()}
	if t[4] != 0 {
		w.ops = t[head:]
		if !w.changes() || !w.hands() {
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
}

func (w *walk) ply() bool {
	if len(w.ops) < 3 {
		return false
	}
	flags, from, to := w.ops[0], w.ops[1]&^stays, w.ops[2]
	nowhere := byte(rules.NoSquare)
	switch going := w.ops[1]&stays == 0; {
	case going && !(w.onBoard(from) && w.onBoard(to)):
		return false
	case !going && !(w.onBoard(from) || from == nowhere), !going && !(w.onBoard(to) || to == nowhere):
		return false
	}
	w.ops = w.ops[3:]
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

func (w *walk) onBoard(square byte) bool { return int(square) < w.squares }

// changes reads squares with what they hold.
func (w *walk) changes() bool {
	return w.pairs(func(square, pc byte) bool { return w.onBoard(square) && int(rules.Piece(pc).Type()) <= w.types })
}

// hands reads kinds with how many are held.
func (w *walk) hands() bool {
	return w.pairs(func(what, _ byte) bool { return int(what&63) <= w.types })
}

func (w *walk) pairs(sound func(a, b byte) bool) bool {
	if len(w.ops) == 0 || len(w.ops) < 1+2*int(w.ops[0]) {
		return false
	}
	end := 1 + 2*int(w.ops[0])
	for n := 1; n < end; n += 2 {
		if !sound(w.ops[n], w.ops[n+1]) {
			return false
		}
	}
	w.ops = w.ops[end:]
	return true
}
