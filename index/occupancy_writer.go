package index

import (
	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
	"assay/index/tape"
)

// OccupancyWriter computes the occupancy bitmaps of games of some rules.
type OccupancyWriter struct {
	games   map[string]*roaring.Bitmap // by verdict; "" for all
	of      map[tape.Placement]*[spans]growing
	waiting int // numbers of games not yet in bitmaps

	player  *tape.Player
	squares int
	board   [rules.MaxSquares]rules.Piece
	since   [rules.MaxSquares]int
}

// growing is the occupancy of one interval under construction. Some game
// numbers are not in its bitmaps yet.
type growing struct {
	intervalOccupancy
	nextSome, nextWhile []uint32
}

// maxWaiting bounds these numbers (16 MiB).
const maxWaiting = 1 << 22

// NewOccupancyWriter returns a writer without games.
func NewOccupancyWriter(r *rules.Rules) *OccupancyWriter {
	w := &OccupancyWriter{games: map[string]*roaring.Bitmap{"": roaring.New()},
		of:     map[tape.Placement]*[spans]growing{},
		player: tape.NewPlayer(r), squares: r.Files() * r.Ranks()}
	w.player.Flat = true
	return w
}

// Add adds a game by its number, verdict and entry. A game with an unreadable
// tape has no occupancy, because no condition is met in it.
func (w *OccupancyWriter) Add(game uint32, verdict string, entry []byte) error {
	e, err := ReadEntry(entry)
	if err != nil {
		return err
	}
	if w.games[verdict] == nil {
		w.games[verdict] = roaring.New()
	}
	w.games[verdict].Add(game)
	w.games[""].Add(game)
	p := w.player
	if e.tape == nil {
		return nil
	} else if _, err := p.Load(e.tape); err != nil {
		return nil
	}
	p.Begin(0)
	copy(w.board[:w.squares], p.Board[:])
	clear(w.since[:w.squares])
	for p.Next() {
		for q, pc := range w.board[:w.squares] {
			if p.Board[q] != pc {
				w.left(game, rules.Square(q), p.Ply-1, false)
				w.board[q], w.since[q] = p.Board[q], p.Ply
			}
		}
	}
	for q := range w.squares {
		w.left(game, rules.Square(q), p.Ply, true)
	}
	if w.waiting > maxWaiting {
		w.settle()
	}
	return nil
}

// left adds an occupancy that ends at a ply: the one before the piece left the
// square, or the last ply of the game.
func (w *OccupancyWriter) left(game uint32, q rules.Square, until int, ended bool) {
	p, since := tape.Placement{Piece: w.board[q], Square: q}, w.since[q]
	if p.Piece == rules.NoPiece {
		return
	}
	of := w.of[p]
	if of == nil {
		of = new([spans]growing)
		w.of[p] = of
	}
	for more := true; more; {
		n, first, last := intervalOf(since)
		of[n].nextSome = append(of[n].nextSome, game)
		w.waiting++
		if since > first || until < last && !ended {
			of[n].nextWhile = append(of[n].nextWhile, game)
			w.waiting++
		}
		more, since = last < until, last+1
	}
}

// settle moves waiting numbers into the bitmaps.
func (w *OccupancyWriter) settle() {
	for _, of := range w.of {
		for n := range of {
			s := &of[n]
			if len(s.nextSome) == 0 {
				continue
			}
			if s.present == nil {
				s.intervalOccupancy = noStay()
			}
			s.present.AddMany(s.nextSome)
			s.changed.AddMany(s.nextWhile)
			s.nextSome, s.nextWhile = s.nextSome[:0], s.nextWhile[:0]
		}
	}
	w.waiting = 0
}

// Occupancies returns the occupancies by term. Add no further games.
func (w *OccupancyWriter) Occupancies() map[string]Occupancy {
	w.settle()
	all := make(map[string]Occupancy, len(w.games)+len(w.of))
	for verdict, games := range w.games {
		all[verdict] = Occupancy{{games, roaring.New()}}
	}
	for p, of := range w.of {
		var s Occupancy
		for n := range of {
			if of[n].present == nil {
				continue
			}
			for len(s) < n {
				s = append(s, noStay())
			}
			s = append(s, of[n].intervalOccupancy)
		}
		all[placementTerms([]tape.Placement{p})[0]] = s
	}
	return all
}
