package fairy

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// writePromotions writes what pieces become.
func (w *writer) writePromotions() {
	of, pairs, limits := [2][]string{}, []string{}, []string{}
	immobile, plain := w.immobile(), false // plain: captured promoted pieces keep their type
	for _, p := range w.d.Promotion {
		zone := w.region(p.Zone)
		if p.May.Len() > 0 || p.Except.Len() > 0 {
			w.lost("promotion outside the zone, or not everywhere in it")
		}
		for letter, targets := range p.Pieces.All() {
			switch {
			case len(targets) == 0:
				continue
			case len(targets) == 1 && (targets[0] == "+"+letter || letter == "+"+targets[0]):
				w.set("mandatoryPiecePromotion", p.Always)
				w.set("piecePromotionOnCapture", p.By == "capture")
				immobile = immobile || p.Must.Len() > 0
				if p.On != "touch" || p.Side != "" {
					w.lost("promotion of pieces other than by every move that touches the zone")
				}
				if letter[0] == '+' {
					w.set("pieceDemotion", true)
				} else {
					pairs = append(pairs, w.named([]string{letter})+":"+w.named(targets))
				}
			default:
				stands := p.On == "stand" && p.Last
				w.set("mandatoryPawnPromotion", p.Always)
				w.set("sittuyinPromotion", stands)
				if !stands && p.On != "end" || p.By != "" || p.Must.Len() > 0 {
					w.lost("promotion into a choice other than at the end of a move, as for all pawns")
				}
				plain = plain || slices.ContainsFunc(targets, func(t string) bool { return !strings.HasSuffix(t, "~") })
			}
			for side := range 2 {
				if !p.Side.Has(side == 1) {
					continue
				}
				w.set(both("promotionRegion")[side], w.keyText(zone[side]))
				if len(targets) > 1 || !strings.HasPrefix(targets[0]+letter, "+") && letter[0] != '+' {
					of[side] = append(of[side], letter)
					w.set(both("promotionPieceTypes")[side], w.named(targets))
				}
			}
		}
	}
	for letter, p := range w.d.Pieces.All() {
		if p.Most > 0 {
			limits = append(limits, fmt.Sprintf("%s:%d", w.named([]string{letter}), p.Most))
		}
	}
	for side := range 2 {
		w.set(both("promotionPawnTypes")[side], w.named(of[side]))
		if len(of[side]) == 0 {
			w.set(both("promotionPieceTypes")[side], "-")
		}
	}
	if len(of[0])+len(of[1]) == 0 {
		w.set("mandatoryPawnPromotion", false)
	}
	if len(pairs) > 0 {
		w.set("promotedPieceType", strings.Join(pairs, " "))
	}
	if len(limits) > 0 {
		w.set("promotionLimit", strings.Join(limits, " "))
	}
	w.set("immobilityIllegal", immobile)
	w.set("dropLoop", w.d.Hand != nil && w.d.Hand.Keeps == "all" && plain)
}

// writeDrops writes hands and drops.
func (w *writer) writeDrops() {
	if h := w.d.Hand; h != nil {
		w.set("capturesToHand", h.Keeps == "all")
		if h.Keeps != "all" && h.Keeps != "none" || len(h.Pieces) > 0 {
			w.lost("hands that keep only some captured pieces")
		}
	}
	drops := w.d.Drops
	if drops == nil {
		return
	}
	w.set("pieceDrops", true)
	w.set("dropPromoted", drops.As.Len() > 0)
	if len(drops.Free) > 0 {
		w.lost("drops of pieces that need not be in hand")
	}
	if drops.KeepClock {
		w.lost("that drops do not reset the clock")
	}
	for letter, as := range drops.As.All() {
		if !slices.Equal(as, []string{"+" + letter}) {
			w.lost("drops of a piece as another than its promoted form")
		}
	}
	closed, everywhere := w.banned(""), board(w.d.Board.Files, w.d.Board.Ranks)
	if closed != [2]squares{} {
		w.setSquares("dropRegion", [2]squares{everywhere.without(closed[0]), everywhere.without(closed[1])})
	}
	for _, ban := range drops.Forbid {
		if len(ban.FileWith) > 0 {
			w.set("dropNoDoubled", w.named(ban.Pieces))
			w.set("dropNoDoubledCount", max(ban.Already, 1))
			if len(ban.Pieces) != 1 || w.named(ban.Pieces) != w.named(ban.FileWith) {
				w.lost("a file closed to drops by pieces of another type")
			}
		}
	}
	for _, letter := range w.dropped() {
		w.writeBans(letter, closed)
	}
}

// dropped returns the pieces that may be in hand.
func (w *writer) dropped() []string {
	if w.d.Hand != nil && len(w.d.Hand.Order) > 0 {
		return w.d.Hand.Order
	}
	return slices.DeleteFunc(w.order(), func(letter string) bool {
		p, _ := w.d.Pieces.Get(letter)
		return len(letter) > 1 || p.Royal
	})
}

