package index

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"sync"
	"time"

	"assay/analysis/rules"
	"assay/index/pattern"
	"assay/index/tape"
)

// Exploration is a request for the moves played from a position.
type Exploration struct {
	Position *rules.Position
	// Verdicts are the wanted verdicts; empty means legal records.
	Verdicts []string
	// Condition restricts the games by headers or results; nil means all games.
	Condition pattern.Node
	// Occurrences returns the plies at which a game has the position. It is
	// called only for the few games that the index cannot decide. If it returns
	// ErrLeftOut, the game is ignored.
	Occurrences func(ctx context.Context, game int64) ([]int, error)
	// Within is the time limit; 0 means none.
	Within time.Duration
	// Explain requests the number of games of each lookup.
	Explain bool
}

// Explored is the result: the moves played from a position in main lines.
type Explored struct {
	// Games is the number of games that reached the position.
	Games uint64
	// Opening is the opening name and code that more than half of these games
	// share.
	Opening Opening
	// Moves are the moves played, the most frequent first.
	Moves []Played
	// Cut reports that the time limit ended the scan early.
	Cut bool
	// Damaged are the games that cannot be read.
	Damaged []int64
	// Indexed is the last change included in the result.
	Indexed int64
	// Work describes how the result was computed.
	Work Work
}

// Played is a move played from the position.
type Played struct {
	// Op is the move as encoded in tapes.
	Op []byte
	// Games is the number of games that continued with it.
	Games uint64
	// First, Second and Drawn count their results; unfinished games have none.
	First, Second, Drawn uint64
	// Rated counts the games that state the mover's rating, and Ratings is the
	// sum of these ratings.
	Rated, Ratings uint64
	// Last is the most recent of these games. It was played between the days
	// Earliest and Latest (yyyymmdd, 0 if unknown).
	Last             int64
	Earliest, Latest int
}

// Explore finds the moves played from a position. A game that repeats the
// position counts once for each different move. Results for frequent positions
// are cached per part of the index.
func Explore(ctx context.Context, l Reader, e Exploration, kept *Explorations) (Explored, error) {
	key, r, id, parts := KeyOf(e.Position), e.Position.Rules(), e.id(), l.Parts()
	q := Query{Key: &key, Verdicts: e.Verdicts}
	w := Filter{Conditions: append(q.Conditions(), Condition{Field: RulesField, Terms: []string{RulesName(r)}}),
		Rules: r, Explain: e.Explain}
	if e.Condition != nil {
		w.Conditions = append(w.Conditions, required(e.Condition)...)
		w.Match = &Match{Condition: e.Condition, Rules: r}
	}
	var known map[Part]packedTally
	if !e.Explain {
		known = kept.get(parts, id)
	}
	w.Skip = func(p Part) bool { _, ok := known[p]; return ok }
	state := tape.StateOf(e.Position)
	found := map[Part]*tally{}
	var failed error
	var mu sync.Mutex
	work, cut, err := run(ctx, l, w, e.Within, func(ctx context.Context, next func() (Batch, bool)) {
		c := &counter{exploration: &e, state: state, fingerprint: state.Fingerprint(), player: tape.NewPlayer(r),
			found: map[Part]*tally{}}
		if e.Condition != nil {
			c.matcher = pattern.Compile(e.Condition, r)
		}
		for b, ok := next(); ok; b, ok = next() {
			c.run(ctx, b)
		}
		mu.Lock()
		defer mu.Unlock()
		failed = cmp.Or(failed, c.failed)
		for part, t := range c.found {
			tallyOf(found, part).merge(t)
		}
	})
	if err := errors.Join(failed, err); err != nil {
		return Explored{}, err
	}
	all := newTally()
	for _, t := range known {
		all.add(t)
	}
	for _, t := range found {
		all.merge(t)
	}
	if !cut {
		kept.put(parts, id, found)
	}
	work.Read, work.Plies = all.read, all.plies
	return Explored{
		Games: all.games, Moves: all.sorted(), Opening: all.openings.common(all.games), Cut: cut, Damaged: l.Damaged(),
		Indexed: l.Cursor(), Work: work,
	}, nil
}

// counter counts moves by their encoding.
type counter struct {
	matcher      *pattern.Matcher // nil without a condition
	exploration  *Exploration
	player       *tape.Player
	state        *tape.State // of the position
	fingerprint  tape.Fingerprint
	found        map[Part]*tally
	counted      []*Played          // reused: moves of the current game
	at           []int              // reused
	fingerprints []tape.Fingerprint // reused
	failed       error              // the first error
}

// tally holds counts.
type tally struct {
	games, read uint64
	short       bool               // a game was skipped
	plies       uint64             // plies stepped through
	moves       map[string]*Played // by encoded move
	openings    openingCounts
}

func newTally() *tally { return &tally{moves: map[string]*Played{}} }

