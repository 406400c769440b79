package notation

import (
	"strings"

	"assay/analysis/rules"
	"assay/parser"
)

// ruleSAN stands for the PGN standard of 1994 in faults.
const ruleSAN = "PGN"

// SAN reads and writes moves in standard algebraic notation, for any game:
// piece letters are those of position texts, the pawn is the piece of letter
// P. It also reads long algebraic notation and coordinates as they stand in
// PGN files. It is not safe for concurrent use.
//
// Beyond chess it writes: a drop as N@f3, with the bench cell before the @
// where another cell that is filled earlier holds the same kind (Px2@f3); a
// promotion to a promoted kind as =+R; a move into the pocket as Bc4-pocket
// and out of it as Bpocket-e5; a pass as two hyphens.
type SAN struct {
	rules *rules.Rules
	pawns []rules.Type
	ranks ranks

	// kept from text to text
	text    sanText
	found   []rules.Candidate
	squares []rules.Square
}

// ranks is how a record counts ranks in coordinates.
type ranks uint8

const (
	ranksUnknown ranks = iota // on boards of ten ranks: from 1 to 10, or from 0 to 9
	ranksFromOne
	ranksFromZero
)

// NewSAN is the notation of a record's moves. Whether a game on ten ranks
// counts them from 0 is decided by the record: a rank 0 anywhere says so, a
// rank 10 anywhere denies it. A record with neither is read either way, from
// 0 first where only coordinates are written.
func NewSAN(rec *parser.Record, r *rules.Rules) *SAN {
	n := &SAN{rules: r, pawns: r.Lettered('P', false), ranks: ranksFromOne}
	if r.Ranks() == 10 && rec != nil {
		n.ranks = ranksOf(rec)
	}
	return n
}

// ranksOf looks for a rank 0 or 10 in the moves of a record and its side
// lines.
func ranksOf(rec *parser.Record) ranks {
	for lines := []parser.Line{rec.Moves}; len(lines) > 0; {
		line := lines[len(lines)-1]
		lines = lines[:len(lines)-1]
		for i := range line {
			if found := ranksIn(line[i].Text); found != ranksUnknown {
				return found
			}
			lines = append(lines, line[i].Variations...)
		}
	}
	return ranksUnknown
}

func ranksIn(text string) ranks {
	for i := 0; i+1 < len(text); i++ {
		if !isFile(text[i]|0x20) || text[i+1] != '0' && text[i+1] != '1' {
			continue
		}
		if text[i+1] == '0' {
			return ranksFromZero
		}
		if i+2 < len(text) && text[i+2] == '0' {
			return ranksFromOne
		}
	}
	return ranksUnknown
}

// Read finds the one legal move that a text means. More than one is a fault
// with the reason "ambiguous", none one with that of the rule broken.
func (n *SAN) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	w := &n.text
	syntax := n.parse(w, text)
	if syntax == nil {
		if m, ok := n.resolve(p, w); ok {
			return m, true, n.doubts(p, m, w), nil
		}
	}
	// A small letter may stand for a piece where it is no file.
	if c := text; c != "" && c[0] >= 'a' && c[0] <= 'z' && (syntax != nil || !w.sure()) {
		var other sanText
		if n.parse(&other, string(c[0]-'a'+'A')+c[1:]) == nil {
			if m, ok := n.resolve(p, &other); ok {
				return m, true, n.doubts(p, m, &other), nil
			}
			if syntax != nil {
				return 0, false, nil, n.blame(p, &other)
			}
		}
	}
	if syntax != nil {
		return 0, false, nil, syntax
	}
	return 0, false, nil, n.blame(p, w)
}

