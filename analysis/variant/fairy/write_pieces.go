package fairy

import (
	"maps"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// form is how a piece type moves, in Fairy-Stockfish's terms.
type form struct {
	usual, first []way
	from         [2]squares    // of the first moves
	opens        bool          // its first moves allow capture en passant
	passes       bool          // it captures en passant
	immune       bool          // it captures no piece of its own type
	soldier      int           // rank from which a soldier moves sideways
	steps        [2][2]squares // from which a pawn goes two and three squares
}

// waysOf returns a component as ways; ok is false if Fairy-Stockfish has no
// such move.
func waysOf(c variant.Component) (out []way, ok bool) {
	if c.Again != nil || c.Paths != nil {
		return nil, false
	}
	for _, v := range c.Vectors {
		one := way{vector: v, quiet: c.Quiet, capture: c.Capture}
		switch {
		case c.Hop == variant.HopBehind:
			one.style, one.limit = hop, 1
		case c.Hop == variant.HopOver && c.Range == variant.Unlimited:
			one.style = hop
		case c.Hop == variant.HopOver:
			if v.Files%2 != 0 || v.Ranks%2 != 0 {
				return nil, false
			}
			one.style, one.limit, one.vector = hop, 2, variant.Vector{Files: v.Files / 2, Ranks: v.Ranks / 2}
		case c.Range != 1:
			one.style, one.limit = ride, c.Range
		case c.Lame && max(v.Files, -v.Files, v.Ranks, -v.Ranks) > 1:
			one.style = lame
		}
		out = append(out, one)
	}
	return out, true
}

// merged returns ways without duplicates, by the way without kinds of capture.
func merged(ways []way) map[way][2]bool {
	out := map[way][2]bool{}
	for _, w := range ways {
		kinds := [2]bool{w.quiet, w.capture}
		w.quiet, w.capture = false, false
		known := out[w]
		out[w] = [2]bool{known[0] || kinds[0], known[1] || kinds[1]}
	}
	return out
}

// sameWays reports whether two pieces move alike.
func sameWays(a, b []way) bool { return maps.Equal(merged(a), merged(b)) }

// iniBetza returns ways in Fairy-Stockfish's notation; ok is false if it does
// not have or misplays them.
func iniBetza(usual, first []way) (text string, ok bool) {
	sets := map[group][]way{}
	var order []group
	for _, w := range slices.Concat(usual, first) {
		long, short := w.vector.Size()
		g := group{long, short, w.style, w.limit, w.quiet, w.capture}
		if w.initial {
			g.long += 100 // kept apart
		}
		if sets[g] == nil {
			order = append(order, g)
		}
		sets[g] = append(sets[g], w)
	}
	for _, g := range order {
		part, err := writeBetza(sets[g])
		if err != nil {
			return "", false
		}
		if g.style == hop && g.limit == 2 {
			part = strings.NewReplacer("D", "R2", "A", "B2").Replace(part)
		}
		if g.long > 100 {
			part = "i" + part
		}
		text += part
	}
	back, err := readBetza(text)
	return text, err == nil && sameWays(back, slices.Concat(usual, first))
}

// formOf returns how a piece type moves, and reports what Fairy-Stockfish does
// not have.
func (w *writer) formOf(letter string, p variant.Piece) (f form) {
	lost := func(m variant.Movement, why string) { w.lost("%s: %s (%s)", p.Name, m.Betza, why) }
	var sideways *variant.Movement
	for i, m := range p.Moves {
		var ways []way
		for _, c := range m.Components {
			more, ok := waysOf(c)
			if !ok {
				lost(m, "Fairy-Stockfish has no such move")
			}
			ways = append(ways, more...)
		}
		immune := len(m.Spares) == 1 && m.Spares[0] == letter && len(m.HopsNot) == 0
		f.immune = f.immune || immune
		switch {
		case m.First && (m.Betza == "mfsN" && p.Royal || m.Betza == "fmD"):
			w.set("gating", true)
			w.set("cambodianMoves", true)
		case m.First:
			lost(m, "a first move")
		case len(m.TakesEnPassant) > 0:
			f.passes = true
		case p.Royal && slices.Equal(m.Takes, []string{letter}) && m.From == "" && m.Within == "" &&
			(m.Betza == "cR" || m.Betza == "cfR"):
			w.set("flyingGeneral", true)
		case len(m.Takes) > 0 || m.InPlace || len(m.Spares) > 0 && !immune || len(m.HopsNot) > 0:
			lost(m, "captures of some pieces only")
		case m.Within != "":
			lost(m, "a region of its own")
		case m.From == "":
			f.usual = append(f.usual, ways...)
		case m.Betza == "sW":
			sideways = &p.Moves[i]
		case slices.ContainsFunc(ways, func(one way) bool { return one.capture }):
			lost(m, "captures from a region")
		default:
			f.addFirst(w, p, m, ways)
		}
	}
	if sideways != nil {
		from := w.region(sideways.From)
		ranks := board(w.d.Board.Files, w.d.Board.Ranks)
		for r := range w.d.Board.Ranks {
			if from[0][r] != 0 {
				f.soldier = r + 1
				break
			}
		}
		abroad := ranks.without(board(w.d.Board.Files, max(f.soldier-1, 0)))
		step, _ := readBetza("fW")
		if f.soldier == 0 || from != [2]squares{abroad, abroad.reflected(w.d.Board.Ranks)} || !sameWays(f.usual, step) {
			lost(*sideways, "moves from a region")
		}
		f.usual, _ = readBetza("fsW")
	}
	return f
}

// addFirst adds a first move. A pawn's moves of two and three squares have
// regions of their own.
func (f *form) addFirst(w *writer, p variant.Piece, m variant.Movement, ways []way) {
	from := w.region(m.From)
	if f.first != nil && f.opens != m.EnPassant {
		w.lost("%s: first moves of which only some allow capture en passant", p.Name)
	}
	f.opens = m.EnPassant
	pawn, _ := readBetza(pieceTypes[pawn].moves)
	for _, one := range ways {
		long := one.vector.Ranks
		if sameWays(f.usual, pawn) && one.vector.Files == 0 && long > 0 && (one.style == lame || one.style == ride) {
			if one.style == ride {
				long *= one.limit
			}
			if long == 2 || long == 3 {
				f.steps[long-2] = from
				if one.style == ride {
					f.steps[0] = from
				}
				continue
			}
		}
		one.initial = true
		f.first, f.from = append(f.first, one), from
	}
}

// unpawn makes a pawn's long steps first moves, because only one piece type is
// Fairy-Stockfish's pawn.
func (f *form) unpawn(w *writer, p variant.Piece) {
	if f.steps[1] != [2]squares{} {
		w.lost("%s: steps of three squares of a second pawn", p.Name)
	}
	if f.steps[0] != [2]squares{} {
		step := way{vector: variant.Vector{Ranks: 2}, style: lame, quiet: true, initial: true}
		f.first, f.from = append(f.first, step), f.steps[0]
	}
	f.steps = [2][2]squares{}
}

// writePieces assigns piece types, and writes them with their letters.
func (w *writer) writePieces() {
	custom := king - customSlots
	var counting, immune []string
	for _, letter := range w.order() {
		p, _ := w.d.Pieces.Get(letter)
		f := w.formOf(letter, p)
		w.forms[letter] = f
		if p.Counts {
			counting = append(counting, letter)
		}
		if f.immune {
			immune = append(immune, letter)
		}
		if other, ok := w.alike(letter, p, f); ok {
			w.slots[letter] = w.slots[other]
			continue
		}
		is, text := w.match(f), ""
		commoner := is >= 0 && pieceTypes[is].key == "commoner"
		if p.Royal {
			if w.royals = append(w.royals, letter); len(w.royals) > 1 {
				w.lost("%s: a second royal piece", p.Name)
			} else if !commoner || !w.explodes() {
				is = king
			}
		}
		if is < 0 || is == king && !commoner {
			f.unpawn(w, p)
			w.forms[letter] = f
			var ok bool
			if text, ok = iniBetza(f.usual, f.first); !ok || is < 0 && custom == king {
				w.lost("%s: its moves, which Fairy-Stockfish does not have, or more than %d such pieces", p.Name,
					customSlots)
				continue
			}
			text = ":" + text
		}
		if is < 0 {
			is = custom
			custom++
		}
		w.slots[letter], w.letters[is] = is, w.free(letter, p.SAN)
		w.set(pieceTypes[is].key, w.letters[is]+text)
		if is == soldier {
			w.set("soldierPromotionRank", max(f.soldier, 1))
		}
		if p.Within != "" {
			for side, key := range both("mobilityRegion") {
				w.set(key+is.capital(), w.keyText(w.region(p.Within)[side]))
			}
		}
	}
	w.set("nMoveRuleTypes", w.named(counting))
	w.set("mutuallyImmuneTypes", w.named(immune))
}

// alike returns the piece type that a promoted piece is in Fairy-Stockfish, if
// it has one already.
func (w *writer) alike(letter string, p variant.Piece, f form) (string, bool) {
	if strings.HasSuffix(letter, "~") {
		if !sameWays(f.usual, w.forms[letter[:1]].usual) {
			w.lost("%s: other moves than those of %s", p.Name, letter[:1])
		}
		return letter[:1], true
	}
	if letter[0] != '+' {
		return "", false
	}
	for other, like := range w.d.Pieces.All() {
		_, known := w.slots[other]
		o := w.forms[other]
		if known && other != letter && sameWays(o.usual, f.usual) && o.first == nil && f.first == nil &&
			like.Within == p.Within && !like.Royal && o.soldier == f.soldier && o.steps == f.steps &&
			like.Most == p.Most {
			return other, true
		}
	}
	return "", false
}

// order returns the letters, unpromoted ones first.
func (w *writer) order() []string {
	out := slices.Clone(w.d.Pieces.Keys)
	slices.SortStableFunc(out, func(a, b string) int { return len(a) - len(b) })
	return out
}

// match returns the free piece type of Fairy-Stockfish that moves alike, or -1.
func (w *writer) match(f form) slot {
	for i, p := range pieceTypes {
		s := slot(i)
		moves, _ := readBetza(p.moves)
		_, taken := w.letters[s]
		if !taken && !s.custom() && s != king && s != janggiCannon && f.first == nil && sameWays(moves, f.usual) &&
			(s == soldier) == (f.soldier > 0) && (s == pawn || f.steps == [2][2]squares{}) {
			return s
		}
	}
	return -1
}

// free returns a letter for a piece type: its own, or one that no other has.
func (w *writer) free(letter, san string) string {
	if len(letter) == 1 {
		return strings.ToLower(letter)
	}
	found := variant.FreeLetter(san, func(letter string) bool {
		_, known := w.d.Pieces.Get(letter)
		return known || slices.Contains(slices.Collect(maps.Values(w.letters)), strings.ToLower(letter))
	})
	if found == "" {
		w.lost("%s: there is no letter left", letter)
		return "-"
	}
	return strings.ToLower(found)
}

// writeFirstMoves writes the regions of first moves and en passant.
func (w *writer) writeFirstMoves() {
	found, open := map[bool]bool{}, false
	var passing []string
	for _, letter := range w.order() {
		f := w.forms[letter]
		for n, from := range [][2]squares{f.steps[0], f.steps[1], f.from} {
			if from != [2]squares{} {
				w.setSquares([]string{"doubleStepRegion", "tripleStepRegion", "doubleStepRegion"}[n], from)
				found[f.opens], open = true, open || n != 1
			}
		}
		if f.passes {
			passing = append(passing, letter)
		}
	}
	if len(found) > 1 {
		w.lost("first moves of which only some allow capture en passant")
	}
	if !found[true] {
		w.setSquares("enPassantRegion", [2]squares{})
	}
	w.set("doubleStep", open)
	w.set("enPassantTypes", w.named(passing))
}
