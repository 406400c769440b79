package request

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strconv"

	"assay/store"
)

// searchCursor marks the cursors of searches.
const searchCursor = 's'

// WriteCursor returns the cursor of the page after a game.
func WriteCursor(after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.AppendUvarint([]byte{searchCursor}, uint64(after)))
}

// ReadCursor returns the game after which a cursor continues, or 0 for an empty
// cursor. The error is [store.ErrCursor].
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

// Cursor identifies the next page of a list. In JSON it is null if there is
// none.
type Cursor string

// MarshalJSON returns null for an empty cursor.
func (c Cursor) MarshalJSON() ([]byte, error) {
	if c == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(c))
}

// UnmarshalJSON reads null as an empty cursor.
func (c *Cursor) UnmarshalJSON(text []byte) error {
	*c = ""
	return json.Unmarshal(text, (*string)(c))
}

// Paged is a page of a list.
type Paged struct {
	Next Cursor `json:"next"` // empty on the last page
}

// NextPage returns the cursor of the next page.
func (p Paged) NextPage() Cursor { return p.Next }

// NumberCursor returns the cursor of the page that continues at a number.
func NumberCursor(n int64) Cursor { return Cursor(strconv.FormatInt(n, 10)) }

// ReadNumberCursor returns the number of a [NumberCursor], 0 for an empty
// cursor. The error is [store.ErrCursor].
func ReadNumberCursor(cursor string) (int64, error) {
	if cursor == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || n < 0 {
		return 0, store.ErrCursor
	}
	return n, nil
}

// MaxLimit is the maximum page size of lists and searches.
const MaxLimit = store.MaxLimit
