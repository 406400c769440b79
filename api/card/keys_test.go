package card

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/fixtures/definitions"
)

// silent lists keys that a card need not show, because they change no rule: how
// pieces are drawn, read and valued, and which rule an error cites.
var silent = map[string]string{
	"pieces.glyph": "drawing", "pieces.label": "Game Courier", "pieces.also": "reading", "pieces.value": "evaluation", "pieces.san": "notation",
	"hand.rows": "drawing", "hand.text": "position texts", "pieces.limit-rule": "citation", "promotion.into-rule": "citation",
	"drops.promoted-rule": "citation", "drops.promotes-rule": "citation", "drops.occupied-rule": "citation", "pocket.apart-rule": "citation",
}

// enough is the number of tried values that must change a card.
const enough = 1

// ruleMapping is a mapping of a definition with keys of rules: its kind, such
// as drops.forbid, and its node.
type ruleMapping struct {
	kind string
	node *yaml.Node
}

// ruleKinds lists the mappings of a definition that contain rules, by path.
var ruleKinds = []string{"pieces", "pieces.moves", "promotion", "hand", "drops", "drops.forbid", "pocket", "castling", "gating", "array", "rules", "claims", "claims.chase"}

func at(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n != nil && n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// mappings returns the node itself, or the mappings that it lists or names.
func mappings(n *yaml.Node, named bool) []*yaml.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.MappingNode && !named:
		return []*yaml.Node{n}
	case n.Kind == yaml.MappingNode:
		var out []*yaml.Node
		for i := 1; i < len(n.Content); i += 2 {
			if n.Content[i].Kind == yaml.MappingNode {
				out = append(out, n.Content[i])
			}
		}
		return out
	}
	var out []*yaml.Node
	for _, child := range n.Content {
		if child.Kind == yaml.MappingNode {
			out = append(out, child)
		}
	}
	return out
}

// ruleMappings returns the mappings of a definition that contain rules.
func ruleMappings(root *yaml.Node) (out []ruleMapping) {
	for _, kind := range ruleKinds {
		key, inner, _ := strings.Cut(kind, ".")
		for _, n := range mappings(at(root, key), key == "pieces") {
			switch {
			case inner != "":
				for _, deeper := range mappings(at(n, inner), false) {
					out = append(out, ruleMapping{kind, deeper})
				}
			case kind == "rules":
				out = append(out, ruleMapping{"rules." + at(n, "module").Value, n})
			default:
				out = append(out, ruleMapping{kind, n})
			}
		}
	}
	return out
}

// cardText returns the rule card of a definition, or "" if it is invalid.
func cardText(registry *variant.Registry, root *yaml.Node) string {
	written, err := yaml.Marshal(root)
	if err != nil {
		return ""
	}
	d, err := registry.Check("mutant", written)
	if err != nil {
		return ""
	}
	r, err := rules.Compile(d)
	if err != nil {
		return ""
	}
	c, err := New(r)
	if err != nil {
		return ""
	}
	var out bytes.Buffer
	if err := c.WriteText(&out); err != nil {
		return ""
	}
	return out.String()
}

