package variant

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"assay/analysis/spelling"
	"assay/parser/record"
	"assay/parser/word"
)

//go:embed definitions/*.yaml
var embedded embed.FS

// MaxDefinition bounds the size of a definition file in bytes.
const MaxDefinition = 1 << 20

// Registry finds definitions by ID, name and alias. It is immutable while in
// use.
type Registry struct {
	raw   map[string]*source
	names map[string]string // folded name → ID
}

// source is a definition as written. Built-in ones are parsed on first use,
// except for their header.
type source struct {
	file       string
	header     Header
	root       func() *yaml.Node
	base       func() *Definition // with default options
	rejected   bool               // invalid and not added
	duplicates Problems           // its duplicate keys
	made       Made
}

// ErrUnknown means that no variant has a name.
var ErrUnknown = errors.New("variant is not defined")

// Embedded returns a registry of the built-in definitions. It panics on use of
// an invalid one, which this package's tests rule out.
func Embedded() *Registry {
	r := builtIn()
	return &Registry{raw: maps.Clone(r.raw), names: maps.Clone(r.names)}
}

var builtIn = sync.OnceValue(func() *Registry {
	r := &Registry{raw: map[string]*source{}, names: map[string]string{}}
	files, err := fs.Glob(embedded, "definitions/*.yaml")
	if err != nil {
		panic(err)
	}
	parents := map[string]string{}
	for _, file := range files {
		text, err := embedded.ReadFile(file)
		if err != nil {
			panic(err)
		}
		src := &source{file: path.Base(file)}
		var extends string
		src.header, extends = readHeader(string(text))
		src.root = sync.OnceValue(func() *yaml.Node {
			root, err := parseRoot(src.file, text)
			if err != nil {
				panic(err)
			}
			return root
		})
		src.base = sync.OnceValue(func() *Definition {
			d, err := r.resolve(src, nil)
			if err != nil {
				panic(err)
			}
			return d
		})
		parents[src.header.ID] = extends
		r.raw[src.header.ID] = src
		if err := r.name(src); err != nil {
			panic(err)
		}
	}
	for id, src := range r.raw {
		for parent := parents[id]; parent != ""; parent = parents[parent] {
			h, base := &src.header, &r.raw[parent].header
			h.Version, h.Summary = cmp.Or(h.Version, base.Version), cmp.Or(h.Summary, base.Summary)
		}
	}
	return r
})

// AddDir adds every .yaml file of a folder, then the files of other readers.
// The error is [Problems] with all files; valid definitions are added anyway.
func (r *Registry) AddDir(fsys fs.FS, dir string, others ...Reader) error {
	b := batch{registry: r, pending: map[string]*source{}}
	own := Reader{Ending: ".y*ml", Read: func(_ string, text []byte) ([]Made, Problems) {
		return []Made{{YAML: text}}, nil
	}}
	for _, reader := range append([]Reader{own}, others...) {
		if err := b.read(reader, fsys, dir); err != nil {
			return err
		}
	}
	for _, src := range b.sources {
		if id := src.header.ID; r.raw[id] == nil && b.pending[id] == nil {
			b.pending[id] = src
		}
	}
	for _, src := range b.sources {
		b.add(src)
	}
	return b.problems.Err()
}

// With returns a registry with a further definition. If it is invalid, the
// error is [Problems], and With returns r.
func (r *Registry) With(file string, text []byte) (*Registry, error) {
	src, err := readSource(file, text)
	if err != nil {
		return r, err
	}
	out := &Registry{raw: maps.Clone(r.raw), names: maps.Clone(r.names)}
	b := batch{registry: out}
	if b.add(src); len(b.problems) > 0 {
		return r, b.problems.Err()
	}
	return out, nil
}

// Without returns a registry without a definition, so that another can replace
// it.
func (r *Registry) Without(id string) *Registry {
	out := &Registry{raw: maps.Clone(r.raw), names: maps.Clone(r.names)}
	delete(out.raw, id)
	maps.DeleteFunc(out.names, func(_, of string) bool { return of == id })
	return out
}

