package notation

import (
	"cmp"
	"slices"

	"assay/analysis/rules"
	"assay/parser"
)

// ruleSAN is the rule ID for the PGN standard of 1994.
const ruleSAN = "PGN"

// SAN reads and writes moves in standard algebraic notation, for any game:
// piece letters are those of position texts, the pawn is the piece of letter
// P. It also reads long algebraic notation, figurines in place of letters,
// coordinates as they stand in PGN files, and the royal, or where there is none
// any piece, with the square that it stands on for a pass, as Fairy-Stockfish
// has it. It is not safe for concurrent use.
//
// Beyond chess it writes: a drop as N@f3, with the bench cell before the @
// where another cell that is filled earlier holds the same kind (Px2@f3); a
// promotion to a promoted kind as =+R; a move into the pocket as Bc4-pocket and
// out of it as Bpocket-e5; a pass as two hyphens; a capture made without moving
// as Gxxe10 where the piece could also go there; a wall behind a comma, as in
// e4,d4, and with two hyphens for the move where it is put instead of one.
type SAN struct {
	rules    *rules.Rules
	pawns    []rules.PieceType
	fromZero bool      // ranks are counted from 0, as ICCS does
	doubtful bool      // both counts of ranks fit the record
	named    bool      // promoted kinds have letters of their own, and no +
	alphabet *Alphabet // of foreign piece letters; nil for the variant's own
	// How moves are written.
	long    bool              // with the whole square moved from
	figures map[string]string // signs in place of letters

	// kept from text to text
	text    sanText
	found   []rules.Candidate
	squares []rules.Square
}

// NewSAN returns a notation that counts ranks from 1. It writes promoted pieces
// as the record does, or with a + if rec is nil. It reads both forms.
func NewSAN(rec *parser.Record, r *rules.Rules) *SAN {
	return &SAN{rules: r, pawns: r.Lettered('P', false), named: rec != nil && namesPromoted(rec, r)}
}

// Read returns the only legal move that a text means. If the text fits several,
// the error has the reason "ambiguous"; if it fits none, the reason of the
// broken rule. A letter of both a promoted and an unpromoted piece type means
// the unpromoted one first.
func (n *SAN) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if n.alphabet != nil {
		text = n.alphabet.Translate(text)
	}
	if !n.named && !n.fromZero {
		if m, ok := n.readPlain(p, text); ok {
			return m, true, nil, nil
		}
	}
	m, known, warnings, f = n.read(p, text)
	if f == nil || n.named || !n.rules.NamesPromoted() {
		return m, known, warnings, f
	}
	n.named = true
	defer func() { n.named = false }()
	if other, known, warnings, bad := n.read(p, text); bad == nil || notUnderstood(f) && !notUnderstood(bad) {
		return other, known, warnings, bad
	}
	return m, known, warnings, f
}

// notUnderstood reports whether an error says that a text is not a move.
func notUnderstood(f *Fault) bool { return f.Reason == "syntax" || f.Reason == "piece" }

func (n *SAN) read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	if n.rules.TwoSteps() {
		if m, f, ok := n.readVia(p, text); ok {
			return m, p.Legal(m), nil, f
		}
	}
	if n.rules.Gates() {
		if m, known, f, ok := n.readEngineGate(p, trimSigns(text)); ok {
			return m, known, nil, f
		}
	}
	w := &n.text
	syntax := n.parse(w, text)
	if syntax == nil {
		m, ok := n.resolve(p, w)
		if !ok && w.several {
			m, ok = n.checking(p, w)
		}
		if ok {
			return m, true, n.doubts(p, m, w), cmp.Or(n.wallMissing(p, m, w), n.miswritten(p, m, w))
		}
		if w.kind == sanPass {
			return n.blame(p, w)
		}
	}
	// A small letter may mean a piece if it is not a file.
	if c := text; c != "" && c[0] >= 'a' && c[0] <= 'z' && (syntax != nil || !w.sure()) {
		var other sanText
		if n.parse(&other, string(c[0]-'a'+'A')+c[1:]) == nil {
			if m, ok := n.resolve(p, &other); ok {
				return m, true, n.doubts(p, m, &other), n.wallMissing(p, m, &other)
			}
			if syntax != nil {
				return n.blame(p, &other)
			}
		}
	}
	if syntax != nil {
		return 0, false, nil, syntax
	}
	return n.blame(p, w)
}

// wallMissing returns the error of a move without a wall if there are several
// squares for it.
func (n *SAN) wallMissing(p *rules.Position, m rules.Move, w *sanText) *Fault {
	if !w.anyWall || p.Walls(m.Plain()).Len() < 2 {
		return nil
	}
	return fault(ruleSAN, "wall", "%q does not say where the %s is put; it is written behind a comma, as in %s", w.text,
		n.rules.WallName(), n.appendMove(nil, p, m))
}

