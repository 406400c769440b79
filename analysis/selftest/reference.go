package selftest

import (
	"cmp"
	"slices"

	"assay/analysis/rules"
	"assay/analysis/variant"
)

// compareReference compares the generated moves of a position with the
// reference implementation.
func (t *tester) compareReference(p *rules.Position) {
	given := map[rules.Move]bool{}
	for _, m := range t.reference.withWalls(p, t.reference.moves(p)) {
		given[m] = true
		if !t.listed[m] {
			t.setMove(m)
			t.missing(p, m)
		}
	}
	for _, m := range t.moves {
		t.setMove(m)
		switch m.Kind() {
		case rules.Pass, rules.ToPocket:
			continue
		case rules.Castle:
			if fault := t.reference.castles(p, m); fault != "" {
				t.report("reference", t.reference.lineOf(p, m), "castling is generated, but %s", fault)
			}
			continue
		}
		if !given[m] {
			t.report("reference", t.reference.lineOf(p, m), "the move is generated, but not by the definition")
		}
		if t.royalSafetyID() != "" && t.reference.leavesRoyalAttacked(p, m) {
			t.report("reference", t.reference.lineOf(p, m), "the move is generated but leaves the royal attacked")
		}
		if rule := t.reference.breaks(p, m); rule != "" {
			t.report("reference", t.reference.lineOf(p, m), "the move is generated, although %s forbids it", rule)
		}
	}
	t.moving = false
}

// missing reports a move of the definition that is not generated, unless a rule
// forbids it.
func (t *tester) missing(p *rules.Position, m rules.Move) {
	v, line := p.Judge(m), t.reference.lineOf(p, m)
	switch {
	case v == nil:
		t.report("moves", line, "the move is judged legal but not generated")
	case v.Reason == "wall" && t.reference.has("explosion"): // the wall is placed before the explosion empties squares
	case slices.Contains([]string{"movement", "promotion", "empty source", "own piece", "occupied", "drop", "wall"},
		v.Reason):
		t.report("reference", line, "the definition allows the move, but it is judged illegal: %v", v)
	case v.Reason == "royal attacked" && v.Rule == t.royalSafetyID() && !t.reference.leavesRoyalAttacked(p, m):
		t.report("reference", line, "the move is judged to leave the royal attacked, but no piece attacks it: %v", v)
	case slices.Contains([]string{"capture forbidden", "full file"}, v.Reason) && t.reference.breaks(p, m) == "":
		t.report("reference", line, "no rule of the definition forbids the move, but it is judged illegal: %v", v)
	}
}

// royalSafetyID returns the rule ID of royal-safety, or "" if the definition
// lacks it.
func (t *tester) royalSafetyID() string {
	d := t.rules.Definition()
	for _, m := range d.Rules {
		if m.Name == "royal-safety" {
			return d.Number(m.Rule)
		}
	}
	return ""
}

// moves returns the pseudo-legal moves of the definition, without castling and
// rule modules.
func (b *board) moves(p *rules.Position) []rules.Move {
	side := p.Side()
	var out []rules.Move
	for from, pc := range b.at {
		if pc <= rules.Walled || pc.Side() != side {
			continue
		}
		out = append(out, b.promotionsInPlace(p, from)...)
		for _, w := range b.destinations(from) {
			for _, into := range b.promotionsOf(pc, from, w) {
				m := rules.NewMove(w.kind, rules.Square(from), rules.Square(w.to), into)
				if w.via >= 0 {
					m = m.With(rules.Via, rules.Square(w.via), rules.NoPieceType)
				}
				out = append(append(out, m), b.withGates(m)...)
			}
		}
	}
	for to, there := range b.at {
		if there != rules.NoPiece || b.definition.Drops == nil {
			continue
		}
		for t := 1; t < len(b.kinds); t++ {
			if b.hand[side][t] == 0 && !b.isFree(rules.PieceType(t)) || b.banned(side, rules.PieceType(t), to) {
				continue
			}
			for _, into := range b.droppedAs(t) {
				if b.rules.Cells() == 0 {
					out = append(out, rules.NewDrop(rules.HandSlot(t), rules.Square(to), into))
				}
				for cell := range b.rules.Cells() {
					if p.Cell(side, cell) == rules.PieceType(t) {
						out = append(out, rules.NewDrop(rules.HandSlot(cell), rules.Square(to), into))
					}
				}
			}
		}
		if t := b.pocket[side]; t != rules.NoPieceType && !b.banned(side, t, to) {
			out = append(out, rules.NewMove(rules.PocketDrop, 0, rules.Square(to), rules.NoPieceType))
		}
	}
	return out
}

