package store

import (
	"errors"
	"fmt"
	"time"
)

// StudyPart is a version of a part of a study: of its cover or of a chapter.
type StudyPart struct {
	Study   string // ID, chosen by the caller; newer studies have greater IDs
	Chapter int64  // from 1; 0 for the cover
	Version int64  // from 1, increased by every change
	Author  string
	Content []byte // encoded by the caller
	Saved   time.Time
}

// MaxStudyVersions bounds the versions of a part of a study.
const MaxStudyVersions = 100_000

// ErrNoStudy means that there is no such study, chapter or version.
var ErrNoStudy = errors.New("no such study, chapter or version")

// StudyChangedError reports that a part of a study does not have the expected
// version. Nothing was saved.
type StudyChangedError struct {
	Version int64 // the expected one
	Current *StudyPart
}

func (e *StudyChangedError) Error() string {
	return fmt.Sprintf("chapter %d of study %s is at version %d, not %d", e.Current.Chapter, e.Current.Study,
		e.Current.Version, e.Version)
}
