package publish

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strings"

	"assay/api/diagram"
	"assay/api/raster"
)

//go:embed site.css
var siteSheet string

//go:embed site.js
var siteScript string

//go:embed tryout.js
var tryoutScript string

//go:embed download.js
var downloadScript string

//go:embed theme.css
var siteTheme string

//go:embed icon.svg
var siteIcon string

// sitePolicy is the Content-Security-Policy of a site's pages: they load only
// files of the site.
const sitePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// programPolicy is the policy of the page that runs Assay itself.
var programPolicy = strings.Replace(sitePolicy, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)

// programFolder is the folder of Assay's program and board within a site.
const programFolder = "assay/"

// SiteOptions are the settings of a site.
type SiteOptions struct {
	Title string
	// Address is the URL of the site, ending in a slash. Without it, the site
	// has no canonical addresses, pictures for previews, sitemap and feed,
	// which need it.
	Address string
	// Write is called once with each finished file, under a slash-separated
	// name.
	Write func(name string, content []byte) error
	// Read returns a file as it was written by an earlier run.
	Read func(name string) ([]byte, error)
	// Keep is called instead of Write with the name of an unchanged file.
	Keep func(name string)
	// Own is called instead of Write for a file that the owner may change. An
	// existing file is not overwritten.
	Own func(name string, content []byte) error
	// Program has the files of the npm package of Assay by slash-separated
	// name. With them, the site has a page on which visitors play legal moves
	// and verify records, and its puzzles can be solved.
	Program map[string][]byte
}

// Site is a folder of pages, one per game, with lists by player, event, opening
// and variant, and a search that runs in the browser. All links are relative,
// so it works on any host. Only the search needs scripts.
type Site struct {
	SiteOptions
	entries []*Entry
	rules   map[string]*VariantText
	boards  map[string]bool // paths that are written
	pending *pendingPage
	puzzles []Puzzle
}

// Page is the page of a game, ready to be added to a site.
type Page struct {
	Entry                *Entry
	text, picture, board []byte // the last two may be nil
}

// pendingPage is the last page of a game, which waits for the next game.
type pendingPage struct {
	entry *Entry
	text  []byte // nil for a page of an earlier run
}

// VariantText describes a variant on its page: rules, and a legend of pieces.
type VariantText struct {
	Summary  string
	Pieces   []PieceText
	Sections []TextSection
}

// PieceText is an entry of the legend of pieces.
type PieceText struct {
	Name, Letter string
	Drawn        diagram.Piece
	Facts        []string
	Sign         template.HTML // drawn by the site
}

// TextSection is a section of the rules.
type TextSection struct {
	Title string
	Lines []string
}

// NewSite returns an empty site.
func NewSite(o SiteOptions) *Site {
	o.Title = cmp.Or(o.Title, "Games")
	return &Site{SiteOptions: o, rules: map[string]*VariantText{}, boards: map[string]bool{}}
}

// Describe sets the text of a variant, by the key of entries.
func (s *Site) Describe(key string, text *VariantText) { s.rules[key] = text }

// Described reports whether a variant has a text.
func (s *Site) Described(key string) bool {
	_, known := s.rules[key]
	return known
}

// Page makes the page of a game. It completes the entry. It may run in several
// goroutines, and does not change the site.
func (s *Site) Page(g *Game, e *Entry) (*Page, error) {
	e.describeGame(g)
	page, out := NewHTML(), &Page{Entry: e}
	around := surroundings{Before: s.before(e), After: s.after(e), Hashed: true,
		Shared: g.Start.Scene != nil && !g.illustrated()}
	if at, alt := g.decisive(); at != nil && (around.Shared || s.Address != "") {
		var picture bytes.Buffer
		upright := *at.Scene
		upright.Flip = false
		if err := raster.WritePreview(&picture, &upright); err != nil {
			return nil, err
		}
		e.Picture, e.Alt, out.picture = "picture/"+e.Name+".png", alt, picture.Bytes()
		around.Still = stillPicture(e, &upright)
	} else if around.Shared {
		around.Still = emptyBoard
	}
	if err := page.add(g, around); err != nil {
		return nil, err
	}
	frame := s.frame("../")
	frame.Style += `<link rel="stylesheet" href="../theme.css">`
	if page.view != nil {
		out.board = page.sharedBoard()
		sum := sha256.Sum256(out.board)
		e.Board = "board/" + hex.EncodeToString(sum[:8]) + ".js"
		frame.Script = template.HTML(`<script src="../` + e.Board + `" defer></script>`)
	}
	frame.Script += `<script src="../play.js" defer></script>`
	frame.Preview = s.preview(e.Page(), e.Title, e.Summary.Description())
	frame.Preview.Article, frame.Preview.Alt = true, e.Alt
	if e.Picture != "" && s.Address != "" {
		frame.Preview.Image = s.Address + e.Picture
	}
	frame.Preview.Data = e.Summary.Structured(e.Title, frame.Preview.Address, frame.Preview.Image)
	var text bytes.Buffer
	err := page.writeWith(&text, frame)
	out.text = text.Bytes()
	return out, err
}

