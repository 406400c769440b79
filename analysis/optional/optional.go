// Package optional has values that are null in JSON if there are none.
package optional

import "encoding/json"

// Text is a text. In JSON it is null if it is empty.
type Text string

// MarshalJSON returns null for an empty text.
func (t Text) MarshalJSON() ([]byte, error) {
	if t == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(t))
}

// UnmarshalJSON reads null as an empty text.
func (t *Text) UnmarshalJSON(text []byte) error {
	*t = ""
	return json.Unmarshal(text, (*string)(t))
}

// Number is a number or ID from 1. In JSON it is null if it is 0.
type Number int64

// MarshalJSON returns null for 0.
func (n Number) MarshalJSON() ([]byte, error) {
	if n == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(int64(n))
}

// UnmarshalJSON reads null as 0.
func (n *Number) UnmarshalJSON(text []byte) error {
	*n = 0
	return json.Unmarshal(text, (*int64)(n))
}
