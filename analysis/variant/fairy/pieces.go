package fairy

import (
	"fmt"
	"slices"
	"strings"

	"assay/analysis/variant"
)

// movement is one line of a piece's moves.
type movement struct {
	betza, from, within string
	takes, spares       []string
	immune              []string // pieces that it never captures
	passing             []string
	first               bool // a leap as first move
	opens               bool // allows capture en passant
	rule                string
}

func (m movement) String() string {
	keys := []string{"betza: " + word(m.betza)}
	add := func(key, value string) {
		if value != "" && value != "[]" {
			keys = append(keys, key+": "+value)
		}
	}
	add("from", m.from)
	add("within", m.within)
	add("takes", list(m.takes))
	if len(m.spares) > 0 {
		add("spares", list(m.spares))
		add("hops-not", list(m.spares))
	}
	add("spares", list(m.immune))
	add("passing", list(m.passing))
	if m.first {
		add("first", "true")
	}
	if m.opens {
		add("en-passant", "true")
	}
	add("rule", m.rule)
	if len(keys) == 1 {
		return word(m.betza)
	}
	return "{" + strings.Join(keys, ", ") + "}"
}

func (c *converter) writePieces() error {
	c.line("pieces:")
	for _, k := range c.kinds {
		moves, err := c.movements(k)
		if err != nil {
			return keyError{pieceTypes[k.slot].key, err}
		}
		p := pieceTypes[k.slot]
		if k.slot.custom() {
			p = predefined{key: p.key, name: "Piece" + string(c.letters[k.slot])}
		}
		name := p.name
		if k.letter[0] == '+' {
			name = "Promoted" + strings.TrimPrefix(pieceTypes[k.from].name, "Shogi")
			if k.from.custom() {
				name = "PromotedPiece" + k.letter[1:2]
			}
		}
		c.line("  %s:", k.letter)
		c.line("    name: %s", name)
		if k.letter[0] == '+' {
			c.line("    san: %c", c.letters[k.slot])
		}
		if len(moves) == 1 {
			c.line("    moves: %s", moves[0])
		} else {
			if len(moves) == 0 {
				c.line("    moves: []")
			} else {
				c.line("    moves:")
			}
			for _, m := range moves {
				c.line("      - %s", m)
			}
		}
		if within := c.mobilityOf(k); within != "" {
			c.line("    within: %s\n    limit-rule: FS-mobilityRegion", within)
		}
		if c.royals.has(k.slot) {
			p.glyph, p.value = "king", 0
			c.line("    royal: true")
		}
		if k.base != "" {
			c.line("    demotes: %s", k.base)
		}
		if most := c.set["promotionLimit"].pairs[k.slot]; most > 0 && c.made(k.slot, false) {
			if slices.ContainsFunc(lettersOf(c.kinds, 1<<k.slot),
				func(letter string) bool { return letter[:1] != k.letter[:1] }) {
				return unsupported("promotionLimit", "a common limit of several piece types is not supported")
			}
			c.line("    most: %d", most)
		}
		if counts, _ := c.countsFor(k); counts {
			c.line("    counts: true")
		}
		c.line("    rule: FS-%s", p.key)
		if p.key == "commoner" && k.letter == "K" {
			p.glyph = "king"
		}
		if p.glyph != "" {
			c.line("    glyph: %s", p.glyph)
		}
		if p.value > 0 {
			c.line("    value: %d", p.value)
		}
	}
	return nil
}

// mobilityOf returns the region that a piece never leaves, "" for none.
func (c *converter) mobilityOf(k *pieceKind) string {
	sides, limited := [2]squares{c.board(), c.board()}, false
	for side := range 2 {
		if region := c.mobility[side][k.slot].and(c.board()); !c.mobility[side][k.slot].empty() && region != c.board() {
			sides[side], limited = region, true
		}
	}
	if !limited {
		return ""
	}
	return c.named("area-"+strings.ToLower(pieceTypes[k.slot].key), sides)
}

// mobilityOf returns the region to which a piece is confined, "" for none.
func (c *converter) movements(k *pieceKind) ([]movement, error) {
	out, err := c.plainMovements(k)
	if err != nil {
		return nil, err
	}
	if c.set["mutuallyImmuneTypes"].slots.has(k.slot) && !c.royals.has(k.slot) {
		for i := range out {
			parts, _ := variant.ParseBetza(out[i].betza)
			if len(out[i].passing) == 0 &&
				slices.ContainsFunc(parts, func(p variant.Component) bool { return p.Capture }) {
				out[i].immune = lettersOf(c.kinds, 1<<k.slot)
			}
		}
	}
	leap := map[slot]string{king: "mfsN", fers: "fmD"}[k.slot]
	if c.cambodian() && leap != "" {
		out = append(out, movement{betza: leap, first: true, rule: c.rule("cambodianMoves")})
	}
	return out, nil
}

