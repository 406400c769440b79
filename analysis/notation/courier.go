package notation

import (
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/parser/courier"
)

// Courier reads and writes the moves of Game Courier's full algebraic notation
// (GC-1 to GC-5), with the page's own coordinates if it has any (PSC-17). A
// value serves one record, because it tracks the page's reserve cells. The zero
// value is ready for use.
type Courier struct {
	rules  *rules.Rules
	page   *page
	labels [2][]string                     // by side and Type
	types  [2]map[string][]rules.PieceType // by side and label

	foreign map[string]rules.PieceType // labels of another piece set
	learns  bool                       // foreign labels are learnt

	parts   []courier.Part // reused buffer
	reserve reserve
	cell    int // reserve cell of the drop being read
}

// NewCourier returns the notation of one record.
func NewCourier() *Courier { return &Courier{} }

// use prepares for a variant.
func (c *Courier) use(r *rules.Rules) {
	if c.rules == r {
		return
	}
	*c = Courier{rules: r, page: pageOf(r), foreign: c.foreign, learns: c.learns}
	c.reserve.cells = len(c.page.cells(rules.First))
	upper := rules.First
	if r.SideName(rules.Second) == "White" {
		upper = rules.Second
	}
	for side := range c.labels {
		c.labels[side] = make([]string, r.Types()+1)
		c.types[side] = map[string][]rules.PieceType{}
		for t := rules.PieceType(1); int(t) <= r.Types(); t++ {
			label := strings.TrimSuffix(r.Label(t), "~")
			if rules.Side(side) != upper {
				label = strings.ToLower(label)
			}
			c.labels[side][t] = label
			c.types[side][label] = append(c.types[side][label], t)
		}
	}
}

// label returns a piece's label: upper case for White and lower case for Black;
// if no side is White, upper case for First (GC-1).
func (c *Courier) label(pc rules.Piece) string { return c.labels[pc.Side()][pc.Type()] }

func (c *Courier) squareName(s rules.Square) string {
	if c.page != nil {
		return c.page.squares[s]
	}
	return c.rules.SquareName(s)
}

func (c *Courier) pocketName(side rules.Side) string {
	if c.page != nil && c.rules.HasPocket() {
		return c.page.Pocket[side]
	}
	return pocketCell
}

// Follow records a played move. The cell in its text determines which cell a
// later capture fills.
func (c *Courier) Follow(p *rules.Position, text string) { c.Read(p, text) }

// Append writes a legal move in parts. Promotions, castling partners, pieces
// captured en passant and the steps of a two-step move have a part each. A
// rifle capture is written as the removal of the captured piece. If several
// pieces could make it, it is written as a move there and back.
func (c *Courier) Append(dst []byte, p *rules.Position, m rules.Move) []byte {
	c.use(p.Rules())
	moved, to := p.Moved(m), c.squareName(m.To())
	switch m.Kind() {
	case rules.Pass:
		return append(dst, "pass"...)
	case rules.RifleCapture:
		if len(riflesOn(p, m.To())) == 1 {
			return append(append(dst, "@-"...), to...)
		}
		from := c.squareName(m.From())
		dst = appendWay(append(append(dst, c.label(moved)...), ' '), from, to)
		return appendWay(append(append(append(dst, "; "...), c.label(moved)...), ' '), to, from)
	case rules.Drop:
		dst = append(dst, c.label(moved)...)
		if cell, ok := c.cellName(p, m); ok {
			dst = appendWay(append(dst, ' '), cell, to)
		} else {
			dst = append(append(dst, '*'), to...)
		}
		return c.appendChange(dst, p, m)
	case rules.PocketDrop:
		dst = append(append(dst, c.label(moved)...), ' ')
		return appendWay(dst, c.pocketName(p.Side()), to)
	case rules.ToPocket:
		dst = append(append(dst, c.label(moved)...), ' ')
		return appendWay(dst, c.squareName(m.From()), c.pocketName(p.Side()))
	}
	dst = append(append(dst, c.label(moved)...), ' ')
	if m.Use() == rules.Via {
		via := c.squareName(m.Second())
		dst = appendWay(dst, c.squareName(m.From()), via)
		return appendWay(append(append(append(dst, "; "...), c.label(moved)...), ' '), via, to)
	}
	dst = appendWay(dst, c.squareName(m.From()), to)
	dst = c.appendChange(dst, p, m)
	switch m.Kind() {
	case rules.Castle:
		from, to := p.CastlingPartner(m)
		dst = append(append(dst, "; "...), c.label(p.At(from))...)
		dst = appendWay(append(dst, ' '), c.squareName(from), c.squareName(to))
	case rules.EnPassant:
		dst = append(append(dst, "; "...), c.squareName(p.CapturedOn(m))...)
		dst = append(dst, '-')
	}
	return dst
}

// appendChange appends the promotion, if any.
func (c *Courier) appendChange(dst []byte, p *rules.Position, m rules.Move) []byte {
	into := m.Into()
	if into == rules.NoPieceType {
		return dst
	}
	dst = append(append(dst, "; "...), c.label(rules.NewPiece(into, p.Side()))...)
	return appendWay(dst, "", c.squareName(m.To()))
}

func appendWay(dst []byte, from, to string) []byte {
	return append(append(append(dst, from...), '-'), to...)
}

