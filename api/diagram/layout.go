package diagram

// Rect is a rectangle in view box units, [Unit] to a square.
type Rect struct{ X, Y, W, H float64 }

// Center returns the middle of r.
func (r Rect) Center() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

const (
	margin      = 16 // around the board, for coordinates
	padding     = 4  // around the picture
	captionRoom = 20
	cellHeight  = 30
	slotWidth   = 45
	slotHeight  = 34
)

// Layout contains the geometry of a scene in view box units, for interactive
// boards and other renderers.
type Layout struct {
	Width, Height float64
	Board         Rect

	files, ranks int
	flip         bool
	holes        []bool     // squares without a cell; nil except for hexagons
	shift        [2]float64 // offset of the hexagons on the board
	reserves     [2]ReserveLayout
}

// ReserveLayout contains the geometry of one reserve.
type ReserveLayout struct {
	Caption Rect   // the side's name; empty for none
	Cells   []Rect // as in Reserve.Cells
	Hand    []Rect // as in Reserve.Hand, then spare slots
	Pocket  Rect   // empty for none
	tray    Rect   // rows of hand and pocket
}

// Measure returns the layout of a scene. It fails like [Write].
func Measure(s *Scene) (*Layout, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return measure(s), nil
}

func measure(s *Scene) *Layout {
	l := &Layout{files: s.Files, ranks: s.Ranks, flip: s.Flip}
	top, bottom := Second, First
	if s.Flip {
		top, bottom = First, Second
	}
	l.Board.W, l.Board.H = float64(s.Files*Unit), float64(s.Ranks*Unit)
	if s.Style == StyleHexagons {
		l.layHexagons(s)
	}
	l.Board.X = padding + margin
	l.Board.Y = padding + margin + s.Reserves[top].depth(s)
	l.Width = l.Board.W + 2*(padding+margin)
	l.Height = l.Board.Y + l.Board.H + margin + s.Reserves[bottom].depth(s) + padding
	l.reserves[bottom] = s.Reserves[bottom].layout(s, l.Board)
	l.reserves[top] = s.Reserves[top].layout(s, l.Board)
	// Both are laid out below the board; then the upper one is rotated about
	// the board's centre.
	l.reserves[top].turn(l.Board)
	return l
}

// Square returns the rectangle of a square. With hexagons it is the middle of
// the cell, or empty for a hole.
func (l *Layout) Square(square int) Rect {
	if l.holes != nil {
		return l.hexSquare(square)
	}
	file, rank := square%l.files, square/l.files
	if l.flip {
		file = l.files - 1 - file
	} else {
		rank = l.ranks - 1 - rank
	}
	return Rect{l.Board.X + float64(file*Unit), l.Board.Y + float64(rank*Unit), Unit, Unit}
}

// Reserve returns the geometry of a side's reserve.
func (l *Layout) Reserve(side Side) *ReserveLayout { return &l.reserves[side] }

func (r *Reserve) columns(s *Scene) int {
	if r.Columns > 0 {
		return r.Columns
	}
	return s.Files
}

func (r *Reserve) cellRows(s *Scene) int {
	n := r.columns(s)
	return (len(r.Cells) + n - 1) / n
}

// slots returns the number of used tray slots, and how many fit in a row.
func (r *Reserve) slots(s *Scene) (taken, perRow int) {
	taken = r.kinds()
	if r.HasPocket {
		taken++
	}
	if r.Hand != nil {
		taken = max(taken, 1)
	}
	return taken, max(1, s.Files*Unit/slotWidth)
}

func (r *Reserve) trayRows(s *Scene) int {
	taken, perRow := r.slots(s)
	return (taken + perRow - 1) / perRow
}

// depth returns the height of the reserve outside the margin.
func (r *Reserve) depth(s *Scene) float64 {
	d := float64(r.cellRows(s)*cellHeight + r.trayRows(s)*slotHeight)
	if r.Name != "" {
		d += captionRoom
	}
	return d
}

// layout places the reserve below the board.
func (r *Reserve) layout(s *Scene, board Rect) ReserveLayout {
	var l ReserveLayout
	y := board.Y + board.H + margin
	rows, columns := r.cellRows(s), r.columns(s)
	width := min(board.W/float64(columns), Unit*1.5)
	for i := range r.Cells {
		column, row := i%columns, i/columns
		if !r.RowMajor {
			column, row = i/rows, i%rows
		}
		l.Cells = append(l.Cells, Rect{board.X + float64(column)*width, y + float64(row*cellHeight), width, cellHeight})
	}
	y += float64(rows * cellHeight)

	if trayRows := r.trayRows(s); trayRows > 0 {
		_, perRow := r.slots(s)
		l.tray = Rect{board.X, y, board.W, float64(trayRows * slotHeight)}
		slot := func(i int) Rect {
			return Rect{board.X + float64(i%perRow*slotWidth), y + float64(i/perRow*slotHeight), slotWidth, slotHeight}
		}
		next := 0
		if r.HasPocket {
			l.Pocket = slot(0)
			next = 1
		}
		for i := range r.kinds() {
			l.Hand = append(l.Hand, slot(next+i))
		}
		y += l.tray.H
	}
	if r.Name != "" {
		l.Caption = Rect{board.X, y, board.W, captionRoom}
	}
	return l
}

// turn rotates all parts by 180° about the board's centre.
func (l *ReserveLayout) turn(board Rect) {
	cx, cy := board.Center()
	half := func(r *Rect) {
		if r.W > 0 { // not empty
			r.X, r.Y = 2*cx-r.X-r.W, 2*cy-r.Y-r.H
		}
	}
	half(&l.Caption)
	half(&l.Pocket)
	half(&l.tray)
	for i := range l.Cells {
		half(&l.Cells[i])
	}
	for i := range l.Hand {
		half(&l.Hand[i])
	}
}
