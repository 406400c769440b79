package request

import (
	"encoding/base64"
	"encoding/binary"

	"assay/store"
)

// searchCursor marks the cursors of searches.
const searchCursor = 's'

// WriteCursor returns the cursor of the page after a game.
func WriteCursor(after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint([]byte{searchCursor}, uint64(after)))
}

// ReadCursor returns the game that a cursor continues after, 0 for an empty
// one. The error is [store.ErrCursor].
func ReadCursor(cursor string) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < 2 || b[0] != searchCursor {
		return 0, store.ErrCursor
	}
	id, width := binary.Uvarint(b[1:])
	if width != len(b)-1 || int64(id) <= 0 || WriteCursor(int64(id)) != cursor {
		return 0, store.ErrCursor
	}
	return int64(id), nil
}

// MaxLimit is the maximum page size of lists and searches.
const MaxLimit = store.MaxLimit
