package web

import (
	"embed"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"

	"assay/api/player"
	"assay/api/rest"
	"assay/store"
)

//go:embed static pages
var files embed.FS

// kinds are the media types of the files that pages load.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// static is what pages load, by name.
var static = func() map[string][]byte {
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

// pages are the templates by name, each with the layout.
var pages = func() map[string]*template.Template {
	functions := template.FuncMap{"svg": markup, "nags": nagText, "side": sideClass, "modules": modules, "known": store.Known, "base": fileBase}
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
}()

// asset answers with an embedded file.
func asset(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	body, ok := static[name]
	if !ok {
		return rest.ErrNoPage
	}
	rest.Send(w, r, http.StatusOK, kinds[path.Ext(name)], body)
	return nil
}

func icon(w http.ResponseWriter, r *http.Request) error {
	rest.Send(w, r, http.StatusOK, kinds[".svg"], static["icon.svg"])
	return nil
}
