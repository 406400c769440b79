package search

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

// rebuildPoll is the interval at which a rebuild that another process makes is
// awaited.
const rebuildPoll = 200 * time.Millisecond

func (f *Finder) rebuildRequestPath() string {
	return filepath.Join(f.config.Folder, rebuildRequestFile)
}

// requestRebuild asks the process that holds the index to rebuild it.
func (f *Finder) requestRebuild() error {
	file, err := os.OpenFile(f.rebuildRequestPath(), os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

// rebuildRequested reports whether another process requested a rebuild. An
// index in a database belongs to no process.
func (f *Finder) rebuildRequested() bool {
	if f.config.Shared {
		return false
	}
	_, err := os.Stat(f.rebuildRequestPath())
	return err == nil
}

// awaitRebuild waits until the index is rebuilt. If the other process ends
// first, it removes the request and returns the index.
func (f *Finder) awaitRebuild(ctx context.Context) (Index, error) {
	ticker := time.NewTicker(rebuildPoll)
	defer ticker.Stop()
	for f.rebuildRequested() {
		x, err := f.OpenedIndex(ctx)
		if !errors.Is(err, index.ErrLocked) {
			return x, errors.Join(err, f.endRebuildRequest())
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.endRebuildRequest())
		}
	}
	return nil, nil
}

// endRebuildRequest removes a fulfilled request.
func (f *Finder) endRebuildRequest() error {
	if err := os.Remove(f.rebuildRequestPath()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
