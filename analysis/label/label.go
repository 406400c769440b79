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
	// Check, if not nil, returns what is wrong with the query of a label.
	Check func(query string, r *rules.Rules) error
	// Report, if not nil, is called with what is wrong with files that were
	// added, and with their labels when the labels of a variant are first used.
	Report func(error)

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
// It reports invalid files and leaves them out.
func (b *Book) AddFolder(folder fs.FS) error {
	files, err := fs.ReadDir(folder, ".")
	if err != nil {
		return err
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".gz")
		if ext := path.Ext(name); f.IsDir() || ext != ".yaml" && ext != ".yml" {
			continue
		}
		text, err := Read(folder, f.Name())
		if err == nil {
			err = b.Add(f.Name(), text)
		}
		if err != nil {
			b.report(err)
		}
	}
	return nil
}

func (b *Book) report(err error) {
	if b.Report != nil {
		b.Report(err)
	}
}

// Files returns a file of each variant for which labels were added.
func (b *Book) Files() map[string]string {
	files := map[string]string{}
	for id, added := range b.entries {
		if len(added) > 0 {
			files[id] = added[0].file
		}
	}
	return files
}

// Read returns the text of a file, which is compressed if its name ends with
// .gz.
func Read(folder fs.FS, name string) ([]byte, error) {
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
		text, err := Read(names, "names/"+id+ext)
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
	Named   []Named          // in the order of their files
	byKey   map[uint64]Label // of the positions
	Skipped []*SkippedError
}

// SkippedError reports a label that does not fit the rules.
type SkippedError struct {
	File string
	Line int
	Name string
	Err  error
}

func (e *SkippedError) Error() string {
	return fmt.Sprintf("%s: line %d: %s: %v", e.File, e.Line, e.Name, e.Err)
}

// Named is a label with what it names: a position or a query.
type Named struct {
	Label
	Query string // "" for a position
	Key   uint64 // of the position
	words []string
}

// Of returns the labels of a variant by its rules. Labels that do not fit them,
// for example because of an option, are in Skipped, and added ones are
// reported once.
func (b *Book) Of(r *rules.Rules) *Set {
	d := r.Definition()
	key := d.ID + "\n" + d.Revision() + "\n" + d.OptionText()
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sets[key]; s != nil {
		return s
	}
	s := &Set{byKey: map[uint64]Label{}}
	var builtIn []entry
	if b.builtIn {
		builtIn = builtInEntries(d.ID)
	}
	for i, e := range slices.Concat(builtIn, b.entries[d.ID]) {
		n, err := b.fit(&e, r)
		if err != nil {
			s.Skipped = append(s.Skipped, &SkippedError{File: e.file, Line: e.line, Name: e.Name, Err: err})
			if i >= len(builtIn) {
				b.report(s.Skipped[len(s.Skipped)-1])
			}
			continue
		}
		if n.Query == "" {
			s.byKey[n.Key] = n.Label
		}
		s.Named = append(s.Named, n)
	}
	if len(s.Named)+len(s.Skipped) == 0 {
		return s // not cached: most drafts of definitions have none
	}
	if b.sets == nil {
		b.sets = map[string]*Set{}
	}
	b.sets[key] = s
	return s
}

// fit returns a label by the rules.
func (b *Book) fit(e *entry, r *rules.Rules) (n Named, err error) {
	n = Named{Label: e.Label, Query: e.Query, words: fold(e.Name)}
	switch {
	case n.Query == "":
		n.Key, err = e.key(r)
	case b.Check != nil:
		err = b.Check(n.Query, r)
	}
	return n, err
}

// key returns the key of the position.
func (e *entry) key(r *rules.Rules) (uint64, error) {
	p, err := r.Start(), error(nil)
	if e.Position != "" {
		p, err = r.ParsePlayed(e.Position)
	} else {
		err = analysis.PlayMoves(p, strings.Fields(e.Moves), notation.StyleNamed(""))
	}
	if err != nil {
		return 0, err
	}
	return p.Key(), nil
}

// At returns the label of a position, if it has one.
func (s *Set) At(p *rules.Position) (Label, bool) {
	l, ok := s.byKey[p.Key()]
	return l, ok
}

// Find returns the labels with all words of a text in their names. With begins,
// the last word is the beginning of one. The error is a [*SkippedError] if only
// skipped labels have the words.
func (s *Set) Find(text string, begins bool) (found []Named, err error) {
	words := fold(text)
	named := func(name []string) bool {
		for i, w := range words {
			if !slices.ContainsFunc(name, func(n string) bool {
				return n == w || begins && i == len(words)-1 && strings.HasPrefix(n, w)
			}) {
				return false
			}
		}
		return true
	}
	for _, n := range s.Named {
		if named(n.words) {
			found = append(found, n)
		}
	}
	for _, e := range s.Skipped {
		if len(found) == 0 && named(fold(e.Name)) {
			return nil, e
		}
	}
	return found, nil
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
