package store

import "context"

// Pairing counts the games of a variant and year between two players, as their
// records spell them. A name is empty if the record does not give it.
type Pairing struct {
	First, Second string
	Variant       string
	Year          string // four characters, unknown digits as ?; "" if unknown
	Games         int
}

// PlayerGame is a game of a player.
type PlayerGame struct {
	ID, Sequence     int64
	Side             int    // of the player: 0 for the first, 1 for the second
	Name, Opponent   string // as the record spells them
	Variant, Options string
	Result, Date     string
}

// ChangedPlayers are the players of a game after a change, as its record spells
// them.
type ChangedPlayers struct {
	Sequence, ID  int64
	First, Second string
}

// Pairings lists who played whom.
type Pairings interface {
	// Pairings calls each for every pairing of the archive, in any order.
	// Deleted games do not count. An error of each ends it and is returned.
	Pairings(ctx context.Context, each func(Pairing) error) error

	// PlayerGames returns the games in which a player has one of some names,
	// exactly as records spell them, in any order. A game in which both have
	// one is there twice. Deleted games are omitted.
	PlayerGames(ctx context.Context, names []string) ([]PlayerGame, error)

	// Contents returns the moves and headers of several games in any order. It
	// reads less than Games does. Unknown and damaged games are omitted.
	Contents(ctx context.Context, ids []int64) ([]Contents, error)

	// ChangedPlayers returns the players of up to limit games that changed
	// after a change number, deleted ones too, by their last change.
	ChangedPlayers(ctx context.Context, after int64, limit int) ([]ChangedPlayers, error)
}
