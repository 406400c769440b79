package diagram

// Rect is a rectangle in view box units, [Unit] to a square.
type Rect struct{ X, Y, W, H float64 }

// Center returns the middle of r.
func (r Rect) Center() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

const (
	margin      = 16 // round the board, where the coordinates stand
	labelRow    = 12 // of further labels
	padding     = 4  // round the picture
	captionRoom = 20
	cellHeight  = 30
	slotWidth   = 45
	slotHeight  = 34
)

// Layout says where everything of a scene lies, in view box units. Boards that
// answer to clicks, and other renderers, read it.
type Layout struct {
	Width, Height float64
	Board         Rect

	files, ranks int
	flip         bool
	holes        []bool     // of a board of hexagons; nil elsewhere
	shift        [2]float64 // of its cells on the board
	reserves     [2]ReserveLayout
}

// ReserveLayout says where the parts of one reserve lie.
type ReserveLayout struct {
	Caption Rect   // the side's name; empty without one
	Cells   []Rect // as in Reserve.Cells
	Hand    []Rect // as in Reserve.Hand, then what it has room for beside them
	Pocket  Rect   // empty without one
	tray    Rect   // the rows of hand and pocket
}

// Measure lays out a scene. It fails as [Write] does.
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
	l.Board.Y = padding + s.margin() + s.Reserves[top].depth(s)
	l.Width = l.Board.W + 2*(padding+margin)
	l.Height = l.Board.Y + l.Board.H + s.margin() + s.Reserves[bottom].depth(s) + padding
	l.reserves[bottom] = s.Reserves[bottom].layout(s, l.Board)
	l.reserves[top] = s.Reserves[top].layout(s, l.Board)
	// Both are laid out below the board; the upper one is turned about the
	// board's centre.
	l.reserves[top].turn(l.Board)
	return l
}

// margin is the room of the labels above the board, and below it.
func (s *Scene) margin() float64 {
	if s.Coordinates == CoordinatesXiangqi {
		return margin + labelRow
	}
	return margin
}

// Square returns the place of a square, the middle of its cell on a board of
// hexagons; it is empty for a hole there.
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

// Reserve returns the places of a side's reserve.
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

// slots returns how many slots of the tray are taken, and how many fit a row.
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

// depth is the height that the reserve takes beyond the margin.
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
	y := board.Y + board.H + s.margin()
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

// turn moves every part to where a half turn about the board's centre puts it.
func (l *ReserveLayout) turn(board Rect) {
	cx, cy := board.Center()
	half := func(r *Rect) {
		if r.W > 0 { // the part is there
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
