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
	"assay/api/request"
)

// bodyError explains why a JSON body does not decode into a value, naming the
// key.
func bodyError(err error, body []byte, into any) error {
	if misread := unreadableKey(body, reflect.TypeOf(into), ""); misread != nil {
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
		return &request.InputError{Field: keyPath(other.Field, reflect.TypeOf(into)), Value: other.Value,
			Want: expectedJSON(other.Type)}
	case isKey:
		unknown = strings.Trim(unknown, `"`)
		want := "the keys " + describeKeys(keys)
		// Another object may have a key with this name.
		names := slices.DeleteFunc(allKeys(keys), func(name string) bool { return name == unknown })
		if meant, ok := spelling.Nearest(unknown, names); ok {
			want = fmt.Sprintf("%q, or another of %s", meant, want)
		}
		return &request.InputError{Field: "key", Value: unknown, Want: want}
	case errors.Is(err, io.EOF):
		err = errors.New("empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &request.InputError{Field: "body", Value: string(body),
			Want: "a complete JSON object; this one ends early"}
	case errors.As(err, &syntax):
		at := int(max(0, min(syntax.Offset-1, int64(len(body)))))
		return &request.InputError{Field: "body", Value: string(body[at:]),
			Want: fmt.Sprintf("valid JSON from byte %d on", at+1)}
	}
	return &request.InputError{Field: "body", Value: err.Error(),
		Want: "one JSON object with the keys " + describeKeys(keys)}
}

// unreadableKey finds the first key whose type decodes itself, such as a time,
// and rejects its value. It returns nil if there is none. It is needed because
// the error of the decoder does not name the key.
func unreadableKey(body []byte, t reflect.Type, path string) *request.InputError {
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
			want = request.WantTime(text)
		}
		return &request.InputError{Field: path, Value: text, Want: want}
	}
	switch t.Kind() {
	case reflect.Slice:
		var items []json.RawMessage
		if json.Unmarshal(body, &items) != nil {
			return nil
		}
		for _, item := range items {
			if misread := unreadableKey(item, t.Elem(), path); misread != nil {
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
			if misread := unreadableKey(value, field.Type, under); misread != nil {
				return misread
			}
		}
	}
	return nil
}

// strictKeys checks the keys of a JSON value that was decoded into a type. No
// key may be repeated, and each must have the exact spelling of the type. The
// decoder itself ignores case, and uses the last of several equal keys.
func strictKeys(d *json.Decoder, t reflect.Type, path string) error {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		var item reflect.Type
		if t != nil && t.Kind() == reflect.Slice {
			item = t.Elem()
		}
		for d.More() {
			if err := strictKeys(d, item, path); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		known := keyTypes(t)
		seen := map[string]bool{}
		for d.More() {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key := token.(string)
			under := strings.TrimPrefix(path+"."+key, ".")
			value, spelled := known[key]
			switch {
			case seen[key]:
				return &request.InputError{Field: under, Value: key, Want: onlyOnce}
			case known != nil && !spelled:
				for name := range known {
					if strings.EqualFold(name, key) {
						return &request.InputError{Field: "key", Value: under,
							Want: fmt.Sprintf("%q; the case of keys counts", name)}
					}
				}
			}
			seen[key] = true
			if err := strictKeys(d, value, under); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	_, err = d.Token() // the closing bracket
	return err
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

// keyPath converts a Go field path to a JSON path, which omits the names of
// embedded types.
func keyPath(path string, t reflect.Type) string {
	embedded := embeddedNames(t)
	names := slices.DeleteFunc(strings.Split(path, "."), func(name string) bool {
		return name != "" && name[0] >= 'A' && name[0] <= 'Z' || slices.Contains(embedded, name)
	})
	return strings.Join(names, ".")
}

// embeddedNames returns the names of the types that a struct embeds.
func embeddedNames(t reflect.Type) (names []string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			names = append(append(names, f.Name), embeddedNames(f.Type)...)
		}
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
