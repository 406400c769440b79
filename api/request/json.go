package request

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a value on one line. It does not escape <, > and &; that is
// done where JSON is embedded in a page.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
