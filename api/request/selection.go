package request

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Selection are the keys of a JSON object that a client requests, each with the
// keys of the objects in its value. Without keys, it selects everything.
type Selection map[string]Selection

// MaxSelection is the largest number of characters of a selection.
const MaxSelection = 1000

// ReadSelection reads keys that are separated by commas. A dot separates a key
// from one of an object in its value. ok is false for empty keys and for texts
// that are too long.
func ReadSelection(text string) (s Selection, ok bool) {
	if len(text) > MaxSelection {
		return nil, false
	}
	s = Selection{}
	for path := range strings.SplitSeq(text, ",") {
		at := s
		keys := strings.Split(strings.TrimSpace(path), ".")
		for i, key := range keys {
			if key == "" {
				return nil, false
			}
			under, known := at[key]
			switch {
			case i == len(keys)-1:
				at[key] = nil // the whole value, whatever of it was named before
			case known && under == nil: // whole already
				at = Selection{}
			case known:
				at = under
			default:
				at[key] = Selection{}
				at = at[key]
			}
		}
	}
	return s, true
}

// Apply returns a JSON value without the keys that are not selected, on one
// line. Arrays stand for each of their items. keep are further keys to keep, on
// the first level only.
func (s Selection) Apply(text []byte, keep func(key string) bool) []byte {
	if len(s) == 0 {
		return text
	}
	d := json.NewDecoder(bytes.NewReader(text))
	token, err := d.Token()
	opening, is := token.(json.Delim)
	if err != nil || !is {
		return text
	}
	var out bytes.Buffer
	out.WriteString(opening.String())
	for d.More() {
		key, kept := "", true
		under := s
		if opening == '{' {
			token, _ := d.Token() // text was encoded before
			key = token.(string)
			if under, kept = s[key]; !kept && keep != nil {
				kept = keep(key)
			}
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return text
		}
		if !kept {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		if opening == '{' {
			name, _ := json.Marshal(key)
			out.Write(name)
			out.WriteByte(':')
			out.Write(under.Apply(value, nil))
		} else {
			out.Write(under.Apply(value, keep))
		}
	}
	out.WriteString(map[json.Delim]string{'{': "}", '[': "]"}[opening])
	return out.Bytes()
}
