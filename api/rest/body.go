package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"assay/analysis/spelling"
	"assay/api"
)

// bodyFault says in the words of the call why a JSON body is not read into a
// value.
func bodyFault(err error, body []byte, into any) error {
	if misread := misreadKey(body, reflect.TypeOf(into), ""); misread != nil {
		return misread
	}
	keys := keysOf(reflect.TypeOf(into))
	var other *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	unknown, isKey := strings.CutPrefix(err.Error(), "json: unknown field ")
	switch {
	case errors.As(err, &other) && other.Field == "":
		err = errors.New(other.Value)
	case errors.As(err, &other):
		return &api.InputError{Field: fieldName(other.Field, reflect.TypeOf(into)), Value: other.Value, Want: wantedJSON(other.Type)}
	case isKey:
		unknown = strings.Trim(unknown, `"`)
		want := "the keys " + describeKeys(keys)
		// A key of another object may have the very name.
		names := slices.DeleteFunc(allKeys(keys), func(name string) bool { return name == unknown })
		if meant, ok := spelling.Nearest(unknown, names); ok {
			want = fmt.Sprintf("%q, or another of %s", meant, want)
		}
		return &api.InputError{Field: "key", Value: unknown, Want: want}
	case errors.Is(err, io.EOF):
		err = errors.New("empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &api.InputError{Field: "body", Value: string(body), Want: "a whole JSON object; this one breaks off"}
	case errors.As(err, &syntax):
		at := int(max(0, min(syntax.Offset-1, int64(len(body)))))
		return &api.InputError{Field: "body", Value: string(body[at:]), Want: fmt.Sprintf("valid JSON from byte %d on", at+1)}
	}
	return &api.InputError{Field: "body", Value: err.Error(), Want: "one JSON object with the keys " + describeKeys(keys)}
}

// misreadKey finds the key whose type reads its value itself, as times do, and
// refuses the one in a body; nil if there is none. The decoder's own error does
// not name it.
func misreadKey(body []byte, t reflect.Type, path string) *api.InputError {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	own := reflect.New(t).Interface()
	if reads, ok := own.(json.Unmarshaler); ok {
		if string(body) == "null" || reads.UnmarshalJSON(body) == nil {
			return nil
		}
		text := string(body)
		if quoted := ""; json.Unmarshal(body, &quoted) == nil {
			text = quoted
		}
		want := "another value"
		if _, is := own.(*time.Time); is {
			want = api.WantTime(text)
		}
		return &api.InputError{Field: path, Value: text, Want: want}
	}
	switch t.Kind() {
	case reflect.Slice:
		var items []json.RawMessage
		if json.Unmarshal(body, &items) != nil {
			return nil
		}
		for _, item := range items {
			if misread := misreadKey(item, t.Elem(), path); misread != nil {
				return misread
			}
		}
	case reflect.Struct:
		var values map[string]json.RawMessage
		if json.Unmarshal(body, &values) != nil {
			return nil
		}
		for i := range t.NumField() {
			field := t.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			value, given := values[name]
			under := strings.TrimPrefix(path+"."+name, ".")
			if field.Anonymous && name == "" {
				value, given, under = body, true, path
			}
			if !given || !field.IsExported() && !field.Anonymous {
				continue
			}
			if misread := misreadKey(value, field.Type, under); misread != nil {
				return misread
			}
		}
	}
	return nil
}

// bodyKey is a key of a JSON object, with those of the objects under it.
type bodyKey struct {
	name  string
	under []bodyKey
}

// keysOf lists the keys that a type is read from: its own, and those one level
// down.
func keysOf(t reflect.Type) []bodyKey { return keysTo(t, 2) }

func keysTo(t reflect.Type, depth int) (keys []bodyKey) {
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
			keys = append(keys, keysTo(f.Type, depth)...)
		case name != "" && name != "-" && !strings.Contains(name, "_"): // those are former names
			keys = append(keys, bodyKey{name, keysTo(f.Type, depth-1)})
		}
	}
	return keys
}

// describeKeys lists keys, those of an object in brackets behind its own.
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

// allKeys are the names of keys on all levels.
func allKeys(keys []bodyKey) (names []string) {
	for _, k := range keys {
		names = append(names, k.name)
		names = append(names, allKeys(k.under)...)
	}
	return names
}

// fieldName is the path of a key of a type as JSON has it: the names of
// embedded types are Go's.
func fieldName(path string, t reflect.Type) string {
	embedded := embeddedIn(t)
	names := slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		return name != "" && name[0] >= 'A' && name[0] <= 'Z' || slices.Contains(embedded, name)
	})
	return strings.Join(names, ".")
}

// embeddedIn are the names of the types that a struct embeds.
func embeddedIn(t reflect.Type) (names []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			names = append(append(names, f.Name), embeddedIn(f.Type)...)
		}
	}
	return names
}

// wantedJSON names what a type is read from.
func wantedJSON(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return wantedJSON(t.Elem())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Slice:
		return "an array, each of its items " + wantedJSON(t.Elem())
	case reflect.Struct:
		return "an object with the keys " + describeKeys(keysTo(t, 1))
	}
	return "a number"
}
