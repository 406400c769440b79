package define

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/analysis/variant/idiagram"
	"assay/analysis/variant/zrf"
	"assay/api/request"
)

// Converted is a definition converted from another program's file.
type Converted struct {
	ID     string
	Text   []byte   // in the form that was requested
	Losses []string // what that form cannot hold
}

// ConvertForm is a form of definitions.
type ConvertForm string

// The forms to which definitions are converted.
const (
	ConvertYAML    ConvertForm = "yaml"
	ConvertDiagram ConvertForm = "diagram"
	ConvertIni     ConvertForm = "ini"
)

// ConvertForms lists the forms.
func ConvertForms() []ConvertForm { return []ConvertForm{ConvertYAML, ConvertDiagram, ConvertIni} }

// ConvertVariants converts the variants of a file to a form: of a
// Fairy-Stockfish .ini file, of a Zillions rules file (.zrf), of Interactive
// Diagrams in a text or a page, or of a definition. A name that is no file is a
// variant's ID. The problems report, by line, what definitions cannot express.
// The error is the system's.
func ConvertVariants(path string, form ConvertForm) ([]Converted, variant.Problems, error) {
	registry := variant.Embedded()
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) && form != ConvertYAML {
		if id, ok := registry.Find(path); ok {
			d, err := registry.Definition(id, "")
			if err != nil {
				return nil, nil, err
			}
			return []Converted{converted(d, nil, form)}, nil, nil
		}
	}
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, variant.MaxDefinition+1))
	if err != nil {
		return nil, nil, err
	}
	if len(text) > variant.MaxDefinition {
		return nil, nil, &request.LimitError{What: "bytes for a file of definitions", Limit: variant.MaxDefinition}
	}
	sections, problems := readerOf(path, text).Read(filepath.Base(path), text)
	for i := range problems {
		problems[i].File = path
	}
	var out []Converted
	for _, m := range sections {
		d, err := registry.Check(path, m.YAML)
		if err == nil {
			_, err = rules.Compile(d)
		}
		if faults, ok := errors.AsType[variant.Problems](err); ok {
			problems = append(problems, m.Blame(path, faults)...)
			continue
		}
		out = append(out, converted(d, m.YAML, form))
	}
	_ = problems.Err() // sorts them
	return out, problems, nil
}

// readerOf returns the reader of a file, by its ending and content.
func readerOf(path string, text []byte) variant.Reader {
	switch ending := strings.ToLower(filepath.Ext(path)); {
	case ending == ".yaml" || ending == ".yml":
		return variant.Reader{Read: func(_ string, text []byte) ([]variant.Made, variant.Problems) {
			return []variant.Made{{YAML: text}}, nil
		}}
	case ending == ".zrf" || ending == ".prezrf":
		return zrf.Reader
	case ending != ".ini" && idiagram.Is(string(text)):
		return idiagram.Reader
	}
	return fairy.Reader
}

// converted returns a definition in a form.
func converted(d *variant.Definition, yaml []byte, form ConvertForm) Converted {
	c := Converted{ID: d.ID, Text: yaml}
	var text string
	switch form {
	case ConvertDiagram:
		text, c.Losses = idiagram.Write(d)
		c.Text = []byte(text)
	case ConvertIni:
		if text, c.Losses = fairy.Write(d); text == "" {
			c.Text = nil
			return c
		}
		c.Text, c.Losses = []byte(text), append(c.Losses, readBack(d, text)...)
	}
	c.Text = append(bytes.TrimRight(c.Text, "\n"), '\n')
	return c
}

// maxReadBack bounds the moves of a position whose replies are counted.
const maxReadBack = 150

// readBack reads a section that was written for a definition, and returns how
// its game differs.
func readBack(d *variant.Definition, text string) []string {
	games, refusals := fairy.Convert("variants.ini", text)
	if len(games) != 1 {
		var out []string
		for _, r := range refusals {
			out = append(out, fmt.Sprintf("line %d: %s", r.Line, r.Message))
		}
		return out
	}
	read, err := variant.Embedded().Without(d.ID).Check("variants.ini", games[0].YAML)
	if err != nil {
		return []string{err.Error()}
	}
	before, err := rules.Compile(d)
	if err != nil {
		return []string{err.Error()}
	}
	after, err := rules.Compile(read)
	if err != nil {
		return []string{err.Error()}
	}
	for depth := 1; depth <= 2; depth++ {
		was, is := before.Start().Perft(depth), after.Start().Perft(depth)
		if was != is {
			return []string{fmt.Sprintf("some moves; %d nodes at depth %d become %d", was, depth, is)}
		}
		if was > maxReadBack {
			break
		}
	}
	return nil
}
