package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"assay/api/laboratory"
	"assay/api/locale"
	"assay/api/player"
	"assay/api/publish"
	"assay/api/request"
	"assay/api/rest"
	"assay/parser"
	"assay/parser/word"
	"assay/store"
)

//go:embed static pages
var files embed.FS

// mediaTypes are the media types of static files, by extension.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".pgn": "text/plain; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
}

// assets are the static files by name.
var assets = sync.OnceValue(func() map[string][]byte {
	found, err := fs.Glob(files, "static/*")
	if err != nil {
		panic(err)
	}
	out := map[string][]byte{}
	for _, name := range found {
		if out[path.Base(name)], err = files.ReadFile(name); err != nil {
			panic(err)
		}
	}
	maps.Copy(out, player.Modules)
	return out
})

// minifiers shorten scripts and style sheets.
var minifiers = sync.OnceValue(func() *minify.M {
	m := minify.New()
	m.Add("text/css", &css.Minifier{})
	m.Add("text/javascript", &js.Minifier{})
	return m
})

// minified returns a script or style sheet without comments, unneeded spaces
// and long names of variables. It returns other files as they are.
func minified(mediaType string, body []byte) []byte {
	out, err := minifiers().Bytes(mediaType, bytes.Clone(body)) // which it changes
	if err != nil {
		return body
	}
	return out
}

// served are the files that were requested, as they are sent, by name.
var served sync.Map

// file returns a static file as it is sent, nil if there is none.
func file(name string) []byte {
	if known, ok := served.Load(name); ok {
		return known.([]byte)
	}
	body, ok := assets()[name]
	if !ok {
		if body = translations(name); body == nil {
			return nil
		}
	}
	body = minified(mediaTypes[path.Ext(name)], body)
	served.Store(name, body)
	return body
}

// place is what the templates of the pages depend on: the base path of the
// server and the language.
type place struct{ base, language string }

// templates caches the parsed pages.
type templates struct {
	mu  sync.Mutex
	all map[place]map[string]*template.Template
}

// maxPlaces bounds the number of cached places.
const maxPlaces = 32

// at returns the pages, by name.
func (t *templates) at(p place) map[string]*template.Template {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[p] == nil {
		if t.all == nil || len(t.all) >= maxPlaces {
			t.all = map[place]map[string]*template.Template{}
		}
		t.all[p] = pagesAt(p.base, locale.Of(p.language))
	}
	return t.all[p]
}

// pagesAt parses the pages of a server under a base path, in a language.
func pagesAt(base string, c *locale.Catalogue) map[string]*template.Template {
	functions := template.FuncMap{"at": func() string { return base }, "svg": trustedSVG, "nags": nagText,
		"bdi": isolate, "side": sideClass, "modules": modules, "known": store.Known, "base": fileBase,
		"person":   word.IsPerson,
		"sentence": func(message string) string { return sentence(c.Say(message), c.Stop()) },
		"linked":   publish.Linked, "t": func(text any) string { return c.Say(plain(text)) }, "count": c.Count,
		"words":   func(text any) string { return c.Words(fmt.Sprint(text)) },
		"rule":    func(text string) string { return whole(c, text) },
		"english": func(text any) template.HTMLAttr { return markEnglish(c, fmt.Sprint(text)) },
		"formats": func() string { return strings.Join(request.Words(parser.Formats()), " ") }}
	source := func(name string) string {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		return c.Template(string(text))
	}
	layout := template.Must(template.New("layout.html").Funcs(functions).Parse(source("pages/layout.html")))
	template.Must(layout.New("laboratory").Parse(c.Template(laboratory.Templates)))
	found, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		panic(err)
	}
	out := map[string]*template.Template{}
	for _, name := range found {
		if key := strings.TrimSuffix(path.Base(name), ".html"); key != "layout" {
			out[key] = template.Must(template.Must(layout.Clone()).New(path.Base(name)).Parse(source(name)))
		}
	}
	return out
}

// isolate returns an element with a text of a record or of a person, which may
// be in another direction or language than the page.
func isolate(v any) template.HTML {
	text := plain(v)
	mark := ""
	if tag := word.Language(text, ""); tag != "" {
		mark = ` lang="` + tag + `"`
	}
	return template.HTML("<bdi" + mark + ">" + template.HTMLEscapeString(text) + "</bdi>")
}

// plain returns the text of a value, or of what it points to.
func plain(v any) string {
	if text, ok := v.(*string); ok {
		return *text
	}
	return fmt.Sprint(v)
}

// markEnglish returns the attribute of an element whose text has no
// translation; "" for another one.
func markEnglish(c *locale.Catalogue, text string) template.HTMLAttr {
	if c == nil || text == "" || whole(c, text) != text {
		return ""
	}
	return ` lang="en"`
}

// sentence returns a message as a sentence, with a capital letter and a full
// stop. It does not change a first word that may be a move or a field, such as
// `sort "x"`.
func sentence(message, stop string) string {
	word, rest, _ := strings.Cut(message, " ")
	if word = strings.TrimSuffix(word, ","); len(word) > 1 && !strings.HasPrefix(rest, `"`) &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		first, size := utf8.DecodeRuneInString(message)
		message = string(unicode.ToUpper(first)) + message[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(message); unicode.IsLetter(last) || unicode.IsDigit(last) {
		message += stop
	}
	return message
}

// messagesModule and sentencesModule are the formats of the names of modules
// with the translations of the scripts' messages and of the server's sentences,
// by language.
const (
	messagesModule  = "messages-%s.js"
	sentencesModule = "sentences-%s.js"
)

// scriptMessages returns the messages of all scripts.
var scriptMessages = sync.OnceValue(func() (messages []string) {
	for _, name := range slices.Sorted(maps.Keys(assets())) {
		if path.Ext(name) == ".js" {
			messages = append(messages, locale.ScriptMessages(string(assets()[name]))...)
		}
	}
	return messages
})

// translations returns the module with this name, nil if there is none.
func translations(name string) []byte {
	for _, l := range locale.Languages {
		c := locale.Of(l.Tag)
		switch {
		case c == nil:
		case name == fmt.Sprintf(messagesModule, l.Tag):
			return c.Module(slices.Concat(scriptMessages(), sentWords()))
		case name == fmt.Sprintf(sentencesModule, l.Tag):
			return c.Module(locale.Sentences())
		}
	}
	return nil
}

// asset sends a static file.
func asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	body := file(name)
	if body == nil {
		return rest.ErrNoPage
	}
	rest.SendFile(w, r, mediaTypes[path.Ext(name)], body)
	return nil
}

func favicon(w http.ResponseWriter, r *http.Request) error {
	rest.SendFile(w, r, mediaTypes[".svg"], assets()["icon.svg"])
	return nil
}