// droppedAs returns the types as which a piece may be dropped; NoPieceType
// means its own type.
func (b *board) droppedAs(t int) []rules.PieceType {
	out := []rules.PieceType{rules.NoPieceType}
	as, _ := b.definition.Drops.As.Get(b.letters[t-1])
	for _, letter := range as {
		out = append(out, b.typeOf(letter))
	}
	return out
}

// promotionsOf returns the types that a piece may have after a move;
// NoPieceType means its own type.
func (b *board) promotionsOf(pc rules.Piece, from int, w destination) []rules.PieceType {
	letter, side := b.letters[pc.Type()-1], pc.Side()
	unchanged := []rules.PieceType{rules.NoPieceType}
	i := slices.IndexFunc(b.definition.Promotion, func(p variant.Promotion) bool {
		_, ok := p.Pieces.Get(letter)
		return ok && p.Side.Has(side == rules.Second)
	})
	if i < 0 || b.definition.Promotion[i].On == "stand" || w.kind == rules.RifleCapture || w.via >= 0 ||
		w.kind == rules.EnPassant && b.definition.Promotion[i].EnPassant == "keeps" {
		return unchanged
	}
	p := &b.definition.Promotion[i]
	captures := b.at[w.to] != rules.NoPiece
	starts, ends := b.inRegion(p.Zone, side, from), b.inRegion(p.Zone, side, w.to)
	promotes := ends || p.On == "touch" && starts
	if p.On == "entry" {
		promotes = ends && !starts || captures && (starts || ends)
	}
	if may, ok := p.May.Get(letter); ok && b.inRegion(may, side, w.to) {
		promotes = true
	}
	if !promotes || p.By == "capture" && !captures {
		return unchanged
	}
	into, _ := p.Pieces.Get(letter)
	must, limited := p.Must.Get(letter)
	var out []rules.PieceType
	if len(into) == 0 || !p.Always && (!limited || !b.inRegion(must, side, w.to)) {
		out = unchanged
	}
	for _, target := range into {
		except, ok := p.Except.Get(target)
		t := b.typeOf(target)
		if (!ok || !b.inRegion(except, side, w.to)) &&
			(b.kinds[t].Most == 0 || b.countNamed(b.kinds[t].Name, side) < b.kinds[t].Most) {
			out = append(out, t)
		}
	}
	return out
}

