package store

import "time"

// Import is the import progress of a file. [Games.Add] commits it with the
// games, so that an interrupted import continues at Offset and neither loses
// nor repeats a game.
type Import struct {
	Path     string    // name of the file; the key
	Size     int64     // of the file in bytes
	Modified time.Time // modification time; with Size, identifies the version
	Hash     [32]byte  // SHA-256 of the first Offset bytes, or of the whole file if Done
	Offset   int64     // bytes read up to the last added game, of the uncompressed text
	Line     int       // line at Offset, from 1
	Games    int       // read so far, new or existing
	Done     bool      // read completely
	Updated  time.Time // set by Add
}

// Same reports whether a file of this size and time is the version to which the
// progress belongs. If not, its import starts again; archived games are not
// added again.
func (i Import) Same(size int64, modified time.Time) bool {
	return i.Size == size && i.Modified.Equal(modified)
}
