package variant

import "go.yaml.in/yaml/v3"

// Outline is what a text says, as far as it can be read, valid or not.
type Outline struct {
	Definition *Definition // decoded as far as possible
	Own        *yaml.Node  // as written
	Root       *yaml.Node  // with what it inherits
}

// Outline reads a definition without requiring that it is valid. If the
// definition that it extends is unknown, nothing is inherited. The error is
// [Problems] if the text is not a YAML mapping.
func (r *Registry) Outline(file string, text []byte) (*Outline, error) {
	src, err := readSource(file, text)
	if err != nil {
		return nil, err
	}
	o := &Outline{Own: src.root(), Root: src.root()}
	if root, err := r.inherit(src, 0); err == nil {
		o.Root = root
	}
	o.Definition, _ = decodeDefinition(file, o.Root)
	return o, nil
}

// Child returns the value of a key of a mapping, nil for none.
func Child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	if at := keyIndex(n, key); at >= 0 {
		return n.Content[at+1]
	}
	return nil
}