// resolve finds the move that is meant; false where there is none, or more
// than one, which w.several then says.
func (n *SAN) resolve(p *rules.Position, w *sanText) (rules.Move, bool) {
	switch w.kind {
	case sanPass:
		m := rules.NewMove(rules.Pass, 0, 0, rules.NoType)
		return m, p.Legal(m)
	case sanCastle:
		m, ok := p.CastleToward(w.higher)
		return m, ok && p.Legal(m)
	case sanDrop:
		return n.resolveDrop(p, w)
	case sanFromPocket:
		if to, ok := n.square(w.to); ok && w.names(p.Pocket(p.Side())) {
			m := rules.NewMove(rules.PocketDrop, 0, to, rules.NoType)
			return m, p.Legal(m)
		}
		return 0, false
	case sanToPocket:
		if from, ok := n.square(w.from); ok && w.names(p.At(from).Type()) {
			m := rules.NewMove(rules.ToPocket, from, 0, rules.NoType)
			return m, p.Legal(m)
		}
		return 0, false
	}
	if n.ranks != ranksUnknown {
		return n.resolveBoard(p, w)
	}
	order := [2]ranks{ranksFromOne, ranksFromZero}
	if w.types == nil && w.from.whole() {
		order = [2]ranks{ranksFromZero, ranksFromOne}
	}
	defer func() { n.ranks = ranksUnknown }()
	for _, n.ranks = range order {
		if m, ok := n.resolveBoard(p, w); ok || w.several {
			return m, ok
		}
	}
	return 0, false
}

// square is the square that a text names completely.
func (n *SAN) square(s sanSquare) (rules.Square, bool) {
	rank := s.rank
	if n.ranks != ranksFromZero {
		rank--
	}
	if !s.whole() || s.file >= n.rules.Files() || rank < 0 || rank >= n.rules.Ranks() {
		return rules.NoSquare, false
	}
	return rules.Square(rank*n.rules.Files() + s.file), true
}

