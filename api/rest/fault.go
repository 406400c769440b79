package rest

import (
	"errors"
	"log/slog"
	"sync"

	"assay/index"
	"assay/store"
)

// faults writes to the log what goes wrong beside calls. Much goes on there
// again and again, and all of it meets an archive that does not answer: that is
// written once, and once more when the archive answers again.
type faults struct {
	log  *slog.Logger
	mu   sync.Mutex
	away bool   // the archive, as far as is known
	last string // fault of the index, which comes back every round
}

// of writes the faults of a task.
func (f *faults) of(task string) func(error) {
	return func(err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.write(task, err)
	}
}

// followed writes how a round of the index ended, nil for well: then the
// archive has answered, too.
func (f *faults) followed(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err != nil && err.Error() == f.last:
	case err != nil:
		f.last = err.Error()
		f.write("index", err)
	default:
		f.last = ""
		if f.away {
			f.away = false
			f.log.Info("the archive answers again")
		}
	}
}

func (f *faults) write(task string, err error) {
	if errors.Is(err, store.ErrAway) {
		if f.away {
			return
		}
		f.away = true
	}
	attributes := []any{"error", err}
	if panicked, ok := errors.AsType[*index.PanicError](err); ok {
		attributes = append(attributes, "stack", string(panicked.Stack))
	}
	f.log.Error(task, attributes...)
}
