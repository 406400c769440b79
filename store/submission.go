package store

import (
	"fmt"
	"time"

	"assay/analysis"
)

// SubmissionState is where a submission is on its way.
type SubmissionState string

// The states of submissions.
const (
	SubmissionNew      SubmissionState = "new"      // waits for an arbiter
	SubmissionReturned SubmissionState = "returned" // waits for the submitter
	SubmissionRepaired SubmissionState = "repaired" // has another text, and waits for an arbiter
	SubmissionRuled    SubmissionState = "ruled"    // has rulings, and waits to be accepted
	SubmissionAccepted SubmissionState = "accepted" // is archived
	SubmissionRefused  SubmissionState = "refused"  // is not, and will not be
)

// SubmissionStates are all states.
var SubmissionStates = []SubmissionState{
	SubmissionNew, SubmissionReturned, SubmissionRepaired, SubmissionRuled, SubmissionAccepted, SubmissionRefused,
}

// Delivery is a file of records that somebody sent in. It is kept as it came.
type Delivery struct {
	ID      int64
	Person  string // who sent it
	Name    string // of the file
	Event   int64  // that it was sent for, 0 for none
	Comment string
	Reading []byte   // what was said of how it is read, in the caller's encoding
	Hash    [32]byte // SHA-256 of File
	File    []byte   // its bytes, exact
	Size    int      // of the file in bytes
	Sent    time.Time
}

// Submission is one record of a delivery, as it is now.
type Submission struct {
	ID       int64
	Delivery int64
	Number   int    // of the record in the file, from 1
	Event    int64  // 0 for none
	Person   string // who submitted it
	State    SubmissionState
	Assignee string    // the arbiter who has taken it on, "" for nobody
	Deadline time.Time // until when it is to be answered; zero for none
	Appealed bool      // the submitter has appealed
	Game     int64     // that it was archived as, 0 while it is not
	Deleted  bool      // the game is deleted, and stays so until restored
	Verdict  string    // on the record it has
	Content  []byte    // what was found of that record, in the caller's encoding

	Revision int64 // number of its last step
	Text     int64 // number of the step that brought the record it has
	Change   int64 // of the last step, in the sequence of all steps
	Created  time.Time
	Changed  time.Time
}

// Step is a line of a submission's history. Every change is one, comments too.
type Step struct {
	Change     int64 // from 1, in the sequence of all steps
	Submission int64
	Number     int64 // of the step, from 1
	Person     string
	Action     string // in the caller's words
	State      SubmissionState
	Reason     string
	Record     []byte // that the submission has from here on; nil where it keeps the one it had
	Content    []byte // in the caller's encoding; empty for nothing
	At         time.Time

	// Archive is a game that is archived with the step, and that the submission
	// is from then on; nil for none. It is not read again.
	Archive *Game

	// Rulings are those on that game from the start, by which it holds. It has
	// to be new, or to hold already; what is done is all or nothing. They are
	// not read again.
	Rulings []analysis.Ruling
}

// Sent is a record of a delivery that is to be saved: what it is from the
// start, and its first step. Where the step has a game to archive, a submission
// is that game.
type Sent struct {
	Submission
	Step Step
}

// SubmissionOrder is the order of a list of submissions.
type SubmissionOrder int

// The orders of submissions.
const (
	ByNumber    SubmissionOrder = iota // the first that was sent first; pages begin behind a number
	ByChange                           // the first that was changed first; pages begin behind a change
	LastChanged                        // the last that was changed first; pages begin before a change
)

// SubmissionFilter says which submissions a list has: those that meet all of
// its conditions that are not empty.
type SubmissionFilter struct {
	Event    int64
	State    SubmissionState
	Waiting  bool // for anybody: neither accepted nor refused
	Assignee string
	Person   string
	Delivery int64
	Game     int64
}

// SubmissionError says which submission cannot be given, and why: Kind is
// [ErrNotFound], or [ErrCorrupt] for one that is not as it was written.
type SubmissionError struct {
	ID   int64
	Kind error
}

func (e *SubmissionError) Error() string { return fmt.Sprintf("submission %d: %v", e.ID, e.Kind) }

// Unwrap gives the kind.
func (e *SubmissionError) Unwrap() error { return e.Kind }

// UnruledError says that a record that would be archived with rulings is
// archived already, as a game that does not hold, and nothing was saved.
type UnruledError struct{ Game int64 }

func (e *UnruledError) Error() string {
	return fmt.Sprintf("the record is archived already, as game %d, which does not hold: rule on that game", e.Game)
}

// AdvancedError says that a submission is not at the revision that a change was
// meant for, and nothing was saved.
type AdvancedError struct {
	Revision int64       // that the change was meant for
	Current  *Submission // as it is now
}

func (e *AdvancedError) Error() string {
	return fmt.Sprintf("submission %d is at revision %d, not %d: it is %s", e.Current.ID, e.Current.Revision, e.Revision, e.Current.State)
}
