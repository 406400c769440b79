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

// requestName is the file by which a process requests a rebuild from the one
// that holds the index. It is removed after the rebuild.
const requestName = "reindex"

func (a *Archive) requestPath() string { return filepath.Join(a.config.Data, requestName) }

// request asks the process that holds the index to rebuild it.
func (a *Archive) request() error {
	f, err := os.OpenFile(a.requestPath(), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// requested reports whether another process requested a rebuild. An index in a
// database belongs to no process.
func (a *Archive) requested() bool {
	if a.config.IndexDatabase != "" {
		return false
	}
	_, err := os.Stat(a.requestPath())
	return err == nil
}

// await waits until the request is fulfilled. If the other process ends before,
// it drops the request and returns the index.
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

// met removes a fulfilled request.
func (a *Archive) met() error {
	if err := os.Remove(a.requestPath()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
