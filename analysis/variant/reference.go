package variant

import (
	"reflect"
	"strings"
)

// Mapping is a part of a definition as the reference of the definition
// language lists it.
type Mapping struct {
	Path string // the keys that lead to it, "" for the definition itself
	Keys []Key
}

// Key is a key of a mapping.
type Key struct {
	Name string
	Form string // of its value: word, number, list of words …
	Says string
}

// Reference is every mapping of a definition, from the outermost on. The
// parameters of special rules are those of their modules.
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

// formOf words the values of a type, and gives the mapping inside them that
// has keys of its own.
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
