package api

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"assay/store"
)

// indexName is the folder of the index, in that of the archive.
const indexName = "index"

// Archive is an open archive with its index. It can do all that an [Arbiter]
// can, and is safe for concurrent use.
type Archive struct {
	*Arbiter
	store  store.Archive
	held   sync.Map // the keys of calls under way in this process
	fresh  fresh
	jobs   *jobs
	totals totals
	// covered is what was counted for coverage.
	covered covered
	// submitted tells of changes of submissions.
	submitted notice
	// annotated tells of what is said of games, here or, where that is told,
	// elsewhere.
	annotated notice
	spoken    spokenLast
	// peopled is set once it is known that people log in.
	peopled atomic.Bool

	opening chan struct{} // holds one token: whoever has it opens or closes the index
	index   atomic.Pointer[Index]
	closed  atomic.Bool
	*follower
}

// NewArchive joins the games that a knows with the archive s, which it closes.
// The index lies in the folder Config.Data.
func NewArchive(a *Arbiter, s store.Archive) *Archive {
	return &Archive{Arbiter: a, store: s, jobs: newJobs(), opening: make(chan struct{}, 1), follower: newFollower(a.config.Report)}
}

// Close ends all use of the archive.
func (a *Archive) Close() error {
	a.closed.Store(true)
	a.opening <- struct{}{}
	defer func() { <-a.opening }()
	var err error
	if x := a.index.Swap(nil); x != nil {
		err = (*x).Close()
	}
	return errors.Join(err, a.store.Close())
}

// Progress tells how far a long job has come.
type Progress struct {
	Stage   string // "verify" or "import", in bytes of files, or "index", in changes of the archive
	Done    int64
	Total   int64 // 0 when it is not known
	Games   int64 // of files: read so far
	Elapsed time.Duration
}

// Damage is one thing that Check found.
type Damage struct {
	Part   string `json:"part"`           // archive or index
	Kind   string `json:"kind"`           // as store.Fault and index.Fault name it
	Game   int64  `json:"game,omitempty"` // 0 where it is about no one game
	Detail string `json:"detail"`
}

func (d Damage) String() string { return fmt.Sprintf("%s: %s", d.Part, d.Detail) }
