package variant

import (
	"reflect"

	"go.yaml.in/yaml/v3"
)

// SizeOf returns about how many bytes of memory a value holds, with all that
// it points to. It does not follow functions. Slices and arrays of plain values
// are not walked, so that it is quick on large tables.
func SizeOf(v any) int64 {
	s := sizer{seen: map[uintptr]bool{}}
	value := reflect.ValueOf(v)
	return int64(value.Type().Size()) + s.behind(value)
}

// Size returns about how many bytes a registry holds for one definition of its
// own: the text as it was parsed, and the definition with its default options.
func (r *Registry) Size(id string) int64 {
	src := r.raw[id]
	if src == nil {
		return 0
	}
	return sizeOfNode(src.root()) + SizeOf(src.base())
}

func sizeOfNode(n *yaml.Node) int64 {
	size := int64(reflect.TypeFor[yaml.Node]().Size()) + 8*int64(cap(n.Content)) +
		int64(len(n.Value)+len(n.HeadComment)+len(n.LineComment)+len(n.FootComment))
	for _, child := range n.Content {
		size += sizeOfNode(child)
	}
	return size
}

// sizer adds up what values point to, each target once.
type sizer struct{ seen map[uintptr]bool }

// behind returns the bytes that a value points to.
func (s *sizer) behind(v reflect.Value) (size int64) {
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + s.behind(v.Elem())
	case reflect.Pointer:
		if v.IsNil() || s.known(v.Pointer()) {
			return 0
		}
		return int64(v.Elem().Type().Size()) + s.behind(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			size += s.behind(v.Field(i))
		}
	case reflect.Slice:
		if v.Cap() == 0 || s.known(v.Pointer()) {
			return 0
		}
		size = int64(v.Cap()) * int64(v.Type().Elem().Size())
		fallthrough
	case reflect.Array:
		if plain(v.Type().Elem()) {
			return size
		}
		for i := range v.Len() {
			size += s.behind(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() || s.known(v.Pointer()) {
			return 0
		}
		size = 2 * int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size())
		for i := v.MapRange(); i.Next(); {
			size += s.behind(i.Key()) + s.behind(i.Value())
		}
	}
	return size
}

// known reports whether an address was counted before, and notes it.
func (s *sizer) known(at uintptr) bool {
	before := s.seen[at]
	s.seen[at] = true
	return before
}

// plain reports whether values of a type point to nothing.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
