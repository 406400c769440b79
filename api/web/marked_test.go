package web

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// literal is a text in a script, with what surrounds it.
type literal struct {
	line   int
	text   string // without quotes; {…} stands for a value of a template literal
	marked bool   // t`…`, or an argument of count
	shown  string // why a reader sees it, or ""
}

// frame is an open bracket of a script.
type frame struct {
	open     byte
	callee   string // of a call: the name before the bracket
	argument int    // number of commas before
	key      string // the last key of an object, or the first argument of a call if it is a text
	shown    string // the property of the current assignment, if readers see it
}

// shownCalls are functions whose arguments readers see, from the argument with
// this number on.
var shownCalls = map[string]int{"append": 0, "prepend": 0, "replaceChildren": 0, "after": 0, "before": 0, "replaceWith": 0,
	"say": 0, "toast": 0, "confirm": 0, "alert": 0, "prompt": 0, "Error": 0, "refuse": 0, "make": 2, "setCustomValidity": 0}

// shownNames are attributes and properties that readers see or hear.
var shownNames = map[string]bool{"aria-label": true, "title": true, "placeholder": true, "alt": true, "label": true,
	"aria-description": true, "aria-roledescription": true, "aria-valuetext": true, "textContent": true, "innerText": true,
	"ariaLabel": true, "ariaDescription": true, "ariaRoleDescription": true, "ariaValueText": true}

var (
	aWord       = regexp.MustCompile(`\pL{2,}`)
	aSentence   = regexp.MustCompile(`^[A-Z][a-z]+[,;:]? [a-z]{2,}`)
	lastName    = regexp.MustCompile(`([\w$]+)\s*$`)
	tag         = regexp.MustCompile(`(?:^|[^\w$.])t$`)
	assigned    = regexp.MustCompile(`([\w$]+)\s*(?:\+|\?\?|\|\|)?=\s*$`)
	beforeRegex = regexp.MustCompile(`(?:^|[=(,:;!&|?{}\[>+]|\breturn|\btypeof)\s*$`)
)

// scriptLiterals returns the texts of a script.
func scriptLiterals(source string) (found []literal) {
	var stack []frame
	line, bottom := 1, &frame{}
	top := func() *frame {
		if len(stack) == 0 {
			return bottom
		}
		return &stack[len(stack)-1]
	}
	why := func() string {
		for i := len(stack) - 1; i >= 0; i-- {
			switch f := stack[i]; {
			case f.shown != "":
				return f.shown
			case f.open == '(' && f.callee != "":
				from, visible := shownCalls[f.callee]
				switch {
				case visible && f.argument >= from:
					return f.callee
				case f.callee == "setAttribute" && f.argument == 1 && shownNames[f.key]:
					return f.key
				}
				return ""
			case f.open == '{' && shownNames[f.key]:
				return f.key
			case f.open == '{':
				return ""
			case f.open == '[':
				// Elements may be shown by what the array is passed to.
			}
		}
		return bottom.shown
	}
	add := func(from int, text string, marked bool) {
		before := strings.TrimRight(source[:from], " \t\n")
		l := literal{line: line, text: text, marked: marked}
		compared := strings.HasSuffix(before, "===") || strings.HasSuffix(before, "!==") || strings.HasSuffix(before, "case") ||
			strings.HasSuffix(before, "[") && lastName.MatchString(strings.TrimSuffix(before, "["))
		if !compared {
			l.shown = why()
		}
		found = append(found, l)
	}
	var scan func(i int, until byte) int
	template := func(i int) int { // at the first character after the quote
		start, marked := i-1, tag.MatchString(source[max(0, i-3):i-1])
		at := line
		var b strings.Builder
		for i < len(source) && source[i] != '`' {
			switch {
			case source[i] == '\\':
				i += 2
				continue
			case strings.HasPrefix(source[i:], "${"):
				b.WriteString("{…}")
				stack = append(stack, frame{open: '('})
				i = scan(i+2, '}')
				stack = stack[:len(stack)-1]
				continue
			case source[i] == '\n':
				line++
			}
			b.WriteByte(source[i])
			i++
		}
		now := line
		line = at
		add(start, b.String(), marked)
		line = now
		return i + 1
	}
	scan = func(i int, until byte) int {
		depth := len(stack)
		for i < len(source) {
			switch c := source[i]; {
			case c == '\n':
				line++
				i++
			case strings.HasPrefix(source[i:], "//"):
				for i < len(source) && source[i] != '\n' {
					i++
				}
			case strings.HasPrefix(source[i:], "/*"):
				end := i + strings.Index(source[i:], "*/") + 2
				line += strings.Count(source[i:end], "\n")
				i = end
			case c == '/' && beforeRegex.MatchString(source[max(0, i-40):i]):
				class := false
				for i++; class || source[i] != '/'; i++ {
					switch source[i] {
					case '\\':
						i++
					case '[':
						class = true
					case ']':
						class = false
					}
				}
				i++
			case c == '"' || c == '\'':
				start := i
				for i++; source[i] != c; i++ {
					if source[i] == '\\' {
						i++
					}
				}
				text := source[start+1 : i]
				i++
				after := strings.TrimLeft(source[i:], " ")
				if f := top(); f.open == '{' && strings.HasPrefix(after, ":") && !strings.HasSuffix(strings.TrimSpace(source[:start]), "?") {
					f.key = text
					continue
				} else if f.open == '(' && f.argument == 0 && f.key == "" {
					f.key = text
				}
				if strings.HasPrefix(after, "===") || strings.HasPrefix(after, "!==") || strings.HasPrefix(after, "in ") {
					continue
				}
				add(start, text, top().callee == "count")
			case c == '`':
				i = template(i + 1)
			case c == '(' || c == '[' || c == '{':
				f := frame{open: c}
				if c == '(' {
					if m := lastName.FindStringSubmatch(source[max(0, i-60):i]); m != nil {
						f.callee = m[1]
					}
				}
				stack = append(stack, f)
				i++
			case c == ')' || c == ']' || c == '}':
				if len(stack) == depth {
					if c == until {
						return i + 1
					}
					panic(fmt.Sprintf("line %d: unbalanced %c", line, c))
				}
				stack = stack[:len(stack)-1]
				i++
			case c == ',':
				top().argument++
				top().shown = ""
				if top().open == '{' {
					top().key = ""
				}
				i++
			case c == ';':
				top().shown = ""
				i++
			case c == ':':
				if f := top(); f.open == '{' {
					if m := lastName.FindStringSubmatch(source[max(0, i-60):i]); m != nil && f.key == "" {
						f.key = m[1]
					}
				}
				i++
			case c == '=' && !strings.HasPrefix(source[i:], "==") && !strings.HasPrefix(source[i:], "=>"):
				if m := assigned.FindStringSubmatch(source[max(0, i-60) : i+1]); m != nil && shownNames[m[1]] {
					top().shown = m[1]
				}
				i++
			case strings.HasPrefix(source[i:], "=="):
				for source[i] == '=' {
					i++
				}
			default:
				i++
			}
		}
		return i
	}
	scan(0, 0)
	return found
}