// resolve returns the move that a text means. It returns false if there is none
// or more than one; w.several is then set for several.
func (n *SAN) resolve(p *rules.Position, w *sanText) (rules.Move, bool) {
	switch w.kind {
	case sanPass:
		return w.legal(p, rules.PassMove)
	case sanCastle:
		if m, ok := p.CastleToward(w.higher); ok {
			return w.legal(p, m)
		}
		return 0, false
	case sanDrop:
		return n.resolveDrop(p, w)
	case sanFromPocket:
		if to, ok := n.square(w.to); ok && w.names(p.Pocket(p.Side())) {
			return w.legal(p, rules.NewMove(rules.PocketDrop, 0, to, rules.NoPieceType))
		}
		return 0, false
	case sanToPocket:
		if from, ok := n.square(w.from); ok && w.names(p.At(from).Type()) {
			return w.legal(p, rules.NewMove(rules.ToPocket, from, 0, rules.NoPieceType))
		}
		return 0, false
	}
	return n.resolveStep(p, w)
}

// square returns the square of a text that has both file and rank.
func (n *SAN) square(s sanSquare) (rules.Square, bool) {
	if !s.whole() {
		return rules.NoSquare, false
	}
	rank := s.rank
	if n.fromZero {
		rank++
	}
	return n.rules.SquareAt(s.file, rank)
}

func (n *SAN) resolveDrop(p *rules.Position, w *sanText) (rules.Move, bool) {
	to, ok := n.square(w.to)
	if !ok {
		return 0, false
	}
	if n.rules.Cells() > 0 {
		if m, ok := n.cellDrop(p, w, to); ok {
			return w.legal(p, m)
		}
		return 0, false
	}
	var found rules.Move
	for _, t := range w.types {
		held, into, ok := p.Held(t)
		if !ok {
			continue
		}
		m, legal := w.legal(p, rules.NewDrop(rules.HandSlot(held), to, into))
		switch {
		case !n.named:
			return m, legal
		case legal && found != 0:
			w.several = true
			return 0, false
		case legal:
			found = m
		}
	}
	return found, found != 0
}

// cellDrop returns the drop of the first piece in the bench cell that a text
// names.
func (n *SAN) cellDrop(p *rules.Position, w *sanText, to rules.Square) (rules.Move, bool) {
	for i := range n.rules.Cells() {
		if into, ok := n.dropInto(p, w, i); ok {
			return rules.NewDrop(rules.HandSlot(i), to, into), true
		}
	}
	return rules.NewDrop(0, to, rules.NoPieceType), false
}

// dropInto returns the piece type as which the piece in a bench cell is
// dropped; false if the text names another piece or cell.
func (n *SAN) dropInto(p *rules.Position, w *sanText, cell int) (rules.PieceType, bool) {
	held := p.Cell(p.Side(), cell)
	if held == rules.NoPieceType || w.cell != "" && w.cell != n.rules.CellName(p.Side(), cell) {
		return rules.NoPieceType, false
	}
	for _, t := range w.types {
		if into, ok := n.rules.DropInto(held, t); ok {
			return into, true
		}
	}
	return rules.NoPieceType, false
}

// resolveBoard finds a move from square to square.
func (n *SAN) resolveBoard(p *rules.Position, w *sanText) (found rules.Move, ok bool) {
	if w.to.rank < 0 {
		return n.resolveFile(p, w)
	}
	to, ok := n.square(w.to)
	if !ok {
		return 0, false
	}
	types := w.types
	if types == nil {
		types = n.pawns
		if w.from.whole() { // coordinates
			from, ok := n.square(w.from)
			if !ok || p.At(from) == rules.NoPiece {
				return 0, false
			}
			if m := w.with(p, rules.PassMove); from == to && !w.changes() &&
				p.Legal(m) {
				return m, true
			}
			types = []rules.PieceType{p.At(from).Type()}
			if m, ok := p.CastlingOf(from, to); ok && !w.changes() && p.Legal(w.with(p, m)) {
				return w.with(p, m), true
			}
		}
	}
	ok = false
	for _, t := range types {
		n.found = p.Candidates(n.found[:0], t, to)
		for i, c := range n.found {
			if !n.fits(w, c.From) || n.overshadowed(w, i) {
				continue
			}
			m, legal := w.complete(p, c, to)
			if legal && ok {
				w.several = true
				return 0, false
			}
			if legal {
				found, ok = m, true
			}
		}
	}
	return found, ok
}

