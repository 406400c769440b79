package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
)

// Summary is the part of a game that lists show.
type Summary struct {
	ID int64

	File   string // source file of the record
	Number int    // of the game in its file, from 1
	Format string

	Variant, Options string
	VariantVersion   string // of the definition used for verification

	Verdict     string // Legal, Illegal, Unreadable or Unsupported
	Plies       int    // legal plies, up to the error of an illegal record
	Result      string
	Termination string

	First, Second string // players
	Event, Site   string
	Date          string // YYYY-MM-DD with ? for unknown digits; empty if unknown

	Sequence int64 // number of the last change, annotations included; see [Changes]
	Imported time.Time

	Revision  int64 // of the record, from 1; see [Revisions]
	Corrected bool  // the record differs from the archived one

	Deleted *time.Time // nil unless deleted

	// Key is the sort key of the list that returned the game, "" if that is the
	// ID or there is no list; see [Place].
	Key string

	// Damage says why the game's data are unreliable, or nil. Then only ID,
	// Sequence, Deleted and Key are valid.
	Damage error
}

// Game is an archived game: its record and the results of verification.
//
// A game is identified by its record's text, its variant and its options: the
// same text read as two variants is two games. Line ends and surrounding blank
// lines are not part of the text.
type Game struct {
	Summary
	Hash     [32]byte // SHA-256 of Record; Add computes it and ignores what is here
	Record   []byte   // exact bytes
	Line     int      // line in the file at which the record begins, from 1
	Encoding string
	Start    string // position at ply 0
	Final    string // position after the last legal ply
	Moves    []byte // legal plies, encoded by the caller
	Tags     []Tag  // the headers as written, in order
	// Report is the rest of the verification's report as JSON; it may be empty.
	// Filter.Fault searches rule and reason of its "error" key. These two must
	// be adjacent, in this order.
	Report []byte

	Annotated bool // it has annotations besides the record
}

// Tag is a header of a record.
type Tag struct {
	Key, Value string
}

// MaxRecord is the largest record in bytes.
const MaxRecord = 1_000_000_000

// Check validates verdict, number of plies, date and record. It returns a
// [*FieldError] with the game's index in its batch.
func (g *Game) Check(index int) error {
	fault := func(field, value, want string) error {
		return &FieldError{Index: index, Field: field, Value: value, Want: want}
	}
	if !slices.Contains(analysis.Verdicts, g.Verdict) {
		return fault("verdict", g.Verdict, strings.Join(analysis.Verdicts, ", "))
	}
	if g.Plies < 0 {
		return fault("plies", strconv.Itoa(g.Plies), "0 or more")
	}
	if !wellFormed(g.Date) {
		return fault("date", g.Date, dateForm)
	}
	if len(g.Record) > MaxRecord {
		return fault("record", fmt.Sprintf("%d bytes", len(g.Record)), fmt.Sprintf("at most %d bytes", MaxRecord))
	}
	return nil
}

// Added is the result for one game of a batch.
type Added struct {
	ID       int64
	Existing bool // the record was already archived under the same variant and options
	Deleted  bool // and is deleted; until restored
	// Twin is the first other game with the same variant, options, start and
	// moves. It is 0 for none, if the game existed, or if the game is invalid
	// or very short.
	Twin int64
	// Sequence is the number of the game's change; 0 if it existed.
	Sequence int64
	// Revision is the new revision of a game that existed; 0 for none.
	Revision int64
}

// Verification is the result of verifying an archived game again.
type Verification struct {
	Game           int64
	VariantVersion string
	Verdict        string
	Plies          int
	Result         string
	Termination    string
	Start, Final   string
	Moves          []byte // not kept of former verifications
	Report         []byte
}

// FormerVerification is a result that a later verification replaced. It has no
// moves.
type FormerVerification struct {
	Verification
	Replaced time.Time
}
