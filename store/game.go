package store

import (
	"time"
)

// A verdict is what verification found of a record.
const (
	Legal       = "legal"
	Illegal     = "illegal"
	Unreadable  = "unreadable"
	Unsupported = "unsupported"
)

// Game is one archived game: the record it came as, and what verification made of it.
//
// A game is identified by its record's hash, its variant and its options together: the same bytes read as
// two variants are two games.
type Game struct {
	ID     int64
	Hash   [32]byte // SHA-256 of Record; Add computes it and ignores what is here
	Record []byte   // original bytes, exact

	File   string // where the record was imported from
	Number int    // of the game in its file, from 1
	Line   int    // of the file at which the record begins, from 1

	Format, Encoding string
	Variant, Options string
	VariantVersion   string // of the definition under which the game was verified

	Verdict     string // Legal, Illegal, Unreadable or Unsupported
	Plies       int    // legal plies, the good prefix of an illegal record
	Result      string
	Termination string
	Start       string // position text at ply 0
	Final       string // position text after the last legal ply
	Moves       []byte // the legal plies, in the caller's encoding

	First, Second string // players
	Event, Site   string
	Date          string // YYYY-MM-DD, each unknown digit a ?; empty when nothing is known
	Tags          []Tag  // the headers as written, in order

	Report []byte // what verification found beside what the fields above say, JSON; empty for nothing

	Annotated bool  // something is said of it beside its record
	Sequence  int64 // of the last change, of its annotations too; see Changes
	Imported  time.Time
	Deleted   *time.Time // nil while the game is not deleted

	// Damage is why nothing of the game can be relied on, nil where it is sound: then no more of it is known than ID,
	// Sequence and Deleted.
	Damage error
}

// Tag is one header of a record.
type Tag struct {
	Key, Value string
}

// Summary is what a list shows of a game.
type Summary struct {
	ID               int64
	Variant, Options string
	VariantVersion   string
	Verdict          string
	Plies            int
	Result           string
	Termination      string
	Format, File     string
	Number           int
	First, Second    string
	Event, Site      string
	Date             string
	Sequence         int64
	Imported         time.Time
	Deleted          *time.Time
	Damage           error // as of Game
}

// summary is what a list shows of the game.
func (g *Game) summary() Summary {
	return Summary{
		ID: g.ID, Variant: g.Variant, Options: g.Options, VariantVersion: g.VariantVersion, Verdict: g.Verdict,
		Plies: g.Plies, Result: g.Result, Termination: g.Termination, Format: g.Format, File: g.File, Number: g.Number,
		First: g.First, Second: g.Second, Event: g.Event, Site: g.Site, Date: g.Date, Sequence: g.Sequence,
		Imported: g.Imported, Deleted: g.Deleted, Damage: g.Damage,
	}
}