// cambodian reports whether kings and ferses may leap as their first move.
func (c *converter) cambodian() bool { return c.bool("gating") && c.bool("cambodianMoves") }

// plainMovements returns the movements of a piece type, except leaps as first
// move.
func (c *converter) plainMovements(k *pieceKind) ([]movement, error) {
	ways, err := readBetza(c.betza(k.slot))
	if err != nil {
		return nil, err
	}
	var usual, first []way
	for _, w := range ways {
		if w.initial {
			w.initial = false
			first = append(first, w)
		} else {
			usual = append(usual, w)
		}
	}
	var out []movement
	switch {
	case k.slot == soldier && c.number("soldierPromotionRank") > 1:
		abroad := board(c.files(), c.ranks()).without(board(c.files(), c.number("soldierPromotionRank")-1))
		out = append(out, movement{betza: "fW"},
			movement{betza: "sW", from: c.named("abroad", [2]squares{abroad, abroad.reflected(c.ranks())})})
	case k.slot == janggiCannon:
		out = append(out, movement{betza: "pR", spares: lettersOf(c.kinds, 1<<janggiCannon)})
	case len(usual) == 0 && len(first) == 0:
		return nil, nil
	case len(usual) > 0:
		text, err := writeBetza(usual)
		if err != nil {
			return nil, err
		}
		out = append(out, movement{betza: text})
	}
	steps, err := c.firstMoves(k, first)
	if err != nil {
		return nil, err
	}
	out = append(out, steps...)
	if taken := c.passedBy(k); len(taken) > 0 {
		if c.mobilityOf(k) != "" {
			return nil, fmt.Errorf("en passant captures by a piece with a mobility region are not supported")
		}
		text, err := c.passingBetza(k, usual)
		if err != nil {
			return nil, err
		}
		if text != "" {
			out = append(out, movement{betza: text, passing: taken, rule: c.rule("enPassantTypes")})
		}
	}
	if k.slot == king && c.bool("flyingGeneral") {
		out = append(out, movement{betza: "cR", takes: []string{k.letter}, rule: c.rule("flyingGeneral")})
	}
	return append(out, c.diagonals(k, usual)...), nil
}

// diagonals returns the moves along the lines across palaces.
func (c *converter) diagonals(k *pieceKind, ways []way) []movement {
	lines := c.squares("diagonalLines")
	if lines.empty() {
		return nil
	}
	region := c.named("lines", [2]squares{lines, lines})
	m := movement{from: region, within: region, rule: c.rule("diagonalLines")}
	text, _ := writeBetza(ways)
	switch {
	case k.slot == wazir, k.slot == king && text == "W" && !c.ownKing:
		m.betza = "F"
	case k.slot == soldier:
		m.betza = "fF"
	case pieceTypes[k.slot].key == "rook":
		m.betza = "B"
	case k.slot == janggiCannon:
		m.betza, m.spares = "pB", lettersOf(c.kinds, 1<<janggiCannon)
	default:
		return nil
	}
	return []movement{m}
}

// stride is a first move from a region.
type stride struct {
	ways []way
	from [2]squares
	key  string // key of the region
}

// strides returns the first moves of a piece type.
func (c *converter) strides(k *pieceKind, first []way) []stride {
	double, triple := [2]squares{}, c.regionsOf("tripleStepRegion")
	if c.bool("doubleStep") {
		double = c.regionsOf("doubleStepRegion")
	}
	ahead := func(n int) []way {
		return []way{{vector: variant.Vector{Ranks: n}, style: lame, quiet: true}}
	}
	var out []stride
	if k.slot == pawn {
		out = append(out, stride{ahead(2), double, "doubleStep"}, stride{ahead(3), triple, "tripleStepRegionWhite"})
	} else if len(first) > 0 {
		out = append(out, stride{first, double, "doubleStep"})
	}
	return slices.DeleteFunc(out, func(s stride) bool { return s.from == [2]squares{} })
}

