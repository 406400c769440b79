package web

import (
	"embed"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"assay/api/player"
	"assay/api/publish"
	"assay/api/rest"
	"assay/store"
)

//go:embed static pages
var files embed.FS

// mediaTypes are the media types of static files, by extension.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// assets are the static files by name.
var assets = func() map[string][]byte {
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
}()

// templates caches the parsed pages per base path.
type templates struct {
	mu  sync.Mutex
	all map[string]map[string]*template.Template
}

// maxBases bounds the number of cached base paths.
const maxBases = 8

// at returns the pages, by name, of a server under a base path.
func (t *templates) at(base string) map[string]*template.Template {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[base] == nil {
		if t.all == nil || len(t.all) >= maxBases {
			t.all = map[string]map[string]*template.Template{}
		}
		t.all[base] = pagesAt(base)
	}
	return t.all[base]
}

// pagesAt parses the pages of a server under a base path.
func pagesAt(base string) map[string]*template.Template {
	functions := template.FuncMap{"at": func() string { return base }, "svg": trustedSVG, "nags": nagText,
		"side": sideClass, "modules": modules, "known": store.Known, "base": fileBase, "sentence": sentence,
		"linked": publish.Linked}
	layout := template.Must(template.New("layout.html").Funcs(functions).ParseFS(files, "pages/layout.html"))
	found, err := fs.Glob(files, "pages/*.html")
	if err != nil {
		panic(err)
	}
	out := map[string]*template.Template{}
	for _, name := range found {
		if key := strings.TrimSuffix(path.Base(name), ".html"); key != "layout" {
			out[key] = template.Must(template.Must(layout.Clone()).ParseFS(files, name))
		}
	}
	return out
}

// sentence returns a message as a sentence, with a capital letter and a full
// stop. It does not change a first word that may be a move or a field, such as
// `sort "x"`.
func sentence(message string) string {
	word, rest, _ := strings.Cut(message, " ")
	if word = strings.TrimSuffix(word, ","); len(word) > 1 && !strings.HasPrefix(rest, `"`) &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		first, size := utf8.DecodeRuneInString(message)
		message = string(unicode.ToUpper(first)) + message[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(message); unicode.IsLetter(last) || unicode.IsDigit(last) {
		message += "."
	}
	return message
}

// asset sends a static file.
func asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	body, ok := assets[name]
	if !ok {
		return rest.ErrNoPage
	}
	rest.Send(w, r, http.StatusOK, mediaTypes[path.Ext(name)], body)
	return nil
}

func favicon(w http.ResponseWriter, r *http.Request) error {
	rest.Send(w, r, http.StatusOK, mediaTypes[".svg"], assets["icon.svg"])
	return nil
}
