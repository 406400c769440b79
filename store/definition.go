package store

import (
	"errors"
	"fmt"
	"time"
)

// Definition is one version of a draft: a game that somebody defines.
type Definition struct {
	Draft   string // by which drafts are told apart, of the caller's making
	Version int64  // from 1; it grows by one with every change
	Author  string
	Text    string
	Saved   time.Time
}

// MaxVersions is how many versions a draft has.
const MaxVersions = 1000

// Published is a draft's version that is a variant of the archive.
type Published struct {
	Number   int64  // in the order of their first publication, from 1
	Variant  string // id
	Revision string // of the rules, which never alters under the id
	Definition
	At     time.Time
	Damage error // its text is not as it was written; matches [ErrCorrupt]
}

// What can be wrong with a draft asked for.
var (
	ErrNoDraft = errors.New("no such draft")
	// ErrOtherRules says that an id was published with other rules.
	ErrOtherRules = errors.New("published with other rules")
)

// LateError says that a draft is not at the version that a change was made of,
// and nothing was saved.
type LateError struct {
	Version, Current int64
}

func (e *LateError) Error() string {
	return fmt.Sprintf("the draft is at version %d, not %d", e.Current, e.Version)
}
