package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"assay"
	"assay/api/rest"
)

// helpPath is the path of the documentation.
const helpPath = "/help"

// helpPage is a page of the documentation.
type helpPage struct {
	Title    string
	Contents []helpHeading // of the sections, if there are several
	Body     template.HTML
}

// helpHeading is the heading of a section.
type helpHeading struct{ ID, Text string }

// helpPages renders the documentation once: pages and other files by their path
// below [helpPath].
var helpPages = sync.OnceValues(func() (map[string]*helpPage, error) {
	pages := map[string]*helpPage{}
	for _, name := range helpSources() {
		source, err := assay.Docs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if pages[helpName(name)], err = renderHelp(name, source); err != nil {
			return nil, err
		}
		if name == readme {
			if pages[""], err = renderHelp(name, helpIndex(string(source))); err != nil {
				return nil, err
			}
		}
	}
	return pages, nil
})

const readme = "README.md"

// helpSources returns the files that are shown as pages.
func helpSources() []string {
	names, err := fs.Glob(assay.Docs, "docs/*.md")
	if err != nil {
		panic(err)
	}
	return append(names, readme, "CHANGELOG.md", "CONTRIBUTING.md")
}

// helpName returns the name of a page in the URL.
func helpName(file string) string {
	return strings.ToLower(strings.TrimSuffix(path.Base(file), ".md"))
}

// helpIndex returns the text of the first page: the introduction of README.md
// and its section on documentation.
func helpIndex(text string) []byte {
	intro, _, _ := strings.Cut(text, "\n## ")
	_, list, _ := strings.Cut(text, "\n## Documentation\n")
	list, _, _ = strings.Cut(list, "\n## ")
	_, intro, _ = strings.Cut(intro, "\n")
	return []byte("# Help\n" + list + "\n## About Assay\n" + intro + "\n\n[Read on](README.md)\n")
}

// helpMarkdown converts Markdown to HTML. It leaves out raw HTML.
var helpMarkdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// renderHelp converts a file. Links to other embedded files lead to their
// pages; links to files that are not embedded become text.
func renderHelp(name string, source []byte) (*helpPage, error) {
	page := &helpPage{}
	document := helpMarkdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(headingIDs{}))))
	var outside []*ast.Link
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			heading := plainText(n, source)
			if n.Level == 1 && page.Title == "" {
				page.Title = heading
			}
			if id, ok := n.AttributeString("id"); ok && n.Level == 2 {
				page.Contents = append(page.Contents, helpHeading{string(id.([]byte)), heading})
			}
		case *ast.Link:
			if link, ok := helpLink(name, string(n.Destination)); ok {
				n.Destination = []byte(link)
			} else {
				outside = append(outside, n)
			}
		case *ast.Image:
			if link, ok := helpLink(name, string(n.Destination)); ok {
				n.Destination = []byte(link)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	for _, link := range outside {
		for child := link.FirstChild(); child != nil; child = link.FirstChild() {
			link.Parent().InsertBefore(link.Parent(), link, child)
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
	if len(page.Contents) < 3 {
		page.Contents = nil
	}
	var body bytes.Buffer
	if err := helpMarkdown.Renderer().Render(&body, source, document); err != nil {
		return nil, err
	}
	page.Body = template.HTML(body.String())
	return page, nil
}

// helpLink returns the path under which the target of a link in a file is
// served. It leaves other links alone, and reports false if the target is not
// embedded.
func helpLink(from, link string) (string, bool) {
	file, fragment, anchored := strings.Cut(link, "#")
	if file == "" || strings.Contains(file, ":") {
		return link, true
	}
	file = path.Join(path.Dir(from), file)
	if info, err := fs.Stat(assay.Docs, file); err != nil || info.IsDir() {
		return "", false
	}
	link = helpPath + "/files/" + path.Base(file)
	if slices.Contains(helpSources(), file) {
		link = helpPath + "/" + helpName(file)
	}
	if anchored {
		link += "#" + fragment
	}
	return link, true
}

// plainText returns the text of a node without markup.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if t, ok := child.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
		} else {
			b.WriteString(plainText(child, source))
		}
	}
	return b.String()
}

// headingIDs makes the ids of headings as GitHub does.
type headingIDs map[string]int

// Generate returns the id of a heading.
func (ids headingIDs) Generate(heading []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(heading)))
	n := ids[id]
	if ids[id]++; n > 0 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return []byte(id)
}

// Put is called for ids that the text sets, which the documentation does not.
func (headingIDs) Put([]byte) {}

// help sends a page of the documentation.
func (h *handler) help(w http.ResponseWriter, r *http.Request) error {
	pages, err := helpPages()
	if err != nil {
		return err
	}
	found := pages[r.PathValue("page")]
	if found == nil {
		return rest.ErrNoPage
	}
	shown := *found
	if base := rest.Base(r); base != "" {
		shown.Body = template.HTML(helpReplacer(base).Replace(string(found.Body)))
	}
	return h.render(w, r, http.StatusOK, "help", page{Title: shown.Title, Place: "help", Data: shown})
}

// helpReplacer adds the base path to links within the documentation.
func helpReplacer(base string) *strings.Replacer {
	return strings.NewReplacer(`href="`+helpPath, `href="`+base+helpPath, `src="`+helpPath, `src="`+base+helpPath)
}

// helpFile sends a file to which the documentation links.
func helpFile(w http.ResponseWriter, r *http.Request) error {
	var body []byte
	err := fs.WalkDir(assay.Docs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() != r.PathValue("name") || slices.Contains(helpSources(), name) {
			return err
		}
		body, err = assay.Docs.ReadFile(name)
		return err
	})
	if err != nil {
		return err
	}
	if body == nil {
		return rest.ErrNoPage
	}
	kind := mediaTypes[path.Ext(r.PathValue("name"))]
	if kind == "" {
		kind = "text/plain; charset=utf-8"
	}
	rest.Send(w, r, http.StatusOK, kind, body)
	return nil
}