// tallyOf returns the tally of a part and creates it if needed.
func tallyOf(tallies map[Part]*tally, p Part) *tally {
	t := tallies[p]
	if t == nil {
		t = newTally()
		tallies[p] = t
	}
	return t
}

// run counts the games of a batch.
func (c *counter) run(ctx context.Context, b Batch) {
	t := tallyOf(c.found, b.Part())
	for n := range b.Len() {
		if c.failed != nil || ctx.Err() != nil {
			return
		}
		if c.matcher != nil && !c.matcher.BeginGame(factsOf(c.matcher, b, n)) {
			continue
		}
		if err := c.count(ctx, t, b.Game(n), b.Entry(n)); ctx.Err() == nil {
			c.failed = err
		}
	}
	t.read += uint64(b.Len())
}

// merge adds the counts of another tally.
func (t *tally) merge(o *tally) {
	t.games += o.games
	t.read += o.read
	t.plies += o.plies
	t.short = t.short || o.short
	t.openings.merge(&o.openings)
	for _, m := range o.moves {
		t.sum(m)
	}
}

// sum adds the counts of a move.
func (t *tally) sum(m *Played) {
	sum := t.moves[string(m.Op)]
	if sum == nil {
		sum = &Played{Op: m.Op}
		t.moves[string(m.Op)] = sum
	}
	sum.Games += m.Games
	sum.First += m.First
	sum.Second += m.Second
	sum.Drawn += m.Drawn
	sum.Rated += m.Rated
	sum.Ratings += m.Ratings
	sum.played(m.Last, m.Earliest, m.Latest)
}

// count adds a game that has the position, according to its position keys.
func (c *counter) count(ctx context.Context, t *tally, game int64, e *Entry) error {
	if e.tape == nil {
		return nil
	}
	if _, err := c.player.Load(e.tape); err != nil {
		return err
	}
	fingerprints := e.fingerprints
	if fingerprints == nil {
		c.fingerprints = c.player.Fingerprints(c.fingerprints[:0])
		fingerprints = c.fingerprints
	}
	return c.played(ctx, t, game, e, fingerprints)
}

// played adds a game that is loaded into the player. It finds the position by
// the fingerprints of the game's positions.
func (c *counter) played(ctx context.Context, t *tally, game int64, e *Entry, fingerprints []tape.Fingerprint) error {
	plies := c.at[:0]
	for ply, fingerprint := range fingerprints {
		if fingerprint == c.fingerprint {
			plies = append(plies, ply)
		}
	}
	c.at = plies
	if len(plies) > 1 { // a key collision, or a repetition
		plies = c.player.Where(c.state, plies)
	}
	if len(plies) != 1 {
		// The position repeats, perhaps with other rights, or it is a key
		// collision.
		told, err := c.exploration.Occurrences(ctx, game)
		if errors.Is(err, ErrLeftOut) {
			t.short = true
			return nil
		}
		if err != nil {
			return err
		}
		plies = c.at[:0]
		for _, ply := range told {
			if ply < len(fingerprints) && fingerprints[ply] == c.fingerprint {
				plies = append(plies, ply)
			}
		}
		c.at = plies
		t.short = t.short || len(plies) < len(told) // the game changed after it was indexed
	}
	if len(plies) == 0 {
		return nil
	}
	t.games++
	t.openings.add(e)
	c.counted = c.counted[:0]
	passed := c.player.Ops(plies, func(op []byte) {
		move, ok := t.moves[string(op)]
		if !ok {
			move = &Played{Op: slices.Clone(op)}
			t.moves[string(op)] = move
		}
		if !slices.Contains(c.counted, move) {
			c.counted = append(c.counted, move)
			move.add(game, e, c.exploration.Position.Side())
		}
	})
	t.plies += uint64(passed)
	return nil
}

func (m *Played) add(game int64, e *Entry, side rules.Side) {
	m.Games++
	if rating := e.ratings[side]; rating > 0 {
		m.Rated++
		m.Ratings += uint64(rating)
	}
	switch entryResults[e.result] {
	case "1-0":
		m.First++
	case "0-1":
		m.Second++
	case "1/2-1/2":
		m.Drawn++
	}
	m.played(game, int(e.earliest), int(e.latest))
}

// played updates the most recent game.
func (m *Played) played(game int64, earliest, latest int) {
	if m.Last == 0 || latest > m.Latest || latest == m.Latest && game > m.Last {
		m.Last, m.Earliest, m.Latest = game, earliest, latest
	}
}

// sorted returns the moves, the most frequent first.
func (t *tally) sorted() []Played {
	moves := make([]Played, 0, len(t.moves))
	for _, m := range t.moves {
		moves = append(moves, *m)
	}
	sort.Slice(moves, func(i, j int) bool {
		if moves[i].Games != moves[j].Games {
			return moves[i].Games > moves[j].Games
		}
		return bytes.Compare(moves[i].Op, moves[j].Op) < 0
	})
	return moves
}
