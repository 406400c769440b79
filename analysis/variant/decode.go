package variant

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"assay/analysis/spelling"
)

// decoder decodes a YAML tree into a Definition strictly: every unknown key and
// invalid value is a problem with its line. It continues after problems.
type decoder struct {
	file     string
	problems Problems
}

// MaxProblems bounds the reported problems of a definition.
const MaxProblems = 200

// full reports whether the bound is exceeded.
func (d *decoder) full() bool { return len(d.problems) > MaxProblems }

func (d *decoder) report(n *yaml.Node, format string, args ...any) {
	if d.full() {
		return
	}
	d.problems = append(d.problems, Problem{File: d.file, Line: n.Line, Message: fmt.Sprintf(format, args...)})
}

// nodeDecoder is a type that decodes its own node.
type nodeDecoder interface {
	decodeNode(d *decoder, n *yaml.Node)
}

var nodeType = reflect.TypeOf(yaml.Node{})

func (d *decoder) decode(n *yaml.Node, v reflect.Value) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if own, ok := v.Addr().Interface().(nodeDecoder); ok {
		own.decodeNode(d, n)
		return
	}
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(*n))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		d.decode(n, v.Elem())
	case reflect.Struct:
		d.structure(n, v)
	case reflect.Slice:
		d.sequence(n, v)
	case reflect.String:
		if d.scalar(n, "a word") {
			v.SetString(n.Value)
		}
	case reflect.Bool:
		if d.scalar(n, "true or false") {
			d.boolean(n, v)
		}
	default:
		if d.scalar(n, "a number") {
			d.number(n, v)
		}
	}
}

func (d *decoder) scalar(n *yaml.Node, expected string) bool {
	if n.Kind != yaml.ScalarNode {
		d.report(n, "expected %s, found a %s", expected, kindName(n))
		return false
	}
	return true
}

func (d *decoder) boolean(n *yaml.Node, v reflect.Value) {
	switch n.Value {
	case "true":
		v.SetBool(true)
	case "false":
		v.SetBool(false)
	default:
		d.report(n, "expected true or false, found %q", n.Value)
	}
}

func (d *decoder) number(n *yaml.Node, v reflect.Value) {
	digits := strings.ReplaceAll(n.Value, "_", "")
	i, err := strconv.ParseInt(digits, 10, 64)
	switch {
	case err != nil:
		d.report(n, "expected a number, found %q", n.Value)
		return
	case i < 0:
		d.report(n, "expected a number of at least 0, found %q", n.Value)
		return
	}
	if v.CanUint() {
		v.SetUint(uint64(i))
		return
	}
	v.SetInt(i)
}

func (d *decoder) sequence(n *yaml.Node, v reflect.Value) {
	items := n.Content
	if n.Kind != yaml.SequenceNode {
		items = []*yaml.Node{n} // a single item needs no list
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		d.decode(item, out.Index(i))
	}
	v.Set(out)
}

func (d *decoder) structure(n *yaml.Node, v reflect.Value) {
	if own, ok := v.Type().FieldByName("Line"); ok && own.Tag.Get("yaml") == "-" {
		v.FieldByIndex(own.Index).SetInt(int64(n.Line))
	}
	fields := fieldsByKey(v)
	d.mapping(n, func(key, value *yaml.Node) {
		field, known := fields[key.Value]
		switch {
		case !known:
			d.unknown(key, slices.Sorted(maps.Keys(fields)))
		case !d.empty(key, value):
			d.decode(value, field)
		}
	})
}

// mapping calls each for every pair of a mapping node, without duplicate keys:
// see [decoder.repeated].
func (d *decoder) mapping(n *yaml.Node, each func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		d.report(n, "expected keys with values, found a %s", kindName(n))
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		each(n.Content[i], n.Content[i+1])
	}
}

// repeated reports and removes duplicate keys of the tree's mappings. It needs
// a file's own tree, because merging hides duplicates.
func (d *decoder) repeated(n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		first, kept := map[string]int{}, n.Content[:0]
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if line, again := first[key.Value]; again {
				d.report(key, "duplicate key %q, already on line %d; remove one of them", key.Value, line)
				continue
			}
			first[key.Value] = key.Line
			kept = append(kept, key, n.Content[i+1])
		}
		n.Content = kept
	}
	for _, child := range n.Content {
		d.repeated(child)
	}
}

// empty reports a key without a value.
func (d *decoder) empty(key, value *yaml.Node) bool {
	if value.Tag != "!!null" {
		return false
	}
	d.report(key, "the key %q has no value; null only deletes a key of the extended variant, which has no such key",
		key.Value)
	return true
}

func (d *decoder) unknown(key *yaml.Node, known []string) {
	if d.full() {
		return
	}
	if near, ok := spelling.Nearest(key.Value, known); ok {
		d.report(key, "unknown key %q; %q was probably meant", key.Value, near)
		return
	}
	d.report(key, "unknown key %q; known: %s", key.Value, strings.Join(known, ", "))
}

// fieldsByKey returns the fields of a structure that keys of YAML name,
// including those of embedded structures.
func fieldsByKey(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for _, field := range reflect.VisibleFields(v.Type()) {
		if key := field.Tag.Get("yaml"); key != "" && key != "-" {
			fields[key] = v.FieldByIndex(field.Index)
		}
	}
	return fields
}

func kindName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "list"
	case yaml.MappingNode:
		return "mapping"
	case yaml.ScalarNode:
		return "single value"
	}
	return "document"
}

func (o *Ordered[T]) decodeNode(d *decoder, n *yaml.Node) {
	d.mapping(n, func(key, value *yaml.Node) {
		if d.empty(key, value) {
			return
		}
		var v T
		d.decode(value, reflect.ValueOf(&v).Elem())
		o.put(key.Value, v)
	})
}

// decodeNode decodes a region: First's squares, or both sides'.
func (r *Region) decodeNode(d *decoder, n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		d.structure(n, reflect.ValueOf(r).Elem())
		return
	}
	d.decode(n, reflect.ValueOf(&r.First).Elem())
}

// decodeNode decodes a movement, possibly in short form: its Betza text.
func (m *Movement) decodeNode(d *decoder, n *yaml.Node) {
	if n.Kind == yaml.ScalarNode {
		m.Line, m.Betza = n.Line, n.Value
	} else {
		d.structure(n, reflect.ValueOf(m).Elem())
	}
	parts, err := ParseBetza(m.Betza)
	if err != nil {
		d.report(n, "Betza notation: %v", err)
	}
	m.Components = parts
}

// decodeNode decodes a module's name and rule ID; the other keys are
// parameters.
func (m *Module) decodeNode(d *decoder, n *yaml.Node) {
	m.Line = n.Line
	m.Params = yaml.Node{Kind: yaml.MappingNode, Line: n.Line}
	d.mapping(n, func(key, value *yaml.Node) {
		switch key.Value {
		case "module":
			m.Name = value.Value
		case "rule":
			m.Rule = value.Value
		default:
			m.Params.Content = append(m.Params.Content, key, value)
		}
	})
	if m.Name == "" {
		d.report(n, "a rule needs the key `module`")
	}
}

// DecodeParams decodes a module's parameters into a struct with yaml tags, as
// strictly as the definition itself.
func (m *Module) DecodeParams(file string, into any) Problems {
	d := &decoder{file: file}
	d.structure(&m.Params, reflect.ValueOf(into).Elem())
	return d.problems
}