// resolveStep finds a move from square to square. It also finds a pass that is
// written as the royal with its own square, to which another piece might move.
func (n *SAN) resolveStep(p *rules.Position, w *sanText) (rules.Move, bool) {
	if m, ok := n.resolveBoard(p, w); ok || w.several {
		return m, ok
	}
	types := w.types
	if types == nil {
		types = n.pawns
	}
	to, ok := n.square(w.to)
	if !ok || !n.fits(w, to) || w.changes() || w.capture {
		return 0, false
	}
	if pc := p.At(to); pc == rules.NoPiece || pc.Side() != p.Side() || !slices.Contains(types, pc.Type()) {
		return 0, false
	}
	if royal := p.Royal(p.Side()); royal != rules.NoSquare && royal != to {
		return 0, false
	}
	return w.legal(p, rules.PassMove)
}

// resolveFile finds a pawn's capture of which only the files are written.
func (n *SAN) resolveFile(p *rules.Position, w *sanText) (found rules.Move, ok bool) {
	first := 1
	if n.fromZero {
		first = 0
	}
	for rank := range n.rules.Ranks() {
		whole := *w
		whole.to.rank = rank + first
		m, legal := n.resolveBoard(p, &whole)
		if legal && p.Captured(m) == rules.NoPiece {
			continue
		}
		if whole.several || legal && ok {
			w.several = true
			return 0, false
		}
		if legal {
			found, ok = m, true
		}
	}
	return found, ok
}

// fits reports whether a square matches the written part of the origin.
func (n *SAN) fits(w *sanText, from rules.Square) bool {
	file, rank := n.rules.Coordinates(from)
	if w.from.file >= 0 && file != w.from.file {
		return false
	}
	if n.fromZero {
		rank--
	}
	return w.from.rank < 0 || w.from.rank == rank
}

// overshadowed reports whether the text means another move of the same piece to
// the same square. With a capture sign it means the en passant capture, without
// one the plain move. With its own sign it means the rifle capture.
func (n *SAN) overshadowed(w *sanText, i int) bool {
	c := n.found[i]
	for _, o := range n.found {
		if o.From != c.From || o.Kind == c.Kind {
			continue
		}
		switch {
		case c.Kind == rules.RifleCapture || o.Kind == rules.RifleCapture:
			if w.rifle != (c.Kind == rules.RifleCapture) {
				return true
			}
		case w.capture != (c.Kind == rules.EnPassant):
			return true
		}
	}
	return false
}

// miswritten returns the error of a pawn capture without a file, or of a plain
// pawn move with one. Other programs reject both.
func (n *SAN) miswritten(p *rules.Position, m rules.Move, w *sanText) *Fault {
	if w.types != nil || w.kind != sanBoard || w.capture || w.from.rank >= 0 || m.Kind() == rules.Castle {
		return nil
	}
	straight := int(m.From())%n.rules.Files() == int(m.To())%n.rules.Files()
	switch captures := p.Captured(m) != rules.NoPiece; {
	case w.from.file < 0 && captures && !straight:
		return fault(ruleSAN, "capture", "%q is a step straight on, and only the capture %s leads there", w.text,
			n.appendMove(nil, p, m))
	case w.from.file >= 0 && !captures && straight:
		bare := *w
		written := n.appendMove(nil, p, m)
		if bare.from = noSanSquare; string(written) != w.text && n.means(p, &bare, m) {
			return fault(ruleSAN, "file", "%q names a file and captures nothing; the step is written %s", w.text,
				written)
		}
	}
	return nil
}

// Signs reports whether a move's text has the sign of check or of mate.
func (n *SAN) Signs(text string) (check, mate bool) {
	last := len(text) - 1
	if last < 1 {
		return false, false
	}
	check = text[last] == '+' && text[last-1] != '='
	if check && n.rules.HasPlus() {
		var w sanText
		if n.parse(&w, text) == nil && w.crossed { // a promotion, unless another + follows
			check = text[last-1] == '+'
		}
	}
	return check, text[last] == '#'
}

// checking returns the only legal move that fits an ambiguous text and gives
// the written check or mate; false if there is none or several.
func (n *SAN) checking(p *rules.Position, w *sanText) (found rules.Move, ok bool) {
	check, mate := n.Signs(w.text)
	if !check && !mate {
		return 0, false
	}
	for _, m := range n.fitting(p, w) {
		mover := p.Side()
		p.Play(m)
		gives := p.InCheck(p.Side())
		if gives && mate {
			o, over := p.Outcome()
			gives = over && o.WonBy(mover)
		}
		p.Undo()
		if gives && ok {
			return 0, false
		}
		if gives {
			found, ok = m, true
		}
	}
	return found, ok
}

// doubts returns warnings about wrong details in the text of a legal move.
func (n *SAN) doubts(p *rules.Position, m rules.Move, w *sanText) []Warning {
	if w.kind == sanBoard && w.capture && p.Captured(m) == rules.NoPiece {
		return []Warning{{ruleSAN, "the move is written as a capture and captures nothing"}}
	}
	return nil
}
