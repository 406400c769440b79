package variant

import (
	"strconv"
	"strings"
)

// Header is a variant's entry in a list.
type Header struct {
	ID      string   `yaml:"id"`
	Name    string   `yaml:"name"`
	Aliases []string `yaml:"aliases"`
	Common  int      `yaml:"common"`
	Version string   `yaml:"version"`
	Summary string   `yaml:"summary"`
}

// Header returns the definition's entry in lists.
func (d *Definition) Header() Header {
	return Header{ID: d.ID, Name: d.Name, Aliases: d.Aliases, Common: d.Common, Version: d.Version, Summary: d.Summary}
}

func (h *Header) names() []string { return append([]string{h.ID, h.Name}, h.Aliases...) }

// readHeader returns the header of a built-in definition and the ID it extends.
// It expects each key at the margin, with its value on the same line or
// indented below. It does not parse YAML, so that a program with many variants
// starts quickly.
func readHeader(text string) (h Header, extends string) {
	var key string
	values := map[string][]string{}
	for line := range strings.Lines(text) {
		if line[0] >= 'a' && line[0] <= 'z' {
			key, line, _ = strings.Cut(line, ":")
		}
		values[key] = append(values[key], strings.TrimSpace(line))
	}
	common, _ := strconv.Atoi(scalarOf(values["common"]))
	h = Header{
		ID:      scalarOf(values["id"]),
		Name:    scalarOf(values["name"]),
		Aliases: listOf(values["aliases"]),
		Common:  common,
		Version: scalarOf(values["version"]),
		Summary: scalarOf(values["summary"]),
	}
	return h, scalarOf(values["extends"])
}

// scalarOf returns a plain or quoted value, or a block after >-.
func scalarOf(lines []string) string {
	if len(lines) > 0 && lines[0] == ">-" {
		lines = lines[1:]
	}
	return strings.Trim(strings.Join(lines, " "), `"`)
}

// listOf returns the items of a list in brackets or on lines.
func listOf(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	items := lines[1:]
	if lines[0] != "" {
		items = strings.Split(strings.Trim(strings.Join(lines, " "), "[]"), ", ")
	}
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = scalarOf([]string{strings.TrimPrefix(item, "- ")})
	}
	return out
}
