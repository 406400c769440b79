// Package edit changes single values of a YAML text. Comments, order and style
// of everything else are kept.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Append is the last key of a path that appends to a list.
const Append = "-"

// maxPath bounds the length of a path.
const maxPath = 12

// ErrStyle means that a text is written in a way that cannot be edited here.
var ErrStyle = errors.New("this part of the text is written in a way that cannot be changed by clicks; edit the text")

// Set returns the text with the value at a path replaced or added. A path is a
// list of keys and, for lists, indexes from 0 or [Append]. Missing mappings are
// added. order lists the top-level keys in the order in which new ones are
// placed.
func Set(text []byte, path []string, value *yaml.Node, order []string) ([]byte, error) {
	return change(text, path, value, order)
}

// Remove returns the text without the entry at a path. Mappings and lists that
// become empty are removed too. A missing entry is no error.
func Remove(text []byte, path []string) ([]byte, error) {
	return change(text, path, nil, nil)
}

// change sets a value, or removes an entry if value is nil. It compares the
// result with the change of the parsed text.
func change(text []byte, path []string, value *yaml.Node, order []string) ([]byte, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if len(path) == 0 || len(path) > maxPath {
		return nil, fmt.Errorf("a path has 1 to %d keys", maxPath)
	}
	var want *yaml.Node
	if value == nil {
		path = d.emptied(path)
		if want = without(d.root, path); want == d.root {
			return text, nil
		}
		if len(path) == 0 {
			return nil, errors.New("a definition cannot be empty")
		}
	} else if want, err = with(d.root, path, value); err != nil {
		return nil, err
	}
	var p *patch
	if value == nil {
		p, err = d.remove(path)
	} else {
		p, err = d.set(path, value, order)
	}
	if err != nil {
		return nil, err
	}
	out := slices.Concat(text[:p.from], []byte(p.text), text[p.to:])
	if changed, err := parse(out); err != nil || !equal(changed.root, want) {
		return nil, ErrStyle
	}
	return out, nil
}

// patch replaces a part of a text.
type patch struct {
	from, to int
	text     string
}

// document is a parsed text with the offsets of its nodes.
type document struct {
	text  []byte
	lines []int // offsets of the lines
	root  *yaml.Node
}

func parse(text []byte) (*document, error) {
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil {
		return nil, fmt.Errorf("correct the YAML first: %w", err)
	}
	d := &document{text: text, lines: []int{0}}
	if len(n.Content) == 1 {
		d.root = n.Content[0]
	}
	if d.root == nil || d.root.Kind != yaml.MappingNode {
		return nil, errors.New("correct the YAML first: expected keys of a definition")
	}
	for i, c := range text {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	return d, nil
}

// offset returns the offset of a node. Its column counts characters.
func (d *document) offset(n *yaml.Node) (int, error) {
	if n.Line < 1 || n.Line > len(d.lines) || n.Anchor != "" || n.Kind == yaml.AliasNode {
		return 0, ErrStyle
	}
	at := d.lines[n.Line-1]
	for range n.Column - 1 {
		if at >= len(d.text) {
			return 0, ErrStyle
		}
		_, size := utf8.DecodeRune(d.text[at:])
		at += size
	}
	return at, nil
}

// end returns the offset after a node. indent is the indentation of its parent,
// which ends block scalars.
func (d *document) end(n *yaml.Node, indent int) (int, error) {
	at, err := d.offset(n)
	if err != nil {
		return 0, err
	}
	if n.Kind == yaml.ScalarNode {
		return d.scalarEnd(n, at, indent)
	}
	if n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		return 0, ErrStyle
	}
	flow := n.Style&yaml.FlowStyle != 0
	if flow {
		at++
	}
	if len(n.Content) > 0 {
		last := n.Content[len(n.Content)-1]
		if at, err = d.end(last, d.indentOf(n)); err != nil {
			return 0, err
		}
	}
	if !flow {
		return at, nil
	}
	if at = d.skip(at, ",:"); at < len(d.text) && (d.text[at] == ']' || d.text[at] == '}') {
		return at + 1, nil
	}
	return 0, ErrStyle
}

