package web

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"assay/api/laboratory"
	"assay/api/locale"
)

var update = flag.Bool("update", false, "add missing messages to the catalogues, with empty translations, and remove unused ones")

// pageMessages returns all messages of the pages, without repetitions, in the
// order of their files.
func pageMessages(t *testing.T) (messages []string) {
	found, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, locale.TemplateMessages(string(text))...)
	}
	messages = append(messages, locale.TemplateMessages(laboratory.Templates)...)
	messages = slices.Concat(messages, scriptMessages(), namedTexts(), locale.Sentences(), locale.CommandMessages())
	seen := map[string]bool{}
	return slices.DeleteFunc(messages, func(m string) bool {
		defer func() { seen[m] = true }()
		return seen[m]
	})
}

// TestCatalogues: each catalogue translates all messages and no others, keeps
// their values and elements, and has a form for each plural category.
func TestCatalogues(t *testing.T) {
	messages := pageMessages(t)
	for _, l := range locale.Languages {
		c := locale.Of(l.Tag)
		if c == nil {
			continue
		}
		if *update {
			updateCatalogue(t, l.Tag, messages)
			continue
		}
		categories := c.Categories()
		for _, m := range messages {
			translated, ok := c.Translations[m]
			if !ok || translated.Text == "" && translated.Forms == nil {
				t.Errorf("%s: no translation of %q; go test ./api/web -run TestCatalogues -update adds it", l.Tag, m)
				continue
			}
			texts := []string{translated.Text}
			if translated.Forms != nil {
				texts = nil
				for category, text := range translated.Forms {
					if !categories[category] {
						t.Errorf("%s: %q has a form for %s, which the language does not use", l.Tag, m, category)
					}
					texts = append(texts, text)
				}
				if len(texts) != len(categories) {
					t.Errorf("%s: %q has %d of %d plural forms", l.Tag, m, len(texts), len(categories))
				}
			}
			for _, text := range texts {
				if got, want := locale.Placeholders(text), locale.Placeholders(m); !slices.Equal(got, want) && translated.Forms == nil {
					t.Errorf("%s: %q has %v, its message %q has %v", l.Tag, text, got, m, want)
				}
				if strings.Contains(text, "{{") {
					t.Errorf("%s: %q contains a template's action", l.Tag, text)
				}
			}
		}
		for m := range c.Translations {
			if !slices.Contains(messages, m) {
				t.Errorf("%s: %q is no message of the pages; go test ./api/web -run TestCatalogues -update removes it", l.Tag, m)
			}
		}
	}
}

// updateCatalogue adds missing messages to a catalogue and removes unused ones.
func updateCatalogue(t *testing.T, tag string, messages []string) {
	var out bytes.Buffer
	for _, m := range messages {
		entry := map[string]any{m: ""}
		if translated := locale.Of(tag).Translations[m]; translated.Forms != nil {
			entry[m] = translated.Forms
		} else {
			entry[m] = translated.Text
		}
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		if err := encoder.Encode(entry); err != nil {
			t.Fatal(err)
		}
		encoder.Close()
	}
	text := strings.ReplaceAll(out.String(), "---\n", "")
	if err := os.WriteFile(path.Join("..", "locale", "catalogue", tag+".yaml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
