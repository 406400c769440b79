package store

import "fmt"

// FaultCount is how many games have faults of one kind.
type FaultCount struct {
	Verdict string
	Rule    string // number of the ruling broken, "" for none
	Reason  string // "" where the verdict says all
	Games   int
}

// What [Archive.Check] can find wrong.
const (
	FaultFile      = "file"      // SQLite finds its file damaged, or the index of words at odds with the headers
	FaultReference = "reference" // a row refers to one that is not there
	FaultContents  = "contents"  // a game without its record
	FaultRecord    = "record"    // a record that is not the one that was archived
	FaultTags      = "tags"      // headers that cannot be read
	FaultSequence  = "sequence"  // a change that followers of the archive would miss
	FaultChecksum  = "checksum"  // a row that is not as it was written
	FaultRevision  = "revision"  // an annotation that lacks one of its revisions, or is not as the last one says
)

// Fault is one thing wrong with the archive.
type Fault struct {
	Kind   string
	Game   int64 // 0 when it is about no one game
	Detail string
}

func (f Fault) String() string {
	if f.Game == 0 {
		return fmt.Sprintf("%s: %s", f.Kind, f.Detail)
	}
	return fmt.Sprintf("game %d: %s: %s", f.Game, f.Kind, f.Detail)
}
