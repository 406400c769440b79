package api

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a value on one line. Signs of HTML stay as they are: they
// are escaped where JSON is put into a page.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
