package publish

import (
	"math"

	"assay/api/diagram"
)

// playData is what the script of a page knows of a game.
type playData struct {
	Boards [2]string       `json:"boards"` // ids, upright and turned round
	Seats  [2][][3]float64 `json:"seats"`  // of each place: x, y, hundredths of the size
	Hands  int             `json:"hands"`  // the first place of a hand
	Names  [2]string       `json:"names"`  // of the sides
	Places []string        `json:"places"`
	Plies  []any           `json:"plies"` // by id, null for those without position
}

// playPly is a ply: the one before, the side to move, what changed at which
// places, the squares of the last move, and marks with arrows for both ways.
type playPly [6]any

// data gives the script's data. Every position is told by what differs from the
// one before.
func (p *page) data() string {
	d := playData{Plies: []any{}}
	start := p.Start.Scene
	for way, flip := range []bool{false, true} {
		scene := *start
		scene.Flip = flip
		board, err := p.sheet.Board(&scene)
		if err != nil {
			p.fail(err)
			return "null"
		}
		d.Boards[way] = board.ID
		for place := range scene.Places() {
			seat := board.Layout.Stand(place)
			d.Seats[way] = append(d.Seats[way], [3]float64{hundredths(seat.X), hundredths(seat.Y), math.Round(100 * seat.Scale)})
		}
	}
	for side := range d.Names {
		d.Names[side] = start.Reserves[side].Name
	}
	d.Hands = start.HandPlace(diagram.First, 0)
	for place := range start.Places() {
		d.Places = append(d.Places, placeLabel(start, place))
	}
	scenes := []*diagram.Scene{start}
	d.Plies = append(d.Plies, p.played(0, &diagram.Scene{Files: start.Files, Ranks: start.Ranks}, start))
	for s := range p.steps() {
		if s.kind != stepPly {
			continue
		}
		scene, before := s.ply.Scene, scenes[s.before]
		scenes = append(scenes, scene)
		if scene == nil || before == nil {
			d.Plies = append(d.Plies, nil)
			continue
		}
		d.Plies = append(d.Plies, p.played(s.before, before, scene))
	}
	return dataText(d)
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

func (p *page) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// played is the data of one ply.
func (p *page) played(before int, from, to *diagram.Scene) playPly {
	changes := [][]int{}
	for place := range to.Places() {
		was, many := from.At(place)
		is, count := to.At(place)
		if count == many && (is == nil || *was == *is) {
			continue
		}
		n, err := p.sheet.Piece(is)
		if err != nil {
			p.fail(err)
		}
		if count > 1 {
			changes = append(changes, []int{place, n, count})
		} else {
			changes = append(changes, []int{place, n})
		}
	}
	last := to.LastMove
	if last == nil {
		last = []int{}
	}
	ply := playPly{before, int(to.Turn), changes, last}
	if len(to.Marks)+len(to.Arrows) == 0 {
		ply[4], ply[5] = 0, 0
		return ply
	}
	for way, flip := range []bool{false, true} {
		scene := *to
		scene.Flip = flip
		strokes, err := diagram.Strokes(&scene)
		if err != nil {
			p.fail(err)
		}
		list := [][4]any{}
		for _, s := range strokes {
			list = append(list, [4]any{s.Path, s.Fill, s.Stroke, s.Width})
		}
		ply[4+way] = list
	}
	return ply
}
