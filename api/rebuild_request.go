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

// rebuildRequestFile is a file by which a process asks the process that uses
// the index to rebuild it. It is removed after the rebuild.
const rebuildRequestFile = "reindex"

func (a *Archive) rebuildRequestPath() string {
	return filepath.Join(a.config.Data, rebuildRequestFile)
}

// requestRebuild asks the process that holds the index to rebuild it.
func (a *Archive) requestRebuild() error {
	f, err := os.OpenFile(a.rebuildRequestPath(), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return f.Close()
}

// rebuildRequested reports whether another process requested a rebuild. An
// index in a database belongs to no process.
func (a *Archive) rebuildRequested() bool {
	if a.config.IndexDatabase != "" {
		return false
	}
	_, err := os.Stat(a.rebuildRequestPath())
	return err == nil
}

// awaitRebuild waits until the index is rebuilt. If the other process ends
// first, it removes the request and returns the index.
func (a *Archive) awaitRebuild(ctx context.Context) (Index, error) {
	ticker := time.NewTicker(lockWait)
	defer ticker.Stop()
	for a.rebuildRequested() {
		x, err := a.openedIndex(ctx)
		if !errors.Is(err, index.ErrLocked) {
			return x, errors.Join(err, a.endRebuildRequest())
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), a.endRebuildRequest())
		}
	}
	return nil, nil
}

// endRebuildRequest removes a fulfilled request.
func (a *Archive) endRebuildRequest() error {
	if err := os.Remove(a.rebuildRequestPath()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
