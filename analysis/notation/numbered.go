package notation

import (
	"strings"

	"assay/analysis/rules"
	"assay/parser/numbered"
	"assay/parser/scan"
)

// pocketCell is the name of the pocket as a cell (NL-7).
const pocketCell = "pocket"

// overWord precedes the square that a two-step move crosses without capturing
// (NL-10). If it captures there, x precedes the square (NL-6b).
const overWord = "over"

// Numbered reads and writes the moves of numbered move lists (NL-2 to NL-7).
// The zero value is ready for use; it is not safe for concurrent use.
type Numbered struct {
	actions []numbered.Action // reused buffer
	engines *SAN              // for moves as engines write them; nil before the first
	ranks   Ranks             // how those moves count ranks
	cased   bool              // other capital letters have been warned of
}

// Append writes a legal move without its number.
func (Numbered) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	r := p.Rules()
	if m.Kind() == rules.Pass {
		return appendWall(append(dst, "Pass"...), r, m)
	}
	moved, captured := p.Moved(m), p.Captured(m)
	to := r.SquareName(m.To())
	if m.Kind() == rules.Castle {
		to = r.SquareName(p.CastlingNamed(m))
	}
	dst = append(dst, r.PieceName(moved.Type())...)
	switch m.Kind() {
	case rules.Drop:
		if r.Cells() == 0 {
			dst = append(append(dst, " * "...), to...)
			if as := m.Into(); as != rules.NoPieceType {
				dst = append(append(dst, " = "...), r.PieceName(as)...)
			}
			return appendWall(dst, r, m)
		}
		dst = append(append(dst, ' '), r.CellName(p.Side(), int(m.Slot()))...)
	case rules.PocketDrop:
		dst = append(dst, " "+pocketCell...)
	case rules.ToPocket:
		to = pocketCell
		fallthrough
	default:
		dst = append(append(dst, ' '), r.SquareName(m.From())...)
	}
	if endsOnCapture(p, m) {
		dst = append(dst, " x "...)
	} else {
		dst = append(dst, " - "...)
	}
	dst = append(dst, to...)
	if t, cell, ok := p.Received(m); ok {
		dst = append(append(dst, ' '), r.SideName(p.Side())...)
		dst = append(append(dst, ' '), r.PieceName(t)...)
		if cell >= 0 {
			dst = append(append(dst, ' '), r.CellName(p.Side(), cell)...)
		}
	}
	if into := m.Into(); into != rules.NoPieceType {
		dst = append(append(dst, " = "...), r.PieceName(into)...)
		if captured != rules.NoPiece {
			dst = append(append(dst, " on "...), to...)
		}
	}
	if m.Use() == rules.Via {
		word := " / " + overWord + " "
		if p.CapturedVia(m) != rules.NoPiece {
			word = " x "
		}
		dst = append(append(dst, word...), r.SquareName(m.Second())...)
	}
	if m.Use() == rules.Gate {
		dst = append(append(dst, " / "...), r.PieceName(m.Gated())...)
		dst = append(append(dst, " on "...), r.SquareName(m.Second())...)
	}
	return appendWall(dst, r, m)
}

// appendWall writes the wall of a move (NL-10).
func appendWall(dst []byte, r *rules.Rules, m rules.Move) []byte {
	if m.Use() != rules.Wall {
		return dst
	}
	return append(append(append(append(dst, " / "...), r.WallName()...), ' '), r.SquareName(m.Second())...)
}

// Format is Append as a string.
func (n Numbered) Format(p *rules.Position, m rules.Move) string { return string(n.Append(nil, p, m)) }

// written is a parsed ply.
type written struct {
	mover    *numbered.Action
	received *numbered.Action
	change   *numbered.Action
	over     *numbered.Action // first square of a two-step move
	gate     *numbered.Action // gated piece and its square
	wall     *numbered.Action
	walled   rules.Square // square of the wall, or NoSquare
}

// withWall returns a move with the written wall.
func (w *written) withWall(m rules.Move) rules.Move {
	if w.walled == rules.NoSquare {
		return m
	}
	return m.With(rules.Wall, w.walled, rules.NoPieceType)
}

// readWall reads the square of the wall.
func (w *written) readWall(r *rules.Rules) *Fault {
	w.walled = rules.NoSquare
	if w.wall == nil {
		return nil
	}
	if name := r.WallName(); name == "" {
		return fault("NL-10", "wall", "this variant has no walls")
	} else if name != w.wall.Piece {
		return fault("NL-10", "wall", "the wall is a %s, not a %s", name, w.wall.Piece)
	}
	s, f := square(r, w.wall.To)
	w.walled = s
	return f
}

