package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"assay/api/rest"
	"assay/docs"
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

// helpIndex is the name of the first page.
const helpIndex = "index"

// helpPages renders the documentation once: pages by the name in the URL, the
// first page by "" as well.
var helpPages = sync.OnceValues(func() (map[string]*helpPage, error) {
	files, err := fs.Glob(docs.Pages, "*.md")
	if err != nil {
		return nil, err
	}
	pages := map[string]*helpPage{}
	for _, file := range files {
		source, err := docs.Pages.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if pages[strings.TrimSuffix(file, ".md")], err = renderHelp(source); err != nil {
			return nil, err
		}
	}
	pages[""] = pages[helpIndex]
	return pages, nil
})

// helpMarkdown converts Markdown to HTML. It leaves out raw HTML.
var helpMarkdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
})

// renderHelp converts a file. Links to other pages of the documentation are
// kept; links to other files become text.
func renderHelp(source []byte) (*helpPage, error) {
	page := &helpPage{}
	document := helpMarkdown().Parser().
		Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(headingIDs{}))))
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
		case *ast.Image:
			n.Destination = []byte(helpPath + "/" + string(n.Destination))
		case *ast.Link:
			if link, ok := helpLink(string(n.Destination)); ok {
				n.Destination = []byte(link)
			} else {
				outside = append(outside, n)
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
	if err := helpMarkdown().Renderer().Render(&body, source, document); err != nil {
		return nil, err
	}
	// A long line is scrolled by keyboard too.
	page.Body = template.HTML(strings.ReplaceAll(body.String(), "<pre>", `<pre tabindex="0">`))
	return page, nil
}

// helpLink returns the path of the page to which a link leads. It leaves links
// to headings and to other sites unchanged, and returns false for other files.
func helpLink(link string) (string, bool) {
	file, fragment, anchored := strings.Cut(link, "#")
	if file == "" || strings.Contains(file, ":") {
		return link, true
	}
	if _, err := fs.Stat(docs.Pages, file); err != nil {
		return "", false
	}
	link = helpPath + "/" + strings.TrimSuffix(file, ".md")
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

// helpPicture sends a picture of the documentation.
func (h *handler) helpPicture(w http.ResponseWriter, r *http.Request) error {
	name := "pictures/" + r.PathValue("name")
	if _, err := fs.Stat(docs.Pictures, name); err != nil {
		return rest.ErrNoPage
	}
	http.ServeFileFS(w, r, docs.Pictures, name)
	return nil
}
