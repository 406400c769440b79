package locale

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"go.yaml.in/yaml/v3"

	"assay/parser/scan"
)

//go:embed sentences.yaml
var sentencesFile []byte

// Sentences returns the messages that the program writes in English and pages
// translate when they show them: errors of records, and sentences of rule
// cards.
var Sentences = sync.OnceValue(func() (messages []string) {
	if err := yaml.Unmarshal(sentencesFile, &messages); err != nil {
		panic(err)
	}
	return messages
})

// pattern recognises the texts that a sentence with values makes.
type pattern struct {
	message string
	form    *scan.Pattern
	values  []string // the number of each value, in the order of the text
	letters int      // outside of values
	longest string   // the longest part without a value
}

// minLetters is the least number of letters of a sentence that stands alone.
// Shorter ones, such as "{1} or {2}", join values.
const minLetters = 5

// patterns are the sentences with values, those with most letters first.
var patterns = sync.OnceValue(func() (found []pattern) {
	for _, message := range Sentences() {
		marks := value.FindAllStringSubmatch(message, -1)
		if marks == nil {
			continue
		}
		p := pattern{message: message}
		var form strings.Builder
		form.WriteString(`(?s)^`)
		// What follows a value at the beginning is repeated in lists: the last
		// repetition is the pattern's.
		gap := `(.+?)`
		if strings.HasPrefix(message, marks[0][0]) {
			gap = `(.+)`
		}
		for i, part := range value.Split(message, -1) {
			if i > 0 {
				form.WriteString(gap)
				gap = `(.+?)`
				p.values = append(p.values, marks[i-1][1])
			}
			form.WriteString(regexp.QuoteMeta(part))
			for _, r := range part {
				if unicode.IsLetter(r) {
					p.letters++
				}
			}
			if len(part) > len(p.longest) {
				p.longest = part
			}
		}
		form.WriteString(`$`)
		p.form = scan.NewPattern(form.String())
		found = append(found, p)
	}
	slices.SortStableFunc(found, func(a, b pattern) int { return b.letters - a.letters })
	return found
})

// value matches the mark of a value in a sentence.
var value = scan.NewPattern(`\{(\d)\}`)

// Say returns the translation of a text that the program wrote: of a message,
// or of a sentence with values, which are translated too. It returns other
// texts unchanged.
func (c *Catalogue) Say(text string) string {
	if c == nil {
		return text
	}
	return c.say(text, minLetters)
}

// Words returns the translation of a text in a field of its own, which may be
// short: one of [Catalogue.Say], or values that words join.
func (c *Catalogue) Words(text string) string {
	if c == nil || text == "" {
		return text
	}
	return c.say(text, 0)
}

// say translates a text by sentences with at least so many letters.
func (c *Catalogue) say(text string, letters int) string {
	if t := c.Translations[text]; t.Text != "" {
		return t.Text
	}
	all := patterns()
	short := slices.IndexFunc(all, func(p pattern) bool { return p.letters < minLetters })
	if said, ok := c.fill(text, all[:short]); ok {
		return said
	}
	// A sentence may be joined from two.
	for _, joint := range []string{"; ", ": "} {
		if first, rest, ok := strings.Cut(text, joint); ok {
			if said := c.say(first, minLetters); said != first {
				return said + joint + c.say(rest, 0)
			}
		}
	}
	if letters < minLetters {
		if said, ok := c.fill(text, all[short:]); ok {
			return said
		}
	}
	return text
}

// sentenceEnd matches the end of a sentence in a text, which no value contains.
var sentenceEnd = scan.NewPattern(`[a-z)]\. [A-Z]`)

// joins reports whether a value between other texts of the pattern reaches from
// one part of a list into another.
func (p *pattern) joins(found []string) bool {
	for i, v := range found[1:] {
		first := i == 0 && strings.HasPrefix(p.message, "{")
		last := i == len(p.values)-1 && strings.HasSuffix(p.message, "}")
		if !first && !last && strings.Contains(v, "; ") {
			return true
		}
	}
	return false
}

// fill translates a text by the first of the patterns that matches it.
func (c *Catalogue) fill(text string, all []pattern) (string, bool) {
	for _, p := range all {
		if !strings.Contains(text, p.longest) {
			continue
		}
		found := p.form.FindStringSubmatch(text)
		if found == nil || slices.ContainsFunc(found[1:], sentenceEnd.MatchString) || p.joins(found) {
			continue
		}
		t := c.Translations[p.message]
		var said [10]string // by number of the value
		for i, number := range p.values {
			said[number[0]-'0'] = c.say(found[i+1], 0)
		}
		form := t.Text
		if n, err := strconv.Atoi(said[1]); err == nil && t.Forms != nil {
			form = t.Forms[categories[matchPlural(c.tag, n)]]
		}
		if form == "" {
			continue
		}
		return insert(form, func(n int) string { return said[n] }), true
	}
	return "", false
}

// Stop returns the full stop of the language.
func (c *Catalogue) Stop() string {
	if c != nil {
		switch c.tag.String() {
		case "ja", "zh-CN", "zh-TW":
			return "。"
		case "th":
			return ""
		}
	}
	return "."
}