// readSource parses a definition up to the size limit.
func readSource(file string, text []byte) (*source, error) {
	if err := tooLarge(text); err != nil {
		return nil, Problems{{File: file, Message: err.Error()}}
	}
	return parseSource(file, text)
}

// batch contains definitions that are added together and may extend one
// another.
type batch struct {
	registry *Registry
	sources  []*source
	pending  map[string]*source // the first source of each new ID, until it is added
	problems Problems
}

// add adds a definition after the definitions that it extends. If it is
// invalid, the next definition may use its ID.
func (b *batch) add(src *source) {
	r, id := b.registry, src.header.ID
	if r.raw[id] == src || src.rejected {
		return
	}
	if first := b.pending[id]; first != nil && first != src {
		b.add(first)
	}
	delete(b.pending, id)
	if other, taken := r.raw[id]; taken {
		src.rejected = true
		b.problems = append(b.problems,
			src.made.Blame(src.file,
				Problems{{File: src.file, Message: fmt.Sprintf("the ID %q is taken by %s", id, other.file)}})...)
		return
	}
	if base := b.pending[stringAt(src.root(), "extends")]; base != nil {
		b.add(base)
	}
	r.raw[id] = src
	if err := r.register(src); err != nil {
		delete(r.raw, id)
		src.rejected = true
		b.problems = append(b.problems, src.made.Blame(src.file, asProblems(err))...)
	}
}

func readLimited(fsys fs.FS, file string) ([]byte, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxDefinition+1))
	return text, cmp.Or(err, tooLarge(text))
}

// tooLarge returns an error if a definition exceeds the limit.
func tooLarge(text []byte) error {
	if len(text) <= MaxDefinition {
		return nil
	}
	return fmt.Errorf("larger than the limit of %d bytes for a definition", MaxDefinition)
}

// register resolves a source with its default options and registers its names.
func (r *Registry) register(src *source) error {
	d, err := r.resolve(src, nil)
	if err != nil {
		return err
	}
	src.base = func() *Definition { return d }
	src.header = d.Header()
	return r.name(src)
}

// name registers the names of a source.
func (r *Registry) name(src *source) error {
	id, names := src.header.ID, src.header.names()
	for _, name := range names {
		if other, taken := r.names[fold(name)]; taken && other != id {
			return Problems{{File: src.file, Message: fmt.Sprintf("the name %q is taken by %s", name, other)}}
		}
	}
	for _, name := range names {
		r.names[fold(name)] = id
		r.names[name] = id // found without folding; no other name is folded to it
	}
	return nil
}

// Check checks a definition against the registry without adding it. The error
// is [Problems]. If the file could be decoded, Check also returns the
// definition, for further checks.
func (r *Registry) Check(file string, text []byte) (*Definition, error) {
	src, err := readSource(file, text)
	if err != nil {
		return nil, err
	}
	return r.resolve(src, nil)
}

// IDs returns the sorted IDs.
func (r *Registry) IDs() []string {
	return slices.Sorted(maps.Keys(r.raw))
}

// Plainest returns the IDs, each before its extensions, otherwise sorted.
func (r *Registry) Plainest() []string {
	depth := map[string]int{}
	for id, src := range r.raw {
		depth[id] = len(r.prefixes(src))
	}
	ids := r.IDs()
	slices.SortStableFunc(ids, func(a, b string) int { return depth[a] - depth[b] })
	return ids
}

// Tiers is the number of tiers of common variants. Records without a variant
// are compared with these.
const Tiers = 4

// Common returns the variants of a tier from 1 to [Tiers], each before those
// that extend it.
func (r *Registry) Common(tier int) []string {
	return slices.DeleteFunc(r.Plainest(), func(id string) bool { return r.raw[id].header.Common != tier })
}

// FreeCastling returns the common variant that differs from id only by castling
// from any files, "" if there is none.
func (r *Registry) FreeCastling(id string) string {
	for _, other := range r.IDs() {
		if r.raw[other].header.Common == 0 || stringAt(r.raw[other].root(), "extends") != id {
			continue
		}
		if castling := r.raw[other].base().Castling; castling != nil && castling.Free && castling.Usual == "" {
			return other
		}
	}
	return ""
}

