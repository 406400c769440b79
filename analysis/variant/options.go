package variant

import (
	"fmt"
	"slices"
	"strings"

	"assay/parser/record"
)

// OptionError is an unknown option or value.
type OptionError struct {
	Variant, Word string
	Known         []string
}

func (e *OptionError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("%s has no options, found %q", e.Variant, record.Clip(e.Word))
	}
	return fmt.Sprintf("%s has no option %q; known: %s", e.Variant, record.Clip(e.Word), strings.Join(e.Known, ", "))
}

// OptionWords splits options at blanks, commas and semicolons.
func OptionWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\t", r) })
}

// parseOptions returns a definition's options: the defaults, overridden by
// `key=value` words.
func parseOptions(d *Definition, text string) (map[string]string, error) {
	chosen := map[string]string{}
	for name, option := range d.Options.All() {
		chosen[name] = option.Default
	}
	for _, word := range OptionWords(text) {
		name, value, found := strings.Cut(word, "=")
		option, ok := d.Options.Get(name)
		if !found || !ok || !slices.Contains(option.Values, value) {
			return nil, &OptionError{Variant: d.ID, Word: word, Known: d.knownOptions()}
		}
		chosen[name] = value
	}
	return chosen, nil
}

// knownOptions returns the options with their values.
func (d *Definition) knownOptions() (known []string) {
	for name, option := range d.Options.All() {
		known = append(known, name+"="+strings.Join(option.Values, "|"))
	}
	return known
}

// OptionText returns every option with its value, in the definition's order:
// the canonical form of a record's Options line.
func (d *Definition) OptionText() string { return d.optionText(d.chosen) }

func (d *Definition) optionText(chosen map[string]string) string {
	words := make([]string, 0, d.Options.Len())
	for _, name := range d.Options.Keys {
		words = append(words, name+"="+chosen[name])
	}
	return strings.Join(words, " ")
}
