package define

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/analysis/variant/fairy"
	"assay/api/request"
)

// Converted is a definition converted from another program's file.
type Converted struct {
	ID   string
	YAML []byte
}

// ConvertVariants converts the variants of a Fairy-Stockfish .ini file. The
// problems report, by line, what cannot be expressed. The error is the
// system's.
func ConvertVariants(path string) ([]Converted, variant.Problems, error) {
	file, err := os.Open(path)
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
	sections, problems := fairy.Reader.Read(filepath.Base(path), text)
	for i := range problems {
		problems[i].File = path
	}
	registry := variant.Embedded()
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
		out = append(out, Converted{d.ID, m.YAML})
	}
	_ = problems.Err() // sorts them
	return out, problems, nil
}