// Headers returns the headers sorted by ID.
func (r *Registry) Headers() []Header {
	var out []Header
	for _, id := range r.IDs() {
		out = append(out, r.raw[id].header)
	}
	return out
}

// Find returns the ID of a variant by ID, name or alias. It ignores case, width
// and blanks (NL-1).
func (r *Registry) Find(name string) (string, bool) {
	if id, ok := r.names[name]; ok { // it needs no folding
		return id, true
	}
	key := fold(name)
	id, ok := r.names[key]
	if !ok {
		id, ok = r.findFree(key)
	}
	return id, ok
}

// freeCastling ends the names of variants with the starting positions of
// Chess960.
const freeCastling = "960"

// findFree returns the variant of a name such as Crazyhouse960: the variant
// before the 960, if it castles from any files.
func (r *Registry) findFree(key string) (string, bool) {
	name, ok := strings.CutSuffix(key, freeCastling)
	if !ok {
		return "", false
	}
	id, ok := r.names[strings.TrimRight(name, "-_")]
	if !ok {
		return "", false
	}
	if castling := r.raw[id].base().Castling; castling == nil || !castling.Free {
		return "", false
	}
	return id, true
}

// Unknown returns the error of an unknown name, which wraps ErrUnknown. It
// suggests the variant that was probably meant.
func (r *Registry) Unknown(name string) error {
	return fmt.Errorf("%w: %q%s", ErrUnknown, record.Clip(name), r.Meant(name))
}

// Meant returns the end of an error message about an unknown name: a
// suggestion, or "".
func (r *Registry) Meant(name string) string {
	var known []string
	for _, h := range r.Headers() {
		known = append(known, h.names()...)
	}
	if near, ok := spelling.Nearest(name, known); ok {
		return fmt.Sprintf("; %q was probably meant", near)
	}
	return ""
}

// Definition returns a variant by any name of [Registry.Find], with options as
// `key=value` words. The error wraps ErrUnknown or is an *OptionError.
func (r *Registry) Definition(name, options string) (*Definition, error) {
	id, ok := r.Find(name)
	if !ok {
		return nil, r.Unknown(name)
	}
	src := r.raw[id]
	base := src.base()
	chosen, err := parseOptions(base, options)
	if err != nil {
		return nil, err
	}
	if len(base.Overlays) == 0 {
		return base, nil
	}
	return r.resolve(src, chosen)
}

// Canonical returns the ID of a variant and the canonical form of its options,
// "" for the defaults. It fails like [Registry.Definition].
func (r *Registry) Canonical(name, options string) (id, canonical string, err error) {
	id, ok := r.Find(name)
	if !ok {
		return "", "", r.Unknown(name)
	}
	base := r.raw[id].base()
	chosen, err := parseOptions(base, options)
	if err != nil {
		return "", "", err
	}
	if canonical = base.optionText(chosen); len(base.Overlays) == 0 || canonical == base.OptionText() {
		canonical = ""
	}
	return id, canonical, nil
}

func parseSource(file string, text []byte) (*source, error) {
	root, err := parseRoot(file, text)
	if err != nil {
		return nil, err
	}
	d := &decoder{file: file}
	d.repeated(root)
	return &source{file: file, header: Header{ID: stringAt(root, "id")}, root: func() *yaml.Node { return root },
		duplicates: d.problems}, nil
}

// parseRoot parses a definition, which must be a mapping.
func parseRoot(file string, text []byte) (*yaml.Node, error) {
	var document, more yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(text))
	if err := documents.Decode(&document); err != nil && err != io.EOF {
		return nil, Problems{layoutProblem(file, string(text), err)}
	}
	if err := documents.Decode(&more); err == nil && len(more.Content) > 0 && more.Content[0].Tag != "!!null" {
		return nil, Problems{{File: file, Line: more.Content[0].Line,
			Message: "a file may contain only one definition; a second one starts here"}}
	} else if err != nil && err != io.EOF {
		return nil, Problems{layoutProblem(file, string(text), err)}
	}
	if len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return nil, Problems{{File: file,
			Message: "expected a mapping with the keys of a definition: id, name, board, pieces, start …"}}
	}
	if n := deep(document.Content[0], 0); n != nil {
		return nil, Problems{{File: file, Line: n.Line,
			Message: "nested too deep, or YAML aliases, which are not supported"}}
	}
	return document.Content[0], nil
}

