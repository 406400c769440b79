// Package label names positions of variants: openings, castles, strategies. A
// name belongs to a position, so every order of moves that reaches it has the
// same name.
package label

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"assay/analysis"
	"assay/analysis/notation"
	"assay/analysis/rules"
	"assay/parser/word"
)

// Limits of a file and of a name.
const (
	MaxFile = 8 << 20
	maxName = 200
)

// Label is a name with its code in a book, "" for none.
type Label struct {
	Name string `json:"name"`
	Code string `json:"code"`
}

// entry is a label as its file has it, with one of Position, Moves and Query.
type entry struct {
	Label
	Position string // FEN
	Moves    string // from the starting position, in any notation
	Query    string // met by the positions of this name

	file string
	line int
}

func wrong(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", n.Line, fmt.Sprintf(format, args...))
}

// UnmarshalYAML reads an entry strictly.
func (e *entry) UnmarshalYAML(n *yaml.Node) error {
	e.line = n.Line
	if n.Kind != yaml.MappingNode {
		return wrong(n, "expected name and position, moves or query")
	}
	keys := map[string]*string{"name": &e.Name, "code": &e.Code, "position": &e.Position, "moves": &e.Moves,
		"query": &e.Query}
	for i := 0; i+1 < len(n.Content); i += 2 {
		into := keys[n.Content[i].Value]
		if into == nil || n.Content[i+1].Kind != yaml.ScalarNode {
			return wrong(n.Content[i], "unknown key %q: expected name, code, position, moves or query",
				n.Content[i].Value)
		}
		*into = n.Content[i+1].Value
	}
	given := 0
	for _, text := range []string{e.Position, e.Moves, e.Query} {
		if text != "" {
			given++
		}
	}
	switch {
	case len(word.Split(e.Name)) == 0 || len(e.Name) > maxName:
		return wrong(n, "expected a name of up to %d bytes with a letter or digit", maxName)
	case given != 1:
		return wrong(n, "%s: expected one of position, moves and query", e.Name)
	}
	return nil
}

// Book has the labels of all variants. The zero value is empty; it is safe for
// concurrent use after the last call of Add.
type Book struct {
	entries map[string][]entry // by variant, without the built-in ones
	builtIn bool               // names is part of the book

	mu   sync.Mutex
	sets map[string]*Set // by variant, revision and options
}

// Add adds the labels of a file, which replace earlier ones of a position.
func (b *Book) Add(file string, text []byte) error {
	var f struct {
		Variant string  `yaml:"variant"`
		Source  string  `yaml:"source"` // of the names, for readers of the file
		Labels  []entry `yaml:"labels"`
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if f.Variant == "" {
		return fmt.Errorf("%s: variant is missing", file)
	}
	if b.entries == nil {
		b.entries = map[string][]entry{}
	}
	for i := range f.Labels {
		f.Labels[i].file = file
	}
	b.entries[f.Variant] = append(b.entries[f.Variant], f.Labels...)
	return nil
}

// AddFolder adds the files of a folder that end with .yaml, .yml or .yaml.gz.
// The error joins those of invalid files, which are left out.
func (b *Book) AddFolder(folder fs.FS) error {
	files, err := fs.ReadDir(folder, ".")
	errs := []error{err}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".gz")
		if ext := path.Ext(name); f.IsDir() || ext != ".yaml" && ext != ".yml" {
			continue
		}
		text, err := read(folder, f.Name())
		if err == nil {
			err = b.Add(f.Name(), text)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func read(folder fs.FS, name string) ([]byte, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	text, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err == nil && len(text) > MaxFile {
		err = fmt.Errorf("larger than %d bytes", MaxFile)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// names has a file for each variant with built-in labels, which is read when it
// is needed.
//
//go:embed names
var names embed.FS

// Embedded returns a book with the built-in labels.
func Embedded() *Book { return &Book{builtIn: true} }

// builtInEntries returns the built-in labels of a variant.
func builtInEntries(id string) []entry {
	b := new(Book)
	for _, ext := range []string{".yaml", ".yaml.gz"} {
		text, err := read(names, "names/"+id+ext)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = b.Add(id+ext, text)
		}
		if err != nil {
			panic(err)
		}
	}
	return b.entries[id]
}

// Set has the labels of a variant.
type Set struct {
	Named   []Named           // in the order of their files
	byKey   map[uint64]*Named // those with a position
	Skipped []error           // of labels that do not fit the rules
}

// Named is a label with what it names: a position or a query.
type Named struct {
	Label
	Position *rules.Position // nil for Query
	Query    string
	words    []string
}

// Of returns the labels of a variant by its rules. Labels that do not fit them,
// for example because of an option, are in Skipped.
func (b *Book) Of(r *rules.Rules) *Set {
	d := r.Definition()
	key := d.ID + "\n" + d.Revision() + "\n" + d.OptionText()
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sets[key]; s != nil {
		return s
	}
	s := &Set{byKey: map[uint64]*Named{}}
	all := b.entries[d.ID]
	if b.builtIn {
		all = append(builtInEntries(d.ID), all...)
	}
	for _, e := range all {
		n := &Named{Label: e.Label, Query: e.Query, words: fold(e.Name)}
		var err error
		if n.Query == "" {
			if n.Position, err = e.position(r); err != nil {
				s.Skipped = append(s.Skipped, fmt.Errorf("%s, line %d: %s: %w", e.file, e.line, e.Name, err))
				continue
			}
			s.byKey[n.Position.Key()] = n
		}
		s.Named = append(s.Named, *n)
	}
	if b.sets == nil {
		b.sets = map[string]*Set{}
	}
	b.sets[key] = s
	return s
}

func (e *entry) position(r *rules.Rules) (*rules.Position, error) {
	if e.Position != "" {
		return r.ParsePlayed(e.Position)
	}
	p := r.Start()
	return p, analysis.PlayMoves(p, strings.Fields(e.Moves), notation.StyleNamed(""))
}

// At returns the label of a position, if it has one.
func (s *Set) At(p *rules.Position) (Label, bool) {
	if n := s.byKey[p.Key()]; n != nil {
		return n.Label, true
	}
	return Label{}, false
}

// Find returns the labels with all words of a text in their names.
func (s *Set) Find(text string) (found []Named) {
	words := fold(text)
	for _, n := range s.Named {
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(n.words, w) }) {
			found = append(found, n)
		}
	}
	return found
}

// fold returns the words of a name in one spelling.
func fold(name string) []string {
	words := word.Split(name)
	for i, w := range words {
		if w == "defence" {
			words[i] = "defense"
		}
	}
	return words
}
