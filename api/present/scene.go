package present

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// WriteDiagram draws a position as SVG.
func WriteDiagram(w io.Writer, p *rules.Position, l Look) error {
	return diagram.Write(w, Scene(p, l))
}

// Scene returns the picture of a position: board, zones, hands with their cell
// names, and the last move.
func Scene(p *rules.Position, l Look) *diagram.Scene {
	s := setupScene(p, l)
	if _, over := p.Outcome(); over {
		s.Turn = diagram.Nobody
	}
	return s
}

// setupScene returns the picture of a position that is being set up, valid or
// not.
func setupScene(p *rules.Position, l Look) *diagram.Scene {
	r := p.Rules()
	d := r.Definition()
	s := &diagram.Scene{
		Title:       d.Name,
		Description: p.Text(),
		Files:       r.Files(), Ranks: r.Ranks(),
		Pieces:   make([]*diagram.Piece, r.Files()*r.Ranks()),
		River:    d.Board.River,
		Zones:    zones(r),
		Turn:     diagram.Side(p.Side()),
		LastMove: lastMove(p),
	}
	if p.Ply() > 0 {
		s.Title = fmt.Sprintf("%s, ply %d", d.Name, p.Ply())
	}
	l.apply(s, r)
	art := pieceArt{r, s.Set, s.Colours}
	s.FileLabels, s.RankLabels = r.Labels()
	if r.Hexagons() {
		s.Names = cellNames(r)
	}
	for i := range s.Pieces {
		if s.Names != nil && s.Names[i] == "" {
			continue
		}
		if pc := p.At(rules.Square(i)); pc != rules.NoPiece {
			s.Pieces[i] = art.piece(pc)
		}
	}
	for _, side := range []rules.Side{rules.First, rules.Second} {
		s.Reserves[side] = art.reserve(p, side)
	}
	return s
}

// cellNames returns the cell names of a hexagonal board, "" for holes.
func cellNames(r *rules.Rules) []string {
	names := make([]string, r.Files()*r.Ranks())
	for i := range names {
		if _, rank := r.Coordinates(rules.Square(i)); rank > 0 {
			names[i] = r.SquareName(rules.Square(i))
		}
	}
	return names
}

// glyphs are the piece glyphs that can be drawn.
var glyphs = func() map[string]bool {
	keys := map[string]bool{}
	for _, key := range diagram.Glyphs() {
		keys[key] = true
	}
	return keys
}()

// pieceArt selects the drawings of a picture's pieces.
type pieceArt struct {
	*rules.Rules
	set     diagram.Set
	colours [2]diagram.Colour
}

// piece returns a piece of a picture; a glyph missing in the set is drawn as a
// letter.
func (w pieceArt) piece(pc rules.Piece) *diagram.Piece {
	r := w.Rules
	if pc == rules.Walled {
		name := cmp.Or(r.WallName(), "wall")
		return &diagram.Piece{Letter: "*", Name: strings.ToUpper(name[:1]) + name[1:], Side: diagram.Nobody}
	}
	t := pc.Type()
	piece := &diagram.Piece{
		Letter: r.Letter(t), Name: r.SideName(pc.Side()) + " " + r.PieceName(t),
		Side: diagram.Side(pc.Side()), Promoted: r.Promoted(t),
		Set: w.set, Colour: w.colours[pc.Side()],
	}
	if glyph := r.Glyph(t); glyphs[glyph] {
		piece.Glyph = glyph
	}
	if w.set == diagram.Own {
		piece.Picture = pictureOf(r, t)
	}
	return piece
}

func (w pieceArt) reserve(p *rules.Position, side rules.Side) diagram.Reserve {
	r := w.Rules
	reserve := diagram.Reserve{Name: r.SideName(side), HasPocket: r.HasPocket()}
	hand := r.Definition().Hand
	if r.Cells() > 0 {
		if hand.Rows > 0 {
			reserve.Columns = (r.Cells() + hand.Rows - 1) / hand.Rows
		}
		for i := range r.Cells() {
			cell := diagram.Cell{Label: r.CellName(side, i)}
			if t := p.Cell(side, i); t != rules.NoPieceType {
				cell.Piece = w.piece(rules.NewPiece(t, side))
			}
			reserve.Cells = append(reserve.Cells, cell)
		}
	} else if r.HasHand() {
		reserve.Hand = []diagram.Stack{}
		for t := range handTypes(r) {
			if n := p.InHand(side, t); n > 0 {
				reserve.Hand = append(reserve.Hand, diagram.Stack{Piece: *w.piece(rules.NewPiece(t, side)), Count: n})
			}
		}
	}
	if reserve.HasPocket {
		if t := p.Pocket(side); t != rules.NoPieceType {
			reserve.Pocket = w.piece(rules.NewPiece(t, side))
		}
	}
	return reserve
}

// lastMove returns the squares of the ply that led to a position.
func lastMove(p *rules.Position) []int {
	m, ok := p.LastMove()
	if !ok {
		return nil
	}
	switch m.Kind() {
	case rules.Drop, rules.PocketDrop:
		return []int{int(m.To())}
	case rules.ToPocket:
		return []int{int(m.From())}
	case rules.Pass:
		return nil
	}
	squares := []int{int(m.From()), int(m.To())}
	if m.Use() != rules.NoSecond && !slices.Contains(squares, int(m.Second())) {
		squares = append(squares, int(m.Second()))
	}
	return squares
}

// zones returns the regions to draw: regions that confine a royal piece, and
// promotion zones of more than one rank. Each is drawn for both sides.
func zones(r *rules.Rules) []diagram.Zone {
	d := r.Definition()
	var out []diagram.Zone
	add := func(squares []int, style diagram.ZoneStyle) {
		slices.Sort(squares)
		same := func(z diagram.Zone) bool { return slices.Equal(z.Squares, squares) }
		if !slices.ContainsFunc(out, same) {
			out = append(out, diagram.Zone{Squares: squares, Style: style})
		}
	}
	for _, letter := range d.Pieces.Keys {
		if piece, _ := d.Pieces.Get(letter); piece.Royal {
			for _, squares := range rectangles(d, piece.Within) {
				add(squares, diagram.ZoneCross)
			}
		}
	}
	for i := range d.Promotion {
		for _, squares := range rectangles(d, d.Promotion[i].Zone) {
			if len(squares) > d.Board.Files {
				add(squares, diagram.ZoneLine)
			}
		}
	}
	return out
}

// rectangles returns the parts of a named region for each side; none for an
// empty name.
func rectangles(d *variant.Definition, name string) [][]int {
	var out [][]int
	region, _ := d.Regions.Get(name)
	for _, second := range []bool{false, true} {
		parts, _ := region.Parts(d.Board, second) // the definition is valid
		for _, squares := range parts {
			indexes := make([]int, len(squares))
			for i, s := range squares {
				indexes[i] = int(s)
			}
			out = append(out, indexes)
		}
	}
	return out
}

// DrawnPiece returns a piece as drawn in pictures.
func DrawnPiece(r *rules.Rules, pc rules.Piece, l Look) diagram.Piece {
	var s diagram.Scene
	l.apply(&s, r)
	return *pieceArt{r, s.Set, s.Colours}.piece(pc)
}