// banned returns the squares on which a piece may not be dropped; "" stands for
// the bans of all pieces.
func (w *writer) banned(letter string) (out [2]squares) {
	for _, ban := range w.d.Drops.Forbid {
		if len(ban.FileWith) > 0 || len(ban.Pieces) > 0 && !slices.Contains(ban.Pieces, letter) {
			continue
		}
		in, outside := w.region(ban.In), w.region(ban.Outside)
		for side, all := range w.region("") {
			if ban.In != "" {
				out[side] = out[side].or(in[side])
			}
			out[side] = out[side].or(all.without(outside[side]))
		}
	}
	return out
}

// dead returns the squares from which a piece could never move.
func (w *writer) dead(letter string) (out [2]squares) {
	for side, all := range w.region("") {
		for file, rank := range all.all() {
			if !slices.ContainsFunc(w.forms[letter].usual, func(one way) bool {
				return one.quiet && all.has(file+one.of(side).Files, rank+one.of(side).Ranks)
			}) {
				out[side].add(file, rank)
			}
		}
	}
	return out
}

// immobile reports whether pieces may not be dropped where they could not move.
func (w *writer) immobile() bool {
	return w.d.Drops != nil && slices.ContainsFunc(w.dropped(), func(letter string) bool {
		dead := w.dead(letter)
		return dead != [2]squares{} && w.slots[letter] != pawn && w.banned(letter) == dead
	})
}

// writeBans writes the squares on which one piece type may not be dropped.
func (w *writer) writeBans(letter string, expected [2]squares) {
	piece, _ := w.d.Pieces.Get(letter)
	bans, all, within := w.banned(letter), w.region(""), w.region(piece.Within)
	first := board(w.d.Board.Files, 1)
	ends := [2]squares{first, first.reflected(w.d.Board.Ranks)}
	add := func(to *[2]squares, more [2]squares) { to[0], to[1] = to[0].or(more[0]), to[1].or(more[1]) }
	for _, set := range []*[2]squares{&expected, &bans} { // a piece is never dropped outside its region
		add(set, [2]squares{all[0].without(within[0]), all[1].without(within[1])})
	}
	if w.values["immobilityIllegal"] == "true" {
		add(&expected, w.dead(letter))
	}
	switch {
	case w.slots[letter] == pawn:
		zone := [2]squares{ends[1], ends[0]}
		if len(w.d.Promotion) > 0 {
			zone = w.region(w.d.Promotion[0].Zone)
		}
		for i, region := range [][2]squares{zone, ends} {
			key := []string{"promotionZonePawnDrops", "firstRankPawnDrops"}[i]
			free := !region[0].without(bans[0]).empty() || !region[1].without(bans[1]).empty()
			if w.set(key, free); !free {
				add(&expected, region)
			}
		}
	case w.slots[letter] == rook && bans == [2]squares{all[0].without(ends[0]), all[1].without(ends[1])}:
		w.set("sittuyinRookDrop", true)
		expected = bans
	}
	if expected != bans {
		w.lost("%s: the squares on which it may be dropped", piece.Name)
	}
}

// writeClaims writes claims. Fairy-Stockfish ends a game at the first of
// several counts, and knows by itself which material cannot win.
func (w *writer) writeClaims() {
	counts := map[string]int{}
	for _, c := range w.d.Claims {
		if known, ok := counts[c.Name]; ok && c.Count >= known && c.Wins == "" && c.Chase == nil {
			continue
		}
		counts[c.Name] = c.Count
		w.writeClaim(c)
	}
	w.set("nFoldRule", counts["repetition"])
	w.set("nMoveRule", counts["clock"]/2)
}

func (w *writer) writeClaim(c variant.Claim) {
	odds := map[string]string{"whitedrawodds": "first", "blackdrawodds": "second"}[w.values["materialCounting"]]
	switch {
	case c.Name == "counting" && c.Count == 0 && !c.OnBoard:
		w.set("countingRule", "asean")
	case c.Name == "counting":
		w.set("countingRule", map[bool]string{false: "cambodian", true: "makruk"}[c.Count == 64])
	case c.Wins == odds:
	case c.Wins == "more":
		w.set("materialCounting", "unweighted")
	case c.Name == "repetition" && c.Wins != "fewer":
		w.set("nFoldValue", map[bool]string{false: "loss", true: "win"}[c.Wins == "first" || c.Wins == "to-move"])
		w.set("nFoldValueAbsolute", c.Wins == "first" || c.Wins == "second")
	default:
		w.lost("the claim of %s: who wins", c.Name)
	}
	if c.Name == "clock" && c.Count%2 != 0 {
		w.lost("the claim of the clock at an odd number of plies")
	}
	if c.Name == "repetition" {
		w.set("perpetualCheckIllegal", c.PerpetualCheck == "loses")
	}
	if c.Chase != nil {
		w.set("chasingRule", "axf")
		w.lost("which pieces chase which; chasingRule = axf has its own list")
	}
}
