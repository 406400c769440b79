package locale

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed catalogue/*.yaml
var files embed.FS

// Language is a language of the pages.
type Language struct {
	Tag  string // BCP 47
	Name string // in the language itself
}

// English is the language in which the pages are written.
const English = "en"

// Languages are the languages of the pages, in the order of their menu.
var Languages = []Language{
	{English, "English"}, {"de", "Deutsch"}, {"es", "Español"}, {"fr", "Français"}, {"ja", "日本語"},
	{"ko", "한국어"}, {"ru", "Русский"}, {"th", "ไทย"}, {"zh-CN", "简体中文"}, {"zh-TW", "繁體中文"},
}

// matcher matches languages of a reader with [Languages], by index.
var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(Languages))
	for i, l := range Languages {
		tags[i] = language.MustParse(l.Tag)
	}
	return language.NewMatcher(tags)
})

// Choose returns the tag of the language for a reader: the chosen one if the
// pages have it, else the best match of an Accept-Language header, else
// English.
func Choose(chosen, accept string) string {
	for _, l := range Languages {
		if l.Tag == chosen {
			return chosen
		}
	}
	// What is malformed is no preference.
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(tags) == 0 {
		return English
	}
	_, i, confidence := matcher().Match(tags...)
	if confidence == language.No {
		return English
	}
	return Languages[i].Tag
}

// OfEnvironment returns the tag of the language for a program: of the first of
// the variables LC_ALL, LC_MESSAGES and LANG that is set, which has the form
// de_DE.UTF-8, else English.
func OfEnvironment(variable func(name string) string) string {
	name := cmp.Or(variable("LC_ALL"), variable("LC_MESSAGES"), variable("LANG"))
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "@")
	return Choose("", strings.ReplaceAll(name, "_", "-"))
}

// Translation is the translation of a message: one text, or one for each plural
// category of the language (CLDR: zero, one, two, few, many, other).
type Translation struct {
	Text  string
	Forms map[string]string
}

// UnmarshalYAML reads a text or a mapping by plural category.
func (t *Translation) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		return n.Decode(&t.Forms)
	}
	return n.Decode(&t.Text)
}

// MarshalJSON writes a text or an object by plural category.
func (t Translation) MarshalJSON() ([]byte, error) {
	if t.Forms != nil {
		return json.Marshal(t.Forms)
	}
	return json.Marshal(t.Text)
}

// Catalogue contains the translations of messages into a language. A nil one
// stands for English: it returns every message as it is.
type Catalogue struct {
	tag          language.Tag
	Translations map[string]Translation // by message
}

// catalogues returns the catalogues by tag, which are read when they are first
// needed.
var catalogues = func() map[string]func() *Catalogue {
	out := map[string]func() *Catalogue{}
	for _, l := range Languages {
		if l.Tag != English {
			out[l.Tag] = sync.OnceValue(func() *Catalogue { return read(l.Tag) })
		}
	}
	return out
}()

// read reads the catalogue of a language.
func read(tag string) *Catalogue {
	text, err := files.ReadFile("catalogue/" + tag + ".yaml")
	if err != nil {
		panic(err)
	}
	c := &Catalogue{tag: language.MustParse(tag)}
	if err := yaml.Unmarshal(text, &c.Translations); err != nil {
		panic(fmt.Errorf("catalogue/%s.yaml: %w", tag, err))
	}
	return c
}

// Of returns the catalogue of a language; nil for English and for a language
// that the pages do not have.
func Of(tag string) *Catalogue {
	if c, ok := catalogues[tag]; ok {
		return c()
	}
	return nil
}

// Text returns the translation of a message, or else the message.
func (c *Catalogue) Text(message string) string {
	if c == nil {
		return message
	}
	if t := c.Translations[message]; t.Text != "" {
		return t.Text
	}
	return message
}

// Format returns the translation of a message with its values {1}, {2}, …
func (c *Catalogue) Format(message string, values ...any) string {
	return insert(c.Text(message), func(n int) string { return fmt.Sprint(values[n-1]) })
}

// insert returns a text in which the marks {1} to {9} are replaced by values.
func insert(text string, value func(n int) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		switch {
		case !found:
			return b.String()
		case len(rest) > 1 && '1' <= rest[0] && rest[0] <= '9' && rest[1] == '}':
			b.WriteString(value(int(rest[0] - '0')))
			text = rest[2:]
		default:
			b.WriteByte('{')
			text = rest
		}
	}
}

// Count returns the translation of a message about n things, in the plural
// category of n. In English, and without a translation, one is the message for
// one thing and message that for all other numbers. Both name the number {1}.
func (c *Catalogue) Count(n int, one, message string) string {
	text := message
	if n == 1 {
		text = one
	}
	if c != nil {
		category := categories[matchPlural(c.tag, n)]
		switch t := c.Translations[message]; {
		case t.Forms[category] != "":
			text = t.Forms[category]
		case t.Forms["other"] != "":
			text = t.Forms["other"]
		case t.Text != "":
			text = t.Text
		}
	}
	return strings.ReplaceAll(text, "{1}", strconv.Itoa(n))
}

// matchPlural returns the plural category of a whole number.
func matchPlural(tag language.Tag, n int) plural.Form {
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)
}

// categories are the names of plural categories.
var categories = map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two",
	plural.Few: "few", plural.Many: "many", plural.Other: "other"}

// Categories returns the plural categories of whole numbers in the language.
func (c *Catalogue) Categories() map[string]bool {
	out := map[string]bool{}
	for n := range 201 {
		out[categories[matchPlural(c.tag, n)]] = true
	}
	return out
}

// Module returns the translations of messages as an ES module that exports them
// by message.
func (c *Catalogue) Module(messages []string) []byte {
	chosen := map[string]Translation{}
	for _, message := range messages {
		if t, ok := c.Translations[message]; ok {
			chosen[message] = t
		}
	}
	text, _ := json.Marshal(chosen) // strings
	return append(append([]byte("export default "), text...), ";\n"...)
}