// deep returns a node nested more than 12 levels, or an alias, which could grow
// without bound; nil for none. No definition needs either.
func deep(n *yaml.Node, level int) *yaml.Node {
	if level > 12 || n.Kind == yaml.AliasNode {
		return n
	}
	for _, child := range n.Content {
		if found := deep(child, level+1); found != nil {
			return found
		}
	}
	return nil
}

// resolve builds a definition. It merges the source with the definition that it
// extends and with the overlays of the chosen options, then decodes and checks
// the result.
func (r *Registry) resolve(src *source, chosen map[string]string) (*Definition, error) {
	root, err := r.inherit(src, 0)
	if err != nil {
		return nil, append(slices.Clone(src.duplicates), asProblems(err)...).Err()
	}
	prefixes := r.prefixes(src)
	plain, problems := decodeDefinition(src.file, root)
	plain.prefixes = prefixes
	problems = append(slices.Clone(src.duplicates), problems...)
	if len(problems) > 0 {
		return plain, append(problems, plain.check(src.file)...).Err()
	}
	if chosen == nil {
		chosen = map[string]string{}
		for name, option := range plain.Options.All() {
			chosen[name] = option.Default
		}
	}
	for _, overlay := range plain.Overlays {
		if overlay.applies(chosen) {
			root = merge(root, &overlay.Set)
		}
	}
	d, problems := decodeDefinition(src.file, root)
	d.chosen, d.digest, d.prefixes = chosen, digestOf(root, d.reread()), prefixes
	problems = append(problems, d.check(src.file)...)
	return d, problems.Err()
}

// prefixes returns the rule ID prefixes of a source and of what it extends.
func (r *Registry) prefixes(src *source) []string {
	var out []string
	for depth := 0; src != nil && depth <= maxExtends; depth++ {
		out = append(out, stringAt(src.root(), "rulings"))
		src = r.raw[stringAt(src.root(), "extends")]
	}
	return out
}

// maxExtends bounds a chain of extensions.
const maxExtends = 5

// notInherited lists the keys that are never inherited.
var notInherited = []string{"id", "name", "aliases", "common", "sources", "summary", "node-counts"}

func (r *Registry) inherit(src *source, depth int) (*yaml.Node, error) {
	over := src.root()
	parent := stringAt(over, "extends")
	if parent == "" {
		return over, nil
	}
	base, ok := r.raw[parent]
	if !ok || depth == maxExtends {
		return nil, Problems{{File: src.file, Line: over.Line,
			Message: fmt.Sprintf("extends %q, which is not defined or is invalid itself", parent)}}
	}
	root, err := r.inherit(base, depth+1)
	if err != nil {
		return nil, err
	}
	root = merge(withoutMaterial(inherited(root)), over)
	for _, key := range notInherited {
		if keyIndex(over, key) < 0 {
			root = without(root, key)
		}
	}
	return root, nil
}

func decodeDefinition(file string, root *yaml.Node) (*Definition, Problems) {
	dec := &decoder{file: file}
	d := &Definition{}
	dec.structure(root, reflect.ValueOf(d).Elem())
	d.Board.nameCells(d.Start)
	return d, dec.problems
}

func (o Overlay) applies(chosen map[string]string) bool {
	for _, name := range o.When.Keys {
		if value, _ := o.When.Get(name); chosen[name] != value {
			return false
		}
	}
	return true
}

func stringAt(n *yaml.Node, key string) string {
	if at := keyIndex(n, key); at >= 0 {
		return n.Content[at+1].Value
	}
	return ""
}

func asProblems(err error) Problems {
	if p, ok := errors.AsType[Problems](err); ok {
		return p
	}
	return Problems{{Message: err.Error()}}
}

// fold returns a name for comparison, without case, width and blanks.
func fold(name string) string {
	return word.Fold(strings.Join(strings.Fields(name), ""))
}
