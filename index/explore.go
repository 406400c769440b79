package index

import (
	"context"
	"errors"
	"slices"
	"sort"
	"time"

	"assay/analysis/rules"
	"assay/index/tape"
)

// Exploration says from which position the moves are wanted that were played.
type Exploration struct {
	// Key is the position's key in the index.
	Key uint64
	// Position is the position, and Name the name of its rules in the documents.
	Position *rules.Position
	Name     string
	// Verdicts are the verdicts wanted on the records; legal ones where there are none.
	Verdicts []string
	// Occurrences tells at which plies a game has the position. It is asked of the few games in which the index alone
	// cannot tell.
	Occurrences func(ctx context.Context, game int64) ([]int, error)
	// Within is how long it may take, 0 for as long as it takes.
	Within time.Duration
}

// Explored is what was played from a position in the main lines of games.
type Explored struct {
	// Games is the number of games that reached the position.
	Games uint64
	// Moves are what was played, the most frequent first.
	Moves []Played
	// Cut says that the time was over before all games were looked at.
	Cut bool
	// Work is what was done for it.
	Work Work
}

// Played is one move.
type Played struct {
	// Game and Ply tell where the move is: it is the ply after that one of the game.
	Game int64
	Ply  int
	// Games is the number of games that went on by it from the position.
	Games uint64
	// First, Second and Drawn count the results of these games, as far as they have one.
	First, Second, Drawn uint64
	// Last is the game among these that was played last, as far as days are known, and Day the latest day on which it can
	// have been played, as yyyymmdd, 0 if nothing is known.
	Last int64
	Day  int
}

// Explore finds the moves that were played from a position. A game in which the position occurs several times counts once
// for each move that was played there.
func (x *Index) Explore(ctx context.Context, e Exploration) (explored Explored, err error) {
	q := Query{Key: &e.Key, Verdicts: e.Verdicts}
	conditions := append(q.conditions(), condition{field: rulesField, terms: []string{e.Name}})
	g, snapshot, err := x.reader()
	if err != nil {
		return Explored{}, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	defer damage(x.root.path, &err)
	contents, err := g.contents.of(snapshot)
	if err != nil {
		return Explored{}, err
	}
	limited := ctx
	if e.Within > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, e.Within)
		defer cancel()
	}
	work := newWork(conditions)
	t := tally{exploration: &e, player: tape.NewPlayer(e.Position.Rules()), moves: map[string]*Played{}}
	t.mark = tape.StateOf(e.Position).Mark()
	for i, s := range snapshot.Segments() {
		hits, err := find(s, conditions, &work)
		if err != nil {
			return Explored{}, err
		}
		work.Candidates += hits.GetCardinality()
		if hits.IsEmpty() {
			continue
		}
		own, err := condition{field: rulesField, terms: []string{e.Name}}.find(s)
		if err != nil {
			return Explored{}, err
		}
		contents[i].prepare(e.Position.Rules(), e.Name, own)
		for it := hits.Iterator(); it.HasNext(); {
			if work.Read++; work.Read%chunk == 0 && limited.Err() != nil {
				explored.Cut = true
				break
			}
			d := it.Next()
			if err := t.count(limited, contents[i].games[d], &contents[i].entries[d]); err != nil {
				return Explored{}, err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return Explored{}, err
	}
	explored.Games, explored.Moves, explored.Work = t.games, t.sorted(), work
	return explored, nil
}

// tally counts moves by what they change.
type tally struct {
	exploration *Exploration
	player      *tape.Player
	mark        tape.Mark
	games       uint64
	moves       map[string]*Played
	plies       []int
}

// count adds a game, which by its keys has the position.
func (t *tally) count(ctx context.Context, game int64, e *entry) error {
	if e.tape == nil {
		return nil
	}
	plies := t.plies[:0]
	for ply, mark := range e.marks {
		if mark == t.mark {
			plies = append(plies, ply)
		}
	}
	t.plies = plies
	if len(plies) != 1 {
		// Repeated, or another position with the same mark, or not there at all.
		var err error
		if plies, err = t.exploration.Occurrences(ctx, game); err != nil {
			return err
		}
	}
	if len(plies) == 0 {
		return nil
	}
	t.games++
	if _, err := t.player.Load(e.tape); err != nil {
		return err
	}
	var counted []*Played
	for _, ply := range plies {
		op := t.player.Op(ply)
		if op == nil {
			continue // the end of the game
		}
		move, ok := t.moves[string(op)]
		if !ok {
			move = &Played{Game: game, Ply: ply}
			t.moves[string(op)] = move
		}
		if slices.Contains(counted, move) {
			continue
		}
		move.add(game, ply, e)
		if len(plies) > 1 {
			counted = append(counted, move)
		}
	}
	return nil
}

func (m *Played) add(game int64, ply int, e *entry) {
	m.Games++
	switch entryResults[e.result] {
	case "1-0":
		m.First++
	case "0-1":
		m.Second++
	case "1/2-1/2":
		m.Drawn++
	}
	if day := int(e.latest); m.Last == 0 || day > m.Day || day == m.Day && game > m.Last {
		m.Last, m.Day = game, day
	}
	if game < m.Game {
		m.Game, m.Ply = game, ply
	}
}

// sorted is the moves, the most frequent first, and of those the one that was played in the earlier game.
func (t *tally) sorted() []Played {
	moves := make([]Played, 0, len(t.moves))
	for _, m := range t.moves {
		moves = append(moves, *m)
	}
	sort.Slice(moves, func(i, j int) bool {
		if moves[i].Games != moves[j].Games {
			return moves[i].Games > moves[j].Games
		}
		if moves[i].Game != moves[j].Game {
			return moves[i].Game < moves[j].Game
		}
		return moves[i].Ply < moves[j].Ply
	})
	return moves
}
