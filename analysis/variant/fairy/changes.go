package fairy

import (
	"fmt"
	"slices"
	"strings"
)

// change is the promotion of one side's piece type.
type change struct {
	into          []string
	zone          squares
	touch, always bool
	captures      bool
	must          squares // squares of mandatory promotion
	never         bool    // cannot promote as required, so it may not enter the zone
	rule          string
}

// changeOf returns the promotion of one side's piece type, nil for none.
func (c *converter) changeOf(k *pieceKind, side int) (*change, error) {
	next, err := c.comesTo(k, side)
	if err != nil {
		return nil, err
	}
	out := &change{zone: c.region("promotionRegion", side), rule: "promotedPieceType"}
	pawns := c.pawnStyle(k.slot, side)
	for _, n := range next {
		if pawns && k.slot != pawn && strings.HasPrefix(n.letter, "+") {
			return nil, unsupported("promotedPieceType",
				"a piece that promotes both like a pawn and otherwise is not supported")
		}
		if pawns && strings.HasPrefix(n.letter, "+") && c.bool("piecePromotionOnCapture") {
			return nil, unsupported("piecePromotionOnCapture",
				"pawns that promote to some pieces only by capturing are not supported")
		}
		out.into = append(out.into, n.letter)
	}
	switch {
	case pawns:
		out.always, out.rule = c.bool("mandatoryPawnPromotion"), "promotionPieceTypes"
		switch {
		case !c.bool("sittuyinPromotion"):
		case k.slot != pawn && len(out.into) > 0:
			return nil, unsupported("sittuyinPromotion", "promotion of pieces other than pawns is not supported")
		case k.slot == pawn:
			out.always, out.rule = false, "sittuyinPromotion"
		}
		out.never = len(out.into) == 0 && out.always
	default:
		out.touch, out.always, out.captures = true, c.bool("mandatoryPiecePromotion"), c.bool("piecePromotionOnCapture")
		if k.letter[0] == '+' {
			out.rule = "pieceDemotion"
		}
	}
	dead := c.dead(k.slot, side)
	if c.bool("immobilityIllegal") &&
		(c.word("wallingRule") != "none" || c.set["petrifyOnCaptureTypes"].slots != 0 ||
			strings.Contains(c.start.board, "*")) {
		return nil, unsupported("immobilityIllegal", "pieces that walls could immobilize are not supported")
	}
	switch {
	case len(out.into) == 0 && !out.never && dead.empty():
		return nil, nil
	case len(out.into) == 0 && !out.never:
		out.never, out.zone, out.touch, out.rule = true, dead, false, "immobilityIllegal"
	case out.never:
		out.zone = out.zone.or(dead)
	case !dead.empty() && out.captures:
		return nil, unsupported("piecePromotionOnCapture",
			"pieces that promote only by capturing are not supported with immobilityIllegal")
	case !dead.without(out.zone).empty():
		return nil, unsupported("immobilityIllegal",
			"squares outside the promotion zone from which a promoting piece could not move are not supported")
	case !out.always:
		out.must = dead
	}
	if out.zone.empty() {
		return nil, nil
	}
	return out, nil
}

// dead returns the squares from which a piece type could never move without
// capturing.
func (c *converter) dead(s slot, side int) (out squares) {
	if !c.bool("immobilityIllegal") {
		return out
	}
	ways, _ := readBetza(c.betza(s))
	if s == king {
		ways, _ = readBetza(pieceTypes[king].moves)
	}
	for file, rank := range c.board().all() {
		if !slices.ContainsFunc(ways, func(w way) bool {
			v := w.of(side)
			return w.quiet && !w.initial && c.board().has(file+v.Files, rank+v.Ranks)
		}) {
			out.add(file, rank)
		}
	}
	return out
}

// changes returns the promotions of both sides. A side that never has the piece
// type mirrors the other.
func (c *converter) changes(k *pieceKind) (both [2]*change, err error) {
	for side := range 2 {
		if k.used[side] {
			if both[side], err = c.changeOf(k, side); err != nil {
				return both, err
			}
		}
	}
	for side := range 2 {
		other := both[1-side]
		if both[side] != nil || other == nil {
			continue
		}
		mirror := *other
		mirror.zone, mirror.must = squares{}, squares{}
		if !k.used[side] {
			mirror.zone, mirror.must = other.zone.reflected(c.ranks()), other.must.reflected(c.ranks())
		}
		both[side] = &mirror
	}
	return both, nil
}

// alike reports whether both sides promote alike.
func alike(both [2]*change) bool {
	a, b := both[0], both[1]
	return slices.Equal(a.into, b.into) && a.touch == b.touch && a.captures == b.captures && a.always == b.always &&
		a.never == b.never
}

