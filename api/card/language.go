package card

import (
	"maps"
	"slices"
	"sync"

	"assay/analysis/rules"
	"assay/analysis/variant"
	"assay/api/diagram"
)

// Language describes the definition language: its keys and modules, with the
// words that values may be.
type Language struct {
	Mappings []LanguageMapping `json:"mappings"` // the first is the definition itself
	Modules  []LanguageModule  `json:"modules"`  // rule modules
}

// LanguageMapping is a mapping of a definition.
type LanguageMapping struct {
	Path string        `json:"path"` // keys that lead to it, joined by dots; "" for the definition itself
	Keys []LanguageKey `json:"keys"`
}

// LanguageKey is a key of a mapping.
type LanguageKey struct {
	Name  string   `json:"name"`
	Value string   `json:"value"` // form of the value: word, number, list of words …
	Says  string   `json:"says"`
	Words []string `json:"words,omitempty"` // all possible values, if they are enumerated
}

// LanguageModule is a rule module with its own keys.
type LanguageModule struct {
	Name string              `json:"name"`
	Says string              `json:"says"`
	Keys []LanguageParameter `json:"keys"`
}

// LanguageParameter is a key of a rule module.
type LanguageParameter struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// enumerated returns the possible values of enumerated keys, by path.
var enumerated = map[string]func() []string{
	"state":             func() []string { return variant.StateFields },
	"pieces.glyph":      diagram.Glyphs,
	"dress.set":         func() []string { return variant.DressSets },
	"dress.board":       func() []string { return variant.DressBoards },
	"dress.coordinates": func() []string { return variant.DressCoordinates },
	"rules.module": func() (names []string) {
		for _, k := range rules.ModuleKinds() {
			names = append(names, k.Name)
		}
		return names
	},
}

// TheLanguage returns the definition language.
var TheLanguage = sync.OnceValue(func() *Language {
	l := &Language{Modules: []LanguageModule{}}
	words := maps.Clone(enumerated)
	for _, m := range variant.Reference() {
		mapping := LanguageMapping{Path: m.Path, Keys: []LanguageKey{}}
		for _, k := range m.Keys {
			key, path := LanguageKey{Name: k.Name, Value: k.Form, Says: k.Says}, k.Name
			if m.Path != "" {
				path = m.Path + "." + k.Name
			}
			if list := words[path]; list != nil {
				key.Words = slices.Clone(list())
				delete(words, path)
			} else if k.Form == "true or false" {
				key.Words = []string{"true", "false"}
			}
			mapping.Keys = append(mapping.Keys, key)
		}
		l.Mappings = append(l.Mappings, mapping)
	}
	for path := range words {
		panic("no key " + path) // listed has a path that does not exist
	}
	for _, k := range rules.ModuleKinds() {
		module := LanguageModule{Name: k.Name, Says: k.Says, Keys: []LanguageParameter{}}
		for _, p := range k.Params {
			module.Keys = append(module.Keys, LanguageParameter{p.Key, p.Says})
		}
		l.Modules = append(l.Modules, module)
	}
	return l
})
