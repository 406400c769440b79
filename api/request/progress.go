package request

import "time"

// Progress is the progress of a long operation.
type Progress struct {
	Stage   string // "verify" and "import" count bytes, "index" counts changes of the archive
	Done    int64
	Total   int64 // 0 if unknown
	Games   int64 // games read from files so far
	Elapsed time.Duration
}