// skip returns the offset after blanks, comments and some other characters.
func (d *document) skip(at int, others string) int {
	for at < len(d.text) {
		c := d.text[at]
		switch {
		case c == '#' && (at == 0 || strings.IndexByte(" \t\n", d.text[at-1]) >= 0):
			at = d.lineEnd(at)
		case strings.IndexByte(" \t\r\n"+others, c) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}

// lineEnd returns the offset of the line break after at, or of the end.
func (d *document) lineEnd(at int) int {
	if i := bytes.IndexByte(d.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(d.text)
}

// lineStart returns the offset of the line of at.
func (d *document) lineStart(at int) int {
	return bytes.LastIndexByte(d.text[:at], '\n') + 1
}

// indentOf returns the indentation of the entries of a block collection.
func (d *document) indentOf(n *yaml.Node) int {
	if len(n.Content) == 0 {
		return max(0, n.Column-1)
	}
	if n.Kind == yaml.SequenceNode {
		at, err := d.offset(n.Content[0])
		if err != nil {
			return 0
		}
		if dash := bytes.LastIndexByte(d.text[:at], '-'); dash >= 0 {
			return dash - d.lineStart(dash)
		}
		return 0
	}
	return max(0, n.Content[0].Column-1)
}

func (d *document) scalarEnd(n *yaml.Node, at, indent int) (int, error) {
	rest := d.text[at:]
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == '"' {
				return at + i + 1, nil
			}
		}
	case n.Style&yaml.SingleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] == '\'' && i+1 < len(rest) && rest[i+1] == '\'' {
				i++
			} else if rest[i] == '\'' {
				return at + i + 1, nil
			}
		}
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return d.blockEnd(at, indent), nil
	case n.Style&yaml.TaggedStyle != 0:
	default:
		return d.plainEnd(n.Value, at)
	}
	return 0, ErrStyle
}

// blockEnd returns the end of the last line of a block scalar's text.
func (d *document) blockEnd(at, indent int) int {
	end := d.lineEnd(at)
	for next := end; next < len(d.text); {
		start := next + 1
		next = d.lineEnd(min(start, len(d.text)))
		line := d.text[min(start, len(d.text)):next]
		bare := bytes.TrimLeft(line, " ")
		if len(bytes.TrimSpace(bare)) == 0 {
			continue
		}
		if len(line)-len(bare) <= indent {
			break
		}
		end = next
	}
	return end
}

// plainEnd returns the end of an unquoted scalar. Its line breaks are folded.
func (d *document) plainEnd(value string, at int) (int, error) {
	for i := 0; i < len(value); {
		if at >= len(d.text) {
			return 0, ErrStyle
		}
		if c := value[i]; c == ' ' || c == '\n' {
			before := at
			for at < len(d.text) && strings.IndexByte(" \t\r\n", d.text[at]) >= 0 {
				at++
			}
			for i < len(value) && (value[i] == ' ' || value[i] == '\n') {
				i++
			}
			if at == before {
				return 0, ErrStyle
			}
			continue
		}
		if d.text[at] != value[i] {
			return 0, ErrStyle
		}
		at, i = at+1, i+1
	}
	return at, nil
}

// find returns the node at a path, with the nodes on the way from the root; the
// list is shorter than the path if the rest is missing.
func (d *document) find(path []string) []*yaml.Node {
	nodes := []*yaml.Node{d.root}
	for _, key := range path {
		n := nodes[len(nodes)-1]
		at := childIndex(n, key)
		if at < 0 {
			break
		}
		nodes = append(nodes, n.Content[at])
	}
	return nodes
}

// childIndex returns the index of a value in the content of a collection, -1
// for none.
func childIndex(n *yaml.Node, key string) int {
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				return i + 1
			}
		}
	case yaml.SequenceNode:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.Content) {
			return i
		}
	}
	return -1
}

func isFlow(nodes []*yaml.Node) bool {
	return slices.ContainsFunc(nodes,
		func(n *yaml.Node) bool { return n.Kind != yaml.ScalarNode && n.Style&yaml.FlowStyle != 0 })
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// set returns the patch that sets a value.
func (d *document) set(path []string, value *yaml.Node, order []string) (*patch, error) {
	nodes := d.find(path)
	known := len(nodes) - 1
	if known == len(path) {
		return d.replace(nodes, path, value)
	}
	parent := nodes[known]
	value = wrapped(path[known+1:], value)
	if isNull(parent) {
		return d.replace(nodes, path[:known], wrapped(path[known:known+1], value))
	}
	return d.insert(nodes, path[known], value, order)
}

// wrapped returns a value inside new collections.
func wrapped(path []string, value *yaml.Node) *yaml.Node {
	for _, key := range slices.Backward(path) {
		if key == Append || key == "0" {
			value = &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: []*yaml.Node{value}}
			continue
		}
		value = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: []*yaml.Node{Text(key), value}}
	}
	return value
}

// replace returns the patch of the value of the last of the nodes.
func (d *document) replace(nodes []*yaml.Node, path []string, value *yaml.Node) (*patch, error) {
	old, parent := nodes[len(nodes)-1], nodes[len(nodes)-2]
	flow := isFlow(nodes[:len(nodes)-1])
	indent := d.indentOf(parent)
	if parent.Kind == yaml.SequenceNode {
		from, to, err := d.span(old, indent)
		return &patch{from, to, rendered(value, flow)}, err
	}
	key := parent.Content[childIndex(parent, path[len(path)-1])-1]
	after, err := d.end(key, indent)
	if err != nil {
		return nil, err
	}
	colon := bytes.IndexByte(d.text[after:], ':')
	if colon < 0 {
		return nil, ErrStyle
	}
	after += colon + 1
	if isNull(old) && old.Value == "" {
		return &patch{after, after, " " + rendered(value, flow)}, nil
	}
	from, to, err := d.span(old, indent)
	if err != nil {
		return nil, err
	}
	between := string(d.text[after:from])
	if !strings.Contains(between, "\n") {
		return &patch{from, to, rendered(value, flow)}, nil
	}
	comment := strings.TrimSpace(strings.SplitN(between, "\n", 2)[0])
	if comment != "" {
		comment = " " + comment
	}
	if len(nodes) == 2 && isNested(value) {
		return &patch{after, to, comment + block(value)}, nil
	}
	return &patch{after, to, " " + rendered(value, flow) + comment}, nil
}

