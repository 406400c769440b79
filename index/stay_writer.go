package index

import (
	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
	"assay/index/tape"
)

// StayWriter takes down the stays in games of some rules.
type StayWriter struct {
	games   map[string]*roaring.Bitmap // by verdicts, and all by ""
	of      map[tape.Placement]*[spans]growing
	waiting int // how many numbers of games

	player  *tape.Player
	squares int
	board   [rules.MaxSquares]rules.Piece
	since   [rules.MaxSquares]int
}

// growing is a stay in one span, nil where there is none yet, with numbers of
// games that are to come to it.
type growing struct {
	spanStay
	nextSome, nextWhile []uint32
}

// mostWaiting bounds the numbers that wait, in 16 MiB.
const mostWaiting = 1 << 22

// NewStayWriter makes one that has no games.
func NewStayWriter(r *rules.Rules) *StayWriter {
	w := &StayWriter{games: map[string]*roaring.Bitmap{"": roaring.New()}, of: map[tape.Placement]*[spans]growing{},
		player: tape.NewPlayer(r), squares: r.Files() * r.Ranks()}
	w.player.Flat = true
	return w
}

// Add takes down a game by its number, the verdict on it and its entry. One
// whose tape cannot be read has no stays, as conditions hold nowhere in it.
func (w *StayWriter) Add(game uint32, verdict string, entry []byte) error {
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
	if w.waiting > mostWaiting {
		w.settle()
	}
	return nil
}

// left takes down a stay up to its last ply: the one before the piece left, or
// that of the game.
func (w *StayWriter) left(game uint32, q rules.Square, until int, ended bool) {
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
		n, first, last := spanOf(since)
		of[n].nextSome = append(of[n].nextSome, game)
		w.waiting++
		if since > first || until < last && !ended {
			of[n].nextWhile = append(of[n].nextWhile, game)
			w.waiting++
		}
		more, since = last < until, last+1
	}
}

// settle has what waits come to the games.
func (w *StayWriter) settle() {
	for _, of := range w.of {
		for n := range of {
			s := &of[n]
			if len(s.nextSome) == 0 {
				continue
			}
			if s.some == nil {
				s.spanStay = noStay()
			}
			s.some.AddMany(s.nextSome)
			s.while.AddMany(s.nextWhile)
			s.nextSome, s.nextWhile = s.nextSome[:0], s.nextWhile[:0]
		}
	}
	w.waiting = 0
}

// Stays are those of all games that were added, by their terms. There are to be
// no more.
func (w *StayWriter) Stays() map[string]Stay {
	w.settle()
	all := make(map[string]Stay, len(w.games)+len(w.of))
	for verdict, games := range w.games {
		all[verdict] = Stay{{games, roaring.New()}}
	}
	for p, of := range w.of {
		var s Stay
		for n := range of {
			if of[n].some == nil {
				continue
			}
			for len(s) < n {
				s = append(s, noStay())
			}
			s = append(s, of[n].spanStay)
		}
		all[placementTerms([]tape.Placement{p})[0]] = s
	}
	return all
}
