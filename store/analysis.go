package store

import (
	"errors"
	"time"
)

// Analysis is what an engine found of a game. It is a layer of its own beside
// the record and what people say of it: a game has one at most, and another
// takes its place.
type Analysis struct {
	Game            int64
	Revision        int64 // of the record that it is of, where that may be another meanwhile, or [AnyRevision]; not kept
	Engine, Version string
	VariantVersion  string // of the definition that it was made by
	Nodes           int64  // searched for each position, 0 where something else was the limit
	Content         []byte // in the caller's encoding
	Saved           time.Time
}

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
