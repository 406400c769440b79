package store

import "context"

// Played is what a valid game was played with: by whom, when, and its moves.
type Played struct {
	ID               int64
	Variant, Options string
	Start, Final     string // positions before the first and after the last ply
	Moves            []byte // as in [Game]; valid only during the call that gets it
	Plies            int
	First, Second    string
	Date             string
}

// Contents are the moves and headers of a game.
type Contents struct {
	Game  int64
	Start string // position before the first ply
	Moves []byte // as in [Game]
	Tags  []Tag

	Analysed bool // an engine analysis is saved
}

// Outcome is a valid game that somebody won or that was drawn.
type Outcome struct {
	Variant       string
	First, Second string // players
	Result, Date  string
}

// PlayedGames lists the moves of games.
type PlayedGames interface {
	// PlayedGames calls each for every valid game that is not deleted and not
	// very short (see [Added.Twin]), in any order. Records are not read. An
	// error of each ends it and is returned.
	PlayedGames(ctx context.Context, each func(*Played) error) error
}

// Outcomes lists the results of games.
type Outcomes interface {
	// Outcomes calls each for every valid game with the result 1-0, 0-1 or
	// 1/2-1/2 that is not deleted, in any order. An error of each ends it and
	// is returned.
	Outcomes(ctx context.Context, each func(Outcome) error) error
}
