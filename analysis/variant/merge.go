package variant

import "go.yaml.in/yaml/v3"

// merge lays over on base: mappings key by key, everything else replaced. A
// null in over takes the key away. Neither tree is changed.
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
			out.Content = append(out.Content[:at:at], out.Content[at+2:]...)
		case at >= 0:
			out.Content[at] = key
			out.Content[at+1] = merge(out.Content[at+1], value)
		case value.Tag != "!!null":
			out.Content = append(out.Content, key, value)
		}
	}
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

// inherited returns a copy of n without lines, for what comes from another
// file than the one being read.
func inherited(n *yaml.Node) *yaml.Node {
	out := *n
	out.Line = 0
	out.Content = make([]*yaml.Node, len(n.Content))
	for i, child := range n.Content {
		out.Content[i] = inherited(child)
	}
	return &out
}
