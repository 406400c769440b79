package variant

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// merge merges over into base: mappings key by key, all else replaced. A null
// in over deletes the key; if base lacks it, the null remains and is reported.
// Neither tree is changed.
func merge(base, over *yaml.Node) *yaml.Node {
	if base == nil || base.Kind != yaml.MappingNode || over.Kind != yaml.MappingNode {
		return over
	}
	out := *base
	out.Line = over.Line
	out.Content = append([]*yaml.Node(nil), base.Content...)
	for i := 0; i+1 < len(over.Content); i += 2 {
		key, value := over.Content[i], over.Content[i+1]
		at := keyIndex(&out, key.Value)
		switch {
		case value.Tag == "!!null" && at >= 0:
			out = *without(&out, key.Value)
		case at >= 0:
			out.Content[at] = key
			out.Content[at+1] = merge(out.Content[at+1], value)
		default:
			out.Content = append(out.Content, key, value)
		}
	}
	return &out
}

// without returns n without a key.
func without(n *yaml.Node, key string) *yaml.Node {
	at := keyIndex(n, key)
	if at < 0 {
		return n
	}
	out := *n
	out.Content = append(n.Content[:at:at], n.Content[at+2:]...)
	return &out
}

// withoutMaterial returns n without the material claim, which is never
// inherited.
func withoutMaterial(n *yaml.Node) *yaml.Node {
	at := keyIndex(n, "claims")
	if at < 0 {
		return n
	}
	out, claims := *n, *n.Content[at+1]
	claims.Content = slices.DeleteFunc(slices.Clone(claims.Content),
		func(claim *yaml.Node) bool { return stringAt(claim, "name") == "material" })
	out.Content = slices.Clone(n.Content)
	out.Content[at+1] = &claims
	return &out
}

// withoutLetters returns n without the pieces' letters in algebraic moves
// (san). They change how moves are written but no rule.
func withoutLetters(n *yaml.Node) *yaml.Node {
	at := keyIndex(n, "pieces")
	if at < 0 {
		return n
	}
	out, pieces := *n, *n.Content[at+1]
	pieces.Content = slices.Clone(pieces.Content)
	for i := 1; i < len(pieces.Content); i += 2 {
		pieces.Content[i] = without(pieces.Content[i], "san")
	}
	out.Content = slices.Clone(n.Content)
	out.Content[at+1] = &pieces
	return &out
}

func keyIndex(n *yaml.Node, key string) int {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return i
		}
	}
	return -1
}

// inherited returns a copy of n without line numbers, because they refer to
// another file.
func inherited(n *yaml.Node) *yaml.Node {
	out := *n
	out.Line = 0
	out.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		out.Content[i] = inherited(child)
	}
	return &out
}
