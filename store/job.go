package store

import (
	"errors"
	"time"
)

// JobState is the state of a job.
type JobState string

// The states of a job.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Ended reports whether the state is final.
func (s JobState) Ended() bool { return s != JobWaiting && s != JobRunning }

// Job is a request to analyse one game. Jobs are stored in the archive, so that
// they survive a crash.
type Job struct {
	ID      int64
	Game    int64
	Batch   bool   // it runs after all other jobs
	Request []byte // the request, encoded by the caller
	State   JobState
	Turn    int64  // how often it was taken
	Message string // why it failed
	Created time.Time
	Changed time.Time // time of the last change of state
	Person  int64     // the requesting person's ID; 0 for none
	Ply     int       // positions analysed when its progress was last saved
	Plies   int       // all positions of the game; 0 before the first progress
}

// JobBounds bound the waiting jobs; 0 means no bound.
type JobBounds struct {
	All      int
	OfPerson int
}

// JobAge is how long finished jobs are kept.
const JobAge = 7 * 24 * time.Hour

// Errors of jobs.
var (
	ErrNoJob    = errors.New("no such job")
	ErrJobEnded = errors.New("the job has ended")
	ErrJobTaken = errors.New("another worker has taken the job")
)
