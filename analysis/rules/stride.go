package rules

import "slices"

// Stride is a step that all pieces of one kind take alike, a square further by
// as much from wherever they stand.
type Stride struct {
	By             int      // less than 64 either way; not 0
	past           int      // how far from the piece the square is that has to be empty; 0 for none
	quiet, capture Bitboard // from where it leads to empty squares, and takes
}

// maxStrides is the most strides of a kind that are worth looking at together.
const maxStrides = 4

// buildStrides is the steps of a kind that does nothing else, nil where it does
// or there are many.
func (r *Rules) buildStrides(t *table) []Stride {
	if !t.leapsOnly || t.slideAny != 0 {
		return nil
	}
	var out []Stride
	add := func(from, to Square, past int, quiet, capture bool) {
		by := int(to) - int(from)
		i := slices.IndexFunc(out, func(s Stride) bool { return s.By == by && s.past == past })
		if i < 0 {
			i = len(out)
			out = append(out, Stride{By: by, past: past})
		}
		if quiet {
			out[i].quiet.Add(from)
		}
		if capture {
			out[i].capture.Add(from)
		}
	}
	for from := range Square(r.squares) {
		for b := at(t.any, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, true)
		}
		for b := at(t.quiet, from); !b.Empty(); {
			add(from, b.Pop(), 0, true, false)
		}
		for b := at(t.capture, from); !b.Empty(); {
			add(from, b.Pop(), 0, false, true)
		}
		if t.lame == nil {
			continue
		}
		for _, l := range t.lame[from] {
			if l.hop || !l.path.Single() {
				return nil
			}
			add(from, l.square, int(l.path.First())-int(from), l.quiet, l.capture)
		}
	}
	if len(out) > maxStrides {
		return nil
	}
	for i, s := range out {
		if s.By <= -64 || s.By >= 64 || slices.ContainsFunc(out[:i], func(o Stride) bool { return o.By == s.By }) {
			return nil
		}
	}
	return out
}

// Strides is the steps of a kind that has few and moves by nothing else.
func (p *Position) Strides(pc Piece) []Stride { return p.rules.tables[pc].strides }

// CoverBy is what pieces that stand on several squares bear upon by one of
// their strides, as Cover is.
func (p *Position) CoverBy(st *Stride, on Bitboard) (quiet, cover Bitboard) {
	occupied := p.Occupied()
	if st.past != 0 {
		on = on.AndNot(occupied.Shift(-st.past))
	}
	quiet, cover = on.And(st.quiet).Shift(st.By).AndNot(occupied), on.And(st.capture).Shift(st.By)
	return quiet, cover
}
