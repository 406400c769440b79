package index

import (
	"context"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// StayLists are lists that tell of some parts how long pieces stood where.
type StayLists interface {
	Lists
	// Stays tells what is known of games of some rules by terms, of each part
	// of which all is.
	Stays(ctx context.Context, r *rules.Rules, terms []string, tell func(Stays)) error
}

// Stays are those in the games of one part.
type Stays struct {
	Part Part
	// Numbers tell which games those of the stays are.
	Numbers Numbers
	// Of are the stays by the terms of placements. The games of verdicts are
	// there by these, and all games by "". One that is missing is in no game.
	Of map[string]Stay
}

// Numbers number the games of a part.
type Numbers interface {
	// offer offers a page games.
	offer(p *page, games *roaring.Bitmap)
}

// CountedFrom numbers games by how far behind one they are.
type CountedFrom int64

func (first CountedFrom) offer(p *page, games *roaring.Bitmap) {
	it := games.Iterator()
	switch passed := p.after - int64(first); {
	case passed >= math.MaxUint32:
		return
	case passed >= 0:
		it.AdvanceIfNeeded(uint32(passed + 1))
	}
	for it.HasNext() {
		game := int64(first) + int64(it.Next())
		if p.more && game > p.bound {
			return
		}
		p.offer(game)
	}
}

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

// mostStays is how many terms are asked for at most: of ten million games one
// may have a bit in each of several spans.
const mostStays = 16

// stayed is what stays tell of a query's hits.
type stayed struct {
	sure    []numbered // hits
	hits    uint64     // how many these are
	perhaps map[Part]*roaring.Bitmap
}

// numbered are games by their numbers.
type numbered struct {
	by    Numbers
	games *roaring.Bitmap
}

// stayedOf asks what stays tell of a query; nil for nothing.
func stayedOf(ctx context.Context, l Lists, q *Query, conditions []Condition) (*stayed, error) {
	lists, ok := l.(StayLists)
	if !ok || q.Match == nil || q.Match.Rules == nil || q.SideLines {
		return nil, nil
	}
	r := q.Match.Rules
	terms, verdicts := []string{""}, [][]string{}
	for _, c := range conditions {
		switch {
		case c.Field == PlacedField, c.Field == RulesField, c.Field == VariantField && c.Terms[0] == r.Definition().ID:
		case c.Field == VerdictField:
			terms, verdicts = append(terms, c.Terms...), append(verdicts, c.Terms)
		default:
			return nil, nil
		}
	}
	anchors, all := pattern.Compile(unlisted(q.Match.Condition), r).Together()
	if len(anchors) == 0 || len(anchors) == 1 && !all {
		return nil, nil
	}
	var sets [][]string
	for _, anchor := range anchors {
		sets = append(sets, placementTerms(anchor))
		terms = append(terms, sets[len(sets)-1]...)
	}
	if len(terms) > mostStays {
		return nil, nil
	}
	s := &stayed{perhaps: map[Part]*roaring.Bitmap{}}
	err := lists.Stays(ctx, r, terms, func(known Stays) {
		games := known.Of[""].in(0).some
		for _, some := range verdicts {
			games = roaring.And(games, either(known.Of, some, 0).some)
		}
		sure, perhaps := stood(games, sets, known.Of)
		if !all {
			perhaps.Or(sure)
			sure = roaring.New()
		}
		s.sure, s.perhaps[known.Part] = append(s.sure, numbered{known.Numbers, sure}), perhaps
		s.hits += sure.GetCardinality()
	})
	if len(s.perhaps) == 0 {
		return nil, err
	}
	return s, err
}

// page is the first hits behind a number, as many as a page has and one more.
func (s *stayed) page(after int64, limit int) []int64 {
	p := page{after: after, limit: int(min(uint64(limit), s.hits))}
	if limit > 0 {
		p.limit++
	}
	for _, of := range s.sure {
		of.by.offer(&p, of.games)
	}
	games, _ := p.close()
	return games
}
