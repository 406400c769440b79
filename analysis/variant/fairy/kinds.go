package fairy

import (
	"fmt"
	"slices"
	"strings"
)

// pieceKind is a piece type of a definition.
type pieceKind struct {
	letter string // as in positions: P, +P, Q~
	slot   slot   // how it moves
	base   string // what it becomes when captured, "" for itself
	from   slot   // unpromoted type of a letter with +
	used   [2]bool
}

// opening is a parsed starting position.
type opening struct {
	board, hand      string // as written
	black            bool
	castling, checks string
	passing          string
	clock, number    string
	pieces           [2]map[string]int     // on the board, by letter
	at               map[[2]int]placedKind // by file and rank
	held             [2]map[string]int
}

// placedKind is a piece of the starting position.
type placedKind struct {
	letter string
	side   int
}

// readStart splits the starting position into its parts. Checking the
// definition finds its errors.
func (g *game) readStart() (*opening, error) {
	fields := strings.Fields(g.word("startFen"))
	if len(fields) == 0 {
		return nil, fmt.Errorf("the position is empty")
	}
	o := &opening{castling: "-", passing: "-", clock: "0", number: "1", at: map[[2]int]placedKind{}}
	for side := range 2 {
		o.pieces[side], o.held[side] = map[string]int{}, map[string]int{}
	}
	placement, hand, held := strings.Cut(fields[0], "[")
	o.board = placement
	if held {
		o.hand = strings.Trim(hand, "]-")
	}
	o.place()
	for _, letter := range o.hand {
		side := 0
		if letter >= 'a' {
			side = 1
		}
		o.held[side][strings.ToUpper(string(letter))]++
	}
	rest := fields[1:]
	if len(rest) > 0 {
		o.black = rest[0] == "b"
		rest = rest[1:]
	}
	if len(rest) > 0 && (rest[0][0] < '0' || rest[0][0] > '9') {
		o.castling = rest[0]
		if rest = rest[1:]; len(rest) > 0 && (rest[0] == "-" || rest[0][0] >= 'a') {
			o.passing, rest = rest[0], rest[1:]
		}
	}
	if len(rest) > 0 && strings.Contains(rest[0], "+") {
		o.checks, rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		o.clock = rest[0]
	}
	if len(rest) > 1 {
		o.number = rest[1]
	}
	return o, nil
}

// place records the squares of the pieces.
func (o *opening) place() {
	rows := strings.Split(o.board, "/")
	for i, row := range rows {
		file, count, prefix := 0, 0, ""
		for _, c := range row {
			switch {
			case c >= '0' && c <= '9':
				count = min(count*10+int(c-'0'), 100)
				continue
			case c == '+':
				file, count, prefix = file+count, 0, "+"
				continue
			case c == '~':
				continue
			case c == '*': // a wall or a hole
				file, count = file+count+1, 0
				continue
			}
			side := 0
			if c >= 'a' {
				side = 1
			}
			file, count = file+count, 0
			letter := prefix + strings.ToUpper(string(c))
			o.pieces[side][letter]++
			o.at[[2]int{file, len(rows) - 1 - i}] = placedKind{letter, side}
			file, prefix = file+1, ""
		}
	}
}

