package store

import "time"

// Analysis is what an engine found of a game. It is a layer of its own beside
// the record and what people say of it: a game has one at most, and another
// takes its place.
type Analysis struct {
	Game            int64
	Revision        int64 // of the record that it is of, where that may be another meanwhile, or [AnyRevision]; not kept
	Engine, Version string
	VariantVersion  string // of the definition that it was made by
	Nodes           int64  // searched for each position, 0 where something else was the limit
	Content         []byte // in the caller's encoding
	Saved           time.Time
}
