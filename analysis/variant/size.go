package variant

import (
	"reflect"

	"go.yaml.in/yaml/v3"
)

// SizeOf returns the approximate size of a value in memory, with everything it
// points to except functions. It does not walk slices and arrays of plain
// values, which keeps it fast for large tables.
func SizeOf(v any) int64 {
	s := sizer{seen: map[uintptr]bool{}}
	value := reflect.ValueOf(v)
	return int64(value.Type().Size()) + s.targets(value)
}

// Size returns the approximate memory of a definition: its syntax tree, and the
// definition with default options.
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

// sizer adds up the targets of pointers, each once.
type sizer struct{ seen map[uintptr]bool }

// targets returns the size of what a value points to.
func (s *sizer) targets(v reflect.Value) (size int64) {
	switch v.Kind() {
	case reflect.String:
		return int64(v.Len())
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return int64(v.Elem().Type().Size()) + s.targets(v.Elem())
	case reflect.Pointer:
		if v.IsNil() || s.visited(v.Pointer()) {
			return 0
		}
		return int64(v.Elem().Type().Size()) + s.targets(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			size += s.targets(v.Field(i))
		}
	case reflect.Slice:
		if v.Cap() == 0 || s.visited(v.Pointer()) {
			return 0
		}
		size = int64(v.Cap()) * int64(v.Type().Elem().Size())
		fallthrough
	case reflect.Array:
		if pointerFree(v.Type().Elem()) {
			return size
		}
		for i := range v.Len() {
			size += s.targets(v.Index(i))
		}
	case reflect.Map:
		if v.IsNil() || s.visited(v.Pointer()) {
			return 0
		}
		size = 2 * int64(v.Len()) * int64(v.Type().Key().Size()+v.Type().Elem().Size())
		for i := v.MapRange(); i.Next(); {
			size += s.targets(i.Key()) + s.targets(i.Value())
		}
	}
	return size
}

// visited reports whether an address was counted before, and marks it as
// counted.
func (s *sizer) visited(at uintptr) bool {
	before := s.seen[at]
	s.seen[at] = true
	return before
}

// pointerFree reports whether values of a type contain no pointers.
func pointerFree(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Interface, reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan,
		reflect.UnsafePointer:
		return false
	case reflect.Array:
		return pointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
	}
	return true
}
