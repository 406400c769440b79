package api

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assay/index"
)

// requestName is the file by which one process asks the one that has the index
// to build it anew. It goes when that is done.
const requestName = "reindex"

func (a *Archive) requestPath() string { return filepath.Join(a.config.Data, requestName) }

// request asks whoever has the index to build it anew.
func (a *Archive) request() error {
	f, err := os.OpenFile(a.requestPath(), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// requested reports whether another process asks for that. An index in a
// database belongs to no process.
func (a *Archive) requested() bool {
	if a.config.IndexDatabase != "" {
		return false
	}
	_, err := os.Stat(a.requestPath())
	return err == nil
}

// await waits until the request is met. It gives the index where the process
// that had it has ended, the request being dropped.
func (a *Archive) await(ctx context.Context) (Index, error) {
	round := time.NewTicker(lockWait)
	defer round.Stop()
	for a.requested() {
		x, err := a.openedIndex(ctx)
		if !errors.Is(err, index.ErrLocked) {
			return x, errors.Join(err, a.met())
		}
		select {
		case <-round.C:
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), a.met())
		}
	}
	return nil, nil
}

// met says that a request is.
func (a *Archive) met() error {
	if err := os.Remove(a.requestPath()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
