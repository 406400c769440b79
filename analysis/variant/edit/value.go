package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Text returns a scalar with a text.
func Text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }

// Words returns a list of texts.
func Words(words []string) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
	for _, word := range words {
		list.Content = append(list.Content, Text(word))
	}
	return list
}

// Mapping returns a mapping of keys to values, given in turns.
func Mapping(entries ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Content: entries}
}

// FromJSON returns a JSON value in the order of its keys.
func FromJSON(text []byte) (*yaml.Node, error) {
	if !json.Valid(text) {
		return nil, errors.New("not a JSON value")
	}
	var n yaml.Node
	if err := yaml.Unmarshal(text, &n); err != nil || len(n.Content) != 1 {
		return nil, fmt.Errorf("a value that YAML cannot hold: %w", err)
	}
	value := n.Content[0]
	if tooDeep(value, maxPath) {
		return nil, fmt.Errorf("a value with more than %d levels", maxPath)
	}
	return value, nil
}

func tooDeep(n *yaml.Node, levels int) bool {
	return levels == 0 || slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return tooDeep(c, levels-1) })
}

// rendered returns a value on one line.
func rendered(n *yaml.Node, flow bool) string {
	switch n.Kind {
	case yaml.MappingNode:
		var parts []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			parts = append(parts, rendered(n.Content[i], true)+": "+rendered(n.Content[i+1], true))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case yaml.SequenceNode:
		var parts []string
		for _, item := range n.Content {
			parts = append(parts, rendered(item, true))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if n.ShortTag() != "!!str" {
		return n.Value
	}
	if isPlain(n.Value, flow) {
		return n.Value
	}
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	_ = e.Encode(n.Value) // a string has no error
	return strings.TrimSpace(quoted.String())
}

// isPlain reports whether a text needs no quotes.
func isPlain(s string, flow bool) bool {
	if s == "" || strings.ContainsAny(s, "\n\r\t\"'#&*!|>%@`") || strings.TrimSpace(s) != s {
		return false
	}
	line := "k: " + s
	if flow {
		line = "[{k: " + s + "}]"
	}
	var n yaml.Node
	if yaml.Unmarshal([]byte(line), &n) != nil || len(n.Content) != 1 {
		return false
	}
	at := n.Content[0]
	if flow {
		if at.Kind != yaml.SequenceNode || len(at.Content) != 1 {
			return false
		}
		at = at.Content[0]
	}
	return at.Kind == yaml.MappingNode && len(at.Content) == 2 && at.Content[0].Value == "k" &&
		at.Content[1].Kind == yaml.ScalarNode && at.Content[1].ShortTag() == "!!str" && at.Content[1].Value == s
}

// isNested reports whether a value is a collection of collections.
func isNested(n *yaml.Node) bool {
	return n.Kind != yaml.ScalarNode && slices.ContainsFunc(n.Content,
		func(c *yaml.Node) bool { return c.Kind != yaml.ScalarNode })
}

// block returns the entries of a top-level collection on lines of their own.
func block(n *yaml.Node) string {
	var out strings.Builder
	for i := 0; i < len(n.Content); i++ {
		if n.Kind == yaml.SequenceNode {
			out.WriteString("\n  - " + rendered(n.Content[i], false))
			continue
		}
		out.WriteString("\n  " + rendered(n.Content[i], false) + ": " + rendered(n.Content[i+1], false))
		i++
	}
	return out.String()
}

// with returns a tree with a value set at a path.
func with(n *yaml.Node, path []string, value *yaml.Node) (*yaml.Node, error) {
	if len(path) == 0 {
		return value, nil
	}
	if isNull(n) {
		return wrapped(path, value), nil
	}
	out := *n
	out.Content = slices.Clone(n.Content)
	at := childIndex(n, path[0])
	switch {
	case at >= 0:
		child, err := with(n.Content[at], path[1:], value)
		out.Content[at] = child
		return &out, err
	case n.Kind == yaml.MappingNode:
		out.Content = append(out.Content, Text(path[0]), wrapped(path[1:], value))
		return &out, nil
	case n.Kind == yaml.SequenceNode && (path[0] == Append || path[0] == strconv.Itoa(len(n.Content))):
		out.Content = append(out.Content, wrapped(path[1:], value))
		return &out, nil
	}
	return nil, fmt.Errorf("there is no place for %q in the text", path[0])
}

// without returns a tree without the entry at a path, or the same tree if there
// is none.
func without(n *yaml.Node, path []string) *yaml.Node {
	if len(path) == 0 {
		return nil
	}
	at := childIndex(n, path[0])
	if at < 0 {
		return n
	}
	out := *n
	out.Content = slices.Clone(n.Content)
	if len(path) > 1 {
		child := without(n.Content[at], path[1:])
		if child == n.Content[at] {
			return n
		}
		out.Content[at] = child
		return &out
	}
	first := at
	if n.Kind == yaml.MappingNode {
		first--
	}
	out.Content = slices.Delete(out.Content, first, at+1)
	return &out
}

// equal reports whether two trees have the same values. The order of the keys
// of a mapping does not matter.
func equal(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || len(a.Content) != len(b.Content) || a.ShortTag() != b.ShortTag() {
		return false
	}
	if a.Kind == yaml.ScalarNode {
		return a.Value == b.Value
	}
	if a.Kind != yaml.MappingNode {
		return slices.EqualFunc(a.Content, b.Content, equal)
	}
	for i := 0; i+1 < len(a.Content); i += 2 {
		at := childIndex(b, a.Content[i].Value)
		if at < 0 || childIndex(a, a.Content[i].Value) != i+1 || !equal(a.Content[i+1], b.Content[at]) {
			return false
		}
	}
	return true
}
