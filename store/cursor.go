package store

import (
	"encoding/base64"
	"encoding/binary"
	"math"
)

// Cursor returns the cursor of the page after a game.
func Cursor(id int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(nil, uint64(id)))
}

// ReadCursor returns the game after which a page begins, 0 for an empty cursor.
// The error is [ErrCursor].
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

// AnnotationCursor returns the cursor of the page after an annotation.
func AnnotationCursor(a *Annotation) string {
	b := binary.AppendUvarint(nil, uint64(a.Ply))
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint(b, uint64(a.ID)))
}

// ReadAnnotationCursor returns ply and ID of the annotation after which a page
// begins, -1 and 0 for an empty cursor. The error is [ErrCursor].
func ReadAnnotationCursor(cursor string) (ply int, id int64, err error) {
	if cursor == "" {
		return -1, 0, nil
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return 0, 0, ErrCursor
	}
	first, width := binary.Uvarint(b)
	second, rest := binary.Uvarint(b[max(width, 0):])
	a := Annotation{Ply: int(first), ID: int64(second)}
	if width <= 0 || rest <= 0 || a.Ply < 0 || a.Ply > math.MaxInt32 || a.ID < 1 || AnnotationCursor(&a) != cursor {
		return 0, 0, ErrCursor
	}
	return a.Ply, a.ID, nil
}
