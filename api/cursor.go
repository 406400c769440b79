package api

import (
	"encoding/base64"
	"encoding/binary"

	"assay/store"
)

// searchCursor marks the cursors of searches.
const searchCursor = 's'

func writeCursor(after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint([]byte{searchCursor}, uint64(after)))
}

func readCursor(cursor string) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < 2 || b[0] != searchCursor {
		return 0, store.ErrCursor
	}
	id, width := binary.Uvarint(b[1:])
	if width != len(b)-1 || int64(id) <= 0 || writeCursor(int64(id)) != cursor {
		return 0, store.ErrCursor
	}
	return int64(id), nil
}