// emptyBoard is the place of a board that the script draws.
const emptyBoard = `<div class="picture empty"></div>`

// stillPicture returns the place of a board that the script draws, with the
// picture of previews for readers without scripts.
func stillPicture(e *Entry, s *diagram.Scene) template.HTML {
	class := "still"
	if l, err := diagram.Measure(s); err == nil && l.Width <= l.Height {
		class += " upright"
	}
	picture := fmt.Sprintf(`<img class="%s" src="../%s" width="%d" height="%d" alt="%s">`, class, escape(e.Picture),
		raster.PreviewWidth, raster.PreviewHeight, escape(e.Alt+". "+describe(s)))
	return template.HTML(emptyBoard + "<noscript>" + picture + "</noscript>")
}

// Add writes the page of a game and its picture.
func (s *Site) Add(p *Page) error {
	e := p.Entry
	if p.picture != nil {
		if err := s.Write(e.Picture, p.picture); err != nil {
			return err
		}
	}
	if p.board != nil && !s.boards[e.Board] {
		s.boards[e.Board] = true
		if err := s.Write(e.Board, p.board); err != nil {
			return err
		}
	}
	if err := s.finish(e); err != nil {
		return err
	}
	s.pending = &pendingPage{e, p.text}
	s.entries = append(s.entries, e)
	return nil
}

// Reuse adds a game whose page was written by an earlier run.
func (s *Site) Reuse(e *Entry) error {
	if err := s.finish(e); err != nil {
		return err
	}
	if e.Board != "" && !s.boards[e.Board] {
		s.boards[e.Board] = true
		s.Keep(e.Board)
	}
	for _, path := range e.Paths()[1:] {
		s.Keep(path)
	}
	s.pending = &pendingPage{entry: e}
	s.entries = append(s.entries, e)
	return nil
}

// noSteps marks the place in a page for the links to neighbouring games.
const noSteps = `<nav class="steps" aria-label="Games"></nav>`

// finish writes the pending page when the game after it is known; next is nil
// if there is none.
func (s *Site) finish(next *Entry) error {
	p := s.pending
	if p == nil {
		return nil
	}
	var previous *Entry
	if len(s.entries) > 1 {
		previous = s.entries[len(s.entries)-2]
	}
	var links strings.Builder
	links.WriteString(strings.TrimSuffix(noSteps, "</nav>"))
	for _, l := range []struct {
		rel, words string
		to         *Entry
	}{{"prev", "Previous", previous}, {"next", "Next", next}} {
		if l.to != nil {
			links.WriteString(`<a rel="` + l.rel + `" href="` + l.to.Name + `.html">` + l.words + ": " +
				escape(l.to.Title) + "</a> ")
		}
	}
	links.WriteString("</nav>")
	steps, was := links.String(), cmp.Or(p.entry.Steps, noSteps)
	page := p.entry.Page()
	if p.text == nil && steps == was {
		s.Keep(page)
		return nil
	}
	if p.text == nil {
		text, err := s.Read(page)
		if err != nil {
			return err
		}
		p.text = text
	} else {
		was = noSteps
	}
	p.entry.Steps = steps
	return s.Write(page, bytes.Replace(p.text, []byte(was), []byte(steps), 1))
}