// Read reads a move, judges it, and checks every written detail (NL-5). A legal
// move with a wrong detail is returned together with the error. If a text
// cannot be read otherwise, upper and lower case in names are ignored.
func (n *Numbered) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	m, known, warnings, f = n.read(p, text)
	if f == nil || f.Reason != "piece name" {
		return m, known, warnings, f
	}
	other := namesAsDefined(p.Rules(), text)
	if other == text {
		return m, known, warnings, f
	}
	if m, known, warnings, bad := n.read(p, other); bad == nil {
		if !n.cased {
			n.cased = true
			warnings = append(warnings,
				Warning{"NL-2", "names of pieces are written with other capital letters than the variant's"})
		}
		return m, known, warnings, nil
	}
	return m, known, warnings, f
}

// namesAsDefined returns a ply's text in which names of pieces and sides have
// the variant's own capital letters.
func namesAsDefined(r *rules.Rules, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		if _, ok := r.PieceTypeNamed(word); ok || len(word) < 2 {
			continue
		}
		found := ""
		add := func(name string) {
			if found != name && strings.EqualFold(name, word) {
				found = name
			}
		}
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			add(r.PieceName(t))
		}
		add(r.SideName(rules.First))
		add(r.SideName(rules.Second))
		if found != "" {
			words[i] = found
		}
	}
	return strings.Join(words, " ")
}

func (n *Numbered) read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	actions, partial, syntax := numbered.AppendActions(n.actions[:0], text)
	n.actions = actions
	if syntax != nil {
		if engineWord.MatchString(text) || isPass(text) {
			return n.readEngines(p, text)
		}
		return 0, false, nil, &Fault{Rule: "NL-5", Reason: "syntax", Message: syntax.Message}
	}
	if partial != 0 {
		return 0, false, nil, fault("NL-5", "syntax", "this variant has no turns of several parts")
	}
	w, f := assignParts(actions)
	if f == nil {
		f = w.readWall(p.Rules())
	}
	if f != nil {
		return 0, false, nil, f
	}
	m, f = meaning(p, &w)
	if f == nil {
		m, warnings, f = w.complete(p, m)
	}
	if f != nil {
		f.Squares = namedPlaces(p, w.mover.From, w.mover.To)
		return 0, false, nil, f
	}
	if v := p.Judge(m); v != nil {
		return m, false, nil, broken(v)
	}
	more, f := check(p, m, &w)
	return m, true, append(warnings, more...), f
}

// engineWord matches the start of a one-word ply as engines write it: two
// squares, a drop, or a move to the pocket; 0000 is a pass.
var engineWord = scan.NewPattern(`^(?:[a-p]\d+[a-p]\d|\+?[A-Z]\W?(?:@|pocket-|[a-p]\d+-pocket$)|0000$)\S*$`)

// readEngines reads a ply as engines write it: e2e4.
func (n *Numbered) readEngines(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning,
	f *Fault) {
	if n.engines == nil || n.engines.rules != p.Rules() {
		n.engines = NewSAN(nil, p.Rules())
		SetRanks(n.engines, n.ranks)
	}
	m, known, warnings, f = n.engines.Read(p, text)
	if f == nil && strings.HasSuffix(text, "+") && m.Into() == rules.NoPieceType {
		f = crossError(p, m)
	}
	return m, known, warnings, f
}

// crossError returns the error of a move with a + that means neither a
// promotion nor a check.
func crossError(p *rules.Position, m rules.Move) *Fault {
	p.Play(m)
	check := p.InCheck(p.Side())
	p.Undo()
	if check {
		return nil
	}
	return fault("NL-5", "sign", "the move has a +, but neither promotes nor gives check")
}

// complete returns a move with its written wall, or with the only possible one
// if none is written.
func (w *written) complete(p *rules.Position, m rules.Move) (rules.Move, []Warning, *Fault) {
	r := p.Rules()
	if w.gate != nil {
		m, f := w.withGate(p, m)
		return m, nil, f
	}
	if w.wall != nil || r.WallName() == "" || r.WallsInstead() {
		return w.withWall(m), nil, nil
	}
	squares := p.Walls(m)
	if squares.Len() > 1 && p.Judge(m.With(rules.Wall, squares.First(), rules.NoPieceType)) == nil {
		return m, nil, fault("NL-10", "wall", "the square of the %s is missing; there are %d possible squares",
			r.WallName(), squares.Len())
	}
	if !squares.Single() {
		return m, nil, nil
	}
	w.walled = squares.First()
	return w.withWall(m), []Warning{{"NL-10", "the " + r.WallName() + " on " + r.SquareName(w.walled) + " is missing"}},
		nil
}