func (n *SAN) resolveDrop(p *rules.Position, w *sanText) (rules.Move, bool) {
	to, ok := n.square(w.to)
	if !ok {
		return 0, false
	}
	if n.rules.Cells() > 0 {
		for i := range n.rules.Cells() {
			t := p.Cell(p.Side(), i)
			if t == rules.NoType || !w.names(t) || w.cell != "" && w.cell != n.rules.CellName(p.Side(), i) {
				continue
			}
			m := rules.NewMove(rules.Drop, rules.Square(i), to, rules.NoType)
			return m, p.Legal(m)
		}
		return 0, false
	}
	for _, t := range w.types {
		if p.InHand(p.Side(), t) > 0 {
			m := rules.NewMove(rules.Drop, rules.Square(t), to, rules.NoType)
			return m, p.Legal(m)
		}
	}
	return 0, false
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
			types = []rules.Type{p.At(from).Type()}
			if p.CastlingShape(from, to) {
				if m := rules.NewMove(rules.Castle, from, to, rules.NoType); p.Legal(m) {
					return m, true
				}
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

// resolveFile finds a pawn's capture of which only the files are written.
func (n *SAN) resolveFile(p *rules.Position, w *sanText) (found rules.Move, ok bool) {
	first := 1
	if n.ranks == ranksFromZero {
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

// fits says whether what is written of the square moved from is true of it.
func (n *SAN) fits(w *sanText, from rules.Square) bool {
	if w.from.file >= 0 && int(from)%n.rules.Files() != w.from.file {
		return false
	}
	rank := int(from) / n.rules.Files()
	if n.ranks != ranksFromZero {
		rank++
	}
	return w.from.rank < 0 || w.from.rank == rank
}

// overshadowed says whether one piece goes to the square in two ways, of which
// the text means the other: the capture in passing where it has a sign of
// capture, the step where it has none; the strike where it has its own sign.
func (n *SAN) overshadowed(w *sanText, i int) bool {
	c := n.found[i]
	for _, o := range n.found {
		if o.From != c.From || o.Kind == c.Kind {
			continue
		}
		switch {
		case c.Kind == rules.Strike || o.Kind == rules.Strike:
			if w.strike != (c.Kind == rules.Strike) {
				return true
			}
		case w.capture != (c.Kind == rules.Passing):
			return true
		}
	}
	return false
}

// doubts are what a legal move's text says that is not so.
func (n *SAN) doubts(p *rules.Position, m rules.Move, w *sanText) []Warning {
	if w.kind == sanBoard && w.capture && p.Captured(m) == rules.NoPiece {
		return []Warning{{ruleSAN, "the move is written as a capture and captures nothing"}}
	}
	return nil
}

// blame tells why no move, or no single one, is meant.
func (n *SAN) blame(p *rules.Position, w *sanText) *Fault {
	if w.several {
		return fault(ruleSAN, "ambiguous", 0, "%q fits several legal moves", w.text)
	}
	if m, ok := n.probable(p, w); ok {
		if v := p.Judge(m); v != nil {
			return &Fault{Rule: v.Rule, Reason: v.Reason, Message: v.Message}
		}
	}
	return fault("X-0", "illegal", 0, "no legal move is written %q", w.text)
}

// probable is the move most probably meant by a text that fits no legal one.
func (n *SAN) probable(p *rules.Position, w *sanText) (rules.Move, bool) {
	if n.ranks == ranksUnknown {
		n.ranks = ranksFromOne
		defer func() { n.ranks = ranksUnknown }()
	}
	to, toOK := n.square(w.to)
	switch w.kind {
	case sanPass:
		return rules.NewMove(rules.Pass, 0, 0, rules.NoType), true
	case sanCastle:
		return p.CastleToward(w.higher)
	case sanDrop:
		if len(w.types) == 0 || n.rules.Cells() > 0 && !n.holds(p, w) {
			return rules.NewMove(rules.Drop, rules.Square(n.rules.Cells()), to, rules.NoType), toOK && n.rules.Cells() > 0
		}
		return n.drop(p, w, to), toOK
	case sanFromPocket:
		return rules.NewMove(rules.PocketDrop, 0, to, rules.NoType), toOK && n.rules.HasPocket()
	case sanToPocket:
		from, ok := n.square(w.from)
		return rules.NewMove(rules.ToPocket, from, 0, rules.NoType), ok
	}
	if !toOK {
		return 0, false
	}
	into := rules.NoType
	if len(w.into) > 0 {
		into = w.into[0]
	}
	if from, ok := n.square(w.from); ok && (w.types == nil || w.names(p.At(from).Type())) {
		if p.CastlingShape(from, to) {
			return rules.NewMove(rules.Castle, from, to, into), true
		}
		return rules.NewMove(rules.Step, from, to, into), true
	}
	types := w.types
	if types == nil {
		types = n.pawns
	}
	// A piece that goes there, else the only one there is.
	for _, t := range types {
		for _, c := range p.Candidates(n.found[:0], t, to) {
			if n.fits(w, c.From) {
				return rules.NewMove(c.Kind, c.From, to, into), true
			}
		}
	}
	// No piece goes there: any of them, if all are refused by one ruling.
	var (
		meant rules.Move
		rule  string
	)
	for _, t := range types {
		n.squares = p.Standing(n.squares[:0], t)
		for _, s := range n.squares {
			if !n.fits(w, s) {
				continue
			}
			m := rules.NewMove(rules.Step, s, to, into)
			v := p.Judge(m)
			if v == nil || rule != "" && v.Rule != rule {
				return 0, false
			}
			meant, rule = m, v.Rule
		}
	}
	return meant, rule != ""
}

// holds says whether a bench cell holds what a text drops.
func (n *SAN) holds(p *rules.Position, w *sanText) bool {
	for i := range n.rules.Cells() {
		if t := p.Cell(p.Side(), i); t != rules.NoType && w.names(t) && (w.cell == "" || w.cell == n.rules.CellName(p.Side(), i)) {
			return true
		}
	}
	return false
}

// drop is the drop of a text that names a piece, in hand or not.
func (n *SAN) drop(p *rules.Position, w *sanText, to rules.Square) rules.Move {
	if n.rules.Cells() == 0 {
		return rules.NewMove(rules.Drop, rules.Square(w.types[0]), to, rules.NoType)
	}
	for i := range n.rules.Cells() {
		if t := p.Cell(p.Side(), i); t != rules.NoType && w.names(t) && (w.cell == "" || w.cell == n.rules.CellName(p.Side(), i)) {
			return rules.NewMove(rules.Drop, rules.Square(i), to, rules.NoType)
		}
	}
	return rules.NewMove(rules.Drop, 0, to, rules.NoType)
}

// Append writes a legal move, with the sign of check or mate.
func (n *SAN) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	dst = n.appendMove(dst, p, m)
	mover := p.Side()
	p.Play(m)
	if p.InCheck(p.Side()) {
		sign := byte('+')
		if o, over := p.Outcome(); over && o.Result == [2]string{"1-0", "0-1"}[mover] {
			sign = '#'
		}
		dst = append(dst, sign)
	}
	p.Undo()
	return dst
}

// Format is Append as a string.
func (n *SAN) Format(p *rules.Position, m rules.Move) string { return string(n.Append(nil, p, m)) }

func (n *SAN) appendMove(dst []byte, p *rules.Position, m rules.Move) []byte {
	r := n.rules
	to := r.SquareName(m.To())
	switch m.Kind() {
	case rules.Pass:
		return append(dst, "--"...)
	case rules.Castle:
		if m.To() > m.From() {
			return append(dst, "O-O"...)
		}
		return append(dst, "O-O-O"...)
	}
	letter := n.letter(p.Moved(m).Type())
	switch m.Kind() {
	case rules.Drop:
		dst = append(dst, letter...)
		if i := int(m.From()); r.Cells() > 0 && n.repeated(p, i) {
			dst = append(dst, r.CellName(p.Side(), i)...)
		}
		return append(append(dst, '@'), to...)
	case rules.PocketDrop:
		return append(append(append(append(dst, letter...), pocketCell...), '-'), to...)
	case rules.ToPocket:
		dst = append(append(dst, letter...), r.SquareName(m.From())...)
		return append(append(dst, '-'), pocketCell...)
	}
	return n.appendBoard(dst, p, m, letter)
}

// letter is how a kind is written: as in position texts, without the mark of
// promoted pieces there.
func (n *SAN) letter(t rules.Type) string { return strings.TrimRight(n.rules.Letter(t), "~'") }

// repeated says whether a bench cell before cell i holds the same kind.
func (n *SAN) repeated(p *rules.Position, i int) bool {
	for j := range i {
		if p.Cell(p.Side(), j) == p.Cell(p.Side(), i) {
			return true
		}
	}
	return false
}

// appendBoard writes a move from square to square with as much of the square
// moved from as tells it from others.
func (n *SAN) appendBoard(dst []byte, p *rules.Position, m rules.Move, letter string) []byte {
	r := n.rules
	from := r.SquareName(m.From())
	pawn := letter == "P"
	w := sanText{kind: sanBoard, types: n.typesOf(letter), to: squareText(r, m.To()), from: noSanSquare}
	w.capture = p.Captured(m) != rules.NoPiece
	if into := m.Into(); into != rules.NoType {
		w.into = n.typesOf(n.letter(into))
	}
	if pawn && w.capture {
		w.from.file = int(m.From()) % r.Files()
	}
	kept := n.ranks
	n.ranks = ranksFromOne
	if !n.means(p, &w, m) {
		whole := squareText(r, m.From())
		for _, part := range []sanSquare{{whole.file, -1}, {w.from.file, whole.rank}, whole} {
			if w.from = part; n.means(p, &w, m) {
				break
			}
		}
		w.strike = m.Kind() == rules.Strike && !n.means(p, &w, m)
	}
	n.ranks = kept
	if !pawn || w.from.rank >= 0 {
		dst = append(dst, letter...)
	}
	if w.from.file >= 0 {
		dst = append(dst, from[0])
	}
	if w.from.rank >= 0 {
		dst = append(dst, from[1:]...)
	}
	switch {
	case w.strike:
		dst = append(dst, "xx"...)
	case w.capture:
		dst = append(dst, 'x')
	}
	dst = append(dst, r.SquareName(m.To())...)
	if into := m.Into(); into != rules.NoType {
		dst = append(append(dst, '='), n.letter(into)...)
	}
	return dst
}

// means says whether a text names exactly that move.
func (n *SAN) means(p *rules.Position, w *sanText, m rules.Move) bool {
	w.several = false
	found, ok := n.resolveBoard(p, w)
	return ok && found == m
}

// typesOf is the kinds that letter writes.
func (n *SAN) typesOf(letter string) []rules.Type {
	if after, plus := strings.CutPrefix(letter, "+"); plus {
		return n.rules.Lettered(after[0], true)
	}
	return n.rules.Lettered(letter[0], false)
}

func squareText(r *rules.Rules, s rules.Square) sanSquare {
	return sanSquare{int(s) % r.Files(), int(s)/r.Files() + 1}
}
