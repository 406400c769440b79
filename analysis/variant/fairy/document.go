package fairy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/parser/scan"
)

// document writes a definition as YAML.
type document struct {
	text    strings.Builder
	regions []namedRegion
	cited   []string // keys cited as rule IDs
}

// namedRegion is a region with both sides' squares.
type namedRegion struct {
	name  string
	sides [2]squares
}

// line writes a line.
func (d *document) line(format string, args ...any) {
	fmt.Fprintf(&d.text, format+"\n", args...)
}

// named returns the name of a region, which is added once.
func (d *document) named(name string, sides [2]squares) string {
	for _, known := range d.regions {
		if known.sides == sides {
			return known.name
		}
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(d.regions, func(known namedRegion) bool { return known.name == name })
	}
	unique := name
	for i := 2; taken(unique); i++ {
		unique = fmt.Sprintf("%s-%d", name, i)
	}
	d.regions = append(d.regions, namedRegion{unique, sides})
	return unique
}

// rule returns the rule ID of a key.
func (d *document) rule(key string) string {
	if !slices.Contains(d.cited, key) {
		d.cited = append(d.cited, key)
	}
	return "FS-" + key
}

// says returns the YAML value of a region.
func (r namedRegion) says(files, ranks int) string {
	first := list(r.sides[0].words(files, ranks))
	if r.sides[1] == r.sides[0].reflected(ranks) {
		return first
	}
	return fmt.Sprintf("{first: %s, second: %s}", first, list(r.sides[1].words(files, ranks)))
}

var plain = scan.NewPattern(`^[A-Za-z+][A-Za-z0-9 +~-]*$|^[0-9]+$`)

// word returns a YAML scalar, quoted if necessary.
func word(text string) string {
	if plain.MatchString(text) && strings.TrimSpace(text) == text &&
		!slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off"}, strings.ToLower(text)) {
		return text
	}
	return strconv.Quote(text)
}

// list returns a YAML list.
func list(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = word(w)
	}
	return "[" + strings.Join(out, ", ") + "]"
}
