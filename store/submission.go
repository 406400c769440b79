package store

import (
	"fmt"
	"time"

	"assay/analysis"
)

// SubmissionState is the state of a submission.
type SubmissionState string

// The states of submissions.
const (
	SubmissionNew      SubmissionState = "new"      // waits for an arbiter
	SubmissionReturned SubmissionState = "returned" // waits for the submitter
	SubmissionRepaired SubmissionState = "repaired" // corrected; waits for an arbiter
	SubmissionRuled    SubmissionState = "ruled"    // has rulings; waits for acceptance
	SubmissionAccepted SubmissionState = "accepted" // archived
	SubmissionRefused  SubmissionState = "refused"  // rejected for good
)

// SubmissionStates are all states.
var SubmissionStates = []SubmissionState{
	SubmissionNew, SubmissionReturned, SubmissionRepaired, SubmissionRuled, SubmissionAccepted, SubmissionRefused,
}

// Upload is an uploaded file of records, stored unchanged.
type Upload struct {
	ID      int64
	Person  string // the uploader
	Name    string // of the file
	Event   int64  // its event, or 0
	Comment string
	Reading []byte   // reading options, encoded by the caller
	Hash    [32]byte // SHA-256 of File
	File    []byte   // exact bytes
	Size    int      // of the file in bytes
	Sent    time.Time
}

// Submission is the current state of one record of an upload.
type Submission struct {
	ID       int64
	Delivery int64
	Number   int    // of the record in the file, from 1
	Event    int64  // 0 for none
	Person   string // the submitter
	State    SubmissionState
	Assignee string    // the responsible arbiter, or ""
	Deadline time.Time // when an answer is due; zero for none
	Appealed bool      // the submitter has appealed
	Game     int64     // the archived game, or 0
	Deleted  bool      // that game is deleted
	Verdict  string    // on the current record
	Content  []byte    // its verification, encoded by the caller

	Revision int64 // number of the last step
	Text     int64 // number of the step with the current record
	Change   int64 // of the last step, in the sequence of all steps
	Created  time.Time
	Changed  time.Time
}

// Step is an entry of a submission's history. Every change of the submission,
// including a comment, is a step.
type Step struct {
	Change     int64 // from 1, in the sequence of all steps
	Submission int64
	Number     int64 // of the step, from 1
	Person     string
	Action     string // encoded by the caller
	State      SubmissionState
	Reason     string
	Record     []byte // the new record, or nil if it is unchanged
	Content    []byte // encoded by the caller; may be empty
	At         time.Time

	// Archive is a game to be archived with the step, or nil. The submission
	// then refers to it. It is not read back.
	Archive *Game

	// Correction is a record to be saved as a new revision of a game with the
	// step, or nil. Revision of its game is the current one. The submission
	// then refers to the game. It is not read back.
	Correction *Correction

	// Rulings are the initial rulings on that game, which must be new or
	// already valid. Everything is saved, or nothing. They are not read back.
	Rulings []analysis.Ruling
}

// UploadedRecord is a record of an upload to be saved: the initial submission
// and its first step. If the step has a game to archive, the submission refers
// to it.
type UploadedRecord struct {
	Submission
	Step Step
}

// SubmissionOrder is the order of a list of submissions.
type SubmissionOrder int

// The orders of submissions.
const (
	ByNumber    SubmissionOrder = iota // by submission; pages begin after an ID
	ByChange                           // by last change; pages begin after a change
	LastChanged                        // by last change, newest first; pages begin before a change
)

// SubmissionFilter selects submissions that meet all its non-empty conditions.
type SubmissionFilter struct {
	Event    int64
	State    SubmissionState
	Waiting  bool // neither accepted nor refused
	Assignee string
	Person   string
	Delivery int64
	Game     int64
}

// SubmissionError says why a submission cannot be returned: Kind is
// [ErrNotFound], or [ErrCorrupt] if it was altered.
type SubmissionError struct {
	ID   int64
	Kind error
}

func (e *SubmissionError) Error() string { return fmt.Sprintf("submission %d: %v", e.ID, e.Kind) }

// Unwrap returns the kind.
func (e *SubmissionError) Unwrap() error { return e.Kind }

// UnruledError reports that a record to be archived with rulings is already
// archived as an invalid game. Nothing was saved.
type UnruledError struct{ Game int64 }

func (e *UnruledError) Error() string {
	return fmt.Sprintf("the record is already archived as game %d, which is invalid: rule on that game", e.Game)
}

// SubmissionChangedError reports that a submission does not have the expected
// revision. Nothing was saved.
type SubmissionChangedError struct {
	Revision int64       // the expected one
	Current  *Submission // the current submission
}

func (e *SubmissionChangedError) Error() string {
	return fmt.Sprintf("submission %d is at revision %d, not %d: it is %s", e.Current.ID, e.Current.Revision,
		e.Revision, e.Current.State)
}
