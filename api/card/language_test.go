package card

import (
	"slices"
	"strings"
	"testing"

	"assay/analysis/rules"
)

// TestLanguage compares the offered keys and words with the reference of the
// definition language.
func TestLanguage(t *testing.T) {
	var reference strings.Builder
	if err := rules.WriteReference(&reference); err != nil {
		t.Fatal(err)
	}
	l := TheLanguage()
	rows := 0
	for _, m := range l.Mappings {
		for _, k := range m.Keys {
			rows++
			if !strings.Contains(reference.String(), "| `"+k.Name+"` | "+k.Value+" | ") {
				t.Errorf("%s.%s is not in the reference as %s", m.Path, k.Name, k.Value)
			}
		}
	}
	for _, m := range l.Modules {
		if !strings.Contains(reference.String(), "### `"+m.Name+"`") {
			t.Errorf("module %s is not in the reference", m.Name)
		}
		rows += len(m.Keys)
	}
	if want := strings.Count(reference.String(), "\n| `"); rows != want {
		t.Errorf("%d keys, and the reference has %d", rows, want)
	}
	for _, row := range []struct{ path, key, word string }{
		{"pieces", "glyph", "completed-pawn"}, {"pieces", "royal", "true"}, {"rules", "module", "goal"},
		{"dress", "set", "kanji-one"}, {"", "state", "en-passant"}, {"board", "checkered", "false"},
	} {
		i := slices.IndexFunc(l.Mappings, func(m LanguageMapping) bool { return m.Path == row.path })
		j := slices.IndexFunc(l.Mappings[i].Keys, func(k LanguageKey) bool { return k.Name == row.key })
		if !slices.Contains(l.Mappings[i].Keys[j].Words, row.word) {
			t.Errorf("%s.%s is not offered %s: %v", row.path, row.key, row.word, l.Mappings[i].Keys[j].Words)
		}
	}
}
