package sqlite

import (
	"fmt"

	"assay/store"
)

// What writes leave free on the disk: a quarter of a small one, so that the log
// of changes can be moved into the archive and the index, which takes as much
// again, finds room; no more than 64 MiB.
const (
	reserveShare = 4
	reserveMost  = 64 << 20
)

// writeFactor is how many times the bytes of a write are on the disk before all
// is done: in the log, in the archive, in the index, and in the index while it
// is merged.
const writeFactor = 4

// room refuses a write of some bytes that would leave too little free. The
// error matches [store.ErrFull].
func (s *Archive) room(size int64) error {
	free, total, err := s.space(s.path)
	if err != nil {
		return nil // not known here: the write itself tells
	}
	return enough(s.path, free, size*writeFactor+min(total/reserveShare, reserveMost))
}

// roomFor refuses a copy of some bytes that does not fit beside the file at
// path.
func roomFor(path string, size int64) error {
	free, _, err := freeSpace(path)
	if err != nil {
		return nil
	}
	return enough(path, free, size)
}

func enough(path string, free, want int64) error {
	if free >= want {
		return nil
	}
	return &store.Error{Path: path, Kind: store.ErrFull, Err: fmt.Errorf("%d kB are free, %d kB are asked for", free>>10, want>>10)}
}
