package selftest

import (
	"cmp"
	"fmt"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// board is the position of the reference implementation: plain mailbox arrays,
// nothing precomputed. It numbers squares as package rules does.
type board struct {
	rules        *rules.Rules
	definition   *variant.Definition
	files, ranks int
	kinds        []variant.Piece // by piece type; index 0 is none
	letters      []string
	regions      [2]map[string][]bool

	at         []rules.Piece
	hand       [2][]int // by piece type
	pocket     [2]rules.PieceType
	firstMoves []bool // squares of pieces with a first move
	crossed    []int  // by the last step
	stepped    int    // square of the piece that made the last step
}

func newBoard(p *rules.Position, r *rules.Rules) *board {
	d := r.Definition()
	b := &board{rules: r, definition: d, files: r.Files(), ranks: r.Ranks(), kinds: make([]variant.Piece, 1),
		letters: d.Pieces.Keys}
	for _, piece := range d.Pieces.All() {
		b.kinds = append(b.kinds, piece)
	}
	for side := range 2 {
		b.regions[side] = map[string][]bool{}
		for name, region := range d.Regions.All() {
			squares, _ := region.Squares(d.Board, side == 1) // the definition was checked
			in := make([]bool, b.files*b.ranks)
			for _, s := range squares {
				in[s] = true
			}
			b.regions[side][name] = in
		}
		b.hand[side] = make([]int, len(b.kinds))
	}
	b.at = make([]rules.Piece, b.files*b.ranks)
	b.firstMoves = make([]bool, len(b.at))
	for s := range b.at {
		b.at[s], b.firstMoves[s] = p.At(rules.Square(s)), p.HasFirstMove(rules.Square(s))
	}
	for side := range 2 {
		for t := 1; t < len(b.kinds); t++ {
			b.hand[side][t] = p.InHand(rules.Side(side), rules.PieceType(t))
		}
		b.pocket[side] = p.Pocket(rules.Side(side))
	}
	return b
}

// inRegion reports whether a square is in a side's region; "" is the whole
// board.
func (b *board) inRegion(region string, side rules.Side, s int) bool {
	return region == "" || b.regions[side][region][s]
}

// offset returns the square at a distance as a side sees the board.
func (b *board) offset(s int, v variant.Vector, side rules.Side) (int, bool) {
	if side == rules.Second {
		v.Files, v.Ranks = -v.Files, -v.Ranks
	}
	file, rank := s%b.files+v.Files, s/b.files+v.Ranks
	return rank*b.files + file, file >= 0 && file < b.files && rank >= 0 && rank < b.ranks
}

// typeOf returns the piece type of a letter.
func (b *board) typeOf(letter string) rules.PieceType {
	return rules.PieceType(slices.Index(b.letters, letter) + 1)
}

// isAmong reports whether the letter of a piece is listed.
func (b *board) isAmong(pc rules.Piece, letters []string) bool {
	return pc > rules.Walled && slices.Contains(letters, b.letters[pc.Type()-1])
}

// lineOf returns the line of the definition that a move comes from, or 0.
func (b *board) lineOf(p *rules.Position, m rules.Move) int {
	d := b.definition
	switch m.Kind() {
	case rules.Castle:
		if d.Castling != nil {
			return d.Castling.Line
		}
	case rules.Drop:
		if d.Hand != nil {
			return d.Hand.Line
		}
	case rules.PocketDrop, rules.ToPocket:
		if d.Pocket != nil {
			return d.Pocket.Line
		}
	case rules.Pass:
		return 0
	}
	if pc := p.At(m.From()); pc > rules.Walled {
		return b.kinds[pc.Type()].Line
	}
	return 0
}

// play makes a move; p is the same position before it.
func (b *board) play(p *rules.Position, m rules.Move) {
	side, from, to := p.Side(), int(m.From()), int(m.To())
	var crossed []int
	switch m.Kind() {
	case rules.Step:
		for _, w := range b.destinations(from) {
			if w.to == to && w.kind == rules.Step && w.via < 0 && m.Into() == rules.NoPieceType && len(w.crossed) > 0 {
				crossed = w.crossed
			}
		}
		if m.Use() == rules.Via {
			b.capture(side, b.at[from], int(m.Second()))
		}
		if to != from {
			b.capture(side, b.at[from], to)
		}
		b.lift(from, to, m)
	case rules.EnPassant:
		b.capture(side, b.at[from], b.stepped)
		b.lift(from, to, m)
	case rules.RifleCapture:
		b.capture(side, b.at[from], to)
	case rules.Castle:
		step := b.castleStep(from, to)
		partner := from + step
		for b.at[partner] == rules.NoPiece {
			partner += step
		}
		b.firstMoves[partner] = false
		royal, other := b.at[from], b.at[partner]
		b.at[from], b.at[partner] = rules.NoPiece, rules.NoPiece
		b.at[to], b.at[to-step] = royal, other
	case rules.Drop, rules.PocketDrop:
		pc := p.Moved(m)
		b.at[to] = pc
		if m.Into() != rules.NoPieceType {
			b.at[to] = rules.NewPiece(m.Into(), side)
		}
		if m.Kind() == rules.Drop && !b.isFree(pc.Type()) {
			b.hand[side][pc.Type()]--
		} else {
			b.pocket[side] = rules.NoPieceType
		}
	case rules.ToPocket:
		b.pocket[side] = b.at[from].Type()
		b.at[from] = rules.NoPiece
	}
	switch m.Kind() {
	case rules.Step, rules.EnPassant, rules.RifleCapture:
		b.finishEntry(side, m, from, to)
	case rules.Castle, rules.ToPocket:
		b.finishEntry(side, m, from)
	}
	if victim := p.Captured(m); victim != rules.NoPiece {
		b.explode(p.Moved(m), to)
		b.petrify(p.Moved(m), m)
		on := to
		if m.Kind() == rules.EnPassant {
			on = b.stepped
		}
		b.affect(m, victim, on)
	}
	if m.Kind() != rules.Pass {
		b.turnPieces(side, to, m.Kind() == rules.Drop)
		b.turnAttacked(to)
	}
	b.crossed, b.stepped = b.putWall(m, crossed), to
}

// has reports whether the definition uses a rule module.
func (b *board) has(name string) bool { return b.rule(name, &struct{}{}) }

// rule decodes the parameters of a rule module and reports whether the
// definition uses it.
func (b *board) rule(name string, params any) bool {
	i := slices.IndexFunc(b.definition.Rules, func(m variant.Module) bool { return m.Name == name })
	if i >= 0 {
		_ = b.definition.Rules[i].Params.Decode(params) // the definition was compiled
	}
	return i >= 0
}

// isFree reports whether drops of a piece type take nothing from the hand.
func (b *board) isFree(t rules.PieceType) bool {
	d := b.definition.Drops
	return d != nil && slices.Contains(d.Free, b.letters[t-1])
}

// turnPieces makes pieces change sides that stand around a moved piece or in
// line with it (module turn-pieces).
func (b *board) turnPieces(side rules.Side, to int, drop bool) {
	var how struct{ By string }
	if !b.rule("turn-pieces", &how) {
		return
	}
	own := func(s int) bool { return b.at[s] > rules.Walled && b.at[s].Side() == side }
	supported := how.By != "supported" || !drop
	for s := range b.at {
		supported = supported || own(s) && b.isBeside(s, to)
	}
	for s, pc := range b.at {
		if pc <= rules.Walled || own(s) {
			continue
		}
		turned := b.isBeside(s, to) && supported
		if how.By == "lines" {
			turned = b.isEnclosed(s, to, own)
		}
		if turned {
			defer func() { b.at[s] = rules.NewPiece(pc.Type(), side) }()
		}
	}
}

// turnAttacked makes pieces change sides that the moved piece attacks (module
// turn-attacked).
func (b *board) turnAttacked(to int) {
	if !b.has("turn-attacked") || b.at[to] <= rules.Walled {
		return
	}
	side := b.at[to].Side()
	for _, w := range b.destinations(to) {
		if pc := b.at[w.to]; pc > rules.Walled && pc.Side() != side {
			defer func() { b.at[w.to] = rules.NewPiece(pc.Type(), side) }()
		}
	}
}

// isEnclosed reports whether square s is in an unbroken line of opposing pieces
// between square to and a piece of one's own.
func (b *board) isEnclosed(s, to int, own func(int) bool) bool {
	files, ranks := s%b.files-to%b.files, s/b.files-to/b.files
	if files != 0 && ranks != 0 && abs(files) != abs(ranks) {
		return false
	}
	file, rank := to%b.files, to/b.files
	for passed := false; ; {
		file, rank = file+cmp.Compare(files, 0), rank+cmp.Compare(ranks, 0)
		if file < 0 || file >= b.files || rank < 0 || rank >= b.ranks || b.at[rank*b.files+file] <= rules.Walled {
			return false
		}
		if own(rank*b.files + file) {
			return passed
		}
		passed = passed || rank*b.files+file == s
	}
}

// isBeside reports whether two squares are adjacent.
func (b *board) isBeside(s, o int) bool {
	files, ranks := s%b.files-o%b.files, s/b.files-o/b.files
	return s != o && files*files <= 1 && ranks*ranks <= 1
}

// explode removes the pieces on and around the square of a capture (module
// explosion).
func (b *board) explode(captor rules.Piece, centre int) {
	var spared struct{ Spares, Immune []string }
	if !b.rule("explosion", &spared) {
		return
	}
	for s, pc := range b.at {
		blown := s == centre || b.isBeside(s, centre) && !b.isAmong(pc, spared.Spares)
		if pc > rules.Walled && blown && !b.isAmong(pc, spared.Immune) {
			b.capture(pc.Side().Other(), captor, s)
		}
	}
}

// lift moves a piece and promotes it if the move does.
func (b *board) lift(from, to int, m rules.Move) {
	pc := b.at[from]
	b.at[from] = rules.NoPiece
	if m.Into() != rules.NoPieceType {
		pc = rules.NewPiece(m.Into(), pc.Side())
	}
	b.at[to] = pc
}

// capture removes the piece on a square and puts it into the hand if the
// definition keeps it.
func (b *board) capture(side rules.Side, captor rules.Piece, s int) {
	victim := b.at[s]
	b.at[s] = rules.NoPiece
	h := b.definition.Hand
	if victim == rules.NoPiece || h == nil || b.kinds[victim.Type()].Royal && !b.isAmong(victim, h.Order) {
		return
	}
	kept := h.Keeps == "all" || h.Keeps != "none" && len(h.Pieces) == 0 ||
		h.Keeps == "victims" && b.isAmong(victim, h.Pieces) || h.Keeps == "captors" && b.isAmong(captor, h.Pieces)
	if !kept {
		return
	}
	t := victim.Type()
	if demoted := b.kinds[t].Demotes; demoted != "" {
		t = b.typeOf(demoted)
	}
	b.hand[side][t]++
}

// differs describes the first difference between a position and the board; ""
// for none.
func (b *board) differs(p *rules.Position) string {
	for s, pc := range b.at {
		if got := p.At(rules.Square(s)); got != pc {
			return fmt.Sprintf("by the definition %s has %s", b.rules.SquareName(rules.Square(s)), b.pieceName(pc))
		}
	}
	for side := range rules.Side(2) {
		for t := 1; t < len(b.kinds); t++ {
			if got := p.InHand(side, rules.PieceType(t)); got != b.hand[side][t] {
				return fmt.Sprintf("by the definition %s holds %d %s, not %d", b.rules.SideName(side), b.hand[side][t],
					b.kinds[t].Name, got)
			}
		}
		if p.Pocket(side) != b.pocket[side] {
			return fmt.Sprintf("by the definition the pocket of %s is different", b.rules.SideName(side))
		}
	}
	return ""
}

func (b *board) pieceName(pc rules.Piece) string {
	switch pc {
	case rules.NoPiece:
		return "nothing"
	case rules.Walled:
		return "a wall"
	}
	return "the " + b.kinds[pc.Type()].Name + " of " + b.rules.SideName(pc.Side())
}