// cellName returns the name of a drop's cell.
func (c *Courier) cellName(p *rules.Position, m rules.Move) (string, bool) {
	if c.rules.Cells() > 0 {
		return c.rules.CellName(p.Side(), int(m.Slot())), true
	}
	if c.page == nil {
		return "", false
	}
	cell, ok := c.reserve.at(p).find(p.Side(), rules.PieceType(m.Slot()))
	if !ok {
		return "", false
	}
	return c.page.cells(p.Side())[cell], true
}

// courierParts are the parts of a move by their function.
type courierParts struct {
	main     *courier.Part
	second   *courier.Part // castling partner, or second step
	change   *courier.Part // piece placed on a square: promotion
	received *courier.Part // piece placed in a cell: the captured one
	removed  *courier.Part
}

// Read reads a move, judges it, and checks every written detail.
func (c *Courier) Read(p *rules.Position, text string) (m rules.Move, known bool, warnings []Warning, f *Fault) {
	c.use(p.Rules())
	parts, syntax := courier.AppendParts(c.parts[:0], text)
	c.parts = parts
	if syntax != nil {
		return 0, false, nil, &Fault{Rule: syntax.Rule, Reason: "syntax", Message: syntax.Message}
	}
	w, f := c.assignParts(p, parts)
	if f != nil {
		return 0, false, nil, f
	}
	m, f = c.meaning(p, &w)
	if f != nil {
		for _, name := range []string{w.main.From, w.main.To} {
			f.Squares = append(f.Squares, c.placeNames(p.Side(), name)...)
		}
		return 0, false, nil, f
	}
	if m.Kind() == rules.Drop && c.page != nil {
		c.reserve.last = recordedDrop{ply: p.Ply(), move: m, cell: c.cell}
	}
	if m, known, warnings, f = judged(p, m); f == nil {
		warnings, f = c.check(p, m, &w)
	}
	return m, known, warnings, f
}

// assignParts assigns the parts to their functions.
func (c *Courier) assignParts(p *rules.Position, parts []courier.Part) (w courierParts, f *Fault) {
	for i := range parts {
		part := &parts[i]
		var place **courier.Part
		switch part.Kind {
		case courier.Move:
			place = &w.main
			if w.main != nil {
				place = &w.second
			}
		case courier.Drop, courier.Pass:
			place = &w.main
		case courier.Put:
			place = &w.change
			if at := c.spot(part.To, p.Side()); at.kind == ownCell || at.kind == otherCell {
				place = &w.received
			}
		case courier.Remove:
			place = &w.removed
		default:
			return w, fault("GC-3", "syntax", "squares cannot be removed in this variant")
		}
		if *place != nil {
			return w, fault("GC-2", "syntax", "the move has too many parts")
		}
		*place = part
	}
	if w.main == nil {
		if w.removed == nil || len(parts) > 1 {
			return w, fault("GC-2", "syntax", "no piece moves")
		}
		w.main, w.removed = w.removed, nil
	}
	if w.second != nil && c.castles(p, w.second) && !c.castles(p, w.main) {
		w.main, w.second = w.second, w.main
	}
	return w, nil
}

// castles reports whether a part looks like the royal's move in castling.
func (c *Courier) castles(p *rules.Position, part *courier.Part) bool {
	from, to := c.spot(part.From, p.Side()), c.spot(part.To, p.Side())
	return from.kind == onBoard && to.kind == onBoard && p.CastlingShape(from.square, to.square)
}

// namedPlace is the place that a coordinate names, from the view of the side to
// move.
type namedPlace struct {
	kind   spotKind
	square rules.Square
	cell   int // index in the fill order
}

type spotKind uint8

const (
	nowhere spotKind = iota
	onBoard
	ownCell
	otherCell
	ownPocket
	otherPocket
)

func (c *Courier) spot(name string, side rules.Side) namedPlace {
	r := c.rules
	if c.page != nil {
		if s, ok := c.page.named[name]; ok {
			return namedPlace{kind: onBoard, square: s}
		}
	}
	if s, ok := r.SquareNamed(name); ok {
		return namedPlace{kind: onBoard, square: s}
	}
	if r.HasPocket() {
		switch name {
		case pocketCell, c.pocketName(side):
			return namedPlace{kind: ownPocket}
		case c.pocketName(side.Other()):
			return namedPlace{kind: otherPocket}
		}
	}
	if cell, ok := c.cellNamed(side, name); ok {
		return namedPlace{kind: ownCell, cell: cell}
	}
	if cell, ok := c.cellNamed(side.Other(), name); ok {
		return namedPlace{kind: otherCell, cell: cell}
	}
	return namedPlace{}
}

// placeNames returns the variant's own name of a square, or of a bench cell of
// the side to move; none for anything else.
func (c *Courier) placeNames(side rules.Side, name string) []string {
	switch at := c.spot(name, side); {
	case at.kind == onBoard:
		return []string{c.rules.SquareName(at.square)}
	case at.kind == ownCell && c.rules.Cells() > 0:
		return []string{c.rules.CellName(side, at.cell)}
	}
	return nil
}

func (c *Courier) cellNamed(side rules.Side, name string) (int, bool) {
	if cell, ok := c.rules.CellNamed(side, name); ok {
		return cell, true
	}
	cell := slices.Index(c.page.cells(side), name)
	return cell, cell >= 0
}
