package store

import "context"

// Pairing counts the games of one year between two players, as their records
// spell them. A name is empty if the record does not give it.
type Pairing struct {
	First, Second string
	Year          string // four characters, unknown digits as ?; "" if unknown
	Games         int
}

// Pairings lists who played whom.
type Pairings interface {
	// Pairings calls each for every pairing of the archive, in any order.
	// Deleted games do not count. An error of each ends it and is returned.
	Pairings(ctx context.Context, each func(Pairing) error) error
}
