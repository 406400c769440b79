package variant

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// Header is what a list of variants says of one.
type Header struct {
	ID      string   `yaml:"id"`
	Name    string   `yaml:"name"`
	Aliases []string `yaml:"aliases"`
	Version string   `yaml:"version"`
	Summary string   `yaml:"summary"`
}

// Header returns what lists say of the definition.
func (d *Definition) Header() Header {
	return Header{ID: d.ID, Name: d.Name, Aliases: d.Aliases, Version: d.Version, Summary: d.Summary}
}

func (h *Header) names() []string { return append([]string{h.ID, h.Name}, h.Aliases...) }

// inherit fills in what a header has from the one of the definition that its
// own extends.
func (h *Header) inherit(base Header) {
	if h.Version == "" {
		h.Version = base.Version
	}
	if h.Summary == "" {
		h.Summary = base.Summary
	}
}

// headerKeys are the keys from which a header is read.
var headerKeys = map[string]bool{"id": true, "extends": true, "name": true, "aliases": true, "version": true, "summary": true}

// readHeader reads the header of a definition that is laid out as the built-in
// ones are, each key at the margin and its value on its line or indented behind,
// and the id of the one it extends. All else is passed over unread.
func readHeader(text string) (h Header, extends string, err error) {
	var head strings.Builder
	wanted := false
	for line := range strings.Lines(text) {
		if line[0] >= 'a' && line[0] <= 'z' {
			key, _, _ := strings.Cut(line, ":")
			wanted = headerKeys[key]
		}
		if wanted {
			head.WriteString(line)
		}
	}
	var read struct {
		Header  `yaml:",inline"`
		Extends string `yaml:"extends"`
	}
	err = yaml.Unmarshal([]byte(head.String()), &read)
	return read.Header, read.Extends, err
}
