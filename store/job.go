package store

import (
	"errors"
	"time"
)

// JobState says how far a job is.
type JobState string

// The states of a job.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobDone      JobState = "done"
	JobFailed    JobState = "failed"
	JobCancelled JobState = "cancelled"
)

// Ended reports whether nothing more comes of a job in this state.
func (s JobState) Ended() bool { return s != JobWaiting && s != JobRunning }

// Job is the analysis of one game that somebody asked for. Jobs wait in the
// archive, so that they outlive a program that is killed.
type Job struct {
	ID      int64
	Game    int64
	Batch   bool   // it comes after all jobs that are none of a batch
	Request []byte // what is asked for, in the caller's encoding
	State   JobState
	Turn    int64  // how many times it was taken
	Message string // why it failed
	Created time.Time
	Changed time.Time // its state
}

// JobAge is how long a job that has ended is kept.
const JobAge = 7 * 24 * time.Hour

// What can be wrong with a job asked for.
var (
	ErrNoJob    = errors.New("no such job")
	ErrJobEnded = errors.New("the job has ended")
	ErrJobTaken = errors.New("the job is done by somebody else")
)