// withGate returns a move with its written gated piece.
func (w *written) withGate(p *rules.Position, m rules.Move) (rules.Move, *Fault) {
	r := p.Rules()
	switch {
	case w.gate == nil:
		return m, nil
	case !r.Gates():
		return m, fault("NL-10", "gate", "this variant has no gating")
	}
	t, f := pieceNamed(r, w.gate.Piece)
	if f != nil {
		return m, f
	}
	if !p.Legal(m) { // report its own error first
		return m, nil
	}
	s, f := square(r, w.gate.To)
	if base := r.Demoted(t); base != t && p.InHand(p.Side(), t) == 0 {
		t = base
	}
	return m.With(rules.Gate, s, t), f
}

// namedPlaces returns the names that are squares, or cells of the side to move.
func namedPlaces(p *rules.Position, names ...string) []string {
	var out []string
	for _, name := range names {
		_, square := p.Rules().SquareNamed(name)
		_, cell := p.Rules().CellNamed(p.Side(), name)
		if square || cell {
			out = append(out, name)
		}
	}
	return out
}

// assignParts assigns the parts of a ply to a mover, at most one received
// piece, and at most one promotion.
func assignParts(actions []numbered.Action) (w written, f *Fault) {
	for i := range actions {
		a := &actions[i]
		var part **numbered.Action
		switch a.Kind {
		case numbered.ActionMove, numbered.ActionCapture, numbered.ActionDrop, numbered.ActionPass:
			part = &w.mover
		case numbered.ActionAppear, numbered.ActionReceive:
			part = &w.received
		case numbered.ActionChange:
			part = &w.change
		case numbered.ActionGate:
			part = &w.gate
		case numbered.ActionRemove:
			part = &w.over
		case numbered.ActionWall:
			if part = &w.wall; a.Piece == overWord {
				part = &w.over
			}
		default:
			return w, fault("NL-5", "syntax", "%q belongs to no move of this variant", a.String())
		}
		if *part != nil || part != &w.mover && w.mover == nil {
			return w, fault("NL-5", "syntax", "%q is one part too many, or in the wrong place", a.String())
		}
		*part = a
	}
	if w.mover == nil {
		return w, fault("NL-5", "syntax", "the move is missing")
	}
	return w, nil
}

// meaning returns the move that the squares and cells of a text name.
func meaning(p *rules.Position, w *written) (rules.Move, *Fault) {
	r := p.Rules()
	a := w.mover
	if a.Kind == numbered.ActionPass {
		return rules.PassMove, nil
	}
	named, f := pieceNamed(r, a.Piece)
	if f != nil {
		return 0, f
	}
	into := rules.NoPieceType
	if a.Kind == numbered.ActionDrop {
		return handDrop(p, w, named)
	}
	if a.From == pocketCell && r.HasPocket() {
		return pocketDrop(p, w, named)
	}
	if cell, ok := r.CellNamed(p.Side(), a.From); ok {
		return cellDrop(p, w, named, cell)
	}
	if _, ok := r.CellNamed(p.Side().Other(), a.From); ok {
		return 0, fault("G-1", "enemy piece", "%s is a bench cell of %s", a.From, r.SideName(p.Side().Other()))
	}
	from, f := square(r, a.From)
	if f != nil {
		return 0, f
	}
	if w.change != nil {
		var ok bool
		if into, ok = r.IntoNamed(p.At(from), w.change.Piece); !ok {
			return 0, fault("NL-5", "piece name", "%q is not a piece of this variant", w.change.Piece)
		}
	}
	if a.To == pocketCell && r.HasPocket() {
		return rules.NewMove(rules.ToPocket, from, 0, into), nil
	}
	to, f := square(r, a.To)
	if f != nil {
		return 0, f
	}
	if w.over != nil {
		via, f := square(r, w.over.To)
		return rules.NewMove(rules.Step, from, to, into).With(rules.Via, via, rules.NoPieceType), f
	}
	return boardMove(p, from, to, into, w)
}

