package store

import "fmt"

// FaultCount is the number of games with one kind of error.
type FaultCount struct {
	Verdict string
	Rule    string // ID of the broken rule, or ""
	Reason  string // "" if the verdict says everything
	Games   int
}

// The kinds of faults that [Archive.Check] finds.
const (
	FaultFile      = "file"      // the database file is damaged, or the word index disagrees with the headers
	FaultReference = "reference" // a row refers to a missing one
	FaultContents  = "contents"  // a game without its record
	FaultRecord    = "record"    // a record with a wrong hash
	FaultTags      = "tags"      // unreadable headers
	FaultSequence  = "sequence"  // a change that followers would miss
	FaultChecksum  = "checksum"  // a row with a wrong checksum
	FaultRevision  = "revision"  // a missing revision, or one that disagrees with the current state
)

// Fault is something wrong with the archive.
type Fault struct {
	Kind   string
	Game   int64 // 0 if it concerns no single game
	Detail string
}

func (f Fault) String() string {
	if f.Game == 0 {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return fmt.Sprintf("game %d: %s: %s", f.Game, f.Kind, f.Detail)
}
