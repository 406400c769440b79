package store

import "time"

// Import is how far one file has been read into the archive. [Games.Add]
// commits it together with the games, so that after a kill the import goes on
// at Offset and neither loses a game nor reads one twice.
type Import struct {
	Path     string    // as the importer names the file; the key
	Size     int64     // of the file in bytes
	Modified time.Time // of the file; with Size, tells that it is still the same
	Hash     [32]byte  // SHA-256 of the first Offset bytes read; of the whole content when Done
	Offset   int64     // bytes read, to the end of the last game added; of the uncompressed text if the file is compressed
	Line     int       // at Offset, from 1
	Games    int       // read so far, archived or found there
	Done     bool      // read to the end
	Updated  time.Time // set by Add
}

// Same reports whether a file of this size and time is the one the bookkeeping
// is about. If not, its import starts again from the beginning; games that are
// archived already are not added twice.
func (i Import) Same(size int64, modified time.Time) bool {
	return i.Size == size && i.Modified.Equal(modified)
}