// TestCardsReadKeys changes each rule key of the built-in definitions and of
// those of tests. Each
// change must change the card.
func TestCardsReadKeys(t *testing.T) {
	var files []string
	for _, folder := range []string{"analysis/variant", "fixtures"} {
		found, err := filepath.Glob("../../" + folder + "/definitions/*.yaml")
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(found), err)
		}
		files = append(files, found...)
	}
	keys, said := map[string][]string{}, map[string]string{}
	for _, m := range variant.Reference() {
		for _, k := range m.Keys {
			if slices.Contains(ruleKinds, m.Path) && m.Path != "rules" {
				keys[m.Path], said[m.Path+"."+k.Name] = append(keys[m.Path], k.Name), k.Says
			}
		}
	}
	for _, m := range rules.ModuleKinds() {
		kind := "rules." + m.Name
		for _, p := range m.Params {
			keys[kind], said[kind+"."+p.Key] = append(keys[kind], p.Key), p.Says
		}
	}
	var roots []*yaml.Node
	pool := map[string][]*yaml.Node{} // values of each key
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var document yaml.Node
		if err := yaml.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		root := document.Content[0]
		roots = append(roots, root)
		for _, p := range ruleMappings(root) {
			for i := 0; i+1 < len(p.node.Content); i += 2 {
				name := p.kind + "." + p.node.Content[i].Value
				if !slices.ContainsFunc(pool[name], func(n *yaml.Node) bool { return fmt.Sprint(flat(n)) == fmt.Sprint(flat(p.node.Content[i+1])) }) {
					pool[name] = append(pool[name], p.node.Content[i+1])
				}
			}
		}
	}
	registry := definitions.Registry()
	type tally struct {
		changed, same, tried int
		example              string
	}
	found := map[string]*tally{}
	for i := range 2 * len(roots) { // first the keys that a definition has, then the others
		root, present := roots[i%len(roots)], i < len(roots)
		d, err := registry.Definition(at(root, "id").Value, "")
		if err != nil {
			t.Fatal(err)
		}
		base := ""
		for _, p := range ruleMappings(root) {
			for _, key := range keys[p.kind] {
				name := p.kind + "." + key
				one := found[name]
				if one == nil {
					one = &tally{}
					found[name] = one
				}
				if present != (at(p.node, key) != nil) || one.changed >= enough || one.tried > 300 || silent[name] != "" {
					continue
				}
				if base == "" {
					base = cardText(registry, root)
				}
				before := slices.Clone(p.node.Content)
				for _, value := range values(d, at(p.node, key), pool[name], said[name]) {
					if one.changed >= enough {
						break
					}
					one.tried++
					p.node.Content = with(before, key, value)
					text := cardText(registry, root)
					switch {
					case text == "":
					case text != base:
						one.changed++
					default:
						one.same++
						if one.example == "" {
							one.example = fmt.Sprint(at(root, "id").Value, ": ", flat(&yaml.Node{Content: before}), " -> ", key, flat(value))
						}
					}
				}
				p.node.Content = before
			}
		}
	}
	for kind, names := range keys {
		for _, key := range names {
			name := kind + "." + key
			if one := found[name]; silent[name] == "" && (one == nil || one.changed == 0) {
				t.Errorf("%s changes no card: %+v", name, one)
			}
		}
	}
}

// with returns the content of a mapping with a key's value replaced or removed.
func with(content []*yaml.Node, key string, value *yaml.Node) []*yaml.Node {
	out := slices.Clone(content)
	for i := 0; i+1 < len(out); i += 2 {
		if out[i].Value == key {
			if value.Tag == "!!null" {
				return slices.Delete(out, i, i+2)
			}
			out[i+1] = value
			return out
		}
	}
	return append(out, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
}

var wordOfKey = regexp.MustCompile(`[a-z][a-z-]+`)

// values returns alternative values of a key.
func values(d *variant.Definition, now *yaml.Node, pool []*yaml.Node, says string) (out []*yaml.Node) {
	scalar := func(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }
	all := slices.Clone(pool)
	for i, word := range wordOfKey.FindAllString(says, -1) {
		if i < 12 {
			all = append(all, scalar(word))
		}
	}
	for _, word := range []string{"3", "2", "X-1", "higher", "lower"} {
		all = append(all, scalar(word))
	}
	for i, word := range slices.Concat(d.Pieces.Keys, d.Regions.Keys) {
		if i < 3 || i >= d.Pieces.Len() && i < d.Pieces.Len()+3 {
			all = append(all, scalar(word))
		}
	}
	if now != nil {
		all = append(all, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null"})
		if now.Kind == yaml.SequenceNode && len(now.Content) > 1 {
			turned := slices.Clone(now.Content)
			slices.Reverse(turned)
			all = append(all, &yaml.Node{Kind: now.Kind, Content: turned})
		}
		if len(now.Content) > 2 {
			all = append(all, &yaml.Node{Kind: now.Kind, Content: now.Content[:len(now.Content)-2]})
		}
	}
	for _, value := range all {
		if now == nil && value.Tag == "!!null" || now != nil && fmt.Sprint(flat(now)) == fmt.Sprint(flat(value)) || value.Value == "false" {
			continue
		}
		out = append(out, value)
	}
	return out
}

// flat returns the words of a node.
func flat(n *yaml.Node) []string {
	out := []string{n.Value}
	for _, child := range n.Content {
		out = append(out, flat(child)...)
	}
	return out
}
