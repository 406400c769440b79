package store

import "time"

// Analysis is an engine's analysis of a game, stored separately from the record
// and its annotations. A game has at most one; saving another replaces it.
type Analysis struct {
	Game            int64
	Revision        int64 // expected revision of the record, or [AnyRevision]; not stored
	Engine, Version string
	VariantVersion  string // of the definition that was used
	Nodes           int64  // per position; 0 if something else was the limit
	Content         []byte // in the caller's encoding
	Saved           time.Time
}