func (d *document) span(n *yaml.Node, indent int) (from, to int, err error) {
	if from, err = d.offset(n); err != nil {
		return 0, 0, err
	}
	to, err = d.end(n, indent)
	return from, to, err
}

// insert returns the patch that adds an entry to the last of the nodes.
func (d *document) insert(nodes []*yaml.Node, key string, value *yaml.Node, order []string) (*patch, error) {
	parent := nodes[len(nodes)-1]
	flow := isFlow(nodes)
	var entry string
	switch parent.Kind {
	case yaml.MappingNode:
		entry = rendered(Text(key), flow) + ":"
		if len(nodes) == 1 && isNested(value) {
			entry += block(value)
		} else {
			entry += " " + rendered(value, flow)
		}
	case yaml.SequenceNode:
		entry = rendered(value, flow)
	default:
		return nil, ErrStyle
	}
	if len(parent.Content) == 0 { // {} or []
		from, to, err := d.span(parent, 0)
		if err != nil {
			return nil, err
		}
		brackets := string(d.text[from:from+1]) + entry + string(d.text[to-1:to])
		return &patch{from, to, brackets}, nil
	}
	if flow {
		at, err := d.end(parent.Content[len(parent.Content)-1], d.indentOf(parent))
		return &patch{at, at, ", " + entry}, err
	}
	indent := d.indentOf(parent)
	prefix := strings.Repeat(" ", indent)
	if parent.Kind == yaml.SequenceNode {
		prefix += "- "
	}
	previous := parent.Content[len(parent.Content)-1]
	if len(nodes) == 1 {
		if previous = before(parent, key, order); previous == nil {
			at, err := d.offset(parent.Content[0])
			return &patch{at, at, prefix + entry + "\n"}, err
		}
	}
	at, err := d.end(previous, indent)
	if err != nil {
		return nil, err
	}
	at = d.lineEnd(at)
	return &patch{at, at, "\n" + prefix + entry}, nil
}

// before returns the value of the last key that precedes a new one in the
// order; nil for none.
func before(parent *yaml.Node, key string, order []string) *yaml.Node {
	place := slices.Index(order, key)
	if place < 0 {
		return parent.Content[len(parent.Content)-1]
	}
	var last *yaml.Node
	for i := 0; i+1 < len(parent.Content); i += 2 {
		if at := slices.Index(order, parent.Content[i].Value); at >= 0 && at < place {
			last = parent.Content[i+1]
		}
	}
	return last
}

// emptied returns the path of the outermost collection that has no entry except
// the one at a path.
func (d *document) emptied(path []string) []string {
	nodes := d.find(path)
	if len(nodes) <= len(path) {
		return path
	}
	for len(path) > 1 {
		parent, entries := nodes[len(path)-1], 1
		if parent.Kind == yaml.MappingNode {
			entries = 2
		}
		if len(parent.Content) > entries {
			break
		}
		path = path[:len(path)-1]
	}
	return path
}

// remove returns the patch that removes an entry.
func (d *document) remove(path []string) (*patch, error) {
	nodes := d.find(path)
	parent := nodes[len(path)-1]
	value := childIndex(parent, path[len(path)-1])
	first := value
	if parent.Kind == yaml.MappingNode {
		first--
	}
	indent := d.indentOf(parent)
	from, err := d.offset(parent.Content[first])
	if err != nil {
		return nil, err
	}
	to, err := d.end(parent.Content[value], indent)
	if err != nil {
		return nil, err
	}
	if parent.Style&yaml.FlowStyle != 0 {
		return d.removeFlow(parent, first, value, from, to, indent)
	}
	dash := parent.Kind == yaml.SequenceNode
	start := d.lineStart(from)
	if lead := strings.TrimSpace(string(d.text[start:from])); lead == "" || dash && lead == "-" {
		return &patch{start, min(len(d.text), d.lineEnd(to)+1), ""}, nil
	}
	if value+1 < len(parent.Content) { // after the dash of a list's entry
		next, err := d.offset(parent.Content[value+1])
		return &patch{from, next, ""}, err
	}
	return nil, ErrStyle
}

func (d *document) removeFlow(parent *yaml.Node, first, value, from, to, indent int) (*patch, error) {
	if value+1 < len(parent.Content) {
		next, err := d.offset(parent.Content[value+1])
		return &patch{from, next, ""}, err
	}
	if first > 0 {
		previous, err := d.end(parent.Content[first-1], indent)
		return &patch{previous, to, ""}, err
	}
	return &patch{from, to, ""}, nil
}
