package match

import (
	"context"
	"sync"
)

// Match is a match between two players.
type Match struct {
	// Pairs is the number of openings. Each is played twice, with colours
	// exchanged. If both players are Alike, that would repeat the game, so each
	// opening is played once and the colours alternate.
	Pairs int
	Alike bool
	// Plies is the length at which a game is a draw.
	Plies int
	// Workers is the number of pairs that are played at the same time.
	Workers int
	// Opening returns the opening of a pair, counted from 0. It runs on the
	// worker that plays the pair.
	Opening func(ctx context.Context, worker, pair int) (Opening, error)
	// Players returns the players of a worker, which plays one game at a time.
	Players func(worker int) ([2]Player, error)
}

// pairResult holds the games of one opening.
type pairResult struct {
	number int
	games  []*Game
	err    error
}

// Run plays the games. It calls onGame with each game and the score so far, in
// the order of the pairs. It stops at the first error, including an error of
// ctx.
func (m *Match) Run(ctx context.Context, onGame func(*Game, *Score) error) (*Score, error) {
	ctx, cancel := context.WithCancel(ctx)
	played, numbers := make(chan pairResult), make(chan int)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	running.Go(func() {
		defer close(numbers)
		for n := range m.Pairs {
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	})
	for worker := range max(m.Workers, 1) {
		running.Go(func() {
			players, err := m.Players(worker)
			for n := range numbers {
				one := pairResult{number: n, err: err}
				if err == nil {
					one.games, one.err = m.playPair(ctx, players, worker, n)
				}
				select {
				case played <- one:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	return m.collect(ctx, played, onGame)
}

// collect receives the pairs and puts them in order.
func (m *Match) collect(ctx context.Context, played <-chan pairResult, onGame func(*Game, *Score) error) (*Score,
	error) {
	score, waiting := new(Score), map[int]pairResult{}
	for next := 0; next < m.Pairs; {
		select {
		case <-ctx.Done():
			return score, context.Cause(ctx)
		case one := <-played:
			if one.err != nil {
				return score, one.err
			}
			waiting[one.number] = one
		}
		for {
			one, there := waiting[next]
			if !there {
				break
			}
			delete(waiting, next)
			next++
			score.add(one.games)
			for _, g := range one.games {
				if err := onGame(g, score); err != nil {
					return score, err
				}
			}
		}
	}
	return score, nil
}

// playPair plays an opening with both colours.
func (m *Match) playPair(ctx context.Context, players [2]Player, worker, n int) ([]*Game, error) {
	o, err := m.Opening(ctx, worker, n)
	if err != nil {
		return nil, err
	}
	exchanged := [2]Player{players[1], players[0]}
	if m.Alike && n%2 == 1 {
		players = exchanged
	}
	first, err := Play(ctx, o, players, m.Plies)
	switch {
	case err != nil:
		return nil, err
	case m.Alike:
		first.Swapped = n%2 == 1
		return []*Game{first}, nil
	}
	second, err := Play(ctx, o, exchanged, m.Plies)
	if err != nil {
		return nil, err
	}
	second.Swapped = true
	return []*Game{first, second}, nil
}
