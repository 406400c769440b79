package variant

import (
	"reflect"
	"strings"
)

// Mapping is a mapping of the definition language.
type Mapping struct {
	Path string // keys that lead to it, "" for the definition itself
	Keys []Key
}

// Key is a key of a mapping.
type Key struct {
	Name string
	Form string // of its value: word, number, list of words …
	Says string
}

// Reference returns every mapping of a definition, the outermost first. Rule
// modules describe their own parameters.
func Reference() []Mapping {
	var out []Mapping
	describe(&out, "", reflect.TypeFor[Definition]())
	return out
}

func describe(out *[]Mapping, path string, t reflect.Type) {
	at := len(*out)
	*out = append(*out, Mapping{Path: path})
	for _, field := range reflect.VisibleFields(t) {
		name := field.Tag.Get("yaml")
		if name == "" || name == "-" {
			continue
		}
		form, inner := formOf(field.Type)
		(*out)[at].Keys = append((*out)[at].Keys, Key{name, form, field.Tag.Get("says")})
		if inner != nil {
			describe(out, strings.TrimPrefix(path+"."+name, "."), inner)
		}
	}
}

// formOf describes the values of a type, and returns the type of the mapping
// inside them that has its own keys.
func formOf(t reflect.Type) (form string, inner reflect.Type) {
	switch {
	case t == nodeType:
		return "mapping", nil
	case t == reflect.TypeFor[Picture]():
		return "text", nil
	case t == reflect.TypeFor[Movement]():
		return "word or mapping", t
	case t == reflect.TypeFor[Region]():
		return "list of squares, ranks and files", nil
	case t.Kind() == reflect.Pointer:
		return formOf(t.Elem())
	case t.Kind() == reflect.Slice:
		form, inner = formOf(t.Elem())
		return "list of " + plural(form), inner
	case t.Kind() == reflect.Struct:
		if values, ok := t.FieldByName("values"); ok {
			form, inner = formOf(values.Type.Elem())
			return "mapping of names to " + plural(form), inner
		}
		return "mapping", t
	case t.Kind() == reflect.String:
		return "word", nil
	case t.Kind() == reflect.Bool:
		return "true or false", nil
	}
	return "number", nil
}

func plural(form string) string {
	head, rest, _ := strings.Cut(form, " ")
	return strings.TrimSpace(head + "s " + rest)
}