// promotionsInPlace returns the promotions of a piece that replace a move.
func (b *board) promotionsInPlace(p *rules.Position, from int) []rules.Move {
	side, letter := p.Side(), b.letters[b.at[from].Type()-1]
	var out []rules.Move
	for i := range b.definition.Promotion {
		pr := &b.definition.Promotion[i]
		into, ok := pr.Pieces.Get(letter)
		last := pr.Last && b.countNamed(b.kinds[b.at[from].Type()].Name, side) == 1
		if !ok || pr.On != "stand" || !pr.Side.Has(side == rules.Second) || !last && !b.inRegion(pr.Zone, side, from) {
			continue
		}
		for _, target := range into {
			t := b.typeOf(target)
			if most := b.kinds[t].Most; most > 0 && b.countNamed(b.kinds[t].Name, side) >= most {
				continue
			}
			changed := *b
			changed.at = slices.Clone(b.at)
			changed.at[from] = rules.NewPiece(t, side)
			ends := []int{from}
			for _, w := range changed.destinations(from) {
				if b.at[w.to] == rules.NoPiece {
					ends = append(ends, w.to)
				}
			}
			for _, to := range ends {
				m := rules.NewMove(rules.Step, rules.Square(from), rules.Square(to), t)
				if then := b.after(p, m); !then.canCapture(to) && !then.royalAttacked(side.Other()) {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// canCapture reports whether the piece on a square can capture.
func (b *board) canCapture(from int) bool {
	return slices.ContainsFunc(b.destinations(from), func(w destination) bool { return b.at[w.to] != rules.NoPiece })
}

// countNamed returns how many pieces of a name a side has on the board.
func (b *board) countNamed(name string, side rules.Side) int {
	n := 0
	for _, at := range b.at {
		if at > rules.Walled && at.Side() == side && b.kinds[at.Type()].Name == name {
			n++
		}
	}
	return n
}

// banned reports whether the definition forbids dropping a piece on a square.
func (b *board) banned(side rules.Side, t rules.PieceType, to int) bool {
	if b.definition.Drops == nil {
		return false
	}
	for _, ban := range b.definition.Drops.Forbid {
		if len(ban.Pieces) > 0 && !slices.Contains(ban.Pieces, b.letters[t-1]) {
			continue
		}
		if ban.In != "" && b.inRegion(ban.In, side, to) || !b.inRegion(ban.Outside, side, to) {
			return true
		}
		already := 0
		for s := to % b.files; s < len(b.at); s += b.files {
			if b.at[s] > rules.Walled && b.at[s].Side() == side && b.isAmong(b.at[s], ban.FileWith) {
				already++
			}
		}
		if already > 0 && already >= ban.Already {
			return true
		}
	}
	return false
}

// leavesRoyalAttacked reports whether a move leaves a royal of the mover
// attacked.
func (b *board) leavesRoyalAttacked(p *rules.Position, m rules.Move) bool {
	if m.Use() == rules.Gate { // a gated piece does not protect the royal
		m = m.Plain()
	}
	after := b.after(p, m)
	if p.Captured(m) != rules.NoPiece && b.has("explosion") && b.has("petrify") {
		stone := m.To()
		if m.Kind() == rules.RifleCapture {
			stone = m.From()
		}
		if after.at[stone] == rules.Walled { // a petrified piece does not block attacks yet
			after.at[stone] = rules.NoPiece
		}
	}
	return after.royalAttacked(p.Side())
}

// breaks returns the rule module that forbids a move as a capture or because of
// its file, or "".
func (b *board) breaks(p *rules.Position, m rules.Move) string {
	if b.has("turn-attacked") && p.Captured(m) != rules.NoPiece {
		return "turn-attacked"
	}
	var limit struct {
		Pieces []string
		Count  int
	}
	if k := m.Kind(); !b.rule("file-limit", &limit) || k != rules.Step && k != rules.EnPassant && k != rules.Drop {
		return ""
	}
	moved := slices.Clone(b.at) // without effects of the move
	if m.Kind() != rules.Drop {
		moved[m.From()] = rules.NoPiece
	}
	moved[m.To()] = p.Moved(m)
	if m.Into() != rules.NoPieceType {
		moved[m.To()] = rules.NewPiece(m.Into(), p.Side())
	}
	there := 0
	for s := int(m.To()) % b.files; s < len(moved); s += b.files {
		if moved[s] > rules.Walled && moved[s].Side() == p.Side() && b.isAmong(moved[s], limit.Pieces) {
			there++
		}
	}
	if there > limit.Count && b.isAmong(moved[m.To()], limit.Pieces) {
		return "file-limit"
	}
	return ""
}

// after returns a copy of the board after a move.
func (b *board) after(p *rules.Position, m rules.Move) *board {
	c := *b
	c.at, c.firstMoves = slices.Clone(b.at), slices.Clone(b.firstMoves)
	for side := range 2 {
		c.hand[side] = slices.Clone(b.hand[side])
	}
	c.play(p, m)
	return &c
}

// castleStep returns 1 if the royal castles toward the higher files, else -1.
func (b *board) castleStep(from, to int) int {
	if k := b.definition.Castling; len(k.To) > 0 {
		if string(rune('a'+to%b.files)) == k.To[0] {
			return 1
		}
		return -1
	}
	return cmp.Compare(to-from, 0)
}

// castles returns why castling is illegal, or "".
func (b *board) castles(p *rules.Position, m rules.Move) string {
	k, side, from, to := b.definition.Castling, p.Side(), int(m.From()), int(m.To())
	rank := k.Rank - 1
	if side == rules.Second {
		rank = b.ranks - k.Rank
	}
	toFile := string(rune('a' + to%b.files))
	if from/b.files != rank || to/b.files != rank || b.at[from] != rules.NewPiece(b.typeOf(k.Royal), side) ||
		len(k.To) == 0 && abs(to-from) != k.Step || len(k.To) > 0 && !slices.Contains(k.To, toFile) {
		return "the royal does not castle like this"
	}
	step := b.castleStep(from, to)
	at := from + step
	for at/b.files == rank && at >= 0 && b.at[at] == rules.NoPiece {
		at += step
	}
	if at < 0 || at/b.files != rank || b.at[at] <= rules.Walled || b.at[at].Side() != side ||
		!b.isAmong(b.at[at], k.Partner) || abs(at-from) < k.Distance {
		return "there is no castling partner"
	}
	partner := at
	for s := min(from, partner, to, to-step); s <= max(from, partner, to, to-step); s++ {
		gone := min(from, to) <= s && s <= max(from, to) || min(partner, to-step) <= s && s <= max(partner, to-step)
		if gone && s != from && s != partner && b.at[s] != rules.NoPiece {
			return b.rules.SquareName(rules.Square(s)) + " is not empty"
		}
	}
	for s := min(from, to); s <= max(from, to) && b.rules.CastlesUnattacked(); s++ {
		c := *b
		c.at = slices.Clone(b.at)
		c.at[from] = rules.NoPiece
		if s == to || s == partner {
			c.at[partner] = rules.NoPiece
		}
		if s == to { // the partner has already moved next to it
			c.at[to-step] = b.at[partner]
		}
		c.putWall(m, nil)
		c.at[s] = b.at[from]
		if c.attacked(s, side.Other()) {
			return b.rules.SquareName(rules.Square(s)) + " is attacked"
		}
	}
	return ""
}
