package web

import (
	"bytes"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"assay/api/laboratory"
	"assay/api/locale"
	records "assay/parser"
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
	messages = slices.Concat(messages, scriptMessages(), namedTexts(), locale.Sentences(), commandMessages(t))
	seen := map[string]bool{}
	return slices.DeleteFunc(messages, func(m string) bool {
		defer func() { seen[m] = true }()
		return seen[m]
	})
}

// formats are the functions of the command line that print a message, and the
// place of its format among their arguments.
var formats = map[string]int{"usage": 1, "misuse": 1, "refuse": 1, "wants": 3, "note": 0, "print": 0, "tell": 1}

// commandMessages returns the messages that the command line prints: formats
// with words, marked texts, and counts.
func commandMessages(t *testing.T) (messages []string) {
	names, err := filepath.Glob("../../cmd/assay/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal(len(names), err)
	}
	words := regexp.MustCompile(`[A-Za-z]{2}`)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := constant(n); ok {
				if strings.Contains(text, "{1}") {
					messages = append(messages, text)
				}
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			called := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			if at, ok := formats[called]; ok && at < len(call.Args) {
				if text, ok := constant(call.Args[at]); ok && words.MatchString(locale.Message(text)) {
					messages = append(messages, locale.Message(text))
				}
			}
			if called == "Count" && len(call.Args) == 3 { // the singular is a form of the plural
				text, _ := constant(call.Args[2])
				messages = append(messages, text)
				return false
			}
			for _, argument := range call.Args {
				text, ok := constant(argument)
				switch {
				case ok && called == "Text" && text != "":
					messages = append(messages, text)
				case ok && called == "Count" && !strings.Contains(text, "{1}"):
					_, noun, _ := strings.Cut(records.Count(0, text), " ")
					messages = append(messages, "{1} "+noun)
				}
			}
			return true
		})
	}
	return messages
}

// constant returns the text of a string in the source, which may be joined
// from several.
func constant(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(n.Value)
		return text, err == nil && n.Kind == token.STRING
	case *ast.BinaryExpr:
		left, first := constant(n.X)
		right, second := constant(n.Y)
		return left + right, first && second
	}
	return "", false
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
