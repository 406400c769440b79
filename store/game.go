package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/analysis"
)

// Summary is what a list shows of a game.
type Summary struct {
	ID int64

	File   string // where the record was imported from
	Number int    // of the game in its file, from 1
	Format string

	Variant, Options string
	VariantVersion   string // of the definition under which the game was verified

	Verdict     string // Legal, Illegal, Unreadable or Unsupported
	Plies       int    // legal plies, the good prefix of an illegal record
	Result      string
	Termination string

	First, Second string // players
	Event, Site   string
	Date          string // YYYY-MM-DD, each unknown digit a ?; empty when nothing is known

	Sequence int64 // of the last change, of its annotations too; see [Changes]
	Imported time.Time

	Revision  int64 // of the record, from 1; see [Revisions]
	Corrected bool  // the record is not the one that was archived

	Deleted *time.Time // nil while the game is not deleted

	// Key is what the list that the game is of is sorted by, "" where that is
	// its number, and for games that are of no list; see [Place].
	Key string

	// Damage is why nothing of the game can be relied on, nil where it is
	// sound: then no more of it is known than ID, Sequence, Deleted and Key.
	Damage error
}

// Game is one archived game: the record it has, and what verification made
// of it.
//
// A game is identified by its record's text, its variant and its options
// together: the same text read as two variants is two games. Line ends, and
// blank lines around a record, are not part of its text.
type Game struct {
	Summary
	Hash     [32]byte // SHA-256 of Record; Add computes it and ignores what is here
	Record   []byte   // its bytes, exact
	Line     int      // of the file at which the record begins, from 1
	Encoding string
	Start    string // position text at ply 0
	Final    string // position text after the last legal ply
	Moves    []byte // the legal plies, in the caller's encoding
	Tags     []Tag  // the headers as written, in order
	// Report is what verification found beside what the fields above say, JSON;
	// empty for nothing. Rule and reason of its "error" are what Filter.Fault
	// asks for, and stand beside one another in this order.
	Report []byte

	Annotated bool // something is said of it beside its record
}

// Tag is one header of a record.
type Tag struct {
	Key, Value string
}

// MaxRecord is the greatest length of a record in bytes.
const MaxRecord = 1_000_000_000

// Check finds what an archive does not take of a game: a verdict, a number of
// plies, a date or a record. The error is a [*FieldError] that has the game's
// place in its batch.
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

// Added says what became of one game of a batch.
type Added struct {
	ID       int64
	Existing bool // the record was archived already under the same variant and options
	Deleted  bool // and is deleted: it stays so until restored
	// Sequence is the change that the game came with; 0 for one that existed.
	Sequence int64
}

// Verification is what a later replay of an archived game found.
type Verification struct {
	Game           int64
	VariantVersion string
	Verdict        string
	Plies          int
	Result         string
	Termination    string
	Start, Final   string
	Moves          []byte // not kept of a replaced verification
	Report         []byte
}
