package store

import (
	"errors"
	"fmt"
	"time"
)

// Definition is one version of a draft of a variant.
type Definition struct {
	Draft   string // ID of the draft, chosen by the caller
	Version int64  // from 1, increased by every change
	Author  string
	Text    string
	Saved   time.Time
}

// VersionSize is added to the size of each version.
const VersionSize = 1 << 10

// MaxVersions bounds the versions of a draft.
const MaxVersions = 1000

// Published is a version of a draft that is a variant of the archive.
type Published struct {
	Number   int64  // order of the first publication, from 1
	Variant  string // ID of the variant
	Revision string // of the rules; fixed for an ID
	Definition
	At     time.Time
	Damage error // its text was altered; matches [ErrCorrupt]
}

// Errors of drafts.
var (
	ErrNoDraft = errors.New("no such draft")
	// ErrOtherRules: the ID was published with other rules.
	ErrOtherRules = errors.New("published with other rules")
)

// DraftChangedError reports that a draft does not have the expected version.
// Nothing was saved.
type DraftChangedError struct {
	Version, Current int64
}

func (e *DraftChangedError) Error() string {
	return fmt.Sprintf("the draft is at version %d, not %d", e.Current, e.Version)
}
