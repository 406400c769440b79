package variant

import (
	_ "embed"
	"errors"
	"slices"
	"strings"
)

//go:embed new.yaml
var newDefinition string

// New returns a commented definition with the given ID as a start. The error
// says what a valid ID is.
func New(id string) (string, error) {
	if !idForm.MatchString(id) {
		return "", errors.New(idDescription)
	}
	words := strings.Split(id, "-")
	var prefix string
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
		if letter := words[i][0]; letter >= 'A' && len(prefix) < 8 {
			prefix += string(letter)
		}
	}
	if len(prefix) < 2 || slices.ContainsFunc(SharedRulings(), func(g RulingGroup) bool {
		return slices.ContainsFunc(g.Rulings, func(r Ruling) bool { return strings.HasPrefix(r.Number, prefix+"-") })
	}) {
		prefix += "R"
	}
	return strings.NewReplacer("ID #", id+" #", "NAME", strings.Join(words, " "), "PREFIX", prefix).
		Replace(newDefinition), nil
}
