package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"assay/analysis/spelling"
	"assay/api/request"
)

// bodyFaults returns an error for every invalid part of a JSON object that is
// to be decoded into a value: unknown, misspelt and repeated keys, and values
// of another type. The decoder itself stops at the first, ignores case, and
// uses the last of several equal keys. err is its error, nil if it had none.
func bodyFaults(err error, body []byte, into any) []error {
	keys := keysOf(reflect.TypeOf(into))
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF):
		return []error{notObject("empty", keys)}
	case errors.Is(err, errMoreValues):
		return []error{notObject(err.Error(), keys)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return []error{&request.InputError{Field: "body", Value: string(body),
			Want: "a complete JSON object; this one ends early"}}
	case errors.As(err, &syntax):
		at := int(max(0, min(syntax.Offset-1, int64(len(body)))))
		return []error{&request.InputError{Field: "body", Value: string(body[at:]),
			Want: fmt.Sprintf("valid JSON from byte %d on", at+1)}}
	}
	w := bodyWalk{names: allKeys(keys), keys: keys}
	w.value(body, reflect.TypeOf(into), "")
	if len(w.faults) == 0 && err != nil {
		return []error{notObject(err.Error(), keys)}
	}
	return w.faults
}

// errMoreValues reports a body of several JSON values.
var errMoreValues = errors.New("more than one value")

// notObject reports that a body is not one JSON object.
func notObject(is string, keys []bodyKey) error {
	return &request.InputError{Field: "body", Value: is,
		Want: "one JSON object with the keys " + describeKeys(keys)}
}

// bodyWalk collects the faults of a body.
type bodyWalk struct {
	keys   []bodyKey // of the body
	names  []string  // of all keys
	faults []error
}

// maxFaults is the number of faults of a body that are reported at most.
const maxFaults = 50

func (w *bodyWalk) add(field, value, want string) {
	if len(w.faults) == maxFaults {
		return
	}
	w.faults = append(w.faults, &keyError{&request.InputError{Field: field, Value: value, Want: want}})
}

// keyError is an error about a key of a body.
type keyError struct{ *request.InputError }

func (e *keyError) Unwrap() error { return e.InputError }

// value checks a value that is decoded into a type. Like the decoder, it
// ignores null.
func (w *bodyWalk) value(raw json.RawMessage, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	raw = bytes.TrimSpace(raw)
	own := reflect.New(t).Interface()
	reads, itself := own.(json.Unmarshaler)
	switch {
	case path != "" && string(raw) == "null":
	case itself:
		if reads.UnmarshalJSON(raw) != nil {
			w.unreadable(raw, own, path)
		}
	case t.Kind() == reflect.Struct && raw[0] == '{':
		w.object(raw, t, path)
	case t.Kind() == reflect.Slice && raw[0] == '[':
		var items []json.RawMessage
		json.Unmarshal(raw, &items) // it is valid
		for i, item := range items {
			w.value(item, t.Elem(), fmt.Sprintf("%s.%d", path, i))
		}
	default:
		var other *json.UnmarshalTypeError
		if err := json.Unmarshal(raw, own); errors.As(err, &other) {
			if path == "" {
				w.faults = append(w.faults, notObject(other.Value, w.keys))
				return
			}
			w.add(path, other.Value, expectedJSON(t))
		}
	}
}

// unreadable reports a value that its type, such as a time, cannot read.
func (w *bodyWalk) unreadable(raw json.RawMessage, own any, path string) {
	text, want := string(raw), "another value"
	if quoted := ""; json.Unmarshal(raw, &quoted) == nil {
		text = quoted
	}
	if _, is := own.(*time.Time); is {
		want = request.WantTime(text)
	}
	w.add(path, text, want)
}

// object checks the keys of an object and their values. The first value of a
// repeated key is checked.
func (w *bodyWalk) object(raw json.RawMessage, t reflect.Type, path string) {
	known := keyTypes(t)
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.Token() // the bracket; the object is valid
	for d.More() {
		token, _ := d.Token()
		key := token.(string)
		var value json.RawMessage
		d.Decode(&value)
		under := strings.TrimPrefix(path+"."+key, ".")
		of, is := known[key]
		switch {
		case seen[key]:
			w.add(under, under, onlyOnce)
		case is:
			w.value(value, of, under)
			w.repeated(value, of, under)
		default:
			w.unknown(key, under, known)
		}
		seen[key] = true
	}
}

// repeated reports keys that are repeated in a value that is no struct, such as
// the headers of a record.
func (w *bodyWalk) repeated(raw json.RawMessage, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if token, _ := d.Token(); t.Kind() != reflect.Map || token != json.Delim('{') {
		return
	}
	seen := map[string]bool{}
	for d.More() {
		token, _ := d.Token()
		key := token.(string)
		if seen[key] {
			w.add(path+"."+key, path+"."+key, onlyOnce)
		}
		seen[key] = true
		var value json.RawMessage
		d.Decode(&value)
	}
}

// unknown reports a key that its object does not have.
func (w *bodyWalk) unknown(key, under string, known map[string]reflect.Type) {
	for name := range known {
		if strings.EqualFold(name, key) {
			w.add("key", under, fmt.Sprintf("%q; the case of keys counts", name))
			return
		}
	}
	want := "the keys " + describeKeys(w.keys)
	// Another object may have a key with this name.
	names := slices.DeleteFunc(slices.Clone(w.names), func(name string) bool { return name == key })
	if meant, ok := spelling.Nearest(key, names); ok {
		want = fmt.Sprintf("%q, or another of %s", meant, want)
	}
	w.add("key", under, want)
}

// keyTypes returns the types of a struct's keys, nil for a type that is no
// struct or decodes itself.
func keyTypes(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	types := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			types[name] = f.Type
		} else if name == "" && !f.Anonymous && f.IsExported() {
			types[f.Name] = f.Type
		}
	}
	return types
}

// bodyKey is a key of a JSON object and the keys of the objects in it.
type bodyKey struct {
	name  string
	under []bodyKey
}

// keysOf lists the keys of a type: its own and those one level below.
func keysOf(t reflect.Type) []bodyKey { return keysWithin(t, 2) }

func keysWithin(t reflect.Type, depth int) (keys []bodyKey) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || depth == 0 {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			keys = append(keys, keysWithin(f.Type, depth)...)
		case name != "" && name != "-" && !strings.Contains(name, "_"): // others are former names
			keys = append(keys, bodyKey{name, keysWithin(f.Type, depth-1)})
		}
	}
	return keys
}

// describeKeys lists keys. The keys of a nested object follow its own key in
// parentheses.
func describeKeys(keys []bodyKey) string {
	var parts []string
	for _, k := range keys {
		text := k.name
		if len(k.under) > 0 {
			text += " (" + describeKeys(k.under) + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// allKeys returns the names of keys on all levels.
func allKeys(keys []bodyKey) (names []string) {
	for _, k := range keys {
		names = append(names, k.name)
		names = append(names, allKeys(k.under)...)
	}
	return names
}

// expectedJSON describes the JSON value that a type is decoded from.
func expectedJSON(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return expectedJSON(t.Elem())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "an array, each of its items " + expectedJSON(t.Elem())
	case reflect.Struct:
		return "an object with the keys " + describeKeys(keysWithin(t, 1))
	}
	return "a number"
}