// firstMoves returns the moves from the double-step region, split by whether
// they allow capture en passant.
func (c *converter) firstMoves(k *pieceKind, first []way) ([]movement, error) {
	var out []movement
	for _, s := range c.strides(k, first) {
		var text string
		var err error
		if k.slot == pawn { // Fairy-Stockfish has no lame leaps of three squares
			text = map[int]string{2: "fmnD", 3: "fmnH"}[s.ways[0].vector.Ranks]
		} else if text, err = writeBetza(s.ways); err != nil {
			return nil, err
		}
		var open, closed [2]squares
		for side := range 2 {
			allowed := c.region("enPassantRegion", 1-side)
			for file, rank := range s.from[side].all() {
				inside := c.crossesInto(allowed, s.ways, file, rank, side)
				outside := c.crossesInto(c.board().without(allowed), s.ways, file, rank, side)
				switch {
				case inside && outside:
					return nil, fmt.Errorf("a step that is only partly in enPassantRegion is not supported")
				case inside && c.isPassed(side):
					open[side].add(file, rank)
				default:
					closed[side].add(file, rank)
				}
			}
		}
		for _, part := range []struct {
			from  [2]squares
			opens bool
		}{{open, true}, {closed, false}} {
			if part.from == [2]squares{} {
				continue
			}
			m := movement{betza: text, opens: part.opens, rule: c.rule(s.key)}
			if part.opens && slices.ContainsFunc(s.ways, func(w way) bool { return w.style == leap }) {
				return nil, fmt.Errorf("en passant capture of a leaping piece is not supported")
			}
			if part.from != [2]squares{c.board(), c.board()} {
				m.from = c.named("double-step", part.from)
			}
			out = append(out, m)
		}
	}
	return out, nil
}

// crossesInto reports whether ways from a square cross a square of a set.
func (c *converter) crossesInto(set squares, ways []way, file, rank, side int) bool {
	for _, w := range ways {
		v := w.of(side)
		if !c.board().has(file+v.Files, rank+v.Ranks) {
			continue
		}
		n := max(v.Files, -v.Files, v.Ranks, -v.Ranks)
		if v.Files%n != 0 || v.Ranks%n != 0 {
			continue // not a line
		}
		for i := 1; i < n; i++ {
			if set.has(file+i*v.Files/n, rank+i*v.Ranks/n) {
				return true
			}
		}
	}
	return false
}

// takesInPassing reports whether one side's piece type captures en passant.
func (c *converter) takesInPassing(k *pieceKind, side int) bool {
	return k.used[side] && (k.slot == pawn || c.ofSide("enPassantTypes", side).slots.has(k.slot))
}

// isPassed reports whether the other side can capture en passant.
func (c *converter) isPassed(side int) bool {
	return slices.ContainsFunc(c.kinds, func(k *pieceKind) bool { return c.takesInPassing(k, 1-side) })
}

// passedBy returns the piece types that a piece may capture en passant.
func (c *converter) passedBy(k *pieceKind) []string {
	var out []string
	for _, victim := range c.kinds {
		opens := false
		for side := range 2 {
			allowed := c.region("enPassantRegion", 1-side)
			opens = opens || victim.used[side] && c.takesInPassing(k, 1-side) && c.stridesInto(allowed, victim, side)
		}
		if opens {
			out = append(out, victim.letter)
		}
	}
	return out
}

// stridesInto reports whether a first move of one side's piece type crosses a
// square of a set.
func (c *converter) stridesInto(set squares, k *pieceKind, side int) bool {
	ways, _ := readBetza(c.betza(k.slot))
	for _, s := range c.strides(k, slices.DeleteFunc(ways, func(w way) bool { return !w.initial })) {
		for file, rank := range s.from[side].all() {
			if c.crossesInto(set, s.ways, file, rank, side) {
				return true
			}
		}
	}
	return false
}

// promotesInPassing reports whether a piece type could promote by capturing en
// passant, which Fairy-Stockfish never allows.
func (c *converter) promotesInPassing(k *pieceKind) bool {
	for _, victim := range c.kinds {
		for side := range 2 {
			next, _ := c.comesTo(k, 1-side)
			zone := c.region("promotionRegion", 1-side).and(c.region("enPassantRegion", 1-side))
			if victim.used[side] && c.takesInPassing(k, 1-side) && len(next) > 0 && c.stridesInto(zone, victim, side) {
				return true
			}
		}
	}
	return false
}

// passingBetza returns the en passant captures of a piece type: the captures
// that are not also moves.
func (c *converter) passingBetza(k *pieceKind, ways []way) (string, error) {
	if k.slot == pawn {
		return "fF", nil
	}
	var captures []way
	for _, w := range ways {
		if !w.capture || w.quiet {
			continue
		}
		if w.style != leap {
			return "", fmt.Errorf("en passant captures by pieces other than leapers are not supported")
		}
		w.quiet = true
		captures = append(captures, w)
	}
	if len(captures) == 0 {
		return "", nil
	}
	return writeBetza(captures)
}