func pieceNamed(r *rules.Rules, name string) (rules.PieceType, *Fault) {
	t, ok := r.PieceTypeNamed(name)
	if !ok {
		return rules.NoPieceType, fault("NL-2", "piece name", "%q is not a piece of this variant", name)
	}
	return t, nil
}

func square(r *rules.Rules, name string) (rules.Square, *Fault) {
	s, ok := r.SquareNamed(name)
	if !ok {
		return 0, fault("NL-5", "square", "%q is not a square of this variant", name)
	}
	return s, nil
}

// boardMove chooses the kind of a move between two squares.
func boardMove(p *rules.Position, from, to rules.Square, into rules.PieceType, w *written) (rules.Move, *Fault) {
	step := rules.NewMove(rules.Step, from, to, into)
	capture := w.mover.Kind == numbered.ActionCapture
	switch {
	case p.EnPassantTo(from, to) && (capture || !stepsTo(p, from, to)):
		return rules.NewMove(rules.EnPassant, from, to, into), nil
	case capture && p.At(to) == rules.NoPiece && p.CapturesEnPassant(from) && p.HasCrossed(to):
		// Written as en passant: the rules of the piece decide whether it is
		// legal.
		return rules.NewMove(rules.EnPassant, from, to, into), nil
	case p.RifleCaptures(from, to) && p.Judge(w.withWall(step)) != nil:
		return rules.NewMove(rules.RifleCapture, from, to, into), nil
	}
	if castle, ok := p.CastlingOf(from, to); ok && p.Judge(w.withWall(step)) != nil {
		return rules.NewMove(rules.Castle, from, castle.To(), into), nil
	}
	return step, nil
}

// stepsTo reports whether the piece on a square can move to another square
// without capturing, as pieces with sideways en passant captures can.
func stepsTo(p *rules.Position, from, to rules.Square) bool {
	quiet, _ := p.Reach(from)
	return quiet.Has(to)
}

func handDrop(p *rules.Position, w *written, named rules.PieceType) (rules.Move, *Fault) {
	r := p.Rules()
	a := w.mover
	if r.Cells() > 0 {
		return 0, fault("NL-2", "cell", "a drop must name its bench cell")
	}
	if a.To == pocketCell && r.HasPocket() {
		return 0, fault(r.PocketApart(), "pocket", "pieces cannot go from the hand to the pocket")
	}
	to, f := square(r, a.To)
	if f != nil {
		return 0, f
	}
	if !p.CanDrop(named) {
		base := r.Demoted(named)
		switch {
		case r.HasPocket() && p.Pocket(p.Side()) == named:
			return 0, fault(r.PocketApart(), "pocket", "the %s is in the pocket, not in the hand", a.Piece)
		case base != named && p.InHand(p.Side(), base) > 0:
			return 0, fault(r.DropPromoted(), "drop", "a %s cannot be dropped as a %s", r.PieceName(base), a.Piece)
		}
		return 0, fault("G-1", "empty source", "%s has no %s in hand", r.SideName(p.Side()), a.Piece)
	}
	into, f := dropInto(r, w, named)
	return rules.NewDrop(rules.HandSlot(named), to, into), f
}

// dropInto reads the type as which a piece is dropped. The rules may forbid it.
func dropInto(r *rules.Rules, w *written, held rules.PieceType) (rules.PieceType, *Fault) {
	if w.change == nil {
		return rules.NoPieceType, nil
	}
	t, ok := r.IntoNamed(rules.NewPiece(held, rules.First), w.change.Piece)
	if !ok {
		return pieceNamed(r, w.change.Piece)
	}
	return t, nil
}

func pocketDrop(p *rules.Position, w *written, named rules.PieceType) (rules.Move, *Fault) {
	r := p.Rules()
	to, f := square(r, w.mover.To)
	if f != nil {
		return 0, f
	}
	held := p.Pocket(p.Side())
	if held != rules.NoPieceType && named != held && (r.Demoted(named) == r.Demoted(held)) {
		return 0, fault(r.PocketKeeps(), "pocket", "the pocket holds a %s, which is dropped unchanged",
			r.PieceName(held))
	}
	into, f := dropInto(r, w, held)
	return rules.NewMove(rules.PocketDrop, 0, to, into), f
}