// findKinds returns the piece types that can occur, those of the starting
// position first, with the sides that can have them.
func (g *game) findKinds(o *opening) ([]*pieceKind, error) {
	var out []*pieceKind
	find := func(k pieceKind, side int) bool {
		for _, known := range out {
			if known.letter == k.letter {
				fresh := !known.used[side]
				known.used[side] = true
				return fresh
			}
		}
		k.used[side] = true
		out = append(out, &k)
		return true
	}
	for s := range pieceTypes {
		letter, ok := g.letters[slot(s)]
		for side := range 2 {
			if ok && (o.pieces[side][string(letter)]+o.held[side][string(letter)] > 0 || g.bool("pieceDrops") &&
				g.bool(builtinOnly)) {
				find(pieceKind{letter: string(letter), slot: slot(s)}, side)
			}
			if ok && o.pieces[side]["+"+string(letter)] > 0 {
				k, err := g.promoted(slot(s))
				if err != nil {
					return nil, err
				}
				find(k, side)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, k := range slices.Clone(out) {
			for side := range 2 {
				if !k.used[side] {
					continue
				}
				next, err := g.comesTo(k, side)
				if err != nil {
					return nil, err
				}
				for _, n := range next {
					changed = find(n, side) || changed
				}
				if g.bool("capturesToHand") && (g.bool("pieceDrops") || g.gates()) && k.slot != king {
					changed = find(g.captured(k), 1-side) || changed
				}
				if g.word("flipEnclosedPieces") != "none" {
					flipped := *k
					flipped.used = [2]bool{}
					changed = find(flipped, 1-side) || changed
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *pieceKind) int { return rank(a) - rank(b) })
	return out, nil
}

// rank sorts unpromoted types first.
func rank(k *pieceKind) int {
	if len(k.letter) > 1 {
		return int(king) + 1 + int(k.slot)
	}
	return int(k.slot)
}

// promoted returns the promoted form of a piece type.
func (g *game) promoted(from slot) (pieceKind, error) {
	into, ok := g.set["promotedPieceType"].pairs[from]
	if !ok || into < 0 {
		return pieceKind{}, fmt.Errorf("startFen: %c is promoted, but promotedPieceType does not define to what",
			g.letters[from])
	}
	if !g.has(slot(into)) {
		return pieceKind{}, fmt.Errorf("promotedPieceType: %s becomes an undefined piece", pieceTypes[from].key)
	}
	k := pieceKind{letter: "+" + string(g.letters[from]), slot: slot(into), base: string(g.letters[from]), from: from}
	if g.bool("dropLoop") {
		k.base = string(g.letters[slot(into)])
	}
	return k, nil
}

// pawnStyle reports whether a piece type promotes like pawns.
func (g *game) pawnStyle(s slot, side int) bool {
	return s == pawn || g.ofSide("promotionPawnTypes", side).slots.has(s)
}

// comesTo returns the types that a piece may become by a move.
func (g *game) comesTo(k *pieceKind, side int) ([]pieceKind, error) {
	var out []pieceKind
	if g.pawnStyle(k.slot, side) {
		for _, into := range g.ofSide("promotionPieceTypes", side).slots.list() {
			if g.bool("pieceDemotion") {
				return nil, fmt.Errorf("pieceDemotion: promoting pawns are not supported with demotion")
			}
			n := pieceKind{letter: string(g.letters[into]), slot: into}
			if g.bool("capturesToHand") && !g.bool("dropLoop") {
				main := g.ofSide("mainPawnType", side).slots.list()
				if len(main) != 1 || !g.has(main[0]) {
					return nil, fmt.Errorf("promotionPawnTypes: a captured promoted pawn has no piece to become")
				}
				n.letter, n.base = n.letter+"~", string(g.letters[main[0]])
			}
			out = append(out, n)
		}
	}
	if into, ok := g.set["promotedPieceType"].pairs[k.slot]; ok && into >= 0 && g.has(k.slot) {
		if slot(into) == k.slot {
			return nil, fmt.Errorf("promotedPieceType: %s becomes itself", pieceTypes[into].key)
		}
		n, err := g.promoted(k.slot)
		if err != nil {
			return nil, err
		}
		if slices.Contains(strings.Split(k.letter, ""), "~") || k.letter == n.letter {
			return nil, fmt.Errorf("promotedPieceType: %s is promoted twice", k.letter)
		}
		out = append(out, n)
	}
	if g.bool("pieceDemotion") && k.letter[0] == '+' {
		if slices.ContainsFunc(out, func(n pieceKind) bool { return n.letter[0] == '+' }) {
			return nil, fmt.Errorf("pieceDemotion: %s can both promote and demote", k.letter)
		}
		out = append(out, pieceKind{letter: string(g.letters[k.from]), slot: k.from})
	}
	return out, nil
}

// captured returns the type of a piece in hand.
func (g *game) captured(k *pieceKind) pieceKind {
	if k.base == "" {
		return pieceKind{letter: k.letter, slot: k.slot}
	}
	s, _ := g.slot(rune(k.base[0]))
	return pieceKind{letter: k.base, slot: s}
}

// lettersOf returns the letters of a set of piece types.
func lettersOf(kinds []*pieceKind, of slots) []string {
	var out []string
	for _, k := range kinds {
		if of.has(k.slot) || of&anyPiece != 0 {
			out = append(out, k.letter)
		}
	}
	return out
}
