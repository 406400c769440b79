package store

import (
	"encoding/base64"
	"encoding/binary"
)

// Cursor is that of the page of a list which begins behind a game.
func Cursor(id int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(nil, uint64(id)))
}

// ReadCursor gives the game behind which a page begins, 0 for the empty cursor
// of the first. The error is [ErrCursor].
func ReadCursor(cursor string) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return 0, ErrCursor
	}
	id, width := binary.Uvarint(b)
	if width != len(b) || int64(id) <= 0 || Cursor(int64(id)) != cursor {
		return 0, ErrCursor
	}
	return int64(id), nil
}
