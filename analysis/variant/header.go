package variant

import (
	"strconv"
	"strings"
)

// Header is what a list of variants says of one.
type Header struct {
	ID      string   `yaml:"id"`
	Name    string   `yaml:"name"`
	Aliases []string `yaml:"aliases"`
	Common  int      `yaml:"common"`
	Version string   `yaml:"version"`
	Summary string   `yaml:"summary"`
}

// Header returns what lists say of the definition.
func (d *Definition) Header() Header {
	return Header{ID: d.ID, Name: d.Name, Aliases: d.Aliases, Common: d.Common, Version: d.Version, Summary: d.Summary}
}

func (h *Header) names() []string { return append([]string{h.ID, h.Name}, h.Aliases...) }

// readHeader reads the header of a definition that is laid out as the built-in
// ones are, each key at the margin and its value on its line or indented
// behind, and the id of the one it extends. All else is passed over, and no
// YAML is read, so that a program which has many games starts as quickly as one
// that has few.
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

// scalarOf is a value in quotes or plain, or several lines behind >-.
func scalarOf(lines []string) string {
	if len(lines) > 0 && lines[0] == ">-" {
		lines = lines[1:]
	}
	return strings.Trim(strings.Join(lines, " "), `"`)
}

// listOf is a value in brackets, or with an item a line.
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
