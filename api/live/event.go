package live

import "assay/analysis"

// Kind is a kind of event.
type Kind string

// The kinds of events.
const (
	Begun     Kind = "begun"     // a game was seen for the first time
	Played    Kind = "ply"       // a legal ply
	Corrected Kind = "corrected" // plies were taken back or changed, or the start or the players
	Illegal   Kind = "illegal"   // the record has an error after its legal plies
	Resolved  Kind = "resolved"  // the error is gone
	Ended     Kind = "ended"     // the game has a result
	Archived  Kind = "archived"  // the ended game was archived, or its record corrected
	Failed    Kind = "failed"    // a source cannot be read, or a game cannot be archived
	Recovered Kind = "recovered" // the source can be read again
)

// Event is a change of a followed game, or of a source. Absent values are those
// that the kind does not have.
type Event struct {
	Kind    Kind   `json:"event"`
	Source  string `json:"source"`
	Board   int    `json:"board,omitempty"` // number of the game, from 1, in the order in which they were seen
	Variant string `json:"variant,omitempty"`
	First   string `json:"first,omitempty"` // players
	Second  string `json:"second,omitempty"`
	Event   string `json:"name,omitempty"` // of the tournament
	Round   string `json:"round,omitempty"`

	Ply       int    `json:"ply"`                 // of the game after the change
	Move      string `json:"move,omitempty"`      // of the ply
	Position  string `json:"position,omitempty"`  // after it (FEN)
	TakenBack int    `json:"takenBack,omitempty"` // plies that are no longer in the record

	Result      string          `json:"result,omitempty"`
	Termination string          `json:"termination,omitempty"`
	Error       *analysis.Error `json:"error,omitempty"` // of the record
	Game        int64           `json:"game,omitempty"`  // in the archive
	Revision    int64           `json:"revision,omitempty"`
	Message     string          `json:"message,omitempty"`
}
