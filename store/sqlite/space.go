package sqlite

import (
	"fmt"

	"assay/store"
)

// The free space that writes leave on the disk: a quarter of the disk, but at
// most 64 MiB. It is needed to checkpoint the log and to write the index, which
// is as large as the archive.
const (
	reserveShare = 4
	reserveMost  = 64 << 20
)

// writeFactor is the disk space needed per written byte: in the log, in the
// archive, in the index, and again in the index during a merge.
const writeFactor = 4

// checkSpace checks that a write of size bytes leaves enough free space. The
// error matches [store.ErrFull].
func (s *Archive) checkSpace(size int64) error {
	free, total, err := s.space(s.path)
	if err != nil {
		return nil // unknown on this system; the write itself will fail
	}
	return checkFree(s.path, free, size*writeFactor+min(total/reserveShare, reserveMost))
}

// checkSpaceFor checks that size bytes fit on the disk of path.
func checkSpaceFor(path string, size int64) error {
	free, _, err := freeSpace(path)
	if err != nil {
		return nil
	}
	return checkFree(path, free, size)
}

func checkFree(path string, free, want int64) error {
	if free >= want {
		return nil
	}
	return &store.Error{Path: path, Kind: store.ErrFull,
		Err: fmt.Errorf("%d kB are free, %d kB are needed", free>>10, want>>10)}
}
