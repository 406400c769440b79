package pgn

import (
	"strconv"

	"assay/parser/scan"
	"assay/parser/source"
)

// openVariation starts a variation.
func (t *pgnText) openVariation() {
	place, f := t.placeOf(t.at), t.top()
	if len(t.frames) > source.MaxDepth {
		t.fault(place, "variations are nested deeper than "+strconv.Itoa(source.MaxDepth), scan.LineAt(t.text, t.at))
		return
	}
	t.meter.Variation()
	turn := f.turn
	if n := len(f.line); n > 0 {
		turn = pgnTurn{f.line[n-1].Number, !f.turn.second}
	} else {
		t.warn(place, "a variation before any move is read as one of the first move", scan.LineAt(t.text, t.at))
	}
	t.pendingNumber, t.pendingDots = -1, 0
	t.at++
	t.frames = append(t.frames, pgnFrame{turn: turn, bracket: place, plyStarted: true})
}

// readCloseBracket ends a variation.
func (t *pgnText) readCloseBracket() {
	if len(t.frames) == 1 {
		t.warn(t.placeOf(t.at), "a closing bracket without an opening one is ignored", scan.LineAt(t.text, t.at))
		t.at++
		return
	}
	t.at++
	t.pendingNumber, t.pendingDots = -1, 0
	t.closeVariation()
}

// closeVariation adds the innermost variation to the last ply of its parent
// line. A variation without moves adds its comments and variations there. If no
// ply was read, they are added to the first ply.
func (t *pgnText) closeVariation() {
	f := *t.top()
	t.frames = t.frames[:len(t.frames)-1]
	around := t.top()
	comments, variations := &around.before, &around.variations
	if n := len(around.line); n > 0 {
		last := around.line[n-1].Annotate()
		comments, variations = &last.Comments, &last.Variations
	}
	switch {
	case len(f.line) > 0:
		f.line[len(f.line)-1].AppendComments(f.before)
		*variations = append(*variations, f.line)
	case len(f.before) == 0 && len(f.variations) == 0 && f.nags == nil:
		t.warn(f.bracket, "a variation without moves", "()")
	default:
		if n := len(around.line); n > 0 && f.nags != nil {
			notes := around.line[n-1].Annotate()
			notes.NAGs = append(notes.NAGs, f.nags...)
		} else if f.nags != nil {
			t.warn(f.bracket, "a glyph before any move is kept but not read", "()")
		}
		*comments = append(*comments, f.before...)
		if *variations == nil {
			*variations = f.variations
		} else {
			*variations = append(*variations, f.variations...)
		}
	}
}
