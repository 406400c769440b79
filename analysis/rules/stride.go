package rules

import "slices"

// Stride is a set-wise shift: a step by which every piece of a type moves by
// the same number of squares.
type Stride struct {
	By             int      // not 0, and between -63 and 63
	emptyAt        int      // offset of the square that must be empty (lame steps); 0 for none
	quiet, capture Bitboard // origins from which it moves, and captures
}

// maxShifts is the largest number of shifts per type for which set-wise
// generation is worthwhile.
const maxShifts = 4

// buildShifts returns the shifts of a type; nil if it has other moves or too
// many shifts.
func (r *Rules) buildShifts(t *moveTable) []Stride {
	if !t.leapsOnly || t.slideAny != 0 {
		return nil
	}
	var out []Stride
	add := func(from, to Square, past int, quiet, capture bool) {
		by := int(to) - int(from)
		i := slices.IndexFunc(out, func(s Stride) bool { return s.By == by && s.emptyAt == past })
		if i < 0 {
			i = len(out)
			out = append(out, Stride{By: by, emptyAt: past})
		}
		if quiet {
			out[i].quiet.Add(from)
		}
		if capture {
			out[i].capture.Add(from)
		}
	}
	for from := range Square(r.squares) {
		for b := leapsFrom(t.anyLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, true)
		}
		for b := leapsFrom(t.quietLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, false)
		}
		for b := leapsFrom(t.captureLeaps, from); !b.Empty(); {
			add(from, b.Pop(), 0, false, true)
		}
		if t.lameLeaps == nil {
			continue
		}
		for _, l := range t.lameLeaps[from] {
			if l.hop || !l.path.Single() {
				return nil
			}
			add(from, l.square, int(l.path.First())-int(from), l.quiet, l.capture)
		}
	}
	if len(out) > maxShifts {
		return nil
	}
	for i, s := range out {
		if s.By <= -64 || s.By >= 64 || slices.ContainsFunc(out[:i], func(o Stride) bool { return o.By == s.By }) {
			return nil
		}
	}
	return out
}

// Strides returns the set-wise shifts of a type that has few of them and no
// other moves.
func (p *Position) Strides(pc Piece) []Stride { return p.rules.tables[pc].shifts }

// CoverBy is Cover of all pieces of a type at once, by one of their shifts.
func (p *Position) CoverBy(st *Stride, on Bitboard) (quiet, cover Bitboard) {
	occupied := p.Occupied()
	if st.emptyAt != 0 {
		on = on.AndNot(occupied.Shift(-st.emptyAt))
	}
	quiet, cover = on.And(st.quiet).Shift(st.By).AndNot(occupied), on.And(st.capture).Shift(st.By)
	return quiet, cover
}