// before returns the links of a game's page to lists, and to its neighbours.
func (s *Site) before(e *Entry) template.HTML {
	var links strings.Builder
	link := func(page, words string) {
		links.WriteString(`<a href="../` + page + `">` + escape(words) + "</a> ")
	}
	link("index.html", s.Title)
	for _, g := range groupings {
		for _, name := range e.names(g) {
			link(g.page(name), name)
		}
	}
	return template.HTML(`<nav aria-label="Site" class="site">` + strings.TrimSpace(links.String()) + "</nav>\n" +
		noSteps + "\n")
}

// after returns the downloads of a game, and its link to the search.
func (s *Site) after(e *Entry) template.HTML {
	text := ""
	if len(e.Files) > 0 {
		text = `<p class="files">Download: `
		for i, f := range e.Files {
			if i > 0 {
				text += " · "
			}
			text += `<a href="../` + f.Path + `" download`
			if f.Inside != "" {
				text += ` data-file="` + escape(f.Inside) + `"`
			}
			text += ">" + escape(f.Format) + "</a>"
		}
		text += "</p>\n"
	}
	if i := slices.IndexFunc(e.Files, func(f File) bool { return f.Inside == "" }); i >= 0 && len(s.Program) > 0 {
		text += `<p data-script hidden><a href="../play.html?record=` + escape(url.QueryEscape(e.Files[i].Path)) +
			`">Play your own lines from this game</a></p>` + "\n"
	}
	return template.HTML(text +
		`<p data-script hidden><a class="here" href="../search.html">Other games with this position</a></p>` + "\n")
}

// frame returns what all pages of the site share; root leads to its folder.
func (s *Site) frame(root string) pageFrame {
	return pageFrame{Policy: policyElement(sitePolicy),
		Style: template.HTML(`<link rel="stylesheet" href="` + root + `sheet.css">`)}
}

// preview describes a page of the site for others.
func (s *Site) preview(page, title, description string) *Preview {
	p := &Preview{Title: title, Description: description, Site: s.Title,
		Icon: strings.Repeat("../", strings.Count(page, "/")) + "icon.svg"}
	if s.Address != "" {
		p.Address = s.Address + strings.TrimSuffix(page, "index.html")
	}
	return p
}

// Edition identifies the form of the pages. Pages of another edition are
// written again.
func Edition() string {
	h := sha256.New()
	for _, name := range []string{"page.html", "site.html"} {
		text, _ := templateFiles.ReadFile(name)
		h.Write(text)
	}
	h.Write([]byte(script() + downloadScript + styleSheet))
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// writeProgram writes Assay itself, and the page that runs it.
func (s *Site) writeProgram() error {
	if len(s.Program) == 0 {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.Program)) {
		if err := s.Write(programFolder+name, s.Program[name]); err != nil {
			return err
		}
	}
	if err := s.Write("tryout.js", []byte(tryoutScript)); err != nil {
		return err
	}
	l := listing{Title: "Play and check", Site: s.Title, Policy: policyElement(programPolicy), Feed: s.Address != "",
		Preview: s.preview("play.html", "Play and check", "Play legal moves of any variant, and check records.")}
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, "play", l); err != nil {
		return err
	}
	return s.Write("play.html", out.Bytes())
}

// Close writes the lists, the pages of variants, the search and the shared
// files.
func (s *Site) Close() error {
	if err := s.finish(nil); err != nil {
		return err
	}
	if err := s.writeLists(); err != nil {
		return err
	}
	if err := s.writeSearch(); err != nil {
		return err
	}
	if s.Address != "" {
		if err := s.writeMaps(); err != nil {
			return err
		}
	}
	if err := s.writeProgram(); err != nil {
		return err
	}
	if err := s.writePuzzles(); err != nil {
		return err
	}
	for name, content := range map[string]string{
		"sheet.css": styleSheet + siteSheet, "play.js": script() + downloadScript, "search.js": siteScript,
	} {
		if err := s.Write(name, []byte(content)); err != nil {
			return err
		}
	}
	return cmp.Or(s.Own("theme.css", []byte(siteTheme)), s.Own("icon.svg", []byte(siteIcon)))
}