// unmarked are the texts of scripts that readers see in every language: keys of
// headers and definitions.
var unmarked = map[string]string{
	"counting.js": "- nodes: [{…}]",
	"headers.js":  "White Black Event Site Date Round WhiteElo BlackElo Opening TimeControl",
	"search.js":   "walk",
	"board.js":    "Board", // in published files
}

// TestScriptTexts: readers see no text of a script that is not marked for
// translation.
func TestScriptTexts(t *testing.T) {
	for name, text := range assets() {
		if path.Ext(name) != ".js" {
			continue
		}
		for _, l := range scriptLiterals(string(text)) {
			words := strings.ReplaceAll(l.text, "{…}", "")
			if l.marked || !aWord.MatchString(words) || l.shown == "" && !aSentence.MatchString(l.text) ||
				strings.Contains(unmarked[name], l.text) {
				continue
			}
			t.Errorf("%s, line %d: %q is shown (%s) and not marked", name, l.line, l.text, l.shown)
		}
	}
}

func TestScriptLiterals(t *testing.T) {
	for _, tt := range []struct {
		source string
		want   []string // unmarked texts that are shown
	}{
		{"make(\"p\", { class: \"hint\" }, \"Text\")", []string{"Text"}},
		{"make(\"p\", {}, t`Text`, a ? \"One\" : t`Two`)", []string{"One"}},
		{"make(\"p\", { title: `Games of ${name(\"x\")}`, id: \"some\" })", []string{"Games of {…}"}},
		{"make(\"ul\", {}, ...[\"one\", \"two\"].map((n) => make(\"li\", {}, n)))", []string{"one", "two"}},
		{"if (kind === \"red\") { e.textContent = here ? \"empty\" : word(\"full\"); e.id = \"some\"; }", []string{"empty"}},
		{"e.setAttribute(\"aria-label\", \"Board\"); e.setAttribute(\"role\", \"button\");", []string{"Board"}},
		{"say(count(n, \"{1} game\", \"{1} games\")); toast(`Saved ${n}.`); // \"a\" comment's", []string{"Saved {…}."}},
		{"x.replace(/[\"/]'/g, \"a\"); const y = a / b; x = \"Nothing was found\";", []string{"Nothing was found"}},
		{"box.append(`${a} ${b ? \"no\" : t`d`}`, /\"x/.test(y) && \"yes\")", []string{"no", "yes"}},
	} {
		var got []string
		for _, l := range scriptLiterals(tt.source) {
			if !l.marked && aWord.MatchString(strings.ReplaceAll(l.text, "{…}", "")) && (l.shown != "" || aSentence.MatchString(l.text)) {
				got = append(got, l.text)
			}
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%s: found %q, want %q", tt.source, got, tt.want)
		}
	}
}

// titles matches the titles of pages in this package.
var titles = regexp.MustCompile(`page\{Title: "([^"]+)"[,}]`)

// TestTitles: the titles of pages are messages.
func TestTitles(t *testing.T) {
	messages := pageMessages(t)
	found, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, title := range titles.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(messages, title[1]) {
				t.Errorf("%s: the title %q is no message; namedTexts lists such texts", name, title[1])
			}
		}
	}
}

// printed matches a text that an action of a template prints.
var printed = regexp.MustCompile(`\{\{-?\s*(?:or|print|printf|and)\s(?:[^"{}]|"[^"{}]*")*?"([^"{}]*\pL{2,} \pL{2,}[^"{}]*)"`)

// TestTemplateTexts: actions of templates print no texts, and attributes with
// texts that readers see are complete sentences, so that all are messages.
func TestTemplateTexts(t *testing.T) {
	found, err := filepath.Glob("pages/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range printed.FindAllStringSubmatch(string(text), -1) {
			t.Errorf("%s: an action prints %q", name, m[1])
		}
		for _, m := range branched.FindAllString(string(text), -1) {
			t.Errorf("%s: %s has a condition within its text; write one attribute for each", name, m)
		}
	}
}

// branched matches an attribute with a condition within its text.
var branched = regexp.MustCompile(`\s(?:title|aria-label|placeholder|alt|label|aria-description|aria-valuetext)="[^"{]*\{\{if[^}]*\}\}[^"{]*\pL{2}[^"]*"`)