// inPlace is the value of on for pawns that promote instead of moving.
const inPlace = "stand\n    last: true"

func (c *converter) writePromotions() error {
	type group struct{ zone, on, by, always, passing, except, rule, side string }
	pieces, musts := map[group][]string{}, map[group][]string{}
	var order []group
	write := func(k *pieceKind, both [2]*change, side string) error {
		name := "promotion"
		if both[0].never {
			name = "closed"
		}
		g := group{zone: c.named(name, [2]squares{both[0].zone, both[1].zone}), on: "end",
			always: fmt.Sprint(both[0].always), rule: c.rule(both[0].rule), side: side}
		if both[0].touch {
			g.on = "touch"
		}
		if both[0].rule == "sittuyinPromotion" {
			g.on = inPlace
		}
		if both[0].captures {
			g.by = "capture"
		}
		if !both[0].never && g.on != inPlace && c.promotesInPassing(k) {
			g.passing = "keeps"
		}
		into := both[0].into
		if both[0].never {
			other := slices.IndexFunc(c.kinds, func(n *pieceKind) bool { return n != k && !c.royals.has(n.slot) })
			if other < 0 || c.royals.has(k.slot) {
				return unsupported(both[0].rule,
					"squares that a piece may not enter are not supported without another piece type")
			}
			into = []string{c.kinds[other].letter}
			g.except, g.always = fmt.Sprintf("{%s: %s}", into[0], g.zone), "true"
		}
		if pieces[g] == nil {
			order = append(order, g)
		}
		pieces[g] = append(pieces[g], k.letter+": "+list(into))
		if !both[0].must.empty() || !both[1].must.empty() {
			musts[g] = append(musts[g], k.letter+": "+c.named("dead-end", [2]squares{both[0].must, both[1].must}))
		}
		return nil
	}
	for _, k := range c.kinds {
		both, err := c.changes(k)
		if err != nil {
			return err
		}
		switch {
		case both[0] == nil:
			continue
		case alike(both):
			err = write(k, both, "")
		default:
			for side, name := range []string{"first", "second"} {
				other := *both[side]
				if other.zone.empty() {
					continue
				}
				other.zone, other.must = other.zone.reflected(c.ranks()), other.must.reflected(c.ranks())
				pair := [2]*change{both[side], &other}
				if side == 1 {
					pair = [2]*change{&other, both[side]}
				}
				if err == nil {
					err = write(k, pair, name)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	if len(order) > 0 {
		c.line("promotion:")
	}
	for _, g := range order {
		c.line("  - pieces: {%s}", strings.Join(pieces[g], ", "))
		c.line("    zone: %s\n    on: %s", g.zone, g.on)
		if g.by != "" {
			c.line("    by: %s", g.by)
		}
		if g.always == "true" {
			c.line("    always: true")
		}
		if g.passing != "" {
			c.line("    en-passant: %s", g.passing)
		}
		if g.side != "" {
			c.line("    side: %s", g.side)
		}
		if g.except != "" {
			c.line("    except: %s # promotion is mandatory there but impossible", g.except)
		}
		if len(musts[g]) > 0 {
			c.line("    must: {%s}", strings.Join(musts[g], ", "))
		}
		c.line("    rule: %s", g.rule)
	}
	return nil
}

// writeHand writes hand and drops.
func (c *converter) writeHand() error {
	if !c.bool("pieceDrops") && !c.gates() {
		if c.bool("capturesToHand") {
			return unsupported("capturesToHand", "hands without drops are not supported")
		}
		return nil
	}
	var order []string
	kinds := slices.SortedFunc(slices.Values(c.kinds), func(a, b *pieceKind) int { return int(b.slot - a.slot) })
	for _, k := range kinds { // in Fairy-Stockfish's order
		held := c.start.held[0][k.letter]+c.start.held[1][k.letter] > 0
		if len(k.letter) == 1 &&
			(held || (c.bool("capturesToHand") || c.bool(builtinOnly)) &&
				(!c.royals.has(k.slot) || c.bool("blastOnCapture"))) {
			order = append(order, k.letter)
		}
	}
	keeps, rule := "none", "pieceDrops"
	if c.gates() {
		rule = "seirawanGating"
	}
	if c.bool("capturesToHand") {
		keeps, rule = "all", "capturesToHand"
	}
	if c.bool(builtinOnly) {
		c.line("drops:\n  free: %s\n  rule: %s", list(order), c.rule("pieceDrops"))
	} else {
		c.line("hand:\n  name: hand\n  keeps: %s", keeps)
		if len(order) > 0 {
			c.line("  order: %s", list(order))
		}
		c.line("  rule: %s", c.rule(rule))
	}
	if !c.bool("pieceDrops") {
		if c.bool("capturesToHand") {
			return unsupported("capturesToHand", "captured pieces that return only by gating are not supported")
		}
		for side, key := range []string{"dropRegionWhite", "dropRegionBlack"} {
			if ranks := c.board().without(c.region("dropRegion", side)); ranks[c.castlingRank(side)] != 0 {
				return unsupported(key, "a region for gating is not supported")
			}
		}
		return nil
	}
	if !c.bool(builtinOnly) {
		c.line("drops:\n  rule: %s", c.rule("pieceDrops"))
	}
	if as := c.droppedAs(order); c.bool("dropPromoted") && len(as) > 0 {
		if slices.ContainsFunc(c.kinds, func(k *pieceKind) bool {
			return slices.Contains(as, k.letter+": "+list([]string{"+" + k.letter})) &&
				!c.dead(k.slot, 0).or(c.dead(k.slot, 1)).empty()
		}) {
			return unsupported("dropPromoted",
				"drops of promoted pieces on squares where the unpromoted piece could not move are not supported")
		}
		c.line("  as: {%s}\n  promoted-rule: %s", strings.Join(as, ", "), c.rule("dropPromoted"))
	}
	if bans := c.bans(order); len(bans) > 0 {
		c.line("  forbid:")
		for _, ban := range bans {
			c.line("    - {%s}", ban)
		}
	}
	return nil
}

// droppedAs returns the piece types in hand with their promoted forms.
func (c *converter) droppedAs(order []string) []string {
	var out []string
	for _, k := range c.kinds {
		if slices.Contains(order, k.letter) &&
			slices.ContainsFunc(c.kinds, func(n *pieceKind) bool { return n.letter == "+"+k.letter }) {
			out = append(out, k.letter+": "+list([]string{"+" + k.letter}))
		}
	}
	return out
}

// bans returns the restrictions on drops.
func (c *converter) bans(order []string) []string {
	var out []string
	add := func(rule, format string, args ...any) {
		out = append(out, fmt.Sprintf(format, args...)+", rule: "+rule)
	}
	for side, key := range []string{"dropRegionWhite", "dropRegionBlack"} {
		if region := c.squares(key); region != c.board() {
			sides := [2]squares{c.board(), c.board()}
			sides[side] = region
			add(c.rule(key), "outside: %s", c.named("drops-"+strings.ToLower(key[len("dropRegion"):]), sides))
		}
	}
	for _, k := range c.kinds {
		if !slices.Contains(order, k.letter) {
			continue
		}
		p := list([]string{k.letter})
		if pieceTypes[k.slot].key == "rook" && c.bool("sittuyinRookDrop") {
			ranks := [2]squares{board(c.files(), 1), board(c.files(), 1).reflected(c.ranks())}
			add(c.rule("sittuyinRookDrop"), "pieces: %s, outside: %s", p, c.named("rook-drops", ranks))
		}
		if k.slot == pawn && !c.bool("promotionZonePawnDrops") {
			add(c.rule("promotionZonePawnDrops"), "pieces: %s, in: %s", p,
				c.named("promotion", c.regionsOf("promotionRegion")))
		}
		if first := board(c.files(), 1); k.slot == pawn && !c.bool("firstRankPawnDrops") {
			add(c.rule("firstRankPawnDrops"), "pieces: %s, in: %s", p,
				c.named("first-rank", [2]squares{first, first.reflected(c.ranks())}))
		}
		if within := c.mobilityOf(k); within != "" {
			add("FS-mobilityRegion", "pieces: %s, outside: %s", p, within)
		}
		if c.set["dropNoDoubled"].slots.has(k.slot) {
			if c.number("dropNoDoubledCount") == 0 {
				add(c.rule("dropNoDoubled"), "pieces: %s, in: %s", p,
					c.named("board", [2]squares{c.board(), c.board()}))
			} else {
				already := ""
				if n := c.number("dropNoDoubledCount"); n > 1 {
					already = fmt.Sprintf(", already: %d", n)
				}
				add(c.rule("dropNoDoubled"), "pieces: %s, file-with: %s%s", p, list(lettersOf(c.kinds, 1<<k.slot)),
					already)
			}
		}
		if dead := [2]squares{c.dead(k.slot, 0), c.dead(k.slot, 1)}; dead != [2]squares{} {
			add(c.rule("immobilityIllegal"), "pieces: %s, in: %s", p, c.named("dead-end", dead))
		}
	}
	return out
}
