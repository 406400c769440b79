package api

import (
	"encoding/json"
	"fmt"
	"io"
)

// TagView is one header of a record.
type TagView struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// keyText is a position key in hexadecimal digits: JSON's numbers are too short
// for it.
func keyText(key uint64) string { return fmt.Sprintf("%016x", key) }

// WriteJSON writes a value on one line. Signs of HTML stay as they are: they
// are escaped where JSON is put into a page.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