func cellDrop(p *rules.Position, w *written, named rules.PieceType, cell int) (rules.Move, *Fault) {
	r := p.Rules()
	a := w.mover
	to, f := square(r, a.To)
	if f != nil {
		return 0, f
	}
	held := p.Cell(p.Side(), cell)
	if held == rules.NoPieceType {
		return 0, fault("G-1", "empty source", "%s is empty", a.From)
	}
	if named != held && r.Promoted(named) {
		return 0, fault(r.DropPromoted(), "drop", "the %s in %s cannot be dropped as a %s", r.PieceName(held), a.From,
			a.Piece)
	}
	into, f := dropInto(r, w, held)
	return rules.NewDrop(rules.HandSlot(cell), to, into), f
}

// check compares the written details with a legal move.
func check(p *rules.Position, m rules.Move, w *written) ([]Warning, *Fault) {
	r := p.Rules()
	a := w.mover
	if a.Kind == numbered.ActionPass {
		return nil, nil
	}
	if name := r.PieceName(p.Moved(m).Type()); name != a.Piece {
		return nil, fault("NL-2", "piece name", "the piece that moves is a %s, not a %s", name, a.Piece)
	}
	captures := endsOnCapture(p, m)
	if captures && a.Kind != numbered.ActionCapture {
		return nil, fault("NL-2", "sign", "the move captures: write x, not -")
	}
	if !captures && a.Kind == numbered.ActionCapture {
		return nil, fault("NL-2", "sign", "the move captures nothing: write -, not x")
	}
	if w.over != nil && (w.over.Kind == numbered.ActionRemove) != (p.CapturedVia(m) != rules.NoPiece) {
		return nil, fault("NL-10", "sign",
			"before the square that the piece passes, write x if it captures there, otherwise / %s", overWord)
	}
	warnings, f := checkReceived(p, m, w.received)
	if f != nil {
		return nil, f
	}
	if c := w.change; c != nil && c.To != "" && c.To != a.To {
		return nil, fault("NL-4", "promotion square", "the piece promotes on %s, not on %s", a.To, c.To)
	}
	return warnings, nil
}

// received is the captured piece as written (NL-3); omitted parts are "".
type received struct{ side, piece, cell string }

// receivedOf splits the text of a captured piece. A cell comes last. A single
// word is a side if a side has that name.
func receivedOf(r *rules.Rules, a *numbered.Action) received {
	if a.Kind == numbered.ActionAppear {
		return received{a.Side, a.Piece, a.To}
	}
	out := received{side: a.Side, piece: a.Piece}
	_, first := r.CellNamed(rules.First, a.Piece)
	_, second := r.CellNamed(rules.Second, a.Piece)
	if first || second {
		out.cell, out.piece, out.side = a.Piece, a.Side, ""
	} else if out.side != "" {
		return out
	}
	if out.piece == r.SideName(rules.First) || out.piece == r.SideName(rules.Second) {
		out.side, out.piece = out.piece, ""
	}
	return out
}

// checkReceived compares the captured piece as written with the one that the
// hand receives (NL-3).
func checkReceived(p *rules.Position, m rules.Move, a *numbered.Action) ([]Warning, *Fault) {
	r := p.Rules()
	t, cell, ok := p.Received(m)
	if a == nil {
		if !ok {
			return nil, nil
		}
		return []Warning{{"NL-3", "the captured " + r.PieceName(t) + " is missing"}}, nil
	}
	if !ok {
		return nil, fault("NL-3", "captured piece", "%q: this move puts no captured piece into the hand", a.String())
	}
	says := receivedOf(r, a)
	side, name, place := r.SideName(p.Side()), r.PieceName(t), ""
	if cell >= 0 {
		place = r.CellName(p.Side(), cell)
	}
	switch {
	case says.side != "" && says.side != side:
		return nil, fault("NL-3", "captured side", "the captured piece goes to %s, not to %s", side, says.side)
	case says.piece != "" && says.piece != name:
		return nil, fault("NL-3", "captured piece", "the captured piece becomes a %s, not a %s", name, says.piece)
	case cell < 0 && says.cell != "":
		return nil, fault("NL-3", "captured cell", "hands have no cells in this variant; remove %s", says.cell)
	case says.cell != "" && says.cell != place:
		return nil, fault("NL-3", "captured cell", "the captured piece goes to %s, not to %s", place, says.cell)
	}
	var warnings []Warning
	for _, part := range []struct{ says, is, what string }{
		{says.side, side, "the side " + side + " that it goes to"},
		{says.piece, name, "the captured " + name},
		{says.cell, place, "the bench cell " + place},
	} {
		if part.says == "" && part.is != "" {
			warnings = append(warnings, Warning{"NL-3", part.what + " is missing"})
		}
	}
	return warnings, nil
}
